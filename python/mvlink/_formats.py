"""Files and objects of other programs: MATLAB, HDF5, Parquet, Arrow, AnnData, MuData. Their readers are imported when asked for."""

import importlib
import os
from typing import Any

import numpy as np

from . import _core
from ._errors import FileError, InputError
from ._tables import is_sparse
from .datasets import Problem

_DATA_NAMES = ("x", "data", "fea", "features", "views")
_TRUTH_NAMES = ("y", "gt", "gnd", "label", "labels", "truth", "truelabel", "class")


def reader(module, what):
    """A module of another package; one clear line if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.split(".")[0]
        raise InputError(f"{what}: needs {package}, which is not installed; pip install {package}") from None


def problem_of(tables, truth=None, ids=None, columns=None):
    """Tables of the same rows as mapped views."""
    from ._tables import canonical

    views = []
    for name, table in tables.items():
        if is_sparse(table):
            table = table.tocsr()
            table = table if table.dtype in (np.float32, np.float64) else table.astype(np.float64)
            view = _core.View.sparse(name, table.shape, *canonical(table))
        else:
            view = _core.View.dense(name, _as_floats(name, np.asarray(table)))
        if ids is not None:
            view = view.with_ids(ids)
        if columns and columns.get(name) is not None:
            view = view.with_column_names(columns[name])
        views.append(view)
    data = _core.Dataset.of(views)
    if len(views) > 1:
        data = data.with_row_mapping()
    truths = [] if truth is None else [("labels", "", np.asarray(truth, dtype=np.int32).ravel(), [], [])]
    return Problem(data, truths)


def _as_floats(name, array):
    if array.dtype in (np.float32, np.float64):
        return array
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"view {name!r}: {error}; expected numbers") from None


def load_mat(path: "str | os.PathLike[str]") -> Problem:
    """A MATLAB file of any version: a cell array `X` (one view per cell) or one matrix, and `Y` or `gt` as the true classes.

    Version 7.3 needs h5py, older ones SciPy.
    """
    path = os.fspath(path)
    if not os.path.exists(path):
        raise FileError(f"{path}: no such file; expected a MATLAB file")
    with open(path, "rb") as file:
        start = file.read(1024)
    variables = _hdf5_variables(path) if b"\x89HDF" in start else _mat5_variables(path)
    return _problem_of_variables(variables, path)


def _mat5_variables(path):
    try:
        return {key: value for key, value in reader("scipy.io", path).loadmat(path).items() if not key.startswith("__")}
    except (ValueError, TypeError, NotImplementedError, OSError, KeyError) as error:
        raise InputError(f"{path}: not a MATLAB file that SciPy reads ({error})") from None


def _hdf5_variables(path):
    h5py = reader("h5py", path)
    found = {}
    try:
        with h5py.File(path, "r") as file:
            for key, item in file.items():
                if key.startswith("#") or not hasattr(item, "shape"):
                    continue
                if item.dtype == h5py.ref_dtype:  # a cell array
                    cells = np.empty(item.shape, dtype=object)
                    for place in np.ndindex(item.shape):
                        cells[place] = np.asarray(file[item[place]]).T
                    found[key] = cells
                else:
                    found[key] = np.asarray(item).T  # MATLAB stores columns first
    except OSError as error:
        raise InputError(f"{path}: not an HDF5 file ({error})") from None
    return found


def _is_matrix(value):
    return getattr(value, "ndim", 0) == 2 and min(value.shape) > 1 and (is_sparse(value) or value.dtype.kind in "biuf")


def _problem_of_variables(variables, path):
    cells = {key: value for key, value in variables.items()
             if getattr(value, "dtype", None) == object and value.size and all(_is_matrix(cell) for cell in value.ravel())}
    matrices = {key: value for key, value in variables.items() if _is_matrix(value)}
    chosen = _only(cells) if cells else _only(matrices)
    if chosen is None:
        names = ", ".join(f"{key} {getattr(value, 'shape', '')}" for key, value in variables.items()) or "nothing"
        raise InputError(f"{path}: which variable? It holds {names}; expected one cell array of matrices (X), or one matrix")
    tables = [*variables[chosen].ravel()] if cells else [variables[chosen]]
    vectors = {key: np.ravel(value) for key, value in variables.items()
               if key.lower() in _TRUTH_NAMES and getattr(value, "dtype", np.dtype("O")).kind in "biuf" and key != chosen}
    truth = next((value for value in vectors.values() if all(len(value) in table.shape for table in tables)), None)
    rows = len(truth) if truth is not None else tables[0].shape[0]
    named = {}
    for number, table in enumerate(tables, 1):
        if table.shape[0] != rows:
            table = table.T
        if table.shape[0] != rows:
            raise InputError(f"{path}: {chosen}{{{number}}} is {table.shape[1]} x {table.shape[0]}; expected {rows} rows or columns")
        named[f"X{number}" if cells else "X"] = table if is_sparse(table) else np.ascontiguousarray(table, dtype=np.float64)
    return problem_of(named, truth)


def _only(named):
    if len(named) == 1:
        return next(iter(named))
    return next((key for key in named if key.lower() in _DATA_NAMES), None)


def load_table(path: "str | os.PathLike[str]", *, id: "str | None" = None, **arguments: Any) -> Problem:
    """A table of any columns as views: csv, csv.gz, Parquet, Feather (Arrow). The arguments are those of `views_of`.

    A csv is read as the command reads it. Parquet and Feather need pandas with pyarrow or fastparquet.
    """
    path = os.fspath(path)
    if not os.path.exists(path):
        raise FileError(f"{path}: no such file; expected a table")
    pandas = reader("pandas", path)
    ending = os.path.splitext(path)[1].lower()
    read = {".parquet": pandas.read_parquet, ".feather": pandas.read_feather, ".arrow": pandas.read_feather}.get(ending)
    return _frame_of_file(read, path, id, arguments) if read else _csv_of_file(pandas, path, id, arguments)


def _csv_of_file(pandas, path, id, arguments):
    from ._frames import said_of, table_problem

    read = _core.read_table(path, {**said_of(**arguments), "id": id or ""})
    view = read["data"].views[0]
    return table_problem(read, pandas.Index(view.ids) if view.has_ids else pandas.RangeIndex(view.rows))


def _frame_of_file(read, path, id, arguments):
    from ._frames import views_of

    try:
        frame = read(path)
    except ImportError:
        raise InputError(f"{path}: needs pyarrow, which is not installed; pip install pyarrow") from None
    except (ValueError, OSError) as error:
        raise InputError(f"{path}: not a table that pandas reads ({' '.join(str(error).split())[:120]})") from None
    if id is not None and id not in frame.columns:
        raise InputError(f"id: no column {id!r} in {path}; the columns are {', '.join(map(str, frame.columns))}")
    return views_of(frame if id is None else frame.set_index(id), **arguments)


def is_annotated(data):
    """AnnData has `X` and `obs_names`, MuData has modalities."""
    return hasattr(data, "obs_names") and (hasattr(data, "mod") or hasattr(data, "X"))


def views_of_annotated(data: Any) -> Problem:
    """AnnData: one view; MuData: one per modality. `obs_names` are the ids, and equal ids are the same object."""
    parts = dict(data.mod) if hasattr(data, "mod") else {"X": data}
    views = []
    for name, part in parts.items():
        ids = [str(one) for one in part.obs_names]
        if len(set(ids)) != len(ids):
            raise InputError(f"{name}: obs_names has duplicates; expected distinct names (obs_names_make_unique())")
        one = problem_of({name: part.X}, ids=ids, columns={name: [str(v) for v in part.var_names]})
        views.append(one.data.views[0])
    dataset = _core.Dataset.of(views)
    return Problem(dataset.with_id_mapping() if len(views) > 1 else dataset)
