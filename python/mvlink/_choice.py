"""Estimators that nobody names: chosen from the data, or read from a file."""

import json
import numbers
import os
from typing import Any

import numpy as np

from . import _core
from ._base import Clusterer, PredictingClusterer
from ._errors import InputError
from ._given import given_dataset
from ._links import Links
from ._options import argument_name, from_text
from ._paths import path_of
from ._preparation import prep_of, prep_texts
from ._rows import is_whole_number, listed_once, shown
from ._seeds import folds_of, seed_of, threads_of
from .datasets import Problem

_LARGEST_SIZE = 12  # of "auto"
_BEYOND = 2**31  # numbers of clusters
_ABOUT_THE_RUN = {"prep", "warm_start", "validate", "n_jobs", "random_state", "verbose"}


class _OfAnyViews(Clusterer):
    """Reads X as every estimator does, whatever the number of views."""

    _most_views = 0


def dataset_of(X, mapping, **links):
    """The dataset that the arguments of `fit` describe."""
    data, _, _ = given_dataset(_OfAnyViews(), X, mapping, reset=True)
    return Links(data, X).add(**links).dataset()


def choose_method(X: Any, *, mapping: Any = "auto", **links: Any) -> "tuple[type[Clusterer], str]":
    """The estimator that suits the data before anything is tried, and why.

    X and the other arguments are those of `fit`. `cluster` goes further: it compares a few candidates by held-out
    judgements.
    """
    method, reason = _core.choose_method(dataset_of(X, mapping, **links))
    return estimator_of(method), reason


def cluster(
    X: Any,
    n_clusters: Any,
    *,
    must_link: Any = None,
    cannot_link: Any = None,
    constraints: Any = None,
    partial_labels: Any = None,
    at_most_one: Any = None,
    mapping: Any = "auto",
    **arguments: Any,
) -> Clusterer:
    """Cluster X with the method that suits the data: what `mvlink cluster` does without `--method`.

    With enough judgements a few candidates are compared by those that they did not see: PCK-Means, which stays near
    K-Means, K-Means itself, and what else suits the data. Columns are standardized first if few of them decide the distances.

    Parameters
    ----------
    X, must_link, cannot_link, constraints, partial_labels, at_most_one, mapping
        As in `fit` of every estimator.
    n_clusters : int, range, list of int or "auto"
        One number, or those to choose from; "auto" is range(2, 13).
    **arguments
        Further arguments of the estimator, such as `random_state`, `prep` and `validate`. Without `prep`, views with
        negative features are brought to 0..1 if the method needs features >= 0, as the command does.

    Returns
    -------
    estimator : Clusterer
        Fitted. Its class is the method that was chosen, `reason_` says why, `candidates_` what was tried, and `prep` is
        the preparation used. If views were left out (`reason_` says so), it was fitted on the others; `predict` takes
        all of them.
    """
    links = {"must_link": must_link, "cannot_link": cannot_link, "constraints": constraints}
    links = {name: listed_once(pairs) for name, pairs in links.items()}  # read twice: to decide, and to fit
    links["partial_labels"], links["at_most_one"] = listed_once(partial_labels), listed_once(at_most_one)
    mapping = listed_once(mapping)
    data = dataset_of(X, mapping, **links)
    about_run = {name: value for name, value in arguments.items() if name in _ABOUT_THE_RUN}
    options, sizes = option_texts(n_clusters, {name: arguments[name] for name in arguments if name not in _ABOUT_THE_RUN})
    seed, validate = seed_of(about_run.get("random_state")), folds_of(about_run.get("validate", 5))
    preparation = prep_texts(about_run.get("prep"), data.views)
    decided = _core.decide(data, "auto", options, sizes, preparation, seed, threads_of(about_run.get("n_jobs")), validate)
    if decided["raised"] is not None:
        raise decided["raised"]
    estimator = decided_estimator(decided, about_run)
    fit_decided(estimator, decided, seed, data, X, mapping=mapping, **links)
    return estimator


