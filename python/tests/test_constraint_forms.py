"""Every way to say the same constraints is understood as the same."""

import io

import numpy as np
import pytest
import scipy.sparse as sp

from mvlink import InputError, PCKMeans, _core, constraints
from mvlink._links import Links

MUST = [(0, 1), (2, 5)]
CANNOT = [(1, 7)]


def views(*rows, ids=None):
    made = [_core.View.dense(f"view{i}", np.zeros((n, 1))) for i, n in enumerate(rows)]
    for number, names in (ids or {}).items():
        made[number] = made[number].with_ids(names)
    return made


def resolved(data, **given):
    """The constraints as sorted tuples (view, row, view, row, type, weight)."""
    places, must, weights = Links(data).add(**given).dataset().constraints
    kinds = ["must-link" if one else "cannot-link" for one in must]
    return sorted((*place, kind, weight) for place, kind, weight in zip(places.tolist(), kinds, weights.tolist()))


EXPECTED = sorted(
    [(0, a, 0, b, "must-link", 1.0) for a, b in MUST] + [(0, a, 0, b, "cannot-link", 1.0) for a, b in CANNOT]
)


def matrix(weight=1.0, symmetric=False, form=sp.csr_matrix):
    dense = np.zeros((10, 10))
    for a, b in MUST:
        dense[a, b] = weight
    for a, b in CANNOT:
        dense[a, b] = -weight
    return form(dense + dense.T if symmetric else dense)


FORMS = {
    "pairs": {"must_link": MUST, "cannot_link": CANNOT},
    "arrays": {"must_link": np.array(MUST), "cannot_link": np.array(CANNOT)},
    "unsigned arrays": {"must_link": np.array(MUST, dtype=np.uint8), "cannot_link": np.array(CANNOT, dtype=np.uint64)},
    "generators": {"must_link": (pair for pair in MUST), "cannot_link": iter(CANNOT)},
    "turned around": {"must_link": [(b, a) for a, b in MUST], "cannot_link": [(b, a) for a, b in CANNOT]},
    "twice": {"must_link": MUST + MUST, "cannot_link": CANNOT},
    "tuples": {"constraints": [(0, 1, "must-link"), (2, 5, "ml", 1.0), (1, 7, "cannot-link")]},
    "numbers for types": {"constraints": [(0, 1, 1), (2, 5, np.int64(1), 1), (1, 7, -1)]},
    "words for numbers": {"constraints": [(0, 1, "1"), (2, 5, "ml"), (1, 7, "-1")]},
    "with views by number": {"constraints": [((0, 0), (0, 1), "ml"), ((0, 2), (0, 5), "ml"), ((0, 1), (0, 7), "cl")]},
    "with views by name": {
        "constraints": [(("view0", 0), ("view0", 1), "ml"), ([0, 2], [0, 5], "ml"), ((0, 1), (0, 7), "cl")]
    },
    "largest weight of duplicates": {"constraints": [(0, 1, "ml", 0.5), (1, 0, "ml", 1), (2, 5, "ml"), (1, 7, "cl")]},
    "absent by weight": {"constraints": [(0, 1, "ml"), (3, 4, "ml", 0), (2, 5, "ml"), (1, 7, "cl")]},
    "array of tuples": {"constraints": np.array([(0, 1, 1), (2, 5, 1), (1, 7, -1)])},
    "sparse matrix": {"constraints": matrix()},
    "symmetric sparse matrix": {"constraints": matrix(symmetric=True)},
    "sparse array, by columns": {"constraints": matrix(form=sp.csc_array)},
    "sparse matrix of whole numbers": {"constraints": matrix(form=lambda dense: sp.coo_matrix(dense.astype(np.int8)))},
    "dict of matrices": {"constraints": {(0, 0): matrix()}},
    "dict of matrices by name": {"constraints": {("view0", "view0"): matrix()}},
    "mixed": {"must_link": MUST[:1], "constraints": [(2, 5, "ml"), (1, 7, "cl")]},
}


@pytest.mark.parametrize("form", FORMS)
def test_form_is_understood(form):
    given = FORMS[form]
    assert resolved(_core.Dataset.of(views(10)), **given) == EXPECTED


