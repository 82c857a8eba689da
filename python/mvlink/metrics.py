"""How well labels agree with known classes: the measures of `mvlink evaluate`.

Labels are integers or words; rows whose truth is unknown (negative, None, NaN or empty) are left out. Several
clusterings of the same rows are a list of labels, or an array with one column per clustering (`SMVC.clusterings_`).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._errors import InputError
from ._classes import known_labels, numbered_labels
from ._rows import as_list

__all__ = ["acc", "ari", "e4fc", "e4sc", "f_measure", "matched", "nmi", "precision", "purity", "recall", "scores"]

_NORMALIZERS = ("geometric", "arithmetic", "max")


def _known(truth, argument):
    return known_labels(truth, argument, booleans=True).astype(np.int32)


def _both(truth, labels):
    truth, labels = _known(truth, "truth"), numbered_labels(labels, "labels")
    if len(truth) != len(labels):
        raise InputError(f"labels: {len(labels)} for {len(truth)} rows of truth; expected one per row")
    return truth, labels


def scores(truth: ArrayLike, labels: ArrayLike) -> dict[str, float]:
    """All measures by name."""
    return _core.measures(*_both(truth, labels))


def f_measure(truth: ArrayLike, labels: ArrayLike) -> float:
    """Harmonic mean of `precision` and `recall`."""
    return scores(truth, labels)["f_measure"]


def precision(truth: ArrayLike, labels: ArrayLike) -> float:
    """Of the pairs that are together in the labels, the share that are together in the truth."""
    return scores(truth, labels)["precision"]


def recall(truth: ArrayLike, labels: ArrayLike) -> float:
    """Of the pairs that are together in the truth, the share that are together in the labels."""
    return scores(truth, labels)["recall"]


def nmi(truth: ArrayLike, labels: ArrayLike, normalizer: str = "geometric") -> float:
    """Normalized mutual information; `normalizer` is "geometric", "arithmetic" or "max"."""
    if normalizer not in _NORMALIZERS:
        raise InputError(f"normalizer: {normalizer!r} is not a choice; expected one of {', '.join(_NORMALIZERS)}")
    return _core.nmi(*_both(truth, labels), normalizer)


def acc(truth: ArrayLike, labels: ArrayLike) -> float:
    """Share of rows that are right under the best one-to-one matching of clusters to classes."""
    return scores(truth, labels)["acc"]


def ari(truth: ArrayLike, labels: ArrayLike) -> float:
    """Adjusted Rand index."""
    return scores(truth, labels)["ari"]


def purity(truth: ArrayLike, labels: ArrayLike) -> float:
    """Share of rows that belong to the largest class of their cluster."""
    return scores(truth, labels)["purity"]


def _several(clusterings, argument, numbered):
    if isinstance(clusterings, np.ndarray) and clusterings.ndim == 2:
        clusterings = list(clusterings.T)
    listed = as_list(clusterings, argument, "a list of labels")
    several = [numbered(labels, f"{argument}[{i}]") for i, labels in enumerate(listed)]
    if not several:
        raise InputError(f"{argument}: none; expected at least one clustering")
    return several


def _pairs(truths, found):
    truths, found = _several(truths, "truths", _known), _several(found, "found", numbered_labels)
    for argument, several in (("truths", truths), ("found", found)):
        for i, labels in enumerate(several):
            if len(labels) != len(truths[0]):
                raise InputError(f"{argument}[{i}]: {len(labels)} labels for {len(truths[0])} rows; expected one per row")
    return truths, found


def _subspaces(labels, dimensions, argument):
    dimensions = as_list(dimensions, argument, "one list of columns per clustering")
    if len(dimensions) != len(labels):
        raise InputError(f"{argument}: {len(dimensions)} for {len(labels)} clusterings; expected one list each")
    lists = []
    for i, columns in enumerate(dimensions):
        columns = as_list(columns, f"{argument}[{i}]", "a list of columns")
        array = np.asarray(columns, dtype=None if len(columns) else np.int64)
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise InputError(f"{argument}[{i}]: not a list of columns; expected numbers >= 0")
        lists.append([array.tolist()])
    return list(zip(labels, lists))


def e4fc(truths: Sequence[ArrayLike], found: Sequence[ArrayLike]) -> float:
    """How well the clusters of all clusterings agree with those of all truths (best F1, both ways)."""
    return _core.e4fc(*([(labels, []) for labels in side] for side in _pairs(truths, found)))


def e4sc(
    truths: Sequence[ArrayLike],
    found: Sequence[ArrayLike],
    truth_dimensions: Sequence[Sequence[int]],
    found_dimensions: Sequence[Sequence[int]],
) -> float:
    """The same over pairs of row and column: clusters must also have the right columns."""
    truths, found = _pairs(truths, found)
    return _core.e4sc(
        _subspaces(truths, truth_dimensions, "truth_dimensions"),
        _subspaces(found, found_dimensions, "found_dimensions"),
    )


def matched(truths: Sequence[ArrayLike], found: Sequence[ArrayLike]) -> list[dict[str, float]]:
    """Each clustering next to its truth under the best one-to-one matching: `truth` (-1: none left), `nmi`, `ari`."""
    scores = _core.matched(*([(labels, []) for labels in side] for side in _pairs(truths, found)))
    return [{"truth": truth, "nmi": nmi, "ari": ari} for truth, nmi, ari in scores]
