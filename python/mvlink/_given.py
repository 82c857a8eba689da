"""What `fit` and `predict` are given, as the library takes it: options, views with their mapping, a start."""

import numpy as np

from . import _core
from ._errors import InputError
from ._mapped import guarded, require_unchanged
from ._mapping import is_word, mapped
from ._options import argument_name, to_text
from ._rows import refuse_masked
from ._sklearn import check_only_table, check_table
from ._tables import ids_of_views, is_frame, refuse_other_columns, split, view_of
from .datasets import Problem

_INIT = "init"  # the argument that may also hold centres


def given_options(estimator):
    texts = []
    for name, kind in estimator._options.items():
        argument = argument_name(name)
        value = getattr(estimator, argument)
        if not (name == _INIT and _gives_centres(estimator)):
            texts.append((name, to_text(argument, value, kind)))
    _core.check_options(estimator._method, texts)
    return texts


def _gives_centres(estimator):
    return estimator._starts_from_centres and not isinstance(estimator.init, str) and np.ndim(estimator.init) > 0


def given_dataset(estimator, X, mapping, *, reset):
    """The views of X, mapped; whether there are several; and what was noticed about the mapping."""
    noticed = []
    if not reset and estimator._model.recipe:
        X = _as_fitted(X, estimator._model)
    if isinstance(X, Problem):
        if not is_word(mapping, "auto"):
            raise InputError("mapping: the problem has its own mapping; leave the argument out")
        several = X.data.n_views > 1
        _check_views(estimator, X.data.n_views)
        cols = [view.cols for view in X.data.views]
        if reset:
            estimator.n_features_in_ = cols if several else cols[0]
        data = X.data
    else:
        names, tables, calls, several = split(X)
        for table, call in zip(tables, calls):
            refuse_other_columns(table, call)
        tables = [guarded(table, call) for table, call in zip(tables, calls)]
        _check_views(estimator, len(tables))
        if several:
            checked = [
                check_table(table, call, estimator, accept_sparse=estimator._takes_sparse)
                for table, call in zip(tables, calls)
            ]
            if reset:
                estimator.n_features_in_ = [table.shape[1] for table in checked]
        else:
            checked = [check_only_table(tables[0], estimator, accept_sparse=estimator._takes_sparse, reset=reset)]
        views = list(map(view_of, names, checked, tables, ids_of_views(tables)))
        for table in tables:  # what was converted is a copy by now
            require_unchanged(table)
        data, noticed = mapped(_core.Dataset.of(views), mapping, tables)
    if reset:
        estimator._check_clusters(data)
        if several or isinstance(X, Problem):
            vars(estimator).pop("feature_names_in_", None)  # of an earlier fit on one DataFrame
    return data, several, noticed


def _as_fitted(X, model):
    """New rows of a table, turned into features as those of the fit were, and of these the views that the model has."""
    from ._frames import views_of

    if is_frame(X):
        X = views_of(X, _recipe=model.recipe)
    recipe = getattr(X, "recipe", "")
    if recipe and recipe != model.recipe:
        raise InputError("X: views_of turned these rows into features by themselves, otherwise than those of the fit; give the "
                         "DataFrame, or views.apply(frame), where views are those of the fit")
    known = [view.name for view in X.data.views if view.name in model.views] if recipe else []
    return X.select(*known) if known and len(known) < X.data.n_views else X  # the fit left out the others


def _check_views(estimator, count):
    if estimator._most_views and count > estimator._most_views:
        raise InputError(
            f"X: {count} views; {type(estimator).__name__} clusters "
            f"{'one matrix' if estimator._most_views == 1 else f'at most {estimator._most_views}'}"
        )


def given_start(estimator, data):
    """Labels by view, or centres, that the run starts from; neither for its own initialization."""
    if estimator.warm_start and hasattr(estimator, "labels_"):
        labels = estimator.labels_ if isinstance(estimator.labels_, list) else [estimator.labels_]
        if len(labels) != data.n_views or any(
            len(known) != view.rows for known, view in zip(labels, data.views)
        ):
            raise InputError(
                f"warm_start: earlier labels of {', '.join(str(len(known)) for known in labels)} rows for X of "
                f"{', '.join(str(view.rows) for view in data.views)}; expected the same rows"
            )
        if hasattr(estimator, "clusterings_"):
            columns = np.ascontiguousarray(estimator.clusterings_.T)
            return [(f"clustering{number}", known) for number, known in enumerate(columns, 1)], None, None
        return [(view.name, known) for view, known in zip(data.views, labels)], None, None
    if estimator.warm_start and hasattr(estimator, "_model"):
        return [], None, estimator._model
    if _gives_centres(estimator):
        return [], _centres(estimator, data), None
    return [], None, None


def _centres(estimator, data):
    refuse_masked(estimator.init, "init")
    try:
        centres = np.asarray(estimator.init, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"init: {estimator.init!r} is not an array of centres; expected numbers") from None
    expected = (estimator.n_clusters, data.views[0].cols)
    is_prepared = (estimator.prep or estimator._preparation) != "none"  # the columns are then for the library to check
    if centres.ndim != 2 or centres.shape[0] != expected[0] or (centres.shape[1] != expected[1] and not is_prepared):
        raise InputError(f"init: centres of shape {centres.shape}; expected (n_clusters, n_features) = {expected}")
    if not np.isfinite(centres).all():
        raise InputError("init: a centre is not finite; expected finite numbers")
    return centres
