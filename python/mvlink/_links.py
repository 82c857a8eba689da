"""The forms of `must_link`, `cannot_link`, `constraints`, `partial_labels` and `at_most_one`, gathered."""

import math
import numbers
import os

import numpy as np

from . import _core
from ._errors import InputError
from ._classes import aligned_labels, group_names, known_labels
from ._paths import path_of
from ._rows import as_float, as_list, is_missing, is_sequence, listed_once, pairs_of_rows, row_number, shown, view_number
from ._tables import has_other_integers, index_fault, is_frame, is_sparse, refuse_ambiguous, split


def is_must(kind, where):
    """The type of a constraint, in the words of constraints.csv."""
    word = kind if isinstance(kind, str) else str(kind) if isinstance(kind, numbers.Integral) else None
    answer = None if word is None or isinstance(kind, bool) else _core.parse_answer(word)
    if answer in (0, 1):
        return answer == 1
    raise InputError(f'{where}: type {shown(kind)} is neither "must-link" (1) nor "cannot-link" (-1)')


def weight_of(weight, where):
    if isinstance(weight, numbers.Real) and not isinstance(weight, bool) and 0 <= as_float(weight) < math.inf:
        return float(weight)
    raise InputError(f"{where}: weight {shown(weight)} is not a finite number >= 0")


def _is_empty(value):
    """An empty cell of a table."""
    return is_missing(value) or (isinstance(value, str) and not value)


def _key_of_file(key, has_ids, where):
    text = str(int(key)) if isinstance(key, numbers.Real) and key == key // 1 else str(key)
    named = _core.instance_key(text)
    if not isinstance(named, str) or not has_ids:
        number = text if named is None else str(named)
        if not number.isdecimal():
            raise InputError(f"{where}: {shown(key)} is not a row; expected a number, as the view has no ids")
        return int(number)
    return text


class FileNumber(int):
    """A number in a file of judgements: the id of that spelling if the rows have ids, otherwise the row."""

    def __new__(cls, text):
        self = super().__new__(cls, text)
        self.text = text
        return self

    def __getnewargs__(self):
        return (self.text,)


def key_of_file(key):
    """What a file of judgements calls a row, as `constraints` takes it; "row:17" is an integer already."""
    is_number = isinstance(key, str) and key.isdecimal() and len(key) < 19  # as a row fits into 64 bits
    return FileNumber(key) if is_number else key


def judgements_of_frame(frame):
    refuse_names_twice(frame)
    return _core.parse_judgements(_csv_of_judgements(frame), "constraints")


def refuse_names_twice(frame):
    twice = frame.columns[frame.columns.duplicated()]
    if len(twice):
        raise InputError(f"constraints: column {str(twice[0])!r} occurs twice; expected distinct names")


def _csv_of_judgements(frame):
    """As text, with row numbers as whole numbers: a gap in a column makes pandas hold them as floats."""
    whole = {name: "Int64" for name, kind in frame.dtypes.items() if kind.kind == "f" and _is_whole(frame[name].dropna())}
    return frame.astype(whole).to_csv(index=False)


def _is_whole(numbers):
    return ((numbers % 1 == 0) & (numbers.abs() < 2.0**53)).all()


