"""Synthetic data with known classes, and dataset folders: the data of `mvlink generate` and of `mvlink cluster`."""

import copy
import os
from collections.abc import Sequence
from typing import Any

from . import _core
from ._errors import InputError, MvlinkWarning, warn
from ._paths import path_of
from ._rows import as_list, is_whole_number, real_number, shown, text_of, view_number
from ._seeds import seed_of

__all__ = ["Problem", "blobs", "four_quadrants", "load_folder", "load_mat", "load_table", "moons", "mvcsc_synthetic", "rings", "smvc_synthetic", "stick_figures", "streaks", "super_instances"]


class Problem:
    """Views, how their rows map to each other, constraints, and known classes. Estimators take it in place of X.

    Attributes
    ----------
    views : dict
        Name and table of every view, read-only: NumPy arrays, or matrices in compressed rows if the file is sparse.
    truths : dict
        Known classes by name; "labels" for labels.txt.
    class_names : dict
        Words for the classes, by the name of the truth; empty if they are numbers.
    truth_columns : dict
        The columns that separate the classes, by the name of the truth; empty if unknown.
    object_ids : list
        Names of the objects, if ids.txt lists them.
    """

    def __init__(self, data, truths=(), object_ids=(), row_names=()):
        self.data = data
        self.truths = {name: labels for name, _, labels, _, _ in truths}
        self.class_names = {name: list(words) for name, _, _, words, _ in truths}
        self.truth_columns = {name: list(columns) for name, _, _, _, columns in truths}
        self.object_ids = list(object_ids)
        self.row_names = list(row_names)

    @property
    def views(self):
        return {view.name: table_of(view) for view in self.data.views}

    @property
    def X(self):
        """The only view."""
        if self.data.n_views != 1:
            raise InputError(f"X: there are {self.data.n_views} views ({', '.join(self.views)}); use views[name]")
        return table_of(self.data.views[0])

    @property
    def labels(self):
        """The first known classes, or None."""
        return next(iter(self.truths.values()), None)

    @property
    def ids(self):
        """Ids of the rows of every view that has them."""
        return {view.name: view.ids for view in self.data.views if view.has_ids}

    @property
    def mapping(self):
        """{(i, j): pairs of rows}, or "rows", as `fit` takes it."""
        if self.data.n_views > 1 and self.data.rows_are_objects:
            return "rows"
        return {(a, b): pairs for a, b, pairs in self.data.mappings} or None

    @property
    def constraints(self):
        """A list of ((view, row), (view, row), type, weight), as `fit` takes it."""
        return [
            ((view_a, a), (view_b, b), "must-link" if must else "cannot-link", weight)
            for (view_a, a, view_b, b), must, weight in zip(*(part.tolist() for part in self.data.constraints))
        ]

    def select(self, *names):
        """The same with these views only."""
        views = self.data.views
        chosen = [views[view_number(views, name, "select")].name for name in names]
        return self._with(self.data.select(chosen))

    def _with(self, data):
        """Other data, and all that is known of the rows: truths, index, recipe."""
        kept = copy.copy(self)
        kept.data = data
        kept.truths, kept.class_names = dict(self.truths), dict(self.class_names)
        kept.truth_columns = dict(self.truth_columns)
        return kept

    def __repr__(self):
        views = ", ".join(f"{view.name}: {view.rows} x {view.cols} {view.kind}" for view in self.data.views)
        truths = ", ".join(self.truths) or "none"
        return f"Problem({views}; {len(self.data.constraints[1])} constraints; truths: {truths})"


def table_of(view):
    """The features of a view without a copy: an array, or a matrix in compressed rows."""
    if not view.is_sparse:
        return view.features()
    from scipy.sparse import csr_matrix

    values, columns, offsets = view.features()
    return csr_matrix((values, columns, offsets), shape=(view.rows, view.cols))


def load_mat(path: "str | os.PathLike[str]") -> Problem:
    """A MATLAB file of version 5 to 7.3, or an HDF5 file: a cell array `X` (one view per cell) or one matrix, and `Y` or
    `gt` as the true classes. It is read as the command reads it."""
    return _problem_of(_core.load_file(path_of(path)))


def load_table(path: "str | os.PathLike[str]", **arguments: Any) -> Problem:
    """A table of any columns as views: csv, csv.gz, Parquet or Feather. The arguments are those of `mvlink.views_of`."""
    from ._formats import load_table as load

    return load(path, **arguments)


def _made(maker, random_state, **arguments):
    """What a maker of the library makes; whole numbers count something, all others are shares and spreads."""
    return Problem(*maker(*(_checked(value, name) for name, value in arguments.items()), seed_of(random_state)))


