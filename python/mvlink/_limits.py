"""How much memory calls may use."""

import re

from . import _core
from ._errors import InputError

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)


def set_memory_limit(limit):
    """Limit the memory that data read from files and methods may use; what would need more raises InternalError before
    it is allocated.

    limit is a number of bytes, a text such as "2G" or "512M" (powers of 1024), or None for what the machine, its
    container or the limits of the process allow.
    """
    _core.set_memory_limit(_bytes_of(limit))


def memory_limit():
    """The limit in bytes."""
    return _core.memory_limit()


def _bytes_of(limit):
    if limit is None:
        return 0
    found = _SIZE.fullmatch(limit.strip()) if isinstance(limit, str) else None
    if found:
        count = int(float(found[1]) * _UNITS[found[2].upper()])
    elif isinstance(limit, int) and not isinstance(limit, bool):
        count = limit
    else:
        count = 0
    if not 1 <= count < 2**63:
        raise InputError(f"limit: {limit!r} is not a size; expected bytes, or a text such as '2G', or None")
    return count
