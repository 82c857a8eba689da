"""What all estimators have in common. What tells one from another is generated: _estimators.py."""

import os
import sys
from typing import TYPE_CHECKING, Any, Callable, ClassVar

import numpy as np

from . import _core
from ._answer import answer_html, answer_text
from ._distances import squared_distances
from ._errors import InputError, MvlinkWarning, warn
from ._given import given_dataset, given_options, given_start
from ._learnt import as_before_if_it_fails, keep_model, keep_outcome
from ._links import Links
from ._mapping import is_word
from ._options import argument_name, from_text
from ._outcome import (
    about_report,
    index_of,
    labels_frame,
    names_by_view,
    profiles_frame,
    report_page,
    run_of,
)
from ._paths import path_of, write_text
from ._preparation import prep_of, prep_texts
from ._progress import Progress, described
from ._rows import text_of
from ._seeds import folds_of, seed_of, threads_of
from ._sklearn import (
    HAVE_SKLEARN,
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    ConvergenceWarning,
    TransformerMixin,
    check_fitted,
)
from .datasets import Problem, table_of

if TYPE_CHECKING:
    from typing_extensions import Self


def _sizes_text(data):
    return ", ".join(f"{view.name}: {view.rows} rows x {view.cols} columns" for view in data.views)


_ABOUT_CONVERGENCE = {"not-converged", "empty-clusters"}


