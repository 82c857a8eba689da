"""Which preparation, method, options and number of clusters: what `mvlink select` does, as scikit-learn searches do it."""

from typing import Any

import numpy as np

from . import _core
from ._choice import dataset_of, decided_estimator, estimator_of, fit_decided, option_texts, prep_from_texts
from ._errors import InputError
from ._learnt import as_before_if_it_fails
from ._options import argument_name, from_text
from ._preparation import prep_texts
from ._rows import listed_once, real_number, text_of
from ._seeds import folds_of, seed_of, threads_of
from ._sklearn import BaseEstimator, ClusterMixin, check_fitted

__all__ = ["ConstraintSearch"]


class ConstraintSearch(ClusterMixin, BaseEstimator):
    """Compares candidates by the judgements that they keep although they did not see them.

    Parameters
    ----------
    n_clusters : int, range, list of int or "auto", default="auto"
        One number, or those to choose from; "auto" is range(2, 13).
    method : str, default="auto"
        A method as the command names it, to search its preparation and number of clusters only.
    prep : str, dict or None, default=None
        A preparation to keep. None: it is searched too.
    budget : float or None, default=30.0
        Seconds after which no further candidate begins. None: all are run. Which candidates finish decides the outcome,
        and nothing else that has to do with time.
    validate : int, default=5
        Number of folds of judgements.
    leave_out_views : bool, default=True
        Also try single views, and all views but one.
    refit : bool, default=True
        Fit `best_estimator_` on all rows and judgements.
    n_jobs : int, default=None
        Number of threads; None or -1: all.
    random_state : int, RandomState, Generator or None, default=None

    Attributes
    ----------
    best_estimator_ : Clusterer
        Fitted, if `refit`.
    best_params_ : dict
        Method, views, preparation and options that are recommended, as the arguments of the estimator.
    best_score_ : float
        Its share of held-out judgements that are kept.
    best_index_ : int
        Its place in `cv_results_`.
    cv_results_ : dict of arrays
        One entry per candidate: params, candidate (in words), mean_test_score, low, high, rank_test_score, guided,
        state ("finished", "dropped", "failed", "not-reached"), seconds.
    recommendation_ : str
        One sentence, with how sure it is.
    labels_ : ndarray of shape (n_samples,)
        Of `best_estimator_`.
    """

    def __init__(
        self,
        n_clusters: Any = "auto",
        *,
        method: str = "auto",
        prep: Any = None,
        budget: "float | None" = 30.0,
        validate: int = 5,
        leave_out_views: bool = True,
        refit: bool = True,
        n_jobs: "int | None" = None,
        random_state: Any = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.method = method
        self.prep = prep
        self.budget = budget
        self.validate = validate
        self.leave_out_views = leave_out_views
        self.refit = refit
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        must_link: Any = None,
        cannot_link: Any = None,
        constraints: Any = None,
        partial_labels: Any = None,
        mapping: Any = "auto",
    ) -> "ConstraintSearch":
        """Search, and fit the recommended estimator. The arguments are those of `fit` of every estimator."""
        links = {"must_link": must_link, "cannot_link": cannot_link, "constraints": constraints}
        links = {name: listed_once(pairs) for name, pairs in links.items()}  # read twice: to search, and to fit
        links["partial_labels"], mapping = listed_once(partial_labels), listed_once(mapping)
        data = dataset_of(X, mapping, **links)
        if self.budget is not None and not 0 < real_number(self.budget, "budget") < 1e9:
            raise InputError(f"budget: {self.budget!r} is not a time; expected seconds, or None for no limit")
        options, sizes = option_texts(self.n_clusters, {})
        seed, threads = seed_of(self.random_state), threads_of(self.n_jobs)
        found = _core.select(data, text_of(self.method, "method"), options, sizes, prep_texts(self.prep, data.views), seed, threads,
                             folds_of(self.validate), float(self.budget or 0), bool(self.leave_out_views), None)
        if found["raised"] is not None:
            raise found["raised"]
        with as_before_if_it_fails(self):
            self._keep(found)
            if self.refit:
                self.best_estimator_ = decided_estimator(found, {"n_jobs": self.n_jobs, "random_state": self.random_state})
                fit_decided(self.best_estimator_, found, seed, data, X, mapping=mapping, **links)
                self.labels_ = self.best_estimator_.labels_
        return self

    def predict(self, X: Any, *, mapping: Any = "auto") -> Any:
        """The cluster of each row of X, by the recommended estimator."""
        check_fitted(self)
        if not hasattr(self, "best_estimator_"):
            raise InputError("predict: refit=False fits no estimator; give refit=True, or fit one with best_params_")
        return self.best_estimator_.predict(X, mapping=mapping)

    def __sklearn_is_fitted__(self):
        return hasattr(self, "cv_results_")

    def fit_predict(self, X: Any, y: Any = None, **fit_arguments: Any) -> Any:
        """Search, and return `labels_`. Takes the arguments of `fit`."""
        if not self.refit:
            raise InputError("fit_predict: refit=False fits no estimator, which would have labels; expected refit=True")
        return self.fit(X, y, **fit_arguments).labels_

    def _keep(self, found):
        for name in ("best_estimator_", "labels_"):  # of an earlier fit
            vars(self).pop(name, None)
        tried = found["candidates"]
        finished = np.array([candidate["state"] == "finished" for candidate in tried])
        scores = np.array([candidate["agreement"]["kept"] for candidate in tried])
        scores[~finished] = np.nan
        order = np.argsort(-np.where(finished, scores, -1.0), kind="stable")
        ranks = np.empty(len(tried), dtype=np.int32)
        ranks[order] = np.arange(1, len(tried) + 1)
        self.cv_results_ = {
            "candidate": np.array([candidate["description"] for candidate in tried], dtype=object),
            "params": [_params_of(candidate) for candidate in tried],
            "mean_test_score": scores,
            "low": np.array([candidate["agreement"]["low"] for candidate in tried]),
            "high": np.array([candidate["agreement"]["high"] for candidate in tried]),
            "rank_test_score": ranks,
            "guided": np.array([candidate["guided"] for candidate in tried]),
            "state": np.array([candidate["state"] for candidate in tried], dtype=object),
            "seconds": np.array([candidate["seconds"] for candidate in tried]),
        }
        self.best_index_ = next(i for i, candidate in enumerate(tried) if candidate["chosen"])
        self.best_params_ = self.cv_results_["params"][self.best_index_]
        self.best_score_ = float(scores[self.best_index_])
        self.recommendation_ = found["sentence"]


def _params_of(candidate):
    """As the estimator of the method takes them."""
    kinds = estimator_of(candidate["method"])._options
    return {
        "method": candidate["method"],
        "views": candidate["views"] or None,
        "prep": prep_from_texts(candidate["preparation"]),
        **{argument_name(name): from_text(text, kinds[name]) for name, text in candidate["options"].items()},
    }
