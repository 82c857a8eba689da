"""Making and checking constraints: what `mvlink constraints` does. Estimators take the lists as `constraints=`."""

import csv
import io
import os
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._classes import known_labels
from ._errors import InputError
from ._links import Links, all_pairs, judgements_of_frame, key_of_file, spanning_pairs
from ._mapping import with_mapping
from ._paths import path_of, write_text
from ._rows import as_list, is_sequence, is_whole_number, real_number, shown, whole_number
from ._seeds import seed_of
from ._tables import ids_of_views, is_frame, split, view_of
from .datasets import Problem

__all__ = ["Constraint", "among", "check", "from_labels", "read", "sample", "write"]


_BYTES_PER_ROW = 16  # of a view without features, and of the mapping


class Constraint(NamedTuple):
    """Two rows, (view, row) if there are several views, that belong together or do not."""

    a: Any
    b: Any
    type: str
    weight: float = 1.0


def _listed(rows_a, rows_b, must, view):
    def place(row):
        return row if view is None else (view, row)

    return [
        Constraint(place(a), place(b), "must-link" if is_must else "cannot-link")
        for a, b, is_must in zip(rows_a.tolist(), rows_b.tolist(), must.tolist())
    ]


def _views_of(labels):
    """Names and labels of several views; None if `labels` are those of one."""
    if isinstance(labels, dict):
        return list(labels), list(labels.values())
    if isinstance(labels, (list, tuple)) and labels and not is_whole_number(labels[0]) and np.ndim(labels[0]) == 1:
        return list(range(len(labels))), list(labels)
    return None


def _amount(count, percent, per_row):
    given = [name for name, value in (("count", count), ("percent", percent), ("per_row", per_row)) if value is not None]
    if len(given) > 1:
        raise InputError(f"{given[0]} and {given[1]} were both given; expected one of count, percent and per_row")
    if not given:
        return 100, -1.0, -1.0
    if count is not None and (not is_whole_number(count) or not 0 <= count < 2**63):
        raise InputError(f"count: {count!r} is not a number of pairs; expected a whole number >= 0")
    if percent is not None and not 0 <= real_number(percent, "percent") <= 100:
        raise InputError(f"percent: {percent!r} is not a percentage; expected a number from 0 to 100")
    if per_row is not None and not 0 <= real_number(per_row, "per_row") < float("inf"):
        raise InputError(f"per_row: {per_row!r} is not a number of pairs per row; expected a number >= 0")
    return tuple(-1 if value is None else value for value in (count, percent, per_row))


def _place(names, pairs, between):
    """Which rows are paired, and between which views."""
    if names is None and (pairs not in (None, "within") or between is not None):
        raise InputError("labels: of one view; expected a list or dict of several for pairs between views")
    if between is not None:
        if not isinstance(between, (tuple, list)):
            raise InputError(f"between: {shown(between)}; expected two different views")
        for view in between:
            if view not in names:
                raise InputError(f"between: view {view!r} does not exist; the views are {', '.join(map(repr, names))}")
        if len(between) != 2 or between[0] == between[1] or pairs not in (None, "between"):
            raise InputError(f"between: {between!r}; expected two different views")
        return "between", [(names.index(between[0]), names.index(between[1]))]
    if pairs not in (None, "within", "between", "mixed"):
        raise InputError(f'pairs: {pairs!r} is not a choice; expected "within", "between" or "mixed"')
    return pairs or ("within" if names is None else "between"), []


