"""Tables are borrowed where their layout allows, and every layout gives the same answer."""

import gc
import sys
import weakref

import numpy as np
import pytest
import scipy.sparse as sp

from mvlink import KMeans, _core
from mvlink._base import Clusterer
from mvlink._given import given_dataset
from mvlink._tables import canonical


def borrowed(X):
    """The view that fit makes of X."""
    data, _, _ = given_dataset(KMeans(n_clusters=2), X, "auto", reset=True)
    return data.views[0]


def address(array):
    return array.__array_interface__["data"][0]


def memmap(tmp_path, array):
    file = tmp_path / "X.npy"
    np.save(file, array)
    return np.load(file, mmap_mode="r")


LAYOUTS = {
    "C order": lambda X: np.ascontiguousarray(X),
    "Fortran order": lambda X: np.asfortranarray(X),
    "every second row": lambda X: np.repeat(X, 2, axis=0)[::2],
    "every second column": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "columns of a wider table": lambda X: np.hstack([X, X])[:, : X.shape[1]],
    "transposed slice": lambda X: np.ascontiguousarray(np.hstack([X, X]).T)[: X.shape[1]].T,
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_dense_table_is_not_copied(blobs, dtype, layout):
    X = LAYOUTS[layout](blobs[0].astype(dtype))
    view = borrowed(X)
    assert view.address == address(X)
    assert view.kind == f"dense {np.dtype(dtype).name}"
    assert np.array_equal(view.features(), X)
    plain = KMeans(3, random_state=0).fit(blobs[0].astype(dtype))
    assert np.array_equal(KMeans(3, random_state=0).fit(X).labels_, plain.labels_)


@pytest.mark.parametrize("order", ["C", "F"])
def test_a_read_only_memmap_is_not_copied(blobs, tmp_path, order):
    X = memmap(tmp_path, np.asarray(blobs[0], order=order))
    view = borrowed(X)
    assert view.address != address(X), "pages of our own: see test_memmap.py"
    ranges = [line.split() for line in open("/proc/self/maps") if line.rstrip().endswith(str(tmp_path / "X.npy"))]
    ranges = [[int(end, 16) for end in line[0].split("-")] for line in ranges]
    assert any(first <= view.address < last for first, last in ranges), "of the same file"
    assert np.array_equal(KMeans(3, random_state=0).fit_predict(X), KMeans(3, random_state=0).fit_predict(blobs[0]))


@pytest.mark.parametrize(
    "unusual",
    [
        lambda X: X[::-1],
        lambda X: X[:, ::-1],
        lambda X: X.astype(">f8"),
        lambda X: X.astype(np.float16),
        lambda X: X.astype(np.longdouble),
        lambda X: np.rint(X).astype(np.int64),
        lambda X: np.broadcast_to(X[0], X.shape),
        lambda X: X.tolist(),
        lambda X: np.rec.fromarrays([X[:, 0], np.zeros(len(X), np.int8)], names="x,y")["x"].reshape(-1, 1),
    ],
)
def test_other_layouts_and_types_are_copied_into_one_that_works(blobs, unusual):
    X = unusual(blobs[0])
    expected = np.ascontiguousarray(X, dtype=np.float64)
    assert np.array_equal(borrowed(X).features(), expected)
    first = KMeans(1, random_state=0).fit(X)
    assert np.allclose(first.cluster_centers_[0], expected.mean(axis=0))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("form", ["csr_matrix", "csr_array"])
def test_values_of_compressed_rows_are_not_copied(dtype, form):
    X = getattr(sp, form)(sp.random(60, 20, 0.3, "csr", dtype=dtype, random_state=0))
    X.sort_indices()
    view = borrowed(X)
    assert view.address == address(X.data)
    _, columns, _ = canonical(X)
    assert address(columns) == address(X.indices)
    assert view.kind == f"sparse {np.dtype(dtype).name}"


def test_sparse_tables_of_any_form_are_read_as_the_dense_one():
    X = sp.random(60, 8, 0.5, "csr", random_state=0)
    dense = KMeans(3, random_state=0).fit(X.toarray())
    doubled = sp.csr_matrix(
        (np.repeat(X.data, 2) / 2, np.repeat(X.indices, 2), X.indptr * 2), shape=X.shape
    )  # not canonical
    wide = X.copy()
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    roomy = X.copy()
    roomy.data, roomy.indices = np.append(roomy.data, 9.0), np.append(roomy.indices, 0).astype(roomy.indices.dtype)
    for other in [X, X.tocsc(), X.tocoo(), doubled, wide, roomy]:
        before = other.copy()
        assert np.array_equal(KMeans(3, random_state=0).fit(other).labels_, dense.labels_)
        assert abs(other - before).sum() == 0


def test_the_table_lives_as_long_as_its_view_and_no_longer(blobs):
    class Watched(np.ndarray):
        pass

    X = np.array(blobs[0]).view(Watched)
    watch, count = weakref.ref(X), sys.getrefcount(X)
    view = _core.View.dense("X", X)
    assert sys.getrefcount(X) == count + 1
    del X
    gc.collect()
    assert watch() is not None
    del view
    gc.collect()
    assert watch() is None


def test_labels_are_arrays_of_their_own(blobs):
    model = KMeans(3, random_state=0).fit(blobs[0])
    labels = model.labels_
    assert labels.dtype == np.int32 and labels.flags.writeable and labels.flags.c_contiguous
    kept = labels.copy()
    del model
    gc.collect()
    assert np.array_equal(labels, kept)


def test_every_estimator_shares_the_fit_of_the_base():
    assert Clusterer.fit is KMeans.fit
