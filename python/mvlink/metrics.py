"""How well labels agree with known classes: the measures of `mvlink evaluate`.

Labels are integers or words; rows whose truth is negative (unknown) are left out.
"""

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._errors import InputError
from ._rows import as_list

__all__ = ["acc", "ari", "f_measure", "nmi", "precision", "purity", "recall", "scores"]

_NORMALIZERS = ("geometric", "arithmetic", "max")


def _numbered(values, argument):
    array = np.asarray(as_list(values, argument, "one label a row"))
    if array.ndim != 1:
        raise InputError(f"{argument}: {array.ndim} dimensions; expected one label a row")
    if array.dtype.kind in "iu":
        limits = np.iinfo(np.int32)
        if array.size and (array.min() < limits.min or array.max() > limits.max):
            raise InputError(f"{argument}: labels beyond {limits.max}; expected 32-bit integers")
        return array.astype(np.int32)
    if array.dtype.kind in "bUSO":
        return np.unique(array.astype(str), return_inverse=True)[1].astype(np.int32)
    raise InputError(f"{argument}: values of type {array.dtype}; expected integers or words")


def _both(truth, labels):
    truth, labels = _numbered(truth, "truth"), _numbered(labels, "labels")
    if len(truth) != len(labels):
        raise InputError(f"labels: {len(labels)} for {len(truth)} rows of truth; expected one a row")
    return truth, labels


def scores(truth: ArrayLike, labels: ArrayLike) -> dict[str, float]:
    """All measures by name."""
    return _core.measures(*_both(truth, labels))


def f_measure(truth: ArrayLike, labels: ArrayLike) -> float:
    """Harmonic mean of `precision` and `recall`."""
    return scores(truth, labels)["f_measure"]


def precision(truth: ArrayLike, labels: ArrayLike) -> float:
    """Share of the pairs that are together in the labels which are together in the truth."""
    return scores(truth, labels)["precision"]


def recall(truth: ArrayLike, labels: ArrayLike) -> float:
    """Share of the pairs that are together in the truth which are together in the labels."""
    return scores(truth, labels)["recall"]


def nmi(truth: ArrayLike, labels: ArrayLike, normalizer: str = "geometric") -> float:
    """Normalised mutual information; `normalizer` is "geometric", "arithmetic" or "max"."""
    if normalizer not in _NORMALIZERS:
        raise InputError(f"normalizer: {normalizer!r} is not a choice; expected one of {', '.join(_NORMALIZERS)}")
    return _core.nmi(*_both(truth, labels), normalizer)


def acc(truth: ArrayLike, labels: ArrayLike) -> float:
    """Share of rows right under the best one-to-one matching of clusters to classes."""
    return scores(truth, labels)["acc"]


def ari(truth: ArrayLike, labels: ArrayLike) -> float:
    """Adjusted Rand index."""
    return scores(truth, labels)["ari"]


def purity(truth: ArrayLike, labels: ArrayLike) -> float:
    """Share of rows that belong to the largest class of their cluster."""
    return scores(truth, labels)["purity"]
