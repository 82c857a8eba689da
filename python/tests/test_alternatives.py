"""Orthogonal, Alternative and PROCLUS: several clusterings, or one in subspaces, without constraints."""

import numpy as np
import pytest

from mvlink import PROCLUS, Alternative, Orthogonal, metrics


@pytest.fixture(scope="module")
def strong_and_weak():
    random = np.random.default_rng(0)
    truths = random.integers(3, size=(2, 180))
    X = np.hstack([strength * np.eye(3)[truth] for strength, truth in zip((30, 15), truths)])
    return X + random.normal(size=X.shape), truths


@pytest.mark.parametrize("estimator", [Orthogonal(3, random_state=0), Alternative(3, random_state=0)])
def test_both_clusterings_are_found_and_predicted(strong_and_weak, estimator):
    X, truths = strong_and_weak
    model = estimator.fit(X)
    assert model.clusterings_.shape == (180, 2) and (model.labels_ == model.clusterings_[:, 0]).all()
    assert metrics.e4fc(list(truths), model.clusterings_) == pytest.approx(1)
    assert np.array_equal(model.predict_clusterings(X), model.clusterings_)
    assert np.array_equal(model.predict(X), model.labels_)


def test_proclus_says_which_columns_each_cluster_has():
    random = np.random.default_rng(0)
    X = random.uniform(0, 100, size=(300, 6))
    labels = np.repeat([0, 1, 2], 100)
    for cluster, columns in enumerate([[0, 1], [2, 3], [4, 5]]):
        X[np.ix_(labels == cluster, columns)] = 50 + random.normal(size=(100, 2))
    model = PROCLUS(3, n_dimensions=2, random_state=0).fit(X)
    assert metrics.acc(labels, model.labels_) > 0.95
    assert sorted(np.flatnonzero(weights).tolist() for weights in model.feature_weights_) == [[0, 1], [2, 3], [4, 5]]
