"""Which pairs a person should judge next, and which clusters follow from the answers.

>>> import numpy as np
>>> from mvlink.questions import Session
>>> X = np.array([[0.0, 0.0], [0.0, 1.0], [0.5, 0.5], [9.0, 0.0], [9.0, 1.0], [9.5, 0.5]])
>>> session = Session(X, n_clusters=2, random_state=0)
>>> question = session.ask()
>>> session.tell(question, "same" if abs(X[question.a, 0] - X[question.b, 0]) < 5 else "different")
>>> session.partition().tolist()
[0, 0, 0, 1, 1, 1]
"""

import os
from typing import Any, Callable, NamedTuple

import numpy as np

from . import _core
from ._errors import InputError
from ._links import Links, originals_of
from ._mapped import in_memory
from ._mapping import is_word, with_mapping
from ._paths import path_of
from ._preparation import prep_texts
from ._rows import real_number, row_number, shown, text_of, view_number, whole_number
from ._seeds import seed_of, threads_of
from ._sklearn import check_table
from ._tables import has_other_integers, ids_of_views, refuse_ambiguous, refuse_other_columns, split, view_of
from .datasets import Problem

__all__ = ["Question", "Session", "strategies"]

_MOST = 2**31 - 1  # questions at once
_ANSWERS = {True: "same", False: "different", None: "not-sure"}


class Question(NamedTuple):
    """Two rows to compare. With several views, a and b are (view, row)."""

    a: Any
    b: Any
    why: str
    kind: str  # "strategy", "repeat", "audit" or "conflict"
    p_same: float  # what is expected
    gain: float  # expected share of the rows that the answer moves


def strategies() -> "dict[str, str]":
    """The names of the strategies, and what each does."""
    return {name: description for name, _, description in _core.strategies()}


def _answer_text(answer):
    if answer is None or isinstance(answer, (bool, np.bool_)):
        return _ANSWERS[None if answer is None else bool(answer)]
    if isinstance(answer, str):
        return answer.replace("_", "-").replace(" ", "-")
    if isinstance(answer, (list, tuple, set, frozenset)) and all(isinstance(n, (int, np.integer)) for n in answer):
        return "same in " + "+".join(str(n) for n in sorted(answer)) if answer else "different"
    raise InputError(
        f'answer: {answer!r}; expected "same", "different", "not-sure", True, False, None or numbers of clusterings'
    )


def _dataset(X, mapping):
    if isinstance(X, Problem):
        if not is_word(mapping, "auto"):
            raise InputError("mapping: the problem has its own mapping; leave the argument out")
        return X.data
    names, tables, calls, _ = split(X)
    for table, call in zip(tables, calls):
        refuse_other_columns(table, call)
    tables = [in_memory(table, call) for table, call in zip(tables, calls)]
    checked = [check_table(table, call, None, accept_sparse=True) for table, call in zip(tables, calls)]
    views = list(map(view_of, names, checked, tables, ids_of_views(tables)))
    return with_mapping(_core.Dataset.of(views), mapping, tables)


