"""Spectral clustering in Python: given graphs, several views, new rows, pickling."""

import pickle

import numpy as np
import pytest
from scipy.sparse import csr_matrix

import mvlink
from mvlink import AMGL, CoRegSpectral, InputError, SpectralClustering

METHODS = [SpectralClustering, CoRegSpectral, AMGL]


def clusters(n=90, views=2, seed=0):
    random = np.random.default_rng(seed)
    truth = np.arange(n) % 3
    return [random.normal(size=(n, 4)) + 8 * random.normal(size=(3, 4))[truth] for _ in range(views)], truth


def same(one, two):
    return (np.equal.outer(one, one) == np.equal.outer(two, two)).all()


def rings(n=200):
    angle = np.arange(n) * 2 * np.pi / n
    radius = np.where(np.arange(n) % 2, 1.0, 4.0)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), np.arange(n) % 2


@pytest.mark.parametrize("method", METHODS)
def test_rings_are_separated(method):
    X, truth = rings()
    fitted = method(n_clusters=2, random_state=0).fit(X)
    assert same(fitted.labels_, truth)
    assert fitted.embedding_.shape == (200, 2)
    assert (fitted.predict(X) == fitted.labels_).all()
    assert ((fitted.confidence_ >= 0) & (fitted.confidence_ <= 1)).all()


def test_a_given_graph_may_be_sparse_dense_or_of_single_precision():
    W = np.kron(np.eye(2), np.ones((4, 4))) - np.eye(8)
    W[3, 4] = W[4, 3] = 0.1
    for given in (W, W.astype(np.float32), csr_matrix(W), csr_matrix(W.astype(np.float32))):
        fitted = SpectralClustering(n_clusters=2, metric="precomputed", random_state=0).fit(given)
        assert same(fitted.labels_, np.repeat([0, 1], 4))
        assert (fitted.predict(given) == fitted.labels_).all()


@pytest.mark.parametrize(
    ("W", "part"),
    [
        (np.ones((2, 3)), "one column per instance"),
        (np.array([[0.0, -1], [-1, 0]]), "-1"),
        (np.array([[0.0, 1], [2, 0]]), "symmetric"),
    ],
)
def test_what_is_no_graph_is_refused(W, part):
    with pytest.raises(InputError, match=part):
        SpectralClustering(n_clusters=2, metric="precomputed").fit(W)


@pytest.mark.parametrize("method", METHODS)
def test_several_views_share_their_objects_and_any_of_them_places_new_rows(method):
    views, truth = clusters()
    fitted = method(n_clusters=3, random_state=0).fit([X[:75] for X in views])
    assert same(fitted.object_labels_, truth[:75])
    name = {truth[i]: fitted.object_labels_[i] for i in range(3)}
    expected = [name[c] for c in truth[75:]]
    for labels in fitted.predict([X[75:] for X in views]):
        assert labels.tolist() == expected
    if method is AMGL:
        assert fitted.view_weights_.sum() == pytest.approx(1)


@pytest.mark.parametrize("sparse", [False, True])
def test_a_model_survives_pickling_and_files_with_its_rows(tmp_path, sparse):
    (X, _), _ = clusters()
    X = np.maximum(X.astype(np.float32), 0)
    X[:, 0] += 1
    given = csr_matrix(X) if sparse else X
    fitted = SpectralClustering(n_clusters=3, random_state=0).fit(given[:70])
    expected = fitted.predict(given[70:])
    again = pickle.loads(pickle.dumps(fitted))
    assert (again.predict(given[70:]) == expected).all()
    fitted.save(tmp_path / "model.npz")
    loaded = SpectralClustering.load(tmp_path / "model.npz")
    assert (loaded.predict(given[70:]) == expected).all()
    kept = loaded._model.tables["rows_X"]
    assert kept.kind == ("sparse float32" if sparse else "dense float32")
    assert mvlink.load(tmp_path / "model.npz").n_clusters == 3


def test_the_model_does_not_follow_changes_of_the_array_that_it_was_fitted_on():
    X, _ = rings(60)
    fitted = SpectralClustering(n_clusters=2, random_state=0).fit(X)
    new, before = X.copy(), fitted.predict(X)
    X[:] = 0
    assert (fitted.predict(new) == before).all()


def test_a_given_graph_is_tagged_as_pairwise():
    sklearn_utils = pytest.importorskip("sklearn.utils")
    if not hasattr(sklearn_utils, "get_tags"):
        assert SpectralClustering(metric="precomputed")._more_tags()["pairwise"]
    else:
        assert sklearn_utils.get_tags(SpectralClustering(metric="precomputed")).input_tags.pairwise
