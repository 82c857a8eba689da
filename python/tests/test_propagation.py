"""ConstraintPropagation: views of which some rows are mapped."""

import numpy as np
import pytest

from mvlink import ConstraintPropagation, InputError


@pytest.fixture
def views():
    """Two classes, far apart in both views; rows 0 to 9 are mapped, and the constraints are between others."""
    random = np.random.default_rng(3)
    truth = [np.arange(40) % 2, np.arange(30) % 2]
    X = [8.0 * classes[:, None] + random.normal(size=(len(classes), 2)) for classes in truth]
    pairs = [((0, 20), (0, 22), "must-link"), ((0, 21), (0, 22), "cannot-link"), ((0, 23), (0, 21), "must-link")]
    return X, truth, [(i, i) for i in range(10)], pairs


@pytest.mark.parametrize("base", ["pck-means", "mpck-means"])
def test_labels_mean_the_same_in_both_views(views, base):
    X, truth, mapping, pairs = views
    model = ConstraintPropagation(2, base=base, threshold=[0.5, 0.6], random_state=0)
    model.fit(X, mapping=mapping, constraints=pairs)
    first = int(model.labels_[0][0])
    for labels, classes in zip(model.labels_, truth):
        assert np.array_equal(labels, classes if first == 0 else 1 - classes)
    assert len(model.object_labels_) == 60
    assert np.array_equal(model.predict(X)[1], model.labels_[1])


def test_options_of_the_base_have_an_underscore(views):
    X, _, mapping, pairs = views
    model = ConstraintPropagation(2, base="mpck-means", base_metric="full", random_state=0)
    model.fit(X, mapping=mapping, constraints=pairs)
    assert model.get_params()["base_metric"] == "full"
    with pytest.raises(InputError, match="base.memory"):
        ConstraintPropagation(2, base_memory="keep").fit(X, mapping=mapping, constraints=pairs)


def test_one_view_learns_from_its_own_constraints(views):
    X, truth, _, _ = views
    model = ConstraintPropagation(2, random_state=0).fit(X[0], must_link=[(20, 22)], cannot_link=[(21, 22)])
    assert np.array_equal(model.labels_, truth[0] if model.labels_[0] == 0 else 1 - truth[0])


def test_saved_models_predict_as_before(views, tmp_path):
    X, _, mapping, pairs = views
    model = ConstraintPropagation(2, random_state=0).fit(X, mapping=mapping, constraints=pairs)
    model.save(tmp_path / "model.npz")
    again = ConstraintPropagation.load(tmp_path / "model.npz")
    for one, other in zip(again.predict(X), model.predict(X)):
        assert np.array_equal(one, other)
