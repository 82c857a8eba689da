"""The forms of `mapping`, on the dataset that they make."""

import numpy as np
import pytest

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