class Clusterer(ClusterMixin, BaseEstimator):
    """Base of every estimator."""

    _method = ""  # its name on the command line
    _options: ClassVar[dict[str, str]] = {}  # option: kind
    _preparation = "none"  # if the argument prep is None
    _most_views = 1  # 0: any number
    _takes_sparse = True
    _needs_nonnegative = False
    _returns_inertia = False
    _starts_from_centres = False  # which the argument init may then hold

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        must_link: Any = None,
        cannot_link: Any = None,
        constraints: Any = None,
        partial_labels: Any = None,
        at_most_one: Any = None,
        mapping: Any = "auto",
        callback: "Callable[[Progress], object] | None" = None,
    ) -> "Self":
        """Cluster X.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features); a list or dict of them; or a Problem
            One matrix, or one per view. float32 and float64 in any order, read-only or not, and sparse rows are not
            copied.
        y : ignored
            Present for scikit-learn's conventions.
        must_link, cannot_link : pairs of rows or array of shape (n, 2), optional
            Rows of the one matrix that belong together, or do not. Integers are positions, strings are ids (the index
            of a DataFrame).
        constraints : list of (a, b, type[, weight]), sparse matrix, dict or DataFrame, optional
            a and b are a row, an id, or (view, row or id); type is "must-link" or "cannot-link". Or a sparse matrix of
            shape (n_samples, n_samples): the sign is the type, the size the weight; between views {(i, j): matrix}.
            Or a DataFrame with the columns of constraints.csv, read by the rules of that file.
        partial_labels : array of shape (n_samples,), optional
            Known classes, as integers or words, negative if unknown, turned into constraints; with several views a
            list or a dict of them. A Series is aligned by the index of X.
        at_most_one : array of shape (n_samples,), optional
            A rule: every cluster holds at most one row of each group, such as one record of each source. One value per
            row, None or NaN for rows in no group. Only methods that keep it accept it (PCKMeans).
        mapping : "auto", "rows", "ids", None, pairs or {(i, j): pairs}, default="auto"
            Which rows of several views are the same object. "auto": equal ids if all views have ids, row i of all views
            if none has and they are equally long; views without ids beside others that have them stay unmapped, with a
            warning. None: nothing.
        callback : callable, optional
            Called as callback(Progress(round, max_rounds, objective, start, starts, phase)) after every iteration.
            Returning True ends the fit. An exception ends it too, and fit raises it.

        Returns
        -------
        self : object
            If Ctrl-C or the callback ends the fit, the labels of the last complete iteration are kept and `stop_reason_`
            is "cancelled".
        """
        links = {"must_link": must_link, "cannot_link": cannot_link, "constraints": constraints}
        links.update(partial_labels=partial_labels, at_most_one=at_most_one)
        with as_before_if_it_fails(self):
            outcome = self._fit(X, mapping, links, callback)
        self._say(f"{self.stop_reason_} after {self.n_iter_} iterations, {self.seconds_.get('total', 0):.2f} s")
        if outcome["raised"] is not None:
            raise outcome["raised"]
        for warning in self.warnings_:
            category = ConvergenceWarning if warning["code"] in _ABOUT_CONVERGENCE else MvlinkWarning
            warn(category(warning["message"], warning["code"]))
        return self

    def _fit(self, X, mapping, links, callback):
        texts = given_options(self)
        seed, threads = seed_of(self.random_state), threads_of(self.n_jobs)
        listener = self._listener(callback)
        data, several, noticed = given_dataset(self, X, mapping, reset=True)
        data = Links(data, X).add(**links).dataset()
        preparation = prep_texts(self.prep, data.views)
        start = given_start(self, data)
        method = self._method
        self._say(f"{_sizes_text(data)}, {len(data.constraints[1])} constraints")
        outcome = _core.run(method, data, texts, seed, threads, listener, *start, preparation, noticed, folds_of(self.validate))
        self.seed_ = seed
        outcome["model"].recipe = getattr(X, "recipe", "")
        keep_outcome(self, outcome, data, several)
        self._index = index_of(X, data, per_object=self._is_per_object())
        self._names_by_view = None if self._is_per_object() or not several else names_by_view(X, data)
        self._run, self._about = outcome["run"], about_report(X, data)
        return outcome

    def __sklearn_is_fitted__(self):
        return hasattr(self, "_model")

    def fit_predict(self, X: Any, y: Any = None, **fit_arguments: Any) -> Any:
        """Cluster X and return `labels_`; of several mapped views one label per object. Takes the arguments of `fit`."""
        self.fit(X, y, **fit_arguments)
        return self.object_labels_ if self._is_per_object() else self.labels_

    def to_frame(self) -> Any:
        """A DataFrame of `cluster` and `confidence`, with the index or ids of X: one row per row, or per object of mapped
        views. Views that are not mapped follow each other, with their names as the first level of the index. Several
        clusterings are `cluster1`, `confidence1`, `cluster2`, .."""
        check_fitted(self)
        return labels_frame(self)

    def describe(self) -> str:
        """The answer in a few lines: sizes of the clusters, constraints, held-out agreement, warnings."""
        check_fitted(self)
        return answer_text(self)

    def profiles(self, view: "str | None" = None) -> Any:
        """What marks each cluster: a DataFrame of clusters by features.

        A value is how far the mean of the cluster lies from the mean of all rows, in standard deviations. Of several
        views, `view` names the one to show; default: the first.
        """
        check_fitted(self)
        return profiles_frame(self, view)

    def report(
        self,
        path: "str | os.PathLike[str] | None" = None,
        *,
        truth: Any = None,
        map: str = "auto",
        title: "str | None" = None,
    ) -> str:
        """The report of the last fit as one HTML page: what `mvlink cluster -o` writes as report.html.

        Parameters
        ----------
        path : path, optional
            Where to write it.
        truth : array of shape (n_samples,), optional
            True classes to compare with. Default: those that X brought along, if any.
        map : {"auto", "pca", "metric", "embedding", "spectral"}, default="auto"
            What the plots show; see `mvlink.plot.clusters`.
        title : str, optional
            The headline of the page.

        Returns
        -------
        page : str
            The page, also if it was written.
        """
        check_fitted(self)
        page = report_page(self, truth, map, title)
        if path is not None:
            write_text(path, page)
        return page

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Write the model to a file: the command line's model.npz."""
        check_fitted(self)
        self._model.write(path_of(path))

    @classmethod
    def load(cls, path: "str | os.PathLike[str]") -> "Self":
        """An estimator that predicts as the saved one did; the labels of the fit are not in the file.

        path is the file, or the folder that `mvlink cluster -o` wrote.
        """
        model = _core.Model.read(path_of(path))
        if model.method != cls._method:
            raise InputError(f"{path_of(path)}: a model of {model.method}; expected {cls._method}")
        return cls._from_model(model)

    @classmethod
    def _from_model(cls, model):
        known = {name: text for name, text in model.options if name in cls._options}
        self = cls(**{argument_name(name): from_text(text, cls._options[name]) for name, text in known.items()})
        self.prep = prep_of(model, cls._preparation)
        self.n_features_in_ = model.input_cols[0] if len(model.cols) == 1 else model.input_cols
        self._several = len(model.cols) > 1
        keep_model(self, model)
        return self

    def __getstate__(self):
        state = super().__getstate__() if hasattr(super(), "__getstate__") else None
        state = dict(vars(self) if state is None else state)
        state.pop("_run", None)  # it holds the rows of X
        return state

    def _repr_html_inner(self):
        inner = super()._repr_html_inner() if hasattr(super(), "_repr_html_inner") else ""
        return self._answer_html() + inner

    def _repr_mimebundle_(self, **kwargs):
        bundle = dict(super()._repr_mimebundle_(**kwargs)) if hasattr(super(), "_repr_mimebundle_") else {}
        bundle.setdefault("text/plain", repr(self))
        if "text/html" in bundle or not HAVE_SKLEARN:
            bundle["text/html"] = self._answer_html() + bundle.get("text/html", "")
        return bundle

    def _answer_html(self):
        return answer_html(self) if hasattr(self, "_model") else ""

    def _is_per_object(self):
        return self._several and hasattr(self, "object_labels_")

    def _maps(self, map):
        check_fitted(self)
        return run_of(self, "a map").maps(text_of(map, "map"))

    def _say(self, text):
        if self.verbose:
            print(f"[{type(self).__name__}] {text}", file=sys.stderr, flush=True)

    def _check_clusters(self, data):
        rows = min(view.rows for view in data.views)
        if isinstance(getattr(self, "n_clusters", None), (int, np.integer)) and self.n_clusters > rows:
            raise InputError(f"n_clusters: {self.n_clusters} clusters for n_samples={rows}; expected at most one per row")

    def _listener(self, callback):
        if callback is not None and not callable(callback):
            raise TypeError(f"callback: {callback!r} cannot be called; expected a function")
        if not self.verbose:
            return None if callback is None else lambda *round: callback(Progress(*round))

        def listen(*round):
            progress = Progress(*round)
            self._say(described(progress))
            return None if callback is None else callback(progress)

        return listen

    def _more_tags(self):  # scikit-learn before 1.6
        kinds = ["2darray", "sparse"] if self._takes_sparse else ["2darray"]
        return {
            "X_types": kinds,
            "requires_positive_X": self._needs_nonnegative,
            "pairwise": self._is_given_graph(),
        }

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._takes_sparse
        tags.input_tags.positive_only = self._needs_nonnegative
        tags.input_tags.pairwise = self._is_given_graph()
        return tags

    def _is_given_graph(self):
        return getattr(self, "metric", None) == "precomputed"