class Session:
    """Asks which rows belong together, takes answers, and says which clusters follow.

    Parameters
    ----------
    X : array, sparse matrix or DataFrame; a list or dict of them; or a Problem
        One matrix, or one per view.
    n_clusters : int, optional
        Number of clusters to begin with; answers may join or divide them. None: chosen from the data.
    strategy : str, default="skeleton"
        How questions are chosen: see `strategies()`.
    method : str, default="auto"
        The method whose clusters the session begins with, by its name on the command line. "auto": K-Means on the
        prepared features. A method with several clusterings ("smvc") is asked about all of them at once.
    prep : str or dict, optional
        Preparation of the features. None: dense views are standardized, sparse ones weighted and scaled.
    constraints, mapping : optional
        As in `fit` of the estimators; constraints count as answers.
    check_every : int, default=12
        One question in this many is a check: asked again, or drawn at random. 0: none.
    error_rate : float, default=0.05
        Share of wrong answers expected of a person of whom nothing is known yet.
    journal : path, optional
        Keeps every answer in this file, the same that `mvlink ask` writes, and goes on from what it holds.
    person : str, default=""
        Who answers.
    random_state : int, RandomState or Generator, default=0
        The seed.
    n_jobs : int, optional
        Number of threads. None: all.
    """

    def __init__(
        self,
        X: Any,
        n_clusters: "int | None" = None,
        *,
        strategy: str = "skeleton",
        method: str = "auto",
        prep: Any = None,
        constraints: Any = None,
        mapping: Any = "auto",
        check_every: int = 12,
        error_rate: float = 0.05,
        journal: "str | os.PathLike[str] | None" = None,
        person: str = "",
        random_state: Any = 0,
        n_jobs: "int | None" = None,
    ) -> None:
        data = _dataset(X, mapping)
        data = Links(data, X).add(
            must_link=None, cannot_link=None, constraints=constraints, partial_labels=None
        ).dataset()
        options = [] if n_clusters is None else [("n_clusters", str(n_clusters))]
        self._data = data
        self._several = data.n_views > 1
        self._other_integers = [has_other_integers(original) for original in originals_of(X, data.n_views)]
        self.person = text_of(person, "person")
        self._core = _core.QuestionSession.begin(
            data,
            text_of(strategy, "strategy"),
            whole_number(check_every, "check_every", 0, _MOST),
            real_number(error_rate, "error_rate"),
            text_of(method, "method"),
            options,
            prep_texts(prep, data.views),
            seed_of(random_state),
            threads_of(n_jobs),
            "" if journal is None else path_of(journal),
        )

    def ask(self, n: "int | None" = None) -> Any:
        """The next question, None if nothing is left to ask; with n, a list of up to n questions."""
        found = [self._question(raw) for raw in self._core.next(1 if n is None else whole_number(n, "n", 0, _MOST))]
        if n is not None:
            return found
        return found[0] if found else None

    def tell(self, question: Any, answer: Any, *, person: "str | None" = None, weight: float = 1.0) -> None:
        """Answer a question, or judge any pair (a, b) of rows or ids; of several views, of (view, row or id).

        answer is "same", "different" or "not-sure", or True, False or None. Where the method has several clusterings,
        "same in 1" or [1] says that the two are the same in the first one only; see `respects`.
        """
        is_question = isinstance(question, Question)
        kind, p_same, why = (question.kind, question.p_same, question.why) if is_question else ("strategy", 0.5, "")
        if not is_question and (not isinstance(question, (tuple, list)) or len(question) != 2):
            raise InputError(f"question: {shown(question)}; expected a question, or a pair (a, b)")
        if not is_question:
            self._refuse_ambiguous(question)
        a, b = (self._place(row) for row in question[:2])
        who = self.person if person is None else text_of(person, "person")
        self._core.tell(a, b, _answer_text(answer), who, real_number(weight, "weight"), kind, p_same, why)

    def run(self, oracle: "Callable[[Any, Any], Any]", n: int) -> int:
        """Ask oracle(a, b) up to n questions; returns how many were asked. It returns what `tell` takes."""
        for asked in range(whole_number(n, "n", 0)):
            question = self.ask()
            if question is None:
                return asked
            self.tell(question, oracle(question.a, question.b))
        return n

    def undo(self) -> None:
        """Take back the last answer, correction or withdrawal."""
        self._core.undo(self.person)

    def redo(self) -> None:
        """Give again what the last undo took back."""
        self._core.redo(self.person)

    def correct(self, number: int, answer: Any) -> None:
        """Another answer instead of the one with this number (see `answers`)."""
        self._core.correct(whole_number(number, "number", 1), _answer_text(answer), self.person)

    def withdraw(self, number: int) -> None:
        """Remove the answer with this number."""
        self._core.withdraw(whole_number(number, "number", 1), self.person)

    def partition(self) -> Any:
        """The labels that follow from the answers: an array, or with several views a list of them."""
        views = self._core.labels()[0]
        return views if self._several else views[0]

    @property
    def respects(self) -> "list[str]":
        """Where the method has several clusterings, what each is about, from number 1; else empty."""
        return self._core.respects()

    def clusterings(self) -> Any:
        """The labels of every clustering, (n, M) as `clusterings_` of SMVC; `partition` is the first column."""
        return np.column_stack(self._core.clusterings())

    @property
    def confidence(self) -> Any:
        """How sure the label of every row (with several views: every object) is, in [0, 1]."""
        return self._core.labels()[2]

    @property
    def answers(self) -> "list[dict[str, Any]]":
        """The answers that stand, oldest first."""
        return [{**raw, "a": self._row(raw["a"]), "b": self._row(raw["b"])} for raw in self._core.answers()]

    @property
    def conflicts(self) -> "list[dict[str, Any]]":
        """Answers that contradict each other: their numbers, and the question that would resolve it."""
        return [{"answers": numbers, "resolve": self._question(raw)} for numbers, raw in self._core.conflicts()]

    @property
    def progress(self) -> "dict[str, Any]":
        """Counts, agreement on pairs drawn at random, share of rows in doubt, and a recommendation."""
        return self._core.progress()

    @property
    def people(self) -> "list[dict[str, Any]]":
        """Everyone who answered, with an estimate of the share of wrong answers."""
        return self._core.people()

    def constraints(self) -> "list[tuple[Any, Any, str, float]]":
        """What the answers amount to, for the argument `constraints` of `fit`: rows that have ids are called by them."""
        ids = [view.ids if view.has_ids else None for view in self._data.views]

        def named(place):
            view, row = place
            return self._row(place if ids[view] is None else (view, ids[view][row]))

        return [(named(a), named(b), link, weight) for a, b, link, weight in self._core.constraints()]

    def _refuse_ambiguous(self, pair):
        """A question knows the rows; a person who writes 17 may mean the index."""
        for end in pair:
            view, row = end if self._several and isinstance(end, (tuple, list)) and len(end) == 2 else (0, end)
            if self._other_integers[view_number(self._data.views, view, "question")]:
                refuse_ambiguous(row, "question")

    def _row(self, place):
        return tuple(place) if self._several else place[1]

    def _question(self, raw):
        a, b, kind, why, p_same, gain = raw
        return Question(self._row(a), self._row(b), why, kind, p_same, gain)

    def _place(self, row):
        if self._several:
            if not isinstance(row, (tuple, list)) or len(row) != 2:
                raise InputError(f"{row!r} is not a row of one of the views; expected (view, row)")
            view, row = view_number(self._data.views, row[0], "question"), row[1]
        else:
            view = 0
        return view, row_number(self._data.views[view], row, "question")
