"""A DataFrame of any columns as views: numbers with gaps, categories, dates and texts, as the command reads a csv."""

import csv
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core
from ._errors import InputError, MvlinkWarning, warn
from ._rows import shown, text_of
from ._tables import counts_rows, is_frame
from .datasets import Problem


class TableProblem(Problem):
    """The views of a table, and how they were made.

    Attributes
    ----------
    plan : list of (column, taken as, view, features, note)
    recipe : str
        JSON; a model that is fitted on the views keeps it, so that `predict` takes a DataFrame.
    index : pandas.Index
        Of the rows.
    """

    def __init__(self, read, index):
        super().__init__(read["data"], read["truths"])
        self.plan = [tuple(column) for column in read["plan"]]
        self.recipe = read["recipe"]
        self.index = index

    def apply(self, frame: Any) -> "TableProblem":
        """Other rows with the same columns, turned into features in the same way."""
        made, names = views_of(frame, _recipe=self.recipe), [view.name for view in self.data.views]
        return made if len(names) == made.data.n_views else made.select(*names)

    def describe(self) -> str:
        """What each column was taken for."""
        width = max((len(column[0]) for column in self.plan), default=0)
        lines = [f"{name:<{width}}  {kind:<12}  {view:<7} {features or '':>5}  {note}".rstrip()
                 for name, kind, view, features, note in self.plan]
        return "\n".join(lines)


def views_of(
    frame: Any,
    *,
    text: Any = (),
    category: Any = (),
    drop: Any = (),
    columns: Any = (),
    truth: "str | None" = None,
    stop_words: bool = False,
    layout: str = "auto",
    _recipe: str = "",
) -> TableProblem:
    """The columns of a DataFrame as views that every estimator takes in place of X.

    Numbers and dates are standardised, with gaps filled and marked; categories become indicators; texts become tf-idf
    of their words. The index names the rows unless it only counts them.

    Parameters
    ----------
    frame : pandas.DataFrame, AnnData or MuData
        Of AnnData the matrix is taken, of MuData every modality as a view, with `obs_names` as ids.
    text, category, drop, columns : str or list of str, optional
        Columns to take as text, as categories, to leave out; the only ones to use. The others are recognised, by
        their dtype or their values: `plan` says as what.
    truth : str, optional
        The column of true classes, which is not used as a feature.
    stop_words : bool, default=False
        Leave out common English words.
    layout : {"auto", "kinds", "joined"}, default="auto"
        Of a table with texts and other columns: "kinds" makes two views of them, "joined" one of all. "auto": the texts
        alone, because a few other columns can outweigh all words.

    Returns
    -------
    views : TableProblem
    """
    from ._formats import is_annotated, views_of_annotated

    if is_annotated(frame):
        return views_of_annotated(frame)
    if not is_frame(frame):
        raise InputError(f"frame: of type {type(frame).__name__}; expected a pandas DataFrame")
    names = [str(name) for name in frame.columns]
    if getattr(frame.columns, "nlevels", 1) > 1:
        frame = frame.set_axis(names, axis=1)
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"frame: column {twice!r} occurs twice; expected distinct names")
    _refuse_infinity(frame)
    said = said_of(text, category, drop, columns, truth, stop_words, layout)
    spoken = {*said["text"], *said["category"], *said["drop"], truth}
    said["category"] += [name for name, kind in zip(names, frame.dtypes) if _is_category(kind) and name not in spoken]
    id_column, table = _with_ids(frame, names)
    said["id"] = "" if _recipe else id_column
    return table_problem(_core.parse_table(_csv_of(table), "frame", said, _recipe), frame.index)


def _refuse_infinity(frame):
    """In a column of numbers; as text it would make the column one of words."""
    for number, kind in enumerate(frame.dtypes):
        if kind.kind != "f":
            continue
        column = frame.iloc[:, number].to_numpy(dtype=np.float64, na_value=np.nan)
        if np.isinf(column).any():
            row = int(np.flatnonzero(np.isinf(column))[0])
            raise InputError(f"frame: row {shown(frame.index[row])}, column {str(frame.columns[number])!r} is {column[row]}; "
                             "expected a finite number, or NaN for a gap")


def said_of(text=(), category=(), drop=(), columns=(), truth=None, stop_words=False, layout="auto"):
    """What the user says about the columns, as the library takes it."""
    if layout not in ("auto", "kinds", "joined"):
        raise InputError(f"layout: {layout!r}; expected 'auto', 'kinds' or 'joined'")
    said = {"text": text, "category": category, "drop": drop, "columns": columns}
    truth = "" if truth is None else text_of(truth, "truth")
    named = {argument: _names(value, argument) for argument, value in said.items()}
    return {**named, "id": "", "truth": truth, "stop_words": bool(stop_words), "layout": layout}


def table_problem(read, index):
    for code, message in read["warnings"]:
        warn(MvlinkWarning(message, code))
    return TableProblem(read, index)


def _names(value, argument):
    if isinstance(value, str):
        return [value]
    value = () if value is None else value
    if not isinstance(value, Iterable):
        raise InputError(f"{argument}: {shown(value)} is of type {type(value).__name__}; expected names of columns")
    names = list(value)
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise InputError(f"{argument}: {wrong[0]!r} is not a column name; expected strings")
    return names


def _is_category(dtype):
    return str(dtype) == "category" or dtype == bool


def _with_ids(frame, names):
    """The frame with its index as a first column, if that names the rows."""
    if counts_rows(frame.index) or not frame.index.is_unique:
        return "", frame
    column = "id"
    while column in names:
        column += "_"
    ids = [str(key) for key in frame.index]
    if len(set(ids)) != len(ids) or not all(ids) or any("\n" in one or "\r" in one for one in ids):
        return "", frame
    table = frame.copy(deep=False)
    table.insert(0, column, ids)
    return column, table


def _csv_of(table):
    """Words in quotes: they keep their blanks."""
    return table.to_csv(index=False, na_rep="", date_format="%Y-%m-%dT%H:%M:%S", quoting=csv.QUOTE_NONNUMERIC)