def sample(
    labels: Any,
    count: "int | None" = None,
    *,
    percent: "float | None" = None,
    per_row: "float | None" = None,
    must_share: "float | None" = None,
    wrong_share: float = 0.0,
    wrong_must_share: float = 0.0,
    pairs: "str | None" = None,
    between: "tuple[Any, Any] | None" = None,
    view: Any = None,
    random_state: Any = None,
) -> list[Constraint]:
    """Draw pairs of rows whose classes are known, as a user would label them.

    Parameters
    ----------
    labels : array of shape (n_samples,), or a list or dict of them
        Classes as integers or words; rows of a negative or missing one are never drawn. A list or a dict holds those of several views.
    count : int, default=100
        Number of distinct pairs.
    percent : float in [0, 100], optional
        Instead of a count: percent of the pairs of each view, or of each pair of views (n_a x n_b).
    per_row : float, optional
        Instead of a count: number of pairs as a multiple of the number of rows.
    must_share : float in [0, 1], optional
        Share of must-links; None: as they occur in random pairs.
    wrong_share : float in [0, 1], default=0
        Share of the pairs whose type is flipped.
    wrong_must_share : float in [0, 1], default=0
        Share of the must-links to flip, together with as many cannot-links.
    pairs : {"between", "within", "mixed"}, optional
        For several views: pairs between two views (the default), within each, or any two rows.
    between : (view, view), optional
        Only pairs between these two views.
    view : int or str, optional
        Name this view in the constraints, if the data has several views and `labels` are those of one.
    random_state : None, int, RandomState or Generator
        An integer draws what the command line draws with that seed.

    Returns
    -------
    constraints : list of Constraint
    """
    views = _views_of(labels)
    names, listed = views if views is not None else (None, [labels])
    known = [known_labels(one, "labels").astype(np.int32) for one in listed]
    shares = {"must_share": must_share, "wrong_share": wrong_share, "wrong_must_share": wrong_must_share}
    for name, share in shares.items():
        if (share is not None or name != "must_share") and not 0 <= real_number(share, name) <= 1:
            raise InputError(f"{name}: {share!r} is not a share; expected a number from 0 to 1")
    amount = _amount(count, percent, per_row)
    place = _place(names, pairs, between)
    share = -1.0 if must_share is None else float(must_share)
    view_a, a, view_b, b, must = _core.sample(
        known, *place, *amount, share, wrong_share, wrong_must_share, seed_of(random_state)
    )
    if names is None:
        return _listed(a, b, must, view)
    return [
        Constraint((names[i], row), (names[j], other), "must-link" if is_must else "cannot-link")
        for i, row, j, other, is_must in zip(view_a.tolist(), a.tolist(), view_b.tolist(), b.tolist(), must.tolist())
    ]


def from_labels(labels: ArrayLike, *, pairs: str = "spanning", view: Any = None) -> list[Constraint]:
    """Constraints that express known classes; rows with a negative label are unknown.

    pairs="spanning" gives as few as imply the others: each row with the first of its class, and the first rows of all
    classes apart. pairs="all" gives every pair, for methods that do not draw conclusions (`closure=False`).
    """
    makers = {"spanning": spanning_pairs, "all": all_pairs}
    if not isinstance(pairs, str) or pairs not in makers:
        raise InputError(f'pairs: {pairs!r} is not a choice; expected "spanning" or "all"')
    return _listed(*makers[pairs](known_labels(labels, "labels")), view)


def among(constraints: Any, rows: ArrayLike) -> list[Constraint]:
    """The constraints between two of these rows, as rows of X[rows]: for a fit on a subset of the data.

    constraints is a list of (a, b, type[, weight]) with integers as rows of one matrix, or a DataFrame with the columns
    that `fit` takes; rows are positions or a mask. Numbers of a file or frame are rows here, also if X has ids.
    """
    rows, most = _positions(rows)
    if is_frame(constraints):
        constraints = _of_judgements(judgements_of_frame(constraints))
    place = {row: number for number, row in enumerate(rows.tolist())}
    kept = []
    for number, one in enumerate(as_list(constraints, "constraints", "tuples (a, b, type[, weight])")):
        if not is_sequence(one) or len(one) not in (3, 4):
            raise InputError(f"constraints[{number}]: {shown(one)}; expected (a, b, type) or (a, b, type, weight)")
        a, b, *rest = one
        for row in (a, b):
            if not is_whole_number(row) or row < 0:
                raise InputError(f"constraints[{number}]: {a!r} and {b!r}; expected two rows, as integers")
            if most is not None and row >= most:
                raise InputError(f"constraints[{number}]: row {row}, but the mask rows has {most} values; expected one per row of X")
        if a in place and b in place:
            kept.append(Constraint(place[a], place[b], *rest))
    return kept


def _positions(rows):
    """Rows by position, and how many there are if a mask says so."""
    rows = np.asarray(rows)
    if rows.ndim != 1 or (rows.size and rows.dtype.kind not in "biu") or (rows.dtype.kind == "i" and (rows < 0).any()):
        raise InputError(f"rows: of shape {rows.shape} and type {rows.dtype}; expected positions of rows (>= 0), or a mask")
    return (np.flatnonzero(rows), len(rows)) if rows.dtype == bool else (rows, None)


