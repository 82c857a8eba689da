"""Labels that are given: classes by row as integers or words, in any order that a Series says."""

import numbers
import re

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
        listed = [_plain(label) for label in array.tolist()]
        if None in listed:
            raise InputError(f"{argument}[{listed.index(None)}]: no label; expected one per row")
        array = np.array([str(label) for label in listed], dtype=object)
    elif array.dtype.kind not in "biu":
        raise InputError(f"{argument}: values of type {array.dtype}; expected integers or words")
    if array.dtype.kind in "biu" and not (array.size and (array.min() < -_MOST or array.max() > _MOST)):
        return array.astype(np.int32)
    return np.unique(array, return_inverse=True)[1].astype(np.int32)


def group_names(values, argument, rows):
    """The groups of the rows as texts, empty where a row is in none."""
    array = _array_of(values, argument)
    if len(array) != rows:
        raise InputError(f"{argument}: {len(array)} values for {rows} rows; expected one per row")
    return ["" if value is None else str(value) for value in map(_plain, array.tolist())]


def _array_of(labels, argument):
    if isinstance(labels, (set, frozenset)):
        raise InputError(f"{argument}: a set has no order; expected a list or an array, one label per row")
    if isinstance(labels, np.ma.MaskedArray):
        labels = _with_gaps(labels) if np.ma.is_masked(labels) else labels.data
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


def _with_gaps(masked):
    """What is masked is no label."""
    plain = masked.data.astype(object)
    plain[np.ma.getmaskarray(masked)] = None
    return plain


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


def _plain(label):
    """As Python has it: whole floats are integers, so that 1 and 1.0 are one class, and every gap is None."""
    return None if is_missing(label) else int(label) if _is_integer(label) else label


_NEGATIVE = re.compile(r"-\d+(\.\d*)?")  # as NumPy writes a number among words


def _is_unknown(label):
    if isinstance(label, numbers.Real):
        return label < 0
    return label is None or label == "" or (isinstance(label, str) and _NEGATIVE.fullmatch(label) is not None)


def _classes_by_name(words, argument):
    """Numbers for classes that are words or mixed; integers among gaps keep their meaning."""
    listed = [_plain(word) for word in words.tolist()]
    if all(word is None or type(word) is int for word in listed):
        return known_labels(np.array([-1 if word is None else word for word in listed], dtype=np.int64), argument)
    known = np.array([not _is_unknown(word) for word in listed], dtype=bool)
    classes = np.full(len(words), -1, dtype=np.int64)
    classes[known] = np.unique([str(word) for word, is_known in zip(listed, known) if is_known], return_inverse=True)[1]
    return classes


def _is_integer(word):
    return isinstance(word, numbers.Real) and not isinstance(word, (bool, np.bool_)) and word == word // 1 and abs(word) < 2**63
