"""Arrays over mapped files (np.memmap). Another program may shorten such a file while its rows are read, which would end
the process; so they are read through pages of our own, where what is missing reads as zero and is noticed."""

import os

import numpy as np

from . import _core
from ._errors import InputError


def guarded(table, where):
    """The table over pages of our own if it lies in a mapped file, otherwise as it is."""
    behind = _map_behind(table)
    if behind is None or table.size == 0:
        return table
    if behind.mode != "c":  # those pages may differ from the file
        rows = _core.guarded(table, os.fspath(behind.filename) if behind.filename else "")
        if rows is not None:
            return rows
    return _copy(table, where)


def in_memory(table, where):
    """A copy of a table that lies in a mapped file, for what uses the rows again and again."""
    rows = guarded(table, where)
    if rows is table:
        return table
    copy = _copy(rows, where)
    require_unchanged(rows)
    return copy


def require_unchanged(table):
    """Raises FileError if the table lies in a file that was changed since it was guarded."""
    if isinstance(table, np.ndarray):
        _core.require_unchanged_file(table)


def _map_behind(table):
    """The memmap whose pages an array shows, if any."""
    base = table if isinstance(table, np.ndarray) else None
    while base is not None and getattr(base, "_mmap", None) is None:
        base = getattr(base, "base", None)
    return base if isinstance(base, np.memmap) else None


def _copy(table, where):
    if table.nbytes > _core.memory_limit():
        raise InputError(
            f"{where}: {table.nbytes / 1e9:.3g} GB of a mapped file would be copied, more than the "
            f"{_core.memory_limit() / 1e9:.3g} GB of memory that may be used; only estimators read rows from the file, "
            'and only from one mapped with mode "r" or "r+"'
        )
    return np.array(table)