class PredictingClusterer(Clusterer):
    """Base of estimators that can label new rows."""

    def predict(self, X: Any, *, mapping: Any = "auto") -> Any:
        """The cluster of each row of X; a list if there are several views.

        mapping is that of these rows, in the forms of `fit`. If `fit` mapped rows otherwise than row by row, and the answer
        depends on it, it must be given for equally long views without ids; None labels each view by itself.
        """
        data, several, labels = self._predicted(X, mapping)
        left_out = len(labels) < data.n_views
        return labels[0] if not several or (left_out and len(labels) == 1) else labels

    def _predicted(self, X, mapping):
        check_fitted(self)
        data, several, _ = given_dataset(self, X, mapping, reset=False)
        labels = self._labels_of(data)
        is_guess = is_word(mapping, "auto") and not isinstance(X, Problem) and self._guesses_mapping(data)
        if is_guess and self._depends_on_mapping(data, labels):
            raise InputError('mapping: fit mapped the rows of the views otherwise than row by row, and X has no ids; give '
                             'pairs, "rows" (row i of all views), or None (each view by itself)')
        return data, several, labels

    def _labels_of(self, data):
        return [partition["labels"] for partition in _core.predict(self._model, data, threads_of(self.n_jobs))]

    def _depends_on_mapping(self, data, labels):
        try:
            alone = self._labels_of(data.with_mappings([]))
        except InputError:  # the method needs a mapping
            return True
        return not all(map(np.array_equal, labels, alone))

    def _guesses_mapping(self, data):
        """Whether rows are mapped one by one only because nobody said otherwise. A loaded model does not know."""
        by_rows = data.n_views > 1 and data.rows_are_objects and not any(view.has_ids for view in data.views)
        return by_rows and not getattr(self, "_mapped_by_rows", True)


class CentroidClusterer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, PredictingClusterer):
    """Base of estimators with cluster centres in one view: the further methods of scikit-learn's KMeans."""

    def transform(self, X: Any) -> Any:
        """Distances of the rows of X to the centres, under the learnt metric if there is one: (n_samples, n_clusters)."""
        return np.sqrt(self._squared_distances(X))

    def fit_transform(self, X: Any, y: Any = None, **fit_arguments: Any) -> Any:
        """Cluster X and return its distances to the centres. Takes the arguments of `fit`."""
        return self.fit(X, y, **fit_arguments).transform(X)

    def score(self, X: Any, y: Any = None) -> float:
        """Minus the sum of the squared distances of the rows of X to the centres of the clusters that `predict` gives."""
        squared = self._squared_distances(X)
        return -float(np.take_along_axis(squared, self.predict(X).astype(np.int64)[:, None], axis=1).sum())

    @property
    def _n_features_out(self):
        return len(self._model.arrays["centroids"])

    def _squared_distances(self, X):
        check_fitted(self)
        data, _, _ = given_dataset(self, X, "auto", reset=False)
        view, expected = data.views[0], self._model.input_cols[0]
        if view.cols != expected:
            raise InputError(f'view "{view.name}" has {view.cols} columns; the model was fitted on {expected}')
        prepared = _core.apply_preparation(self._model, data, threads_of(self.n_jobs))
        squared = squared_distances(table_of(prepared.views[0]), self._model.arrays)
        _core.require_unchanged_files(data)
        return squared


class SeveralClusterer(PredictingClusterer):
    """Base of estimators that find several clusterings of the rows. `predict` and `labels_` refer to the first."""

    def _check_clusters(self, data):
        super()._check_clusters(data)
        rows, cols = data.views[0].rows, data.views[0].cols
        if rows < 2:
            raise InputError(f"X: n_samples={rows}; expected at least two rows, so that some dimension varies")
        if isinstance(self.n_clusterings, (int, np.integer)) and self.n_clusterings > cols:
            raise InputError(f"n_clusterings: {self.n_clusterings} for n_features={cols}; expected at most one per feature")

    def predict_clusterings(self, X: Any, *, mapping: Any = "auto") -> Any:
        """The cluster of each row of X in every clustering: an array of shape (n_samples, n_clusterings)."""
        return np.column_stack(self._predicted(X, mapping)[2])