_MEASURES = {"spread", "separation", "noise", "mapped"}


def _checked(value, name):
    return real_number(value, name) if name in _MEASURES else _count(value, name)


def _count(value, name):
    if not is_whole_number(value) or abs(value) >= 2**63:
        raise InputError(f"{name}: {shown(value)}; expected a whole number")
    return int(value)


def blobs(
    rows: int = 300,
    clusters: int = 3,
    cols: int = 2,
    *,
    spread: float = 1.0,
    separation: float = 10.0,
    random_state: Any = None,
) -> Problem:
    """Round Gaussian blobs in one view."""
    return _made(_core.blobs, random_state, rows=rows, clusters=clusters, cols=cols, spread=spread, separation=separation)


def four_quadrants(rows: int = 200, *, random_state: Any = None) -> Problem:
    """Two mapped views with two classes in which K-Means alone goes wrong."""
    return _made(_core.four_quadrants, random_state, rows=rows)


def moons(rows: int = 200, *, noise: float = 0.1, views: int = 1, random_state: Any = None) -> Problem:
    """Two interlocking half-moons; each of several views is drawn by itself, row mapped to row."""
    return _made(_core.moons, random_state, rows=rows, noise=noise, views=views)


def mvcsc_synthetic(rows: int = 300, *, noise: float = 0.3, random_state: Any = None) -> Problem:
    """Six mapped views with three classes: two clean, two with noise added, two irrelevant."""
    return _made(_core.mvcsc_synthetic, random_state, rows=rows, noise=noise)


def rings(rows: int = 200, *, noise: float = 0.1, views: int = 1, random_state: Any = None) -> Problem:
    """A ring inside another; each of several views is drawn by itself, row mapped to row."""
    return _made(_core.rings, random_state, rows=rows, noise=noise, views=views)


def smvc_synthetic(
    rows: int = 5000,
    clusterings: int = 2,
    clusters: int = 4,
    cols: int = 20,
    *,
    separation: float = 2.0,
    noise_cols: int = 0,
    random_state: Any = None,
) -> Problem:
    """One table with several independent clusterings, each on its own columns: truths "t1", "t2", .."""
    return _made(
        _core.smvc_synthetic, random_state, rows=rows, clusterings=clusterings, clusters=clusters, cols=cols,
        separation=separation, noise_cols=noise_cols,
    )


def stick_figures(rows: int = 900, *, noise: float = 0.3, jitter: int = 0, random_state: Any = None) -> Problem:
    """Stick figures of 20 x 20 pixels; arms (truth "upper") and legs ("lower") are two clusterings."""
    return _made(_core.stick_figures, random_state, rows=rows, noise=noise, jitter=jitter)


def streaks(rows: int = 240, clusters: int = 3, *, random_state: Any = None) -> Problem:
    """Parallel streaks that K-Means cuts across: the data of `mvlink demo`."""
    return _made(_core.streaks, random_state, rows=rows, clusters=clusters)


def super_instances(
    rows: int = 300,
    clusters: int = 3,
    cols: int = 2,
    *,
    spread: float = 1.0,
    separation: float = 10.0,
    mapped: float = 1.0,
    random_state: Any = None,
) -> Problem:
    """Two views of different things whose classes are paired: a share of the pairs of rows is mapped; truths "a" and "b"."""
    return _made(
        _core.super_instances, random_state, rows=rows, clusters=clusters, cols=cols, spread=spread,
        separation=separation, mapped=mapped,
    )


def load_folder(
    folder: "str | os.PathLike[str]",
    *,
    views: "str | Sequence[str]" = (),
    constraints: "str | os.PathLike[str] | None" = None,
    mapping: "str | os.PathLike[str] | None" = None,
    unmapped: bool = False,
    id_column: str = "id",
) -> Problem:
    """Read a dataset folder.

    Parameters
    ----------
    folder : path
    views : list of str, optional
        The views to take; all if empty.
    constraints, mapping : path, optional
        Files to read instead of the folder's.
    unmapped : bool, default=False
        Nothing is mapped, whatever the folder says.
    id_column : str, default="id"
        The column of csv files that holds ids.

    Returns
    -------
    problem : Problem
    """
    views = [views] if isinstance(views, str) else [text_of(name, "views") for name in as_list(views, "views", "names")]
    text_of(id_column, "id_column")
    files = [None if file is None else path_of(file) for file in (constraints, mapping)]
    return _problem_of(_core.load(path_of(folder), views, *files, unmapped, id_column))


def _problem_of(read):
    for code, message in read["warnings"]:
        warn(MvlinkWarning(message, code))
    return Problem(read["data"], read["truths"], read["object_ids"], read["row_names"])