def option_texts(n_clusters, arguments):
    """Options as the library reads them, and the numbers of clusters to choose from; both as the command has them."""
    options, sizes = [], []
    if isinstance(n_clusters, np.ndarray):
        n_clusters = n_clusters.tolist()
    if isinstance(n_clusters, str) and n_clusters == "auto":
        sizes = list(range(2, _LARGEST_SIZE + 1))
    elif is_whole_number(n_clusters) and abs(n_clusters) < _BEYOND:
        options.append(("n_clusters", str(int(n_clusters))))
    elif isinstance(n_clusters, (range, list, tuple)) and n_clusters and all(
        is_whole_number(size) and 0 < size < _BEYOND for size in n_clusters
    ):
        sizes = sorted({int(size) for size in n_clusters})
    else:
        raise InputError(f'n_clusters: {shown(n_clusters)}; expected a whole number, several, or "auto"')
    names = {argument_name(option["name"]): option["name"] for method in json.loads(_core.methods_json())
             for option in method["options"]}
    for argument, value in arguments.items():
        if argument not in names:
            raise TypeError(f"{argument}: no estimator has this argument")
        options.append((names[argument], _text_of(argument, value)))
    return options, sizes


def _text_of(argument, value):
    """As text without its kind, since methods may have options of one name and several kinds."""
    if isinstance(value, (list, tuple, range)) or (isinstance(value, np.ndarray) and value.ndim == 1):
        return ",".join(_text_of(argument, one) for one in value)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)).lower()
    if isinstance(value, (str, numbers.Real)) and not (is_whole_number(value) and abs(value) >= 2**63):
        return str(value)
    raise InputError(f"{argument}: {shown(value)} is of type {type(value).__name__}; expected a number up to 64 bits, a word, "
                     "True or False")


def decided_estimator(decided, about_run):
    """An estimator, not fitted yet, with the options and the preparation that were decided on."""
    estimator = estimator_of(decided["method"])
    options = {argument_name(name): from_text(text, estimator._options[name])
               for name, text in decided["options"].items()}
    made = estimator(**options, **about_run)
    made.prep = prep_from_texts(decided["preparation"])
    return made


def _some_views(X, data, names):
    """X without the views that were left out, as a problem that knows of X what an answer is called by."""
    chosen = data.select(names)
    return X._with(chosen) if isinstance(X, Problem) else Problem(chosen)


def fit_decided(estimator, decided, seed, data, X, **fit_arguments):
    """Fits to X, or to the views of data that were decided on, with the seed of the decision, whose judgements need not
    be held out again."""
    if decided["views"]:
        X, fit_arguments = _some_views(X, data, decided["views"]), {}
    given = estimator.random_state, estimator.validate
    measured = decided["held_out"] is not None
    estimator.random_state, estimator.validate = seed, None if measured else estimator.validate
    try:
        estimator.fit(X, **fit_arguments)
    finally:
        estimator.random_state, estimator.validate = given
    if measured:
        estimator.held_out_ = decided["held_out"]
        estimator.held_out_agreement_ = decided["held_out"].get("kept", float("nan"))
    estimator._run.decided_by(decided["decision"])
    estimator.prep = prep_of(estimator._model, type(estimator)._preparation)
    estimator.reason_ = decided["reason"]
    estimator.candidates_ = decided["candidates"]


def load(path: "str | os.PathLike[str]") -> PredictingClusterer:
    """The estimator of any class that is stored in a model file, or in the folder that `mvlink cluster -o` wrote."""
    model = _core.Model.read(path_of(path))
    estimator = estimator_of(model.method)
    if estimator is None:
        raise InputError(f"{path_of(path)}: a model of {model.method}, which this version does not have")
    return estimator._from_model(model)


def estimator_of(method):
    from . import _estimators

    found = (getattr(_estimators, name) for name in _estimators.__all__)
    return next((estimator for estimator in found if estimator._method == method), None)


def prep_from_texts(texts):
    if not texts:
        return None
    if len(texts) == 1 and ":" not in texts[0]:
        return texts[0]
    return {text.split(":", 1)[0]: text.split(":", 1)[1] for text in texts if ":" in text}
