"""Rows, columns and classes mean what the user sees: nothing is taken for something else, and nothing is dropped."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from mvlink import (
    NMF,
    ConstraintPropagation,
    InputError,
    KMeans,
    PCKMeans,
    cluster,
    constraints,
    load,
    metrics,
    views_of,
)
from mvlink.model_selection import ConstraintSearch
from mvlink.questions import Session

pd = pytest.importorskip("pandas")

CLASSES = np.repeat([0, 1, 2], 10)
TABLE = np.random.default_rng(0).normal(size=(30, 3)) + 6 * CLASSES[:, None]
ORDER = np.random.default_rng(1).permutation(30)
SHUFFLED = pd.DataFrame(TABLE, columns=list("abc")).iloc[ORDER]


def given(model):
    report = model.constraints_report_
    return report["must"]["given"], report["cannot"]["given"]


def pck():
    return PCKMeans(3, random_state=0, validate=None)


@pytest.mark.parametrize("X", [TABLE, SHUFFLED, pd.DataFrame(TABLE, index=[f"r{i}" for i in range(30)])])
def test_pairs_that_can_be_read_only_once_are_not_lost(X):
    def ends(*rows):
        return (str(row) if X is SHUFFLED else row for row in rows)

    assert given(pck().fit(X, must_link=zip(ends(0, 1), ends(2, 3)), cannot_link=iter([tuple(ends(0, 25))]))) == (2, 1)
    assert given(pck().fit(X, constraints=(one for one in [(*ends(0, 1), "must-link")]))) == (1, 0)
    assert given(cluster(X, 3, must_link=zip(ends(0, 1), ends(2, 3)), random_state=0)) == (2, 0)


def test_a_search_fits_with_pairs_that_can_be_read_only_once():
    links = constraints.sample(CLASSES, 30, random_state=0)
    search = ConstraintSearch(3, method="pck-means", prep="none", budget=None, random_state=0)
    assert sum(given(search.fit(TABLE, constraints=iter(links)).best_estimator_)) == 30


def test_known_classes_and_groups_that_can_be_read_only_once_are_not_lost():
    known = np.where(np.arange(30) % 2 == 0, CLASSES, -1).tolist()
    assert given(cluster(TABLE, 3, partial_labels=iter(known), random_state=0)) == (12, 3)
    views = cluster([TABLE, TABLE], 3, partial_labels=[iter(known), None], mapping={(0, 1): zip(range(30), range(30))}, random_state=0)
    assert given(views) == (12, 3)
    labels = cluster(TABLE, 3, at_most_one=iter([7, 7] + [None] * 28), random_state=0).labels_
    assert labels[0] != labels[1]
    search = ConstraintSearch(3, method="pck-means", prep="none", budget=None, random_state=0)
    assert given(search.fit(TABLE, partial_labels=iter(known)).best_estimator_) == (12, 3)


GAPS = {
    "Int64": lambda: pd.Series([0, 1] + [pd.NA] * 28, dtype="Int64"),
    "array": lambda: pd.array([0, 1] + [None] * 28, dtype="Int64"),
    "string": lambda: pd.Series(["x", "y"] + [pd.NA] * 28, dtype="string"),
    "boolean": lambda: pd.Series([True, False] + [None] * 28, dtype="boolean"),
    "category": lambda: pd.Series(["x", "y"] + [None] * 28, dtype="category"),
    "words and NaN": lambda: ["x", "y"] + [float("nan")] * 28,
    "words and NaN of NumPy": lambda: np.array(["x", "y"] + [np.nan] * 28),
    "words and NaT": lambda: np.array(["x", "y"] + [pd.NaT] * 28, dtype=object),
    "objects": lambda: np.array([0, 1] + [-2] * 28, dtype=object),
    "integers and None": lambda: [0, 1] + [None] * 28,
}


@pytest.mark.parametrize("kind", GAPS)
def test_a_gap_in_known_classes_is_unknown_and_not_a_class(kind):
    assert given(pck().fit(TABLE, partial_labels=GAPS[kind]())) == (0, 1)
    truth = GAPS[kind]()
    assert metrics.ari(truth, np.arange(30) % 2) == 1  # of the two rows that are known
    assert len(constraints.from_labels(truth)) == len(constraints.sample(truth, 1, random_state=0)) == 1


def test_a_gap_in_groups_is_no_group():
    for groups in (
        pd.Series(["g", "g"] + [pd.NA] * 28, dtype="string"),
        pd.Series([7, 7] + [pd.NA] * 28, dtype="Int64"),
        np.array(["g", "g"] + [np.nan] * 28),
        np.ma.masked_equal([7, 7] + [0] * 28, 0),
        ["g", "g"] + [None] * 28,
    ):
        labels = pck().fit(TABLE, at_most_one=groups).labels_
        assert labels[0] != labels[1]


def test_equal_numbers_are_one_class_whatever_their_type():
    assert given(pck().fit(TABLE, partial_labels=np.array([1, 1.0] + [None] * 28, dtype=object))) == (1, 0)


MIXED = {
    "Series": lambda unknown: pd.concat([pd.Series(["x", "y"]), pd.Series([unknown] * 28)], ignore_index=True),
    "list": lambda unknown: ["x", "y"] + [unknown] * 28,
    "array": lambda unknown: np.array(["x", "y"] + [unknown] * 28),
    "objects": lambda unknown: np.array(["x", "y"] + [unknown] * 28, dtype=object),
    "masked": lambda unknown: np.ma.masked_equal([0, 1] + [7] * 28, 7),
    "masked words": lambda unknown: np.ma.array(["x", "y"] + ["z"] * 28, mask=[False] * 2 + [True] * 28),
}


@pytest.mark.parametrize("unknown", [-1, -1.0, -2, -3.5])
@pytest.mark.parametrize("kind", MIXED)
def test_negative_numbers_among_words_are_unknown(kind, unknown):
    known = MIXED[kind](unknown)
    assert given(pck().fit(TABLE, partial_labels=known)) == (0, 1)
    assert metrics.ari(known, np.arange(30) % 2) == 1


def test_whole_floats_are_the_class_of_the_integer():
    mixed = np.array([1, 1.0, 2, 2.0], dtype=object)
    assert metrics.ari([0, 0, 1, 1], mixed) == metrics.ari(mixed, [0, 0, 1, 1]) == 1
    assert given(pck().fit(TABLE, partial_labels=["x", 1, 1.0] + [-1.0] * 27)) == (1, 1)


def test_labels_without_an_order_are_refused():
    with pytest.raises(InputError, match="truth: a set has no order"):
        metrics.ari({0, 1}, [0, 1])
    with pytest.raises(InputError, match=r"labels\[1\]: no label"):
        metrics.ari([0, 1], np.ma.array([0, 1], mask=[False, True]))


@pytest.mark.parametrize("wrong", [np.inf, 1e300, 0.5])
def test_classes_that_are_no_integers_are_refused(wrong):
    with pytest.raises(InputError, match=r"partial_labels\[1\]: .* is not a label"):
        pck().fit(TABLE, partial_labels=[0, wrong] + [-1] * 28)


def test_classes_beyond_32_and_64_bits_stay_apart():
    for large in (np.array([0, 2**32] * 15), np.array([0, 2**63 + 5] * 15, dtype=np.uint64)):
        assert {one.type for one in constraints.sample(large, 10, must_share=0.0, random_state=0)} == {"cannot-link"}
        assert given(pck().fit(TABLE, partial_labels=large)) == (28, 1)
        assert metrics.ari(large, np.arange(30) % 2) == metrics.ari(np.arange(30) % 2, large) == 1
    assert all(one.type == "must-link" for one in constraints.sample(np.array([7] * 3 + [-2**40] * 3), 3, random_state=0))


def test_a_cluster_must_be_known_for_every_row():
    with pytest.raises(InputError, match=r"labels\[1\]: no label"):
        metrics.ari([0, 1], ["x", None])
    with pytest.raises(InputError, match=r"labels\[1\]: nan is not a label"):
        metrics.ari([0, 1], [0, np.nan])
    assert metrics.ari([0.0, 1.0, np.nan], [1.0, 0.0, 0.0]) == 1


def test_labels_with_the_same_numbers_in_another_order_are_aligned():
    by_index = pd.Series(CLASSES)  # of the frame before it was shuffled
    assert metrics.ari(CLASSES[ORDER], pck().fit(SHUFFLED, partial_labels=by_index).labels_) == 1
    by_position = pd.Series(CLASSES)
    halves = SHUFFLED.set_axis(np.arange(100, 130), axis=0).iloc[np.argsort(ORDER)]
    assert metrics.ari(CLASSES, pck().fit(halves, partial_labels=by_position).labels_) == 1


def test_the_truth_of_a_report_is_aligned_by_the_index():
    model = KMeans(3, random_state=0).fit(SHUFFLED)
    truth = pd.Series(np.array(["x", "y", "z"])[CLASSES])
    assert model.report(truth=truth) == model.report(truth=truth.iloc[ORDER])
    with pytest.raises(InputError, match="truth: a Series with an index of its own"):
        KMeans(3, random_state=0).fit(TABLE).report(truth=truth.iloc[ORDER])


@pytest.mark.parametrize(
    "index", [pd.RangeIndex(100, 130), pd.Index(list(ORDER), dtype=object), pd.CategoricalIndex(ORDER), pd.Index(np.arange(30) / 2)]
)
def test_integers_are_refused_where_the_index_has_other_integers(index):
    frame = pd.DataFrame(TABLE, index=index)
    with pytest.raises(InputError, match="integers could mean either"):
        pck().fit(frame, must_link=[(1, 2)])
    with pytest.raises(InputError, match="integers could mean either"):
        Session(frame, 3, constraints=[(1, 2, "must-link")])
    with pytest.raises(InputError, match="integers could mean either"):
        ConstraintPropagation(3).fit([frame, TABLE], mapping=[(1, 2)])
    assert given(pck().fit(frame, must_link=[(str(index[1]), str(index[2]))])) == (1, 0)


def test_slices_of_one_frame_are_mapped_by_their_index():
    frame = pd.DataFrame(TABLE)
    model = ConstraintPropagation(3, random_state=0).fit([frame.iloc[:20], frame.iloc[10:30]])
    assert len(model.object_labels_) == 30


def test_rows_of_a_table_keep_their_names():
    views = views_of(SHUFFLED)
    known = pd.Series(CLASSES).iloc[[3, 17, 25]]
    assert given(pck().fit(views, partial_labels=known)) == (0, 3)
    with pytest.raises(InputError, match="integers could mean either"):
        pck().fit(views, must_link=[(0, 1)])


def test_columns_in_another_order_are_refused_in_every_view(tmp_path):
    a, b = pd.DataFrame(np.abs(TABLE), columns=list("abc")), pd.DataFrame(np.abs(TABLE[:, :2]), columns=list("de"))
    for model, views in ((NMF(3, random_state=0), [a, b]), (NMF(3, random_state=0), {"p": a, "q": b})):
        model.fit(views)
        turned = [a[list("cba")], b] if isinstance(views, list) else {"p": a[list("cba")], "q": b}
        model.save(tmp_path / "model.npz")
        for one in (model, load(tmp_path / "model.npz"), pickle.loads(pickle.dumps(model))):
            with pytest.raises(InputError, match='column 0 is "c", which was column 2 of the rows'):
                one.predict(turned)
        model.predict([a.to_numpy(), b] if isinstance(views, list) else {"p": a.to_numpy(), "q": b})


def test_a_search_leaves_an_estimator_that_knows_the_frame(tmp_path):
    links = constraints.sample(CLASSES[ORDER], 30, random_state=0)
    search = ConstraintSearch(3, method="pck-means", prep="none", budget=None, random_state=0)
    search.fit(views_of(SHUFFLED), constraints=[(str(ORDER[one.a]), str(ORDER[one.b]), one.type) for one in links])
    assert (search.predict(SHUFFLED.iloc[::-1])[::-1] == search.labels_).all()
    assert search.best_estimator_.to_frame().index.equals(SHUFFLED.index)
    named = pd.DataFrame(TABLE, columns=list("abc"))
    search.fit(named, constraints=constraints.sample(CLASSES, 30, random_state=0))
    with pytest.raises(ValueError, match="feature names"):
        search.predict(named[list("cba")])
    search.best_estimator_.save(tmp_path / "model.npz")
    with pytest.raises(InputError, match="column 0 is"):
        load(tmp_path / "model.npz").transform(named[list("cba")])


def test_entries_of_one_place_of_a_matrix_are_added():
    def matrix(*values):
        return sp.coo_matrix((values, ([0, 0], [1, 1])), shape=(30, 30))

    assert given(pck().fit(TABLE, constraints=matrix(1.0, -1.0))) == (0, 0)
    assert pck().fit(TABLE, constraints=matrix(np.int8(100), np.int8(100)))._run.data.constraints[2].tolist() == [200]


def test_gaps_in_a_frame_of_constraints_are_empty_cells():
    frame = pd.DataFrame({"view_a": ["view0", pd.NA], "a": [1, 2], "view_b": ["view1", pd.NA], "b": [3, 4],
                          "type": ["must-link", "cannot-link"], "weight": pd.array([2, None], dtype="Float64")})
    model = ConstraintPropagation(3, random_state=0).fit([TABLE, TABLE], constraints=frame)
    assert given(model) == (1, 1)
    with pytest.raises(InputError, match="row 0: inf is not a row"):
        ConstraintPropagation(3).fit([TABLE, TABLE], constraints=frame.head(1).assign(a=np.inf))


def test_known_classes_of_views_may_be_a_dict():
    views = {"p": TABLE, "q": TABLE[:, :2]}
    one = ConstraintPropagation(3, random_state=0).fit(views, partial_labels={"q": CLASSES})
    assert given(one) == given(ConstraintPropagation(3, random_state=0).fit(views, partial_labels=[None, CLASSES])) == (27, 3)


@pytest.mark.parametrize(
    ("column", "what"),
    [
        (pd.Categorical(ORDER % 3), "categories"),
        (pd.period_range("2020", periods=30), "values of type Period"),
        ([day.date() for day in pd.date_range("2020", periods=30)], "values of type date"),
        ([[1]] * 30, "values of type list"),
    ],
)
def test_columns_that_are_no_numbers_are_named(column, what):
    frame = pd.DataFrame(TABLE, columns=list("abc")).assign(d=column)
    for use in (KMeans(3).fit, lambda X: Session(X, 3)):
        with pytest.raises(InputError, match=f"column 'd' holds {what}"):
            use(frame)


def test_infinity_does_not_turn_a_column_into_words():
    with pytest.raises(InputError, match="row 4, column 'b' is -inf"):
        views_of(pd.DataFrame({"a": np.arange(9) % 4 + 0.5, "b": [1, 2, 3, 4, -np.inf, 6, 7, 8, 9.5]}))


def test_a_session_takes_rows_and_ids_and_nothing_else():
    session = Session({"p": TABLE, "q": TABLE}, 3, random_state=0)
    session.tell((("p", 0), ("q", 3)), True)
    assert session.answers[0]["a"] == (0, 0) and session.answers[0]["b"] == (1, 3)
    one = Session(TABLE, 3, random_state=0)
    for pair in ((0, 1.7), (True, 5), (0,), None, (0, 1, 2), (0, -1)):
        with pytest.raises(InputError, match="question: "):
            one.tell(pair, True)
    assert one.answers == []


def test_only_rows_of_x_are_looked_for_among_constraints():
    links = [(0, 29, "must-link")]
    assert constraints.among(links, np.arange(30) % 29 == 0)[0][:2] == (0, 1)
    for rows, message in (([-1], "positions of rows"), (np.array([True] * 3), "row 29, but the mask rows has 3 values")):
        with pytest.raises(InputError, match=message):
            constraints.among(links, rows)
    with pytest.raises(InputError, match=r"constraints\[0\]: \(0, 1\); expected \(a, b, type\)"):
        constraints.among([(0, 1)], [0, 1])


def test_a_new_fit_forgets_how_an_earlier_one_was_chosen():
    model = cluster(TABLE, 3, constraints=constraints.sample(CLASSES, 30, random_state=0), random_state=0)
    assert "chosen by comparison" in model.describe()
    assert "chosen" not in model.fit(TABLE).describe()
    assert not hasattr(model, "reason_")


def test_a_frame_is_predicted_although_the_search_left_out_a_view():
    rng = np.random.default_rng(0)
    words = [f"word{i}" for i in range(30)]
    frame = SHUFFLED.assign(note=[" ".join(rng.choice(words, 8)) for _ in range(30)])
    names = frame.index.astype(str)
    links = constraints.sample(CLASSES[ORDER], 30, random_state=0)
    pairs = [((0, names[one.a]), (0, names[one.b]), one.type) for one in links]
    search = ConstraintSearch(3, method="pck-means", budget=None, random_state=0)
    search.fit(views_of(frame, text="note", layout="kinds"), constraints=pairs)
    assert search.best_params_["views"] == ["fields"]
    assert metrics.ari(search.labels_, search.predict(frame)) > 0.9
    assert search.best_estimator_.to_frame().index.equals(frame.index)
