"""The argument prep: the features are prepared as scikit-learn would, in fit, in predict and after loading."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.preprocessing import MinMaxScaler, StandardScaler, normalize

import mvlink
from conftest import SOURCE
from mvlink import KMeans, PCKMeans, _core
from mvlink._tables import view_of

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(300, 6)) * [1, 10, 0.1, 5, 1, 1] + [0, 3, 0, -7, 0, 2]
X[:, 4] = 1.5  # a constant column
COUNTS = RANDOM.poisson(0.4, size=(200, 40)).astype(float)
KINDS = [np.asarray, np.asfortranarray, lambda x: x.astype(np.float32), sp.csr_matrix,
         lambda x: sp.csr_matrix(x).astype(np.float32)]


def prepared(table, steps, threads=1):
    """What a method would see."""
    data = _core.Dataset.of([view_of("X", table, table)])
    run = _core.run("kmeans", data, [("n_clusters", "1")], 0, threads, None, [], None, None, [steps], [], 0)
    view = run["prepared"].views[0]
    if not view.is_sparse:
        return np.array(view.features())
    values, columns, offsets = view.features()
    return sp.csr_matrix((values, columns, offsets), shape=(view.rows, view.cols)).toarray()


def same(found, expected, kind):
    tolerance = 1e-4 if kind(np.zeros((1, 1))).dtype == np.float32 else 1e-9
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_agree_with_scikit_learn(kind):
    same(prepared(kind(X), "standardize"), StandardScaler().fit_transform(X), kind)
    same(prepared(kind(X), "minmax"), MinMaxScaler().fit_transform(X), kind)
    same(prepared(kind(X), "l2"), normalize(X), kind)
    same(prepared(kind(COUNTS), "tfidf"), TfidfTransformer(norm=None).fit_transform(COUNTS).toarray(), kind)
    same(prepared(kind(COUNTS), "tfidf,l2"), TfidfTransformer().fit_transform(COUNTS).toarray(), kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(300, 6), (40, 200), (60, 1500)])
def test_components_agree_with_scikit_learn_up_to_their_sign(kind, shape):
    table = np.random.default_rng(3).normal(size=shape) * np.linspace(5, 1, shape[1])
    found, expected = prepared(kind(table), "pca=3"), PCA(3, svd_solver="full").fit_transform(table)
    tolerance = 2e-2 if kind(np.zeros((1, 1))).dtype == np.float32 else 1e-7
    np.testing.assert_allclose(found, expected * np.sign((found * expected).sum(axis=0)), atol=tolerance)


def test_components_by_iteration_hold_the_variance_that_exact_ones_hold():
    table = np.random.default_rng(3).normal(size=(1200, 1300)) * np.linspace(5, 0.1, 1300) ** 2
    found, expected = prepared(table, "pca=5"), PCA(5, svd_solver="full").fit(table)
    np.testing.assert_allclose(found.var(axis=0, ddof=1), expected.explained_variance_, rtol=1e-4)


@pytest.mark.parametrize("steps", ["standardize", "minmax,l2", "standardize,pca=3"])
def test_predict_gives_training_rows_their_labels_back(steps, tmp_path):
    model = PCKMeans(3, prep=steps, random_state=0).fit(X, must_link=[(0, 1)])
    assert model.n_features_in_ == 6
    copies = [model, pickle.loads(pickle.dumps(model))]
    model.save(tmp_path / "model.npz")
    copies.append(mvlink.load(tmp_path / "model.npz"))
    assert copies[-1].prep == steps and copies[-1].n_features_in_ == 6
    expected = model.predict(X)
    for copy in copies:
        np.testing.assert_array_equal(copy.predict(X), expected)
    np.testing.assert_array_equal(KMeans(3, prep=steps, random_state=0).fit(X).predict(X),
                                  KMeans(3, prep=steps, random_state=0).fit_predict(X))


def test_centres_and_init_are_in_the_space_of_the_prepared_features():
    model = KMeans(3, prep="standardize,pca=2", random_state=0).fit(X)
    assert model.cluster_centers_.shape == (3, 2)
    again = KMeans(3, prep="standardize,pca=2", init=model.cluster_centers_).fit(X)
    np.testing.assert_array_equal(again.labels_, model.labels_)
    assert again.n_iter_ <= 2 and "prepare" in again.seconds_


def test_a_loaded_model_starts_where_its_centres_were_found(tmp_path):
    KMeans(3, prep="standardize", random_state=0).fit(X).save(tmp_path / "model.npz")
    model = mvlink.load(tmp_path / "model.npz").set_params(warm_start=True)
    expected = model.predict(X[:100])
    np.testing.assert_array_equal(model.fit(X[:100], partial_labels=None).predict(X[:100]), model.labels_)
    assert (model.labels_ == expected).mean() > 0.8
    with pytest.raises(ValueError, match="l2.*standardize"):
        mvlink.load(tmp_path / "model.npz").set_params(warm_start=True, prep="l2").fit(X)


def test_a_model_from_before_there_was_preparation_still_loads():
    model = mvlink.load(SOURCE / "tests" / "fixtures" / "model_before_preparation.npz")
    assert model.prep is None
    assert model.predict(model.cluster_centers_).tolist() == [0, 1]


def rings(rows, seed):
    random = np.random.default_rng(seed)
    labels, angle = np.arange(rows) % 2, random.uniform(0, 2 * np.pi, rows)
    radius = np.where(labels == 0, 1, 3) + 0.05 * random.normal(size=rows)
    return np.c_[radius * np.cos(angle), radius * np.sin(angle)], labels


@pytest.mark.parametrize("kind", [np.asarray, np.asfortranarray, lambda x: x.astype(np.float32)])
def test_a_spectral_embedding_tells_rings_apart_also_in_rows_it_has_not_seen(kind, tmp_path):
    table, labels = rings(300, 1)
    model = KMeans(2, prep="standardize,spectral=1", random_state=0).fit(kind(table))
    assert len(set(zip(model.labels_.tolist(), labels.tolist()))) == 2
    np.testing.assert_array_equal(model.predict(kind(table)), model.labels_)
    model.save(tmp_path / "model.npz")
    others, truth = rings(200, 2)
    found = mvlink.load(tmp_path / "model.npz").predict(kind(others))
    np.testing.assert_array_equal(found, model.predict(kind(others)))
    assert len(set(zip(found.tolist(), truth.tolist()))) == 2


def test_columns_on_different_scales_are_warned_of_before_a_spectral_embedding():
    with pytest.warns(mvlink.MvlinkWarning, match="scale the columns first") as caught:
        KMeans(2, prep="spectral=2").fit(rings(80, 3)[0] * [1, 1000])
    assert "unscaled-features" in [warning.message.code for warning in caught]


def test_views_are_prepared_by_position_or_name():
    assert KMeans(2, prep={0: "standardize"}).fit(X)._model.preparation == [("X", "standardize")]
    assert KMeans(2, prep={"X": "l2,pca=2"}).fit(X)._model.preparation == [("X", "l2,pca=2")]
    assert KMeans(2, prep="none").fit(X)._model.preparation == []


def test_a_small_sparse_matrix_is_written_out_with_a_warning():
    with pytest.warns(mvlink.MvlinkWarning, match="dense") as caught:
        KMeans(2, prep="standardize").fit(sp.csr_matrix(X))
    assert caught[0].message.code == "densified"


@pytest.mark.parametrize("prep, words", [
    ("standardise", "did you mean standardize"),
    ("spectral=300", "at most spectral=299"),
    ("pca=7", "at most pca=6"),
    ("tfidf", "row 0, column"),
    ({1: "l2"}, "view 1 does not exist"),
    ({"X": 3}, "expected text"),
    (["l2"], "expected text"),
    (7, "expected text"),
])
def test_bad_preparations_are_refused(prep, words):
    with pytest.raises(ValueError, match=words):
        KMeans(2, prep=prep).fit(X)


def test_the_answer_does_not_depend_on_threads():
    for steps in ["standardize,pca=3", "minmax,l2", "standardize,spectral=4"]:
        one = prepared(X, steps, 1)
        for threads in [2, 7]:
            np.testing.assert_array_equal(prepared(X, steps, threads), one)
