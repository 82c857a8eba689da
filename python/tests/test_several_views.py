"""Estimators of several views: what reaches the library and what is made of its answer. The run itself is stood in for."""

import numpy as np
import pytest
import scipy.sparse as sp

import mvlink
from mvlink import KMeans, _base, _core

A = np.random.default_rng(0).random((4, 2))
B = np.random.default_rng(1).random((4, 3)).astype(np.float32)


class SeveralViews(KMeans):
    _most_views = 0


def part(scope, name, labels):
    labels = np.array(labels, dtype=np.int32)
    return {"scope": scope, "name": name, "n_clusters": 2, "labels": labels, "confidence": np.ones(len(labels))}


@pytest.fixture
def run(monkeypatch):
    """Answers with the partitions in `run.partitions` and keeps the dataset it was given."""

    def stand_in(method, data, options, seed, threads, callback, start_labels, start_centres, *rest):
        stand_in.data, stand_in.start_labels = data, start_labels
        model = KMeans(1).fit([[0.0]])._model
        answer = {"iterations": 1, "stop_reason": "converged", "seconds": {}, "constraints": {}, "warnings": [], "run": None}
        return {
            **answer,
            "partitions": stand_in.partitions,
            "objective": np.array([1.0]),
            "view_weights": np.array([0.5, 0.5]),
            "model": model,
            "raised": None,
        }

    original = _core.run
    stand_in.partitions = [part("view", "view1", [0, 0, 1, 1]), part("view", "view0", [1, 1, 0, 0])]

    def choose(method, data, *rest):
        return original(method, data, *rest) if data.n_views == 1 else stand_in(method, data, *rest)

    monkeypatch.setattr(_base._core, "run", choose)
    return stand_in


def test_views_are_borrowed_and_labels_come_in_their_order(run):
    model = SeveralViews(2).fit([A, B], constraints=[((0, 1), (1, 3), "must-link")])
    assert [view.name for view in run.data.views] == ["view0", "view1"]
    assert [view.address for view in run.data.views] == [A.ctypes.data, B.ctypes.data]
    assert run.data.rows_are_objects and run.data.constraints[0].tolist() == [[0, 1, 1, 3]]
    assert [labels.tolist() for labels in model.labels_] == [[1, 1, 0, 0], [0, 0, 1, 1]]
    assert model.n_features_in_ == [2, 3] and model.view_weights_.tolist() == [0.5, 0.5]
    assert not hasattr(model, "object_labels_")


def test_a_dict_names_the_views(run):
    run.partitions = [part("view", "text", [0, 1, 0, 1]), part("view", "links", [0, 1, 0, 1])]
    between = sp.csr_matrix(([-2.0], ([0], [2])), shape=(4, 4))
    SeveralViews(2).fit({"text": A, "links": sp.csr_matrix(B)}, mapping=None, constraints={("links", "text"): between})
    assert [view.name for view in run.data.views] == ["text", "links"] and run.data.unmapped
    assert [view.kind for view in run.data.views] == ["dense float64", "sparse float32"]
    assert run.data.constraints[0].tolist() == [[0, 2, 1, 0]] and run.data.constraints[2].tolist() == [2.0]


def test_labels_of_objects_are_kept_beside_those_of_rows(run):
    run.partitions += [part("objects", "objects", [0, 1, 1, 0])]
    model = SeveralViews(2).fit([A, B])
    assert model.object_labels_.tolist() == [0, 1, 1, 0] and len(model.labels_) == 2


def test_several_clusterings_are_columns(run):
    run.partitions = [part("clustering", "clustering1", [0, 0, 1, 1]), part("clustering", "clustering2", [0, 1, 0, 1])]
    model = SeveralViews(2).fit([A, B])
    assert model.clusterings_.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert model.labels_[0].tolist() == [0, 0, 1, 1]


def test_a_warm_start_gives_the_labels_of_every_view(run):
    model = SeveralViews(2, warm_start=True).fit([A, B])
    assert run.start_labels == []
    model.fit([A, B])
    assert [(name, labels.tolist()) for name, labels in run.start_labels] == [
        ("view0", [1, 1, 0, 0]),
        ("view1", [0, 0, 1, 1]),
    ]


@pytest.mark.parametrize(
    ("X", "given", "message"),
    [
        ([A, B[0]], {}, "Expected 2D array, got 1D array"),
        ([A, np.where(B > 0.5, np.nan, B)], {}, 'view "view1": row .* is NaN'),
        ([A, B], {"must_link": [(0, 1)]}, "must_link: only for one matrix, but there are 2 views"),
        ([A, B], {"constraints": sp.eye(4).tocsr()}, "constraints: a matrix for 2 views"),
        ([A, B], {"constraints": [(0, 9, "ml")]}, r"constraints\[0\]: row 9 of the views does not exist"),
        ([A, B[:3]], {"constraints": [(0, 1, "ml")]}, r"constraints\[0\]: row 0 without a view"),
        ([A, B], {"constraints": [("0", "1", "ml")]}, r"constraints\[0\]: '0' is an id, but no view has ids"),
        ([A, B], {"constraints": [((2, 0), (0, 1), "ml")]}, r"constraints\[0\]: view 2 does not exist"),
        ([A, B], {"constraints": {(0, 1): sp.csr_matrix((4, 3))}}, r"constraints\[\(0, 1\)\]: a 4 x 3 matrix"),
        ([A, B], {"partial_labels": [[0, 0, 1, 1]]}, "partial_labels: 1 lists for 2 views"),
        ([A, B], {"partial_labels": [[0, 0, 1, 1], [0]]}, r"partial_labels\[1\]: 1 labels for 4 rows"),
        ([A, B[:3]], {"mapping": "rows"}, "expected equally many"),
    ],
)
def test_what_does_not_fit_is_named(run, X, given, message):
    with pytest.raises(ValueError, match=message):
        SeveralViews(2).fit(X, **given)


def test_a_problem_brings_its_own_mapping(run):
    problem = mvlink.datasets.four_quadrants(10, random_state=0)
    names = list(problem.views)
    run.partitions = [part("view", name, np.arange(10) % 2) for name in names]
    model = SeveralViews(2).fit(problem)
    assert run.data.n_objects == 10 and len(model.labels_) == 2
    with pytest.raises(mvlink.InputError, match="mapping: the problem has its own"):
        SeveralViews(2).fit(problem, mapping=None)
