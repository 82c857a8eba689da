"""What a fitted estimator hands out besides arrays: frames with the index of X, and the report."""

import numpy as np

from ._errors import InputError
from ._classes import aligned_labels, known_labels
from ._links import originals_of
from ._rows import as_list, text_of
from ._tables import is_frame, is_sparse, split


def index_of(X, data, *, per_object):
    """What the rows of the answer are called: an index of pandas, a list of ids, or None if they have no names."""
    own = getattr(X, "index", None) if is_frame(X) or hasattr(X, "recipe") else None
    if own is not None:
        return own
    if per_object and not data.rows_are_objects:
        return _object_names(data, names_by_view(X, data))
    if per_object and isinstance(X, (dict, list, tuple)):
        first = split(X)[1][0]
        if is_frame(first):
            return first.index
    return data.views[0].ids if data.views[0].has_ids else None


def names_by_view(X, data):
    """What the rows of every view are called: the index of its frame, a list of ids, or None."""
    tables = originals_of(X, data.n_views)
    return [table.index if is_frame(table) else view.ids if view.has_ids else None for table, view in zip(tables, data.views)]


def _object_names(data, names):
    """By object: the name of its first instance; None if a view has no ids."""
    if not all(view.has_ids for view in data.views):
        return None
    found = np.empty(data.n_objects, dtype=object)
    for number in reversed(range(data.n_views)):
        found[data.objects_of(number)] = np.asarray(names[number], dtype=object)
    return found.tolist()


def labels_frame(model):
    import pandas

    if not hasattr(model, "labels_"):
        raise InputError("to_frame: a loaded model has no labels; use predict")
    if hasattr(model, "clusterings_"):
        columns = {}
        for number in range(model.clusterings_.shape[1]):
            columns[f"cluster{number + 1}"] = model.clusterings_[:, number]
            columns[f"confidence{number + 1}"] = model.clusterings_confidence_[:, number]
        return pandas.DataFrame(columns, index=_fitting(model._index, len(model.labels_)))
    if model._is_per_object():
        return _frame(model.object_labels_, model._object_confidence, model._index)
    if not isinstance(model.labels_, list):
        return _frame(model.labels_, model.confidence_, model._index)
    names = model._model.views
    rows = getattr(model, "_names_by_view", None) or [None] * len(names)
    parts = [_frame(*part) for part in zip(model.labels_, model.confidence_, map(_flat, rows))]
    return pandas.concat(parts, keys=names, names=["view", "row"])


def _flat(index):
    """Levels as tuples, so that they are one level beside the views."""
    return index.to_flat_index() if hasattr(index, "to_flat_index") else index


def _frame(labels, confidence, index):
    import pandas

    return pandas.DataFrame({"cluster": labels, "confidence": confidence}, index=_fitting(index, len(labels)))


def _fitting(index, rows):
    return index if index is not None and len(index) == rows else None


def run_of(model, what):
    """The finished run, which holds the rows of X."""
    run = getattr(model, "_run", None)
    if run is None:
        raise InputError(f"{what} needs the rows, which a loaded or unpickled estimator does not have; fit it again")
    return run


def about_report(X, data):
    """What X brings along for the report."""
    views = {view.name for view in data.views}
    classes = getattr(X, "class_names", {})
    truths = [
        (name, name if name in views else "", np.asarray(labels, dtype=np.int32), list(classes.get(name, [])))
        for name, labels in getattr(X, "truths", {}).items()
    ]
    return {"truths": truths, "recipe": getattr(X, "recipe", ""), "source": getattr(X, "source", "")}


def report_page(model, truth, map, title):
    run = run_of(model, "report")
    map, title = text_of(map, "map"), "" if title is None else text_of(title, "title")
    about = dict(model._about)
    if truth is not None:
        about["truths"] = [("labels", "", *_numbered(truth, run.data, model._index))]
    return run.report(map, title, about["source"], repr(model), about["recipe"], about["truths"])


def _numbered(truth, data, index):
    """Classes as numbers, and their names if they are words."""
    rows = data.n_objects if data.rows_are_objects else data.views[0].rows
    if hasattr(truth, "reindex"):
        import pandas

        named = _fitting(index, rows)
        truth = aligned_labels(truth, None if named is None else pandas.DataFrame(index=named), rows, "truth")
    words = as_list(truth, "truth", "one label per row")
    classes = known_labels(words, "truth", rows)
    if not any(isinstance(word, str) for word in words):
        return classes.astype(np.int32), []
    names = [str(words[np.flatnonzero(classes == number)[0]]) for number in range(classes.max() + 1)]
    return classes.astype(np.int32), names


def profiles_frame(model, view):
    import pandas

    from .datasets import table_of

    views = run_of(model, "profiles").data.views
    names = [one.name for one in views]
    if view is not None and view not in names:
        raise InputError(f"view: {view!r} does not exist; the views are {', '.join(names)}")
    number = 0 if view is None else names.index(view)
    labels = model.labels_[number] if isinstance(model.labels_, list) else model.labels_
    table = table_of(views[number])
    columns = views[number].column_names or list(range(views[number].cols))
    overall, deviation = _mean_and_deviation(table)
    means = np.vstack([_means(table[labels == cluster]) for cluster in np.unique(labels)])
    distance = np.divide(means - overall, deviation, out=np.zeros_like(means), where=deviation > 0)
    return pandas.DataFrame(distance, columns=columns, index=pandas.Index(np.unique(labels), name="cluster"))


def _mean_and_deviation(table):
    """Of every column, in two passes: a mean of squares minus a squared mean would lose columns far from zero."""
    if is_sparse(table):
        return _mean_and_deviation_of_sparse(table)
    first = table[0].astype(np.float64)
    moved = table - first  # exactly 0 in a constant column
    mean = moved.mean(axis=0)
    return first + mean, np.sqrt(np.square(moved - mean).mean(axis=0))


def _mean_and_deviation_of_sparse(table):
    rows, cols = table.shape
    mean = _means(table)
    squares = np.bincount(table.indices, (table.data - mean[table.indices]) ** 2, cols)
    squares += (rows - np.bincount(table.indices, minlength=cols)) * mean**2
    deviation = np.sqrt(squares / rows)
    rounding = np.finfo(np.float64).eps * rows * np.abs(mean)  # of the mean of a constant column
    return mean, np.where(deviation > rounding, deviation, 0)


def _means(table):
    return np.asarray(table.mean(axis=0, dtype=np.float64)).ravel()