def test_weights_are_kept():
    given = [(0, 1, "ml", 2.5), (2, 5, "ml", 2.5), (1, 7, "cl", np.float32(2.5))]
    expected = [(*one[:5], 2.5) for one in EXPECTED]
    assert resolved(_core.Dataset.of(views(10)), constraints=given) == expected
    assert resolved(_core.Dataset.of(views(10)), constraints=matrix(2.5)) == expected


def test_ids_and_positions_mix():
    data = _core.Dataset.of(views(10, ids={0: list("abcdefghij")}))
    assert resolved(data, must_link=[("a", "b"), (2, "f")], cannot_link=np.array([["b", "h"]])) == EXPECTED
    assert resolved(data, constraints=[("a", 1, "ml"), ((0, "c"), (0, 5), "ml"), ("b", "h", "cl")]) == EXPECTED


def test_both_types_of_one_pair_are_kept():
    both = resolved(_core.Dataset.of(views(4)), must_link=[(0, 1)], cannot_link=[(0, 1)])
    assert [one[4] for one in both] == ["cannot-link", "must-link"]


def test_partial_labels_are_constraints_that_imply_all_pairs():
    labels = np.array([0, 2, -1, 0, 2, 0, -1, 7, -5, 2])
    data = Links(_core.Dataset.of(views(10))).add(partial_labels=labels).dataset()
    known = np.flatnonzero(labels >= 0)
    pairs = [(a, b) for i, a in enumerate(known) for b in known[i + 1 :]]
    same = sum(labels[a] == labels[b] for a, b in pairs)
    summary = data.summary()
    assert summary["must"] + summary["implied_must"] == same
    assert summary["cannot"] + summary["implied_cannot"] == len(pairs) - same
    assert summary["must"] + summary["cannot"] < len(pairs)
    assert summary["conflicts"] == []


def test_partial_labels_of_nothing_are_no_constraints():
    assert resolved(_core.Dataset.of(views(3)), partial_labels=[-1, -1, -1]) == []
    assert resolved(_core.Dataset.of(views(3)), partial_labels=[-1, 4, -1]) == []


def test_between_views_in_tuples_and_matrices():
    data = _core.Dataset.of(views(3, 4))
    expected = [(0, 1, 1, 3, "must-link", 2.0), (0, 2, 1, 0, "cannot-link", 1.0)]
    assert resolved(data, constraints=[((0, 1), (1, 3), "ml", 2), ((1, 0), ("view0", 2), "cl")]) == expected
    between = sp.csr_matrix(([2.0, -1.0], ([1, 2], [3, 0])), shape=(3, 4))
    assert resolved(data, constraints={(0, 1): between}) == expected
    assert resolved(data, constraints={("view1", "view0"): between.T}) == expected


def test_without_a_view_objects_are_meant():
    mapped = _core.Dataset.of(views(3, 3)).with_row_mapping()
    assert resolved(mapped, constraints=[(0, 2, "ml")]) == [
        (0, 0, 0, 2, "must-link", 1.0),
        (1, 0, 1, 2, "must-link", 1.0),
    ]
    named = _core.Dataset.of(views(3, 2, ids={0: ["a", "b", "c"], 1: ["c", "a"]})).with_id_mapping()
    assert resolved(named, constraints=[("a", "c", "cl"), ("a", "b", "ml")]) == [
        (0, 0, 0, 1, "must-link", 1.0),
        (0, 0, 0, 2, "cannot-link", 1.0),
        (1, 0, 1, 1, "cannot-link", 1.0),
    ]


def test_partial_labels_one_a_view():
    data = _core.Dataset.of(views(2, 3))
    assert resolved(data, partial_labels=[[1, 1], [-1, 0, 1]]) == [
        (0, 0, 0, 1, "must-link", 1.0),
        (1, 1, 1, 2, "cannot-link", 1.0),
    ]
    assert len(resolved(data, partial_labels=[None, [0, 0, 0]])) == 2


@pytest.mark.parametrize("form", ["pairs", "tuples", "sparse matrix", "mixed"])
def test_all_forms_give_the_same_clusters(blobs, form):
    X = blobs[0][:10]
    reference = PCKMeans(3, random_state=0).fit(X, must_link=MUST, cannot_link=CANNOT)
    given = dict(FORMS[form])
    fitted = PCKMeans(3, random_state=0).fit(X, **given)
    assert np.array_equal(fitted.labels_, reference.labels_)
    assert fitted.constraints_report_ == reference.constraints_report_
    assert fitted.constraints_report_["given"] == 3