def read(path: "str | os.PathLike[str]") -> list[Constraint]:
    """The constraints of a file: constraints.csv, or judgements as people write them (first,second,answer, ..).

    Names are strings and numbers integers. `fit` takes them as it takes the file: such a number is an id if the rows have
    ids, otherwise a row.
    """
    return _of_judgements(_core.read_judgements(path_of(path)))


def _of_judgements(judgements):
    return [
        Constraint(_end(view_a, a), _end(view_b, b), "must-link" if must else "cannot-link", weight)
        for view_a, a, view_b, b, must, weight, _ in judgements
    ]


def _end(view, key):
    return (view, key_of_file(key)) if view else key_of_file(key)


def write(
    path: "str | os.PathLike[str]",
    X: Any,
    *,
    must_link: Any = None,
    cannot_link: Any = None,
    constraints: Any = None,
    partial_labels: Any = None,
    mapping: Any = "auto",
) -> int:
    """Write constraints as the command reads them (a,b,type,weight, of several views view_a,a,view_b,b,type,weight), and
    return how many.

    X is what `fit` takes, or the number of rows: rows that have ids are written by them. The other arguments are those of
    `fit`.
    """
    links = {"must_link": must_link, "cannot_link": cannot_link, "constraints": constraints}
    data = Links(bare_dataset(X, mapping), None if is_whole_number(X) else X).add(**links, partial_labels=partial_labels).dataset()
    text = _core.constraints_csv(data)
    write_text(path, text if data.n_views > 1 else _without_views(text))
    return len(data.constraints[1])


def _without_views(text):
    """The one view has a name of its own in every program, so the file does not name it."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([a, b, *rest] for _, a, _, b, *rest in csv.reader(io.StringIO(text)))
    return out.getvalue()


def bare_dataset(X, mapping):
    """The rows of X and how they map, without the features."""
    if isinstance(X, Problem):
        return X.data
    if is_whole_number(X):
        X = np.zeros((_row_count(X), 1), dtype=np.float32)
    names, tables, _, _ = split(X)
    views = []
    for name, table, ids in zip(names, tables, ids_of_views(tables)):
        if not getattr(table, "shape", ()) and not is_sequence(table):
            raise InputError(f"X: {shown(table)} is of type {type(table).__name__}; expected what fit takes, or the number of rows")
        bare = np.zeros((table.shape[0] if hasattr(table, "shape") else len(table), 1), dtype=np.float32)
        views.append(view_of(name, bare, None, ids))
    return with_mapping(_core.Dataset.of(views), mapping, tables)


def _row_count(X):
    rows, most = whole_number(X, "X", 1), _core.memory_limit() // _BYTES_PER_ROW
    if rows > most:
        raise InputError(f"X: {rows} rows; expected at most {most} with the memory that may be used")
    return rows


def check(
    X: Any,
    *,
    must_link: Any = None,
    cannot_link: Any = None,
    constraints: Any = None,
    partial_labels: Any = None,
    mapping: Any = "auto",
) -> dict[str, Any]:
    """Summary of a set of constraints, and where it contradicts itself.

    X is what `fit` takes, or the number of rows; the other arguments are those of `fit`.

    Returns
    -------
    summary : dict
        Given and implied constraints of both types, rows with constraints, groups of must-linked rows, and under
        "conflicts" the cannot-links inside a group: no clustering can satisfy these and the must-links.
    """
    links = {"must_link": must_link, "cannot_link": cannot_link, "constraints": constraints}
    data = Links(bare_dataset(X, mapping), None if is_whole_number(X) else X).add(**links, partial_labels=partial_labels).dataset()
    found = data.summary()
    one = data.n_views == 1
    conflicts = [
        Constraint(a if one else (view_a, a), b if one else (view_b, b), "cannot-link", weight)
        for view_a, a, view_b, b, weight in found["conflicts"]
    ]
    return {
        "given": found["must"] + found["cannot"],
        "must": {"given": found["must"], "implied": found["implied_must"]},
        "cannot": {"given": found["cannot"], "implied": found["implied_cannot"]},
        "instances": found["instances"],
        "components": found["components"],
        "largest_component": found["largest_component"],
        "contradictions": found["contradictions"],
        "conflicts": conflicts,
    }
