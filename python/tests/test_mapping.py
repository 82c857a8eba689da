"""The forms of `mapping`, on the dataset that they make."""

import numpy as np
import pytest

import mvlink
from conftest import ESTIMATORS
from mvlink import InputError, _core
from mvlink._mapping import mapped, with_mapping


def dataset(*rows, ids=None):
    made = [_core.View.dense(f"view{i}", np.zeros((n, 1))) for i, n in enumerate(rows)]
    for number, names in (ids or {}).items():
        made[number] = made[number].with_ids(names)
    return _core.Dataset.of(made)


def objects(data):
    return [data.objects_of(view).tolist() for view in range(data.n_views)]


PAIRS = [(0, 1), (2, 0)]


@pytest.mark.parametrize(
    "mapping",
    [PAIRS, np.array(PAIRS), {(0, 1): PAIRS}, {("view0", "view1"): np.array(PAIRS)}, {(1, 0): [(1, 0), (0, 2)]}],
)
def test_forms_of_pairs_mean_the_same(mapping):
    data = with_mapping(dataset(3, 2), mapping)
    assert objects(data) == [[0, 1, 2], [2, 0]]
    assert not data.unmapped


def test_equally_long_views_are_mapped_by_rows():
    for mapping in ["auto", "rows"]:
        data = with_mapping(dataset(3, 3), mapping)
        assert data.rows_are_objects and data.n_objects == 3


def test_none_maps_nothing():
    data = with_mapping(dataset(3, 3), None)
    assert data.unmapped and data.n_objects == 6
    assert with_mapping(dataset(3, 2), "auto").unmapped


def test_ids_map_views_of_different_length():
    data = with_mapping(dataset(3, 2, ids={0: ["a", "b", "c"], 1: ["c", "x"]}), "auto")
    assert objects(data) == [[0, 1, 2], [2, 3]]


def test_ids_map_equally_long_views_in_another_order():
    shuffled = dataset(2, 2, ids={0: ["a", "b"], 1: ["b", "a"]})
    for mapping in ["auto", "ids"]:
        assert objects(with_mapping(shuffled, mapping)) == [[0, 1], [1, 0]]
    assert with_mapping(shuffled, "rows").rows_are_objects


def test_rows_with_different_ids_are_never_the_same_object():
    data, noticed = mapped(dataset(2, 2, ids={0: ["a", "b"], 1: ["c", "d"]}), "auto")
    assert data.unmapped and [code for code, _ in noticed] == ["nothing-mapped"]


def test_views_without_ids_stay_unmapped_beside_others():
    data, noticed = mapped(dataset(2, 2, ids={0: ["a", "b"]}), "auto")
    assert data.unmapped and [code for code, _ in noticed] == ["unmapped-views"]


def test_pairs_may_name_ids():
    data = with_mapping(dataset(3, 2, ids={0: ["a", "b", "c"]}), [("a", 1), ("c", 0)])
    assert objects(data) == [[0, 1, 2], [2, 0]]


def test_three_views_need_a_dict():
    with pytest.raises(InputError, match="mapping: pairs for 3 views"):
        with_mapping(dataset(2, 2, 2), PAIRS)
    data = with_mapping(dataset(2, 2, 2), {(0, 2): [(0, 0)], (1, 2): [(1, 0)]})
    assert objects(data) == [[0, 1], [2, 0], [0, 3]]


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ("row", "mapping: 'row' is not a choice"),
        ("ids", "no view has ids"),
        ("rows", "expected equally many"),
        ([(0, 7)], r"mapping\[0\]: row 7 does not exist \(view1 has 2 rows\)"),
        ([(0, 1), (0, 1, 2)], r"mapping\[1\]: \(0, 1, 2\) is not a pair"),
        (np.zeros((2, 3), dtype=int), r"mapping\[0\]: array\(\[0, 0, 0\]\) is not a pair"),
        ([(0.5, 1)], r"mapping\[0\]: 0.5 is neither a row"),
        ([("a", 1)], r"mapping\[0\]: 'a' is an id, but view0 has none"),
        (5, "mapping: 5 is of type int"),
        ({0: PAIRS}, r"mapping\[0\]: the key is not a pair of views"),
        ({(0, 2): PAIRS}, r"mapping\[\(0, 2\)\]: view 2 does not exist"),
        ({(1, 1): PAIRS}, r"mapping\[\(1, 1\)\]: a view mapped to itself"),
        ({(0, 1): [(0, 9)]}, r"mapping\[\(0, 1\)\]\[0\]: row 9 does not exist"),
    ],
)
def test_what_does_not_fit_is_named(mapping, message):
    with pytest.raises(ValueError, match=message):
        with_mapping(dataset(3, 2), mapping)


def test_one_view_has_nothing_to_map():
    assert with_mapping(dataset(3), "rows").n_objects == 3
    with pytest.raises(InputError, match="mapping: there is only one view"):
        with_mapping(dataset(3), [(0, 1)])


def shuffled_views():
    """Two views of which the second has its rows in another order, and the pairs that say so."""
    random = np.random.default_rng(0)
    centres = np.array([[0, 0], [6, 0], [0, 6]])[np.repeat([0, 1, 2], 20)]
    order = random.permutation(60)
    first, second = (abs(random.normal(0, 1, (60, 2)) + centres) for _ in range(2))
    return [first, second[order]], np.c_[np.arange(60), np.argsort(order)]


@pytest.mark.parametrize("Estimator", [one for one in ESTIMATORS if one._most_views == 0])
def test_predict_never_pairs_rows_that_fit_mapped_otherwise(Estimator):
    X, pairs = shuffled_views()
    model = Estimator(3, random_state=0).fit(X, mapping=pairs)
    given = model.predict(X, mapping=pairs)
    try:
        found = model.predict(X)
    except InputError as error:
        assert "mapping: fit mapped the rows" in str(error)
    else:
        assert all(map(np.array_equal, found, given))
    if "embedding_" in vars(model) or Estimator is mvlink.ConcatNMF:
        assert all(map(np.array_equal, given, model.labels_))


def test_predict_pairs_rows_by_itself_only_if_fit_did():
    X, pairs = shuffled_views()
    model = mvlink.SpectralClustering(3, random_state=0).fit(X, mapping=pairs)
    with pytest.raises(InputError, match="mapping: fit mapped the rows of the views otherwise"):
        model.predict(X)
    assert len(model.predict(X, mapping="rows")) == len(model.predict(X, mapping=None)) == 2
    assert len(model.predict([X[0], X[1][:50]])) == 2  # nothing can be paired row by row
    with pytest.raises(InputError, match=r"mapping\[0\]: row 60 does not exist"):
        model.predict(X, mapping=[(0, 60)])
    by_rows = mvlink.SpectralClustering(3, random_state=0).fit([X[0], X[1][pairs[:, 1]]])
    assert all(map(np.array_equal, by_rows.predict([X[0], X[1][pairs[:, 1]]]), by_rows.labels_))
