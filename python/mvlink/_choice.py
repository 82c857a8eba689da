"""Estimators that nobody names: chosen from the data, or read from a file."""

import os
from typing import Any

from . import _core
from ._base import Clusterer, PredictingClusterer
from ._errors import InputError
from ._links import Links
from ._preparation import prep_of
from .constraints import bare_dataset


def choose_method(X: Any, *, mapping: Any = "auto", **links: Any) -> "tuple[type[Clusterer], str]":
    """The estimator that suits the data, and why: the choice of `mvlink cluster --method auto`.

    X and the other arguments are those of `fit`.
    """
    data = Links(bare_dataset(X, mapping)).add(**links).dataset()
    method, reason = _core.choose_method(data)
    return _estimator_of(method), reason


def cluster(
    X: Any,
    n_clusters: Any,
    *,
    must_link: Any = None,
    cannot_link: Any = None,
    constraints: Any = None,
    partial_labels: Any = None,
    mapping: Any = "auto",
    **arguments: Any,
) -> Clusterer:
    """Cluster X with the method that suits the data: what `mvlink cluster` does without `--method`.

    Parameters
    ----------
    X, must_link, cannot_link, constraints, partial_labels, mapping
        As in `fit` of every estimator.
    n_clusters : int
    **arguments
        Further arguments of the estimator, such as `random_state` and `prep`. Without `prep`, views with negative
        features are brought to 0..1 if the method needs features >= 0, as the command does.

    Returns
    -------
    estimator : Clusterer
        Fitted. Its class is the method that was chosen, `reason_` says why, and `prep` is the preparation used.
    """
    links = {"must_link": must_link, "cannot_link": cannot_link, "constraints": constraints}
    links["partial_labels"] = partial_labels
    chosen, _ = choose_method(X, mapping=mapping, **links)
    estimator = chosen(n_clusters, **arguments)
    estimator._chosen = True
    estimator.fit(X, mapping=mapping, **links)
    del estimator._chosen
    estimator.prep = prep_of(estimator._model, chosen._preparation)
    return estimator


def load(path: "str | os.PathLike[str]") -> PredictingClusterer:
    """The estimator of any class that is stored in a model file, or in the folder that `mvlink cluster -o` wrote."""
    model = _core.Model.read(os.fspath(path))
    estimator = _estimator_of(model.method)
    if estimator is None:
        raise InputError(f"{os.fspath(path)}: a model of {model.method}, which this version does not have")
    return estimator._from_model(model)


def _estimator_of(method):
    from . import _estimators

    found = (getattr(_estimators, name) for name in _estimators.__all__)
    return next((estimator for estimator in found if estimator._method == method), None)
