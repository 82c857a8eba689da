"""Rows, views and pairs of rows as the user names them. Messages say where: "must_link[12]: row 530 ..."."""

import difflib
import math
import numbers
from collections.abc import Iterator, Mapping, Set

import numpy as np

from ._errors import InputError


def shown(value):
    """A value as a user would type it: NumPy's scalars without their type, long ones shortened."""
    try:
        text = repr(value.item() if isinstance(value, np.generic) else value)
    except ValueError:  # Python refuses to write integers of thousands of digits
        return f"an integer of {value.bit_length()} bits" if isinstance(value, int) else f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"{' '.join(text[:70].split())}..."


def is_whole_number(value):
    return isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))


def is_missing(value):
    """A gap as Python, NumPy or pandas writes it: None, NaN, NA, NaT. pandas is not imported for it."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (numbers.Real, np.datetime64)) and bool(value != value)


def whole_number(value, name, least, most=2**63 - 1):
    """An argument that counts something."""
    if not is_whole_number(value) or not least <= value <= most:
        upper = "" if most == 2**63 - 1 else f" and <= {most}"
        raise InputError(f"{name}: {shown(value)}; expected a whole number >= {least}{upper}")
    return int(value)


def text_of(value, name):
    if not isinstance(value, str):
        raise InputError(f"{name}: {shown(value)} is of type {type(value).__name__}; expected text")
    return str(value)


def as_float(value):
    """Integers beyond what a float holds are infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def real_number(value, name):
    if not isinstance(value, numbers.Real) or isinstance(value, (bool, np.bool_)):
        raise InputError(f"{name}: {shown(value)} is of type {type(value).__name__}; expected a number")
    return as_float(value)


def refuse_masked(values, where):
    """NumPy would take what is behind the mask."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InputError(f"{where}: {np.ma.count_masked(values)} values are masked; expected an array without a mask "
                         "(fill them in, or leave these rows out)")


def listed_once(values):
    """Generators, zip objects and the like as lists, since they can be read only once; also those of several views."""
    if isinstance(values, dict) and not hasattr(values, "tocsr"):  # some sparse matrices are dicts
        return {key: listed_once(one) for key, one in values.items()}
    if isinstance(values, (list, tuple)) and any(hasattr(type(one), "__next__") for one in values):
        return [listed_once(one) for one in values]
    return list(values) if isinstance(values, Iterator) else values


def view_number(views, key, where):
    """A view by its position or its name."""
    names = [view.name for view in views]
    if isinstance(key, str) and key in names:
        return names.index(key)
    if is_whole_number(key) and 0 <= key < len(views):
        return int(key)
    raise InputError(f"{where}: view {shown(key)} does not exist; the views are {', '.join(names)} (0 to {len(views) - 1})")


def row_number(view, key, where, fault=""):
    """Integers are positions, strings are ids; `fault` says why there are none."""
    if isinstance(key, str):
        if not view.has_ids and fault:
            raise InputError(f"{where}: {shown(key)}: {fault}")
        if not view.has_ids:
            raise InputError(f"{where}: {shown(key)} is an id, but {view.name} has none (a DataFrame's index would be ids; "
                             'in a pipeline, set_output(transform="pandas") keeps it)')
        row = view.find_row(str(key))
        if row is None:
            near = difflib.get_close_matches(str(key), view.ids, n=1)
            raise InputError(f"{where}: id {shown(key)} is not in {view.name}{f'; did you mean {shown(near[0])}?' if near else ''}")
        return row
    if is_whole_number(key):
        if not 0 <= key < view.rows:
            raise InputError(f"{where}: row {int(key)} does not exist ({view.name} has {view.rows} rows)")
        return int(key)
    raise InputError(f"{where}: {shown(key)} is neither a row (an integer) nor an id (a string)")


def as_list(values, argument, expected):
    """The items of a sequence; DataFrames are taken by their rows."""
    refuse_masked(values, argument)
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    is_sparse = hasattr(values, "tocsr") and hasattr(values, "nnz")
    if isinstance(values, (str, bytes, dict)) or is_sparse or not hasattr(values, "__iter__"):
        raise InputError(f"{argument}: {shown(values)} is of type {type(values).__name__}; expected {expected}")
    return values if isinstance(values, np.ndarray) else list(values)


def _check_range(rows, view, argument):
    wrong = np.flatnonzero((rows < 0) | (rows >= view.rows))
    if wrong.size:
        row_number(view, int(rows[wrong[0]]), f"{argument}[{wrong[0]}]")


def is_sequence(value):
    """Whether a value has a first item, a second one, ..: words, dicts and sets are no pairs."""
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes, Mapping, Set))


def _holds_booleans(pairs):
    """In an array, True among integers is 1 already."""
    return any(isinstance(end, (bool, np.bool_)) for pair in pairs if type(pair) in (tuple, list) for end in pair)


def pairs_of_rows(pairs, view_a, view_b, argument, fault=""):
    """An n x 2 array of row numbers from pairs of rows or ids."""
    pairs = as_list(pairs, argument, "pairs or an n x 2 array")
    if len(pairs) == 0:
        return np.empty((0, 2), dtype=np.int64)
    try:
        array = np.asarray(pairs)
    except ValueError:  # ragged
        array = np.empty(0, dtype=object)
    if array.ndim == 2 and array.shape[1] == 2 and array.dtype.kind in "iu" and not _holds_booleans(pairs):
        rows = array.astype(np.int64)
        _check_range(rows[:, 0], view_a, argument)
        _check_range(rows[:, 1], view_b, argument)
        return rows
    found = np.empty((len(pairs), 2), dtype=np.int64)
    for number, pair in enumerate(pairs):
        where = f"{argument}[{number}]"
        if not is_sequence(pair) or len(pair) != 2:
            raise InputError(f"{where}: {shown(pair)} is not a pair; expected two rows")
        found[number] = row_number(view_a, pair[0], where, fault), row_number(view_b, pair[1], where, fault)
    return found