class Links:
    """Constraints by row number, in blocks; and those on objects, which only the dataset can resolve."""

    def __init__(self, data, X=None):
        """X is what the user gave, whose index pairs and labels are aligned by."""
        self.data = data
        self.originals = originals_of(X, data.n_views)
        self._other_integers = [has_other_integers(original) for original in self.originals]
        self.views = data.views
        self.blocks = []
        self.named = []
        self._seen = []  # of single constraints: place, must, weight
        self.groups = None  # one text per object, of which every cluster holds at most one

    def add(self, must_link=None, cannot_link=None, constraints=None, partial_labels=None, at_most_one=None):
        must_link, cannot_link, constraints = map(listed_once, (must_link, cannot_link, constraints))
        partial_labels, at_most_one = listed_once(partial_labels), listed_once(at_most_one)
        if must_link is not None:
            self._add_pairs(must_link, True, "must_link")
        if cannot_link is not None:
            self._add_pairs(cannot_link, False, "cannot_link")
        if constraints is not None:
            self._add_constraints(constraints)
        if partial_labels is not None:
            self._add_labels(partial_labels)
        if at_most_one is not None:
            self.groups = self._groups(at_most_one)
        return self

    def dataset(self):
        """The dataset with these constraints added to its own, and the rule about groups."""
        data = self._constrained()
        return data if self.groups is None else data.with_group_rule("at_most_one", self.groups)

    def _constrained(self):
        if self._seen:
            places, must, weights = zip(*self._seen)
            self.blocks.append((np.array(places, dtype=np.int64), np.array(must), np.array(weights)))
        if not self.blocks and not self.named:
            return self.data
        blocks = [self.data.constraints, *self.blocks]
        places, must, weights = (np.concatenate(parts) for parts in zip(*blocks))
        return self.data.with_constraints(places, must, weights, self.named)

    def _add_block(self, a, rows_a, b, rows_b, must, weights, where):
        """where(number) begins the message about one of them."""
        if a == b:
            same = np.flatnonzero(rows_a == rows_b)
            if same.size:
                raise InputError(
                    f"{where(same[0])}: row {rows_a[same[0]]} is linked with itself; expected two different rows"
                )
        places = np.empty((len(rows_a), 4), dtype=np.int64)
        places[:, 0], places[:, 1], places[:, 2], places[:, 3] = a, rows_a, b, rows_b
        self.blocks.append((places, np.broadcast_to(must, len(rows_a)), np.broadcast_to(weights, len(rows_a))))

    def _add_pairs(self, pairs, must, argument):
        if len(self.views) != 1:
            raise InputError(f"{argument}: only for one matrix, but there are {len(self.views)} views; use constraints=")
        self._refuse_ambiguous(pairs, argument)
        rows = pairs_of_rows(pairs, self.views[0], self.views[0], argument, index_fault(self.originals[0]))
        self._add_block(0, rows[:, 0], 0, rows[:, 1], must, 1.0, lambda number: f"{argument}[{number}]")

    def _refuse_ambiguous(self, pairs, argument):
        if not self._other_integers[0]:
            return
        listed = as_list(pairs, argument, "pairs or an n x 2 array")
        for end in (end for pair in listed for end in (pair if hasattr(pair, "__iter__") else ())):
            self._refuse_ambiguous_row(end, 0, argument)

    def _refuse_ambiguous_row(self, key, view, where):
        if self._other_integers[view]:
            refuse_ambiguous(key, where)

    def _add_constraints(self, constraints):
        if is_sparse(constraints):
            if len(self.views) != 1:
                raise InputError(
                    f"constraints: a matrix for {len(self.views)} views; expected a dict {{(view, view): matrix}}"
                )
            self._add_matrix(0, 0, constraints, "constraints")
        elif isinstance(constraints, dict):
            for key, matrix in constraints.items():
                where = f"constraints[{key!r}]"
                if not isinstance(key, tuple) or len(key) != 2:
                    raise InputError(f"{where}: the key is not a pair of views")
                a, b = (view_number(self.views, one, where) for one in key)
                self._add_matrix(a, b, matrix, where)
        elif is_frame(constraints) and {"view_a", "a", "view_b", "b", "type"} <= set(constraints.columns):
            refuse_names_twice(constraints)
            for number, one in enumerate(constraints.to_dict("records")):
                self._add_record(one, f"constraints row {number}")
        elif is_frame(constraints):
            self._add_read(judgements_of_frame(constraints))
        elif isinstance(constraints, (str, os.PathLike)):
            self._add_read(_core.read_judgements(path_of(constraints)))
        else:
            expected = "tuples (a, b, type[, weight]) or a scipy.sparse matrix"
            square = getattr(constraints, "shape", None)
            if square == (self.views[0].rows,) * 2 and square[0] > 4:
                raise InputError(f"constraints: a dense {square[0]} x {square[1]} array; expected {expected}")
            for number, one in enumerate(as_list(constraints, "constraints", expected)):
                self._add_one(one, f"constraints[{number}]")

    def _add_read(self, judgements):
        """Numbers in a file are row numbers where there are no ids; an index of other integers may have been meant."""
        for view_a, a, view_b, b, _, _, where in judgements:
            for view, key in ((view_a, a), (view_b, b)):
                places = [view_number(self.views, view, where)] if view else range(len(self.views))
                if isinstance(key, str) and key.isdecimal() and not any(self.views[place].has_ids for place in places):
                    self._refuse_ambiguous_row(int(key), places[0], where)
        self.named += judgements

    def _end_of_file(self, end, where):
        """The view, empty if none is named, and the key as the file spells it."""
        view, key = end if isinstance(end, (tuple, list)) and len(end) == 2 else ("", end)
        name = self.views[view_number(self.views, view, where)].name if isinstance(end, (tuple, list)) else ""
        return name, key.text if isinstance(key, FileNumber) else self._key(key, where)

    def _add_matrix(self, a, b, matrix, argument):
        """Sign = type, |value| = weight; 0 means no constraint."""
        shape = (self.views[a].rows, self.views[b].rows)
        if not is_sparse(matrix):
            raise InputError(f"{argument}: of type {type(matrix).__name__}; expected a scipy.sparse matrix")
        if tuple(matrix.shape) != shape:
            found = f"{matrix.shape[0]} x {matrix.shape[1]}"
            raise InputError(f"{argument}: a {found} matrix; expected {shape[0]} x {shape[1]}, rows by rows")
        entries = matrix.tocoo()
        if entries.dtype.kind not in "biuf":
            raise InputError(f"{argument}: values of type {entries.dtype}; expected real numbers")
        entries = type(entries)((entries.data.astype(np.float64), (entries.row, entries.col)), shape=shape, copy=True)
        entries.sum_duplicates()  # entries of one place are one value, as everywhere in SciPy
        values = entries.data
        rows, cols = entries.row.astype(np.int64), entries.col.astype(np.int64)
        wrong = np.flatnonzero(~np.isfinite(values))
        if wrong.size:
            i = wrong[0]
            raise InputError(f"{argument}[{rows[i]}, {cols[i]}]: {values[i]} is not a finite number")
        kept = values != 0
        rows, cols, values = rows[kept], cols[kept], values[kept]
        self._add_block(
            a, rows, b, cols, values > 0, np.abs(values), lambda number: f"{argument}[{rows[number]}, {cols[number]}]"
        )

    def _add_one(self, one, where):
        if not is_sequence(one) or len(one) not in (3, 4):
            raise InputError(f"{where}: {shown(one)} is not a constraint; expected (a, b, type) or (a, b, type, weight)")
        a, b, kind = one[0], one[1], one[2]
        must = is_must(kind, where)
        weight = weight_of(one[3], where) if len(one) == 4 else 1.0
        named = [isinstance(end, (tuple, list)) for end in (a, b)]
        if named[0] != named[1]:
            raise InputError(f"{where}: names a view for only one of the two; expected both or neither")
        if any(isinstance(end[-1] if isinstance(end, (tuple, list)) and end else end, FileNumber) for end in (a, b)):
            self._add_read([(*self._end_of_file(a, where), *self._end_of_file(b, where), must, weight, where)])
            return
        if not named[0] and len(self.views) > 1:
            self.named.append(("", self._key(a, where), "", self._key(b, where), must, weight, where))
            return
        places = [*self._place(a, where), *self._place(b, where)]
        if places[:2] == places[2:]:
            raise InputError(f"{where}: row {places[1]} is linked with itself; expected two different rows")
        self._seen.append((places, must, weight))

    def _add_record(self, record, where):
        """A row of constraints.csv, by the rules of that file: a and b are ids if the view has ids, otherwise rows."""
        ends = []
        for view, key in ((record["view_a"], record["a"]), (record["view_b"], record["b"])):
            if _is_empty(key):
                raise InputError(f"{where}: an instance is missing; expected a row or an id")
            named = not _is_empty(view)
            views = [self.views[view_number(self.views, view, where)]] if named else self.views
            key = _key_of_file(key, any(one.has_ids for one in views), where)
            ends.append((view, key) if named else key)
        weight = record.get("weight")
        self._add_one((*ends, record["type"], 1.0 if _is_empty(weight) else weight), where)

    def _key(self, key, where):
        if isinstance(key, str):
            if not any(view.has_ids for view in self.views):
                raise InputError(f"{where}: {shown(key)} is an id, but no view has ids (a DataFrame's index would be ids)")
            return str(key)
        if isinstance(key, numbers.Integral) and not isinstance(key, bool):
            self._refuse_ambiguous_row(key, 0, where)
            return int(key)
        raise InputError(f"{where}: {shown(key)} is neither a row (an integer) nor an id (a string)")

    def _place(self, end, where):
        if not isinstance(end, (tuple, list)):
            self._refuse_ambiguous_row(end, 0, where)
            return 0, row_number(self.views[0], end, where, index_fault(self.originals[0]))
        if len(end) != 2:
            raise InputError(f"{where}: {shown(end)} is not an instance; expected (view, row or id)")
        view = view_number(self.views, end[0], where)
        self._refuse_ambiguous_row(end[1], view, where)
        return view, row_number(self.views[view], end[1], where, index_fault(self.originals[view]))

    def _groups(self, values):
        """The groups as texts, empty where a row is in none."""
        values = aligned_labels(values, self.originals[0], self.views[0].rows, "at_most_one")
        return group_names(values, "at_most_one", self.data.n_objects)

    def _add_labels(self, labels):
        if isinstance(labels, dict):
            given = {view_number(self.views, key, "partial_labels"): known for key, known in labels.items()}
            labels = [given.get(number) for number in range(len(self.views))]
        if len(self.views) == 1 and not (isinstance(labels, (list, tuple)) and len(labels) == 1 and np.ndim(labels[0])):
            labels = [labels]
        if len(labels) != len(self.views):
            raise InputError(f"partial_labels: {len(labels)} lists for {len(self.views)} views; expected one per view")
        for number, (view, known) in enumerate(zip(self.views, labels)):
            if known is None:
                continue
            argument = "partial_labels" if len(self.views) == 1 else f"partial_labels[{number}]"
            known = aligned_labels(known, self.originals[number], view.rows, argument)
            rows_a, rows_b, must = spanning_pairs(known_labels(known, argument, view.rows))
            self._add_block(number, rows_a, number, rows_b, must, 1.0, lambda _, argument=argument: argument)


def originals_of(X, count):
    """The table of every view as the user gave it; None where there is none."""
    if X is None or hasattr(X, "data") and hasattr(X, "truths"):
        return [_frame_of(getattr(X, "index", None))] * count
    return split(X)[1]


def _frame_of(index):
    """A frame without columns, for the rows of a problem that was made of a DataFrame."""
    if index is None:
        return None
    import pandas

    return pandas.DataFrame(index=index)


def spanning_pairs(labels):
    """The fewest pairs that imply all: each row with the first of its class, and the first rows of all classes apart."""
    rows = np.flatnonzero(labels >= 0)
    _, first, inverse = np.unique(labels[rows], return_index=True, return_inverse=True)
    heads = rows[first]
    others = rows != heads[inverse]
    left, right = np.triu_indices(len(heads), 1)
    a = np.concatenate([heads[inverse][others], heads[left]])
    b = np.concatenate([rows[others], heads[right]])
    return a, b, np.arange(len(a)) < np.count_nonzero(others)


def all_pairs(labels):
    """Every pair of labelled rows."""
    rows = np.flatnonzero(labels >= 0)
    left, right = np.triu_indices(len(rows), 1)
    return rows[left], rows[right], labels[rows[left]] == labels[rows[right]]
