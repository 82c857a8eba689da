"""SMVC: several clusterings of one matrix."""

import numpy as np
import pytest

from mvlink import SMVC, InputError, load


def made(n=150, seed=0):
    rng = np.random.default_rng(seed)
    first, second = rng.integers(3, size=(2, n))
    centres = rng.normal(scale=5, size=(2, 3, 4))
    X = np.hstack([centres[0][first], centres[1][second], np.zeros((n, 2))]) + rng.normal(size=(n, 10))
    return X, first, second


def agree(a, b):
    return len(set(zip(a, b))) == len(set(a)) == len(set(b))


def test_both_clusterings_and_their_dimensions_are_found():
    X, first, second = made()
    model = SMVC(n_clusters=3, random_state=0).fit(X)
    assert model.clusterings_.shape == (150, 2) and (model.labels_ == model.clusterings_[:, 0]).all()
    assert (model.confidence_ == model.clusterings_confidence_[:, 0]).all()
    assert agree(model.clusterings_[:, 0], first) and agree(model.clusterings_[:, 1], second)
    assert [d["column"] for d in model.clusterings_report_[0]["dimensions"]] == [0, 1, 2, 3]
    assert model.dimension_probabilities_.shape == (2, 10)
    assert model.dimension_probabilities_[1, 4:8].min() > 0.99 and model.dimension_probabilities_[:, 8:].max() < 0.5
    assert model.objective_ == model.objectives_.max()


def test_constraints_are_listed_under_their_clustering():
    X, first, second = made()
    pairs = [(a, b) for a in range(150) for b in range(a) if first[a] == first[b] and second[a] != second[b]][:30]
    model = SMVC(n_clusters=3, random_state=0).fit(X, must_link=pairs)
    assert len(model.clusterings_report_[0]["constraints"]) == 30
    assert model.clusterings_report_[0]["constraints"][0]["probability"] > 0.5
    assert model.constraints_report_["violated"] == 0


def test_numbers_of_clusters_may_be_one_each():
    X, *_ = made()
    for given in [(3, 2), [3, 2], np.array([3, 2])]:
        model = SMVC(n_clusters=given, random_state=0).fit(X)
        assert model.clusterings_[:, 0].max() == 2 and model.clusterings_[:, 1].max() == 1
    with pytest.raises(ValueError, match="3 numbers for 2 clusterings"):
        SMVC(n_clusters=[3, 2, 2]).fit(X)
    with pytest.raises(InputError, match="n_clusters: 'a' is of type str"):
        SMVC(n_clusters=[3, "a"]).fit(X)
    with pytest.raises(InputError, match="not a list of numbers"):
        SMVC(n_clusters=[]).fit(X)


def test_the_number_of_clusterings_is_chosen():
    X, *_ = made()
    model = SMVC(n_clusters=3, n_clusterings="auto", max_clusterings=3, n_init=2, random_state=0).fit(X)
    assert model.clusterings_.shape[1] == 2
    assert [len(size["n_clusters"]) for size in model.tried_] == [1, 2, 3]


def test_new_rows_are_labelled_in_every_clustering(tmp_path):
    X, *_ = made()
    model = SMVC(n_clusters=(3, 4), random_state=0).fit(X)
    assert (model.predict_clusterings(X) == model.clusterings_).all()
    assert (model.predict(X) == model.labels_).all()
    model.save(tmp_path / "model.npz")
    again = load(tmp_path / "model.npz")
    assert again.n_clusters == (3, 4) and again.image == ""
    assert (again.predict_clusterings(X) == model.clusterings_).all()
    assert (again.dimension_probabilities_ == model.dimension_probabilities_).all()


def test_a_warm_start_keeps_the_numbers():
    X, *_ = made()
    model = SMVC(n_clusters=3, random_state=0, warm_start=True).fit(X)
    before = model.clusterings_
    assert (model.fit(X).clusterings_ == before).all()


def test_more_clusterings_than_features_are_refused():
    with pytest.raises(ValueError, match="n_features=1"):
        SMVC(n_clusters=2).fit([[0.0], [1.0], [2.0]])
