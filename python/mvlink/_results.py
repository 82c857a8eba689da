"""Runs that were stored: what `mvlink cluster -o` wrote, read back."""

import json
import os
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from . import _core
from ._paths import path_of


@dataclass(frozen=True)
class StoredResult:
    """A finished run as its result.json tells it, with the labels beside it.

    Attributes
    ----------
    method, options, seed, version, machine_level
        What was run. Options are text, as `--set` takes them.
    objective, iterations, stop_reason, seconds
        How the run went.
    changes : list of (float, float)
        Per entry of `objective`, how much the embedding and the weights of the views changed, relative to their size;
        empty for methods without them.
    constraints, suspects, judgements
        As `constraints_report_`, `suspect_constraints_` and `judgements_` of an estimator.
    views : list of dict
        Name, rows, cols and kind of every view.
    preparation, metrics, topics, clusterings, tried
        What was done to the features, and what the method found besides labels; empty where it found nothing.
    measures : dict
        {partition: {truth: {measure: value}}}; `e4sc` and `e4fc` are those of several clusterings, or None.
    held_out : dict or None
        How well judgements that the run did not see were predicted; None if there were none.
    candidates : list of dict
        What was compared to choose this run; empty if nothing had to be chosen.
    warnings : list of (code, message, value)
    labels, confidence, ids : dict
        By partition: a view, "objects", "clustering1", .. Empty where the label files are missing.
    """

    method: str
    options: "dict[str, str]"
    seed: int
    version: str
    machine_level: str
    objective: "NDArray[Any]"
    changes: "list[tuple[float, float]]"
    iterations: int
    stop_reason: str
    seconds: "dict[str, float]"
    constraints: "dict[str, Any]"
    suspects: "list[dict[str, Any]]"
    judgements: "dict[str, Any]"
    metrics: "list[dict[str, Any]]"
    topics: "list[dict[str, Any]]"
    preparation: "list[tuple[str, list[str]]]"
    clusterings: "list[dict[str, Any]]"
    tried: "list[tuple[list[int], float]]"
    views: "list[dict[str, Any]]"
    measures: "dict[str, dict[str, dict[str, float]]]"
    e4sc: "float | None"
    e4fc: "float | None"
    held_out: "dict[str, Any] | None"
    candidates: "list[dict[str, Any]]"
    warnings: "list[tuple[str, str, float]]"
    labels: "dict[str, NDArray[Any]]"
    confidence: "dict[str, NDArray[Any]]"
    ids: "dict[str, list[str]]"


def load_result(path: "str | os.PathLike[str]") -> StoredResult:
    """Read a stored run: the folder that `mvlink cluster -o` wrote, or its result.json."""
    return StoredResult(**_core.read_result(path_of(path)))


def compare_results(*paths: "str | os.PathLike[str]") -> "dict[str, Any]":
    """Stored runs side by side: what `mvlink compare --json` prints.

    Returns
    -------
    comparison : dict
        Under "results" what was asked of each and what came out, under "agreements" how far the labels of every two
        agree ("ari", "nmi"), row matched to row by id; under "not_compared" those of different rows, and why.
    """
    return json.loads(_core.compare_results([path_of(path) for path in paths]))