def test_partial_labels_pull_clusters_towards_classes(streaks):
    X, truth = streaks
    from mvlink import metrics

    known = np.where(np.arange(len(X)) % 6 == 0, truth, -1)
    free = PCKMeans(3, random_state=0).fit(X)
    guided = PCKMeans(3, constraint_weight=100, random_state=0).fit(X, partial_labels=known)
    labelled = known >= 0
    assert metrics.ari(truth[labelled], guided.labels_[labelled]) > metrics.ari(truth[labelled], free.labels_[labelled])


def test_y_is_ignored(blobs):
    X, truth = blobs
    assert np.array_equal(PCKMeans(3, random_state=0).fit(X, truth).labels_, PCKMeans(3, random_state=0).fit(X).labels_)


def test_the_file_that_the_command_writes_may_be_given_as_a_frame(blobs):
    pandas = pytest.importorskip("pandas")
    X, labels = blobs
    links = constraints.sample(labels, 30, random_state=0)
    frame = pandas.DataFrame(
        [{"view_a": "X", "a": a, "view_b": "X", "b": b, "type": kind, "weight": 1} for a, b, kind, _ in links]
    )
    expected = PCKMeans(3, random_state=0).fit(X, constraints=links)
    read = pandas.read_csv(io.StringIO(frame.to_csv(index=False)))
    assert np.array_equal(PCKMeans(3, random_state=0).fit(X, constraints=read).labels_, expected.labels_)
    frame[["view_a", "view_b", "weight"]] = None
    frame["a"] = ["row:%d" % row for row in frame["a"]]
    read = pandas.read_csv(io.StringIO(frame.to_csv(index=False)))
    model = PCKMeans(3, random_state=0).fit(X, constraints=read)
    assert np.array_equal(model.labels_, expected.labels_) and model.constraints_report_["given"] == 30


def test_numbers_in_a_frame_of_the_file_are_ids_where_the_rows_have_ids():
    pandas = pytest.importorskip("pandas")
    X = pandas.DataFrame({"x": [0.0, 0.1, 5.0, 5.1]}, index=["10", "11", "1", "2"])
    frame = pandas.DataFrame({"view_a": [None], "a": [10], "view_b": [None], "b": [1], "type": ["cannot-link"]})
    report = constraints.check(X, constraints=frame)
    assert report["cannot"]["given"] == 1
    with pytest.raises(InputError, match="id '3' is not in X"):
        constraints.check(X, constraints=frame.assign(b=3))
    with pytest.raises(InputError, match="constraints row 0: an instance is missing"):
        constraints.check(X, constraints=frame.assign(b=None))


def test_known_classes_may_be_words(blobs):
    X, labels = blobs
    words = np.array(["setosa", "versicolor", "virginica"])[labels]
    assert constraints.sample(words, 30, random_state=0) == constraints.sample(labels, 30, random_state=0)
    known = np.where(np.arange(len(labels)) % 10 == 0, labels, -1)
    for missing in (None, "", "-1", float("nan"), -1):
        partial = np.array([word if one >= 0 else missing for word, one in zip(words, known)], dtype=object)
        assert constraints.from_labels(partial) == constraints.from_labels(known)
        model = PCKMeans(3, random_state=0).fit(X, partial_labels=partial)
        assert np.array_equal(model.labels_, PCKMeans(3, random_state=0).fit(X, partial_labels=known).labels_)


def test_a_dense_square_array_of_constraints_is_refused_in_one_short_line():
    with pytest.raises(InputError, match="^constraints: a dense 50 x 50 array; expected tuples .* scipy.sparse matrix$"):
        constraints.check(50, constraints=np.zeros((50, 50)))
    with pytest.raises(InputError) as raised:
        constraints.check(500, constraints=[np.zeros(500)])
    assert len(str(raised.value)) < 200


def test_constraints_among_some_rows_are_numbered_as_those_rows():
    links = [(0, 4, "must-link"), (4, 2, "cannot-link", 2.5), (1, 2, "must-link")]
    assert constraints.among(links, [4, 2, 0]) == [(2, 0, "must-link", 1.0), (0, 1, "cannot-link", 2.5)]
    assert constraints.among(links, np.array([False, True, True, False, False])) == [(0, 1, "must-link", 1.0)]
    with pytest.raises(InputError, match=r"constraints\[0\]: 'a' and 'b'"):
        constraints.among([("a", "b", "must-link")], [0])
