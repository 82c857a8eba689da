"""Labels that are given: classes by row as integers or words, in any order that a Series says."""

import numbers

import numpy as np

from ._errors import InputError
from ._rows import as_list, is_missing, shown
from ._tables import counts_rows, index_fault, is_frame

_MOST = np.iinfo(np.int32).max  # of a class, in the library


def aligned_labels(labels, original, rows, argument):
    """Labels in the order of the rows: a Series is taken by its index, never by position if the two differ."""
    if not (hasattr(labels, "index") and hasattr(labels, "reindex")):
        return labels
    own = labels.index
    if is_frame(original):
        return _by_index(labels, original, rows, argument)
    if counts_rows(own) or np.array_equal(np.asarray(own), np.arange(rows)):
        return labels
    raise InputError(f"{argument}: a Series with an index of its own for rows without one; give an array in the order "
                     "of the rows, or X as a DataFrame with the same index")


def _by_index(labels, original, rows, argument):
    own = labels.index
    if own.equals(original.index):
        return labels
    if counts_rows(own) and not counts_rows(original.index) and len(labels) == rows:
        if len(own.difference(original.index)):
            return labels  # a plain list of labels; an index of the same numbers in another order says which row is meant
    if index_fault(original) or not own.is_unique:
        whose = "X" if index_fault(original) else "the labels"
        raise InputError(f"{argument}: the index of {whose} has duplicates, so labels cannot be aligned; give an array")
    missing = own.difference(original.index)
    if len(missing):
        raise InputError(f"{argument}: {shown(missing[0])} is not in the index of X; expected values of it")
    return labels.reindex(original.index)


def known_labels(labels, argument, rows=None, *, booleans=False):
    """One class per row as integers up to 2**31 - 1, -1 for unknown."""
    array = _array_of(labels, argument)
    if rows is not None and len(array) != rows:
        raise InputError(f"{argument}: {len(array)} labels for {rows} rows; expected one per row (-1 = unknown)")
    if array.dtype.kind in "OUS":
        return _classes_by_name(array, argument)
    if array.dtype.kind == "f":
        array = _whole_floats(np.where(np.isnan(array), -1, array), argument)  # NaN is what pandas has for unknown
    elif array.dtype.kind not in ("biu" if booleans else "iu") and array.size:
        raise InputError(f"{argument}: values of type {array.dtype}; expected integers or words (-1 = unknown)")
    if array.size and array.max() > _MOST:
        return _numbered_from_zero(array)
    return np.maximum(array.astype(np.int64), -1)


def numbered_labels(labels, argument):
    """The clusters of a clustering as 32-bit integers: every row has one. Negative numbers stay, words count from 0."""
    array = _array_of(labels, argument)
    if array.dtype.kind == "f":
        array = _whole_floats(array, argument)
    elif array.dtype.kind in "OUS":
        gap = next((row for row, label in enumerate(array.tolist()) if is_missing(label)), None)
        if gap is not None:
            raise InputError(f"{argument}[{gap}]: no label; expected one per row")
        array = np.array([str(label) for label in array.tolist()], dtype=object)
    elif array.dtype.kind not in "biu":
        raise InputError(f"{argument}: values of type {array.dtype}; expected integers or words")
    if array.dtype.kind in "biu" and not (array.size and (array.min() < -_MOST or array.max() > _MOST)):
        return array.astype(np.int32)
    return np.unique(array, return_inverse=True)[1].astype(np.int32)


def _array_of(labels, argument):
    labels = as_list(labels, argument, "one label per row")
    array = np.asarray(labels)
    if array.ndim != 1:
        raise InputError(f"{argument}: {array.ndim} dimensions; expected one label per row")
    if array.dtype.kind not in "US":
        return array
    if isinstance(labels, list):  # in which None, NaN and -1 are still what they are
        return np.array(labels, dtype=object)
    words = array if array.dtype.kind == "U" else np.char.decode(array, "utf-8", "replace")
    return np.where(words == "nan", None, words.astype(object))


def _whole_floats(array, argument):
    wrong = np.flatnonzero(~((array == np.floor(array)) & (np.abs(array) < 2.0**63)))
    if wrong.size:
        raise InputError(f"{argument}[{wrong[0]}]: {array[wrong[0]]} is not a label; expected an integer (-1 = unknown)")
    return array.astype(np.int64)


def _numbered_from_zero(classes):
    """Classes 0, 1, .. in the same order, for numbers beyond what the library counts with; unknown stay -1."""
    numbered = np.full(len(classes), -1, dtype=np.int64)
    known = classes >= 0
    numbered[known] = np.unique(classes[known], return_inverse=True)[1]
    return numbered


def _is_unknown(word):
    return is_missing(word) or str(word) in ("", "-1")


def _classes_by_name(words, argument):
    """Numbers for classes that are words or mixed; integers among gaps keep their meaning."""
    listed = words.tolist()
    if all(is_missing(word) or _is_integer(word) for word in listed):
        return known_labels(np.array([-1 if is_missing(word) else int(word) for word in listed], dtype=np.int64), argument)
    known = np.array([not _is_unknown(word) for word in listed], dtype=bool)
    classes = np.full(len(words), -1, dtype=np.int64)
    classes[known] = np.unique([str(word) for word in words[known].tolist()], return_inverse=True)[1]
    return classes


def _is_integer(word):
    return isinstance(word, numbers.Real) and not isinstance(word, (bool, np.bool_)) and word == word // 1 and abs(word) < 2**63
