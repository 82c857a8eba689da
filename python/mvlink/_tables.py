"""What the user gives as X: one table or several, each turned into a view without a copy if its layout allows."""

import numbers
import re

import numpy as np

from . import _core
from ._errors import InputError
from ._rows import is_missing, refuse_masked, shown


def is_frame(table):
    return hasattr(table, "columns") and hasattr(table, "index") and hasattr(table, "iloc")


def is_sparse(table):
    return hasattr(table, "tocsr") and hasattr(table, "nnz")


def has_rows_and_columns(table):
    return getattr(table, "ndim", 0) == 2


def split(X):
    """Names of the views, their tables, their names in messages, and whether several views were given.

    A list is several views if one of its items is a table; else it is one table in Python lists.
    """
    if isinstance(X, dict) and not is_sparse(X):  # some sparse matrices are dicts
        if not X:
            raise InputError("X: a dict without views; expected at least one")
        wrong = [name for name in X if not isinstance(name, str)]
        if wrong:
            raise InputError(f"X: view {wrong[0]!r} is not a string; expected names as keys")
        return list(X), list(X.values()), [f"X[{name!r}]" for name in X], True
    if isinstance(X, (list, tuple)) and any(has_rows_and_columns(table) for table in X):
        numbers = range(len(X))
        return [f"view{i}" for i in numbers], list(X), [f"X[{i}]" for i in numbers], True
    return ["X"], [X], ["X"], False


def counts_rows(index):
    """Whether an index of pandas is the positions, as in a frame that was given none. A slice of one is not."""
    return type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1


def ids_of(table):
    """The index of a DataFrame as text, unless it only counts the rows or has duplicates."""
    if not is_frame(table) or counts_rows(table.index):
        return None
    ids = [str(key) for key in table.index]
    return ids if len(set(ids)) == len(ids) and all(ids) else None


def ids_of_views(tables):
    """The same for every view. Where the index of one frame is other integers, those of all tell which rows are the same."""
    found = [ids_of(table) for table in tables]
    if len(found) > 1 and any(map(has_other_integers, tables)):
        return [[str(row) for row in range(len(table))] if is_frame(table) and counts_rows(table.index) else ids
                for table, ids in zip(tables, found)]
    return found


def index_fault(table):
    """Why the index of a frame cannot name its rows, for messages; empty if it can, or if there is none."""
    if not is_frame(table) or table.index.is_unique:
        return ""
    return "the index of X has duplicates, which name no row; use positions, or X.reset_index(drop=True)"


def has_other_integers(table):
    """Whether the index has integers that are not the positions of the rows: an integer could then mean either."""
    if not is_frame(table) or counts_rows(table.index) or getattr(table.index, "nlevels", 1) > 1:
        return False
    keys = np.asarray(table.index)
    if keys.dtype.kind in "MmbcSU" or np.array_equal(keys, np.arange(len(table))):
        return False
    return keys.dtype.kind in "iu" or any(isinstance(key, numbers.Real) and key == key // 1 for key in keys.tolist())


def refuse_ambiguous(key, where):
    """Integers are positions; where the index is other integers, they may have been meant as those."""
    if isinstance(key, numbers.Integral):
        raise InputError(
            f"{where}: the index of X is integers that are not positions, so integers could mean either; "
            'give index values as strings ("17"), or fit X.reset_index(drop=True)'
        )


def refuse_other_columns(table, where):
    """Dates, words and categories are no numbers, nor is what is masked; one line says what to do."""
    refuse_masked(table, where)
    if not is_frame(table):
        return
    for number, (name, kind) in enumerate(zip(table.columns, table.dtypes)):
        what = "dates" if kind.kind in "Mm" else "categories" if str(kind) == "category" else ""
        if not what and (kind.kind == "O" or str(kind) in ("string", "str")):
            what = next(filter(None, map(_other_than_number, table.iloc[:, number])), "")
        if what:
            raise InputError(f"{where}: column {str(name)!r} holds {what}; expected numbers, or mvlink.views_of(X), "
                             "which turns dates, categories and texts into features")


def _other_than_number(value):
    """What a cell is, if it is not a number, a number written as text, or a gap."""
    if not isinstance(value, str):
        return "" if isinstance(value, (numbers.Number, np.bool_)) or is_missing(value) else f"values of type {type(value).__name__}"
    try:
        float(value)
    except ValueError:
        return "words"
    return ""


def column_names_of(table):
    return [str(name) for name in table.columns] if is_frame(table) else None


def canonical(matrix):
    """The arrays of a matrix in compressed rows: columns increasing, no duplicates, 32-bit. Copied only if they are not."""
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    stored = int(matrix.indptr[-1])
    columns = matrix.indices[:stored]
    if columns.dtype != np.int32:
        if matrix.shape[1] > np.iinfo(np.int32).max:
            raise InputError(f"X: {matrix.shape[1]} columns are more than the {np.iinfo(np.int32).max} supported")
        columns = columns.astype(np.int32)
    return matrix.indptr, columns, matrix.data[:stored]


def _with_names(message, original):
    """The message about a value of a frame, with the names of its row and column, and advice about gaps."""
    place = re.search(r"row (\d+), column (\d+) is (\S+);", message)
    if place is None or not is_frame(original):
        return message
    row, column = original.index[int(place[1])], original.columns[int(place[2])]
    advice = " (mvlink.views_of(X) fills gaps and marks them)" if place[3] == "NaN" else ""
    return message.replace(place[0], f"row {shown(row)}, column {shown(column)} is {place[3]};") + advice


def view_of(name, table, original, ids=None):
    """A view over a checked table; names come from what the user gave."""
    try:
        if is_sparse(table):
            view = _core.View.sparse(name, table.shape, *canonical(table))
        else:
            view = _core.View.dense(name, table)
    except InputError as error:
        raise InputError(_with_names(str(error), original)) from None
    columns = column_names_of(original)
    if ids is not None:
        view = view.with_ids(ids)
    return view if columns is None else view.with_column_names(columns)
