"""What scikit-learn's KMeans has: transform, score and inertia_, under the metric that a method learnt."""

import numpy as np
import pytest
import scipy.sparse as sp

import mvlink
from mvlink import COPKMeans, KMeans, MKMeans, MPCKMeans, PCKMeans, RCAKMeans, SupervisedMeans, constraints

ALL = [KMeans, COPKMeans, PCKMeans, MKMeans, MPCKMeans, SupervisedMeans, RCAKMeans]


def test_distances_score_and_inertia_are_those_of_scikit_learn(blobs):
    cluster = pytest.importorskip("sklearn.cluster")
    X, _ = blobs
    other = cluster.KMeans(3, n_init=3, random_state=0).fit(X)
    for rows in (X, sp.csr_matrix(X), X.astype(np.float32)):
        model = KMeans(3, init=other.cluster_centers_).fit(rows)
        assert model.inertia_ == pytest.approx(other.inertia_, rel=1e-5)
        assert model.score(rows) == pytest.approx(other.score(X), rel=1e-5)
        assert np.allclose(model.transform(rows), other.transform(X), atol=1e-4)
        assert np.allclose(KMeans(3, init=other.cluster_centers_).fit_transform(rows), model.transform(rows))


@pytest.mark.parametrize("Estimator", ALL)
def test_rows_are_nearest_to_the_centre_of_their_cluster(blobs, Estimator):
    X, labels = blobs
    model = Estimator(3, random_state=0).fit(X, constraints=constraints.sample(labels, 20, random_state=0))
    distances = model.transform(X)
    assert distances.shape == (len(X), 3) and np.array_equal(distances.argmin(axis=1), model.predict(X))
    assert model.score(X) == pytest.approx(-(distances.min(axis=1) ** 2).sum())
    if hasattr(model, "inertia_"):
        assert model.inertia_ == pytest.approx(-model.score(X))


@pytest.mark.parametrize("options", [{}, {"per_cluster": True}, {"metric": "full"}, {"metric": "full", "per_cluster": True}])
def test_distances_follow_the_learnt_metric(streaks, options):
    X, labels = streaks
    model = MPCKMeans(3, random_state=0, **options).fit(X, constraints=constraints.sample(labels, 60, random_state=0))
    arrays = model._model.arrays
    log_det = arrays["metric_log_determinants"].ravel()
    assert np.array_equal((model.transform(X) ** 2 - log_det).argmin(axis=1), model.predict(X))


def test_rows_are_prepared_before_distances_are_taken(blobs):
    X, _ = blobs
    prepared = (X - X.mean(axis=0)) / X.std(axis=0)
    model = KMeans(3, prep="standardize", random_state=0).fit(X)
    expected = np.linalg.norm(prepared[:, None] - model.cluster_centers_, axis=2)
    assert np.allclose(model.transform(X), expected) and model.score(X) == pytest.approx(-model.inertia_)


def test_a_loaded_model_has_distances_too(blobs, tmp_path):
    X, _ = blobs
    model = MPCKMeans(3, random_state=0).fit(X)
    model.save(tmp_path / "model.npz")
    assert np.array_equal(mvlink.load(tmp_path).transform(X), model.transform(X))
    assert np.array_equal(MPCKMeans.load(tmp_path).predict(X), model.predict(X))


def test_methods_without_centres_have_no_distances():
    assert not hasattr(mvlink.NMF(), "transform") and not hasattr(mvlink.SMVC(), "score")


def test_rows_of_another_width_are_refused_and_not_broadcast(blobs):
    model = KMeans(3, random_state=0).fit(blobs[0])
    narrow = mvlink.datasets.blobs(20, 2, 1)
    for use in (model.predict, model.transform, model.score):
        with pytest.raises(mvlink.InputError, match='view "blobs" has 1 columns; the model was fitted on 4'):
            use(narrow)


def test_distances_of_sparse_float32_rows_are_those_of_float64():
    X = np.random.default_rng(0).normal(size=(50, 3)).astype(np.float32) + np.float32(1000)
    model = KMeans(3, random_state=0).fit(X.astype(np.float64))
    assert np.allclose(model.transform(sp.csr_matrix(X)), model.transform(X), rtol=1e-5)
