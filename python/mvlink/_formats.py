"""Files and objects of other programs: Parquet, Arrow, AnnData, MuData. Their readers are imported when asked for."""

import importlib
import os
from typing import Any

import numpy as np

from . import _core
from ._errors import FileError, InputError
from ._paths import path_of
from ._tables import is_sparse
from .datasets import Problem


class PackageMissing(InputError, ImportError):
    """What was asked for needs a package that is not installed."""


def reader(module, what):
    """A module of another package; one clear line if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.split(".")[0]
        raise PackageMissing(f"{what}: needs {package}, which is not installed; pip install {package}") from None


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


def load_table(path: "str | os.PathLike[str]", *, id: "str | None" = None, **arguments: Any) -> Problem:
    """A table of any columns as views: csv, csv.gz, Parquet, Feather (Arrow). The arguments are those of `views_of`.

    A csv is read as the command reads it. Parquet and Feather need pandas with pyarrow or fastparquet.
    """
    path = path_of(path)
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
        raise PackageMissing(f"{path}: needs pyarrow, which is not installed; pip install pyarrow") from None
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
