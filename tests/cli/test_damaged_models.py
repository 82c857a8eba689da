"""Models, labels and archives that someone damaged or made up are refused: one line, status 3."""
import io
import json
import zipfile

import numpy as np
import pytest

from conftest import assert_refused, run_mvlink, write_dataset


def npy_bytes(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def rewritten(source, target, change):
    """A copy of an archive in which change(name, bytes) gives the entries."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return target


@pytest.mark.parametrize("method", ["kmeans", "pck-means", "mpck-means", "cop-kmeans", "nmf", "smvc"])
def test_a_model_without_centres_is_status_3(tmp_path, blob_arrays, method):
    data = write_dataset(tmp_path / "data", np.abs(blob_arrays[0]) + 1)
    assert run_mvlink("cluster", data, "-k", "3", "--method", method, "-o", tmp_path / "out").returncode == 0

    def without_rows(name, content):
        if name == "header.json":
            header = json.loads(content)
            for array in header["arrays"]:
                array["rows"] = 0
            return json.dumps(header)
        found = np.load(io.BytesIO(content))
        return npy_bytes(found[:0]) if found.ndim == 2 else content

    bad = rewritten(tmp_path / "out" / "model.npz", tmp_path / "bad.npz", without_rows)
    assert_refused(run_mvlink("predict", bad, data), 3)
    assert_refused(run_mvlink("cluster", data, "-k", "3", "--method", method, "--warm-start", bad), 3)


def test_two_entries_of_one_name_are_status_3(tmp_path):
    scipy_sparse = pytest.importorskip("scipy.sparse")
    scipy_sparse.save_npz(tmp_path / "x.npz", scipy_sparse.csr_matrix(np.eye(6)))
    with zipfile.ZipFile(tmp_path / "x.npz", "a") as archive, pytest.warns(UserWarning):
        archive.writestr("data.npy", npy_bytes(np.full(6, 7.0)))
    assert_refused(run_mvlink("cluster", "--view", f"x={tmp_path}/x.npz", "-k", "2"), 3, "two entries", "data.npy")


def test_a_huge_label_to_start_from_is_status_3(blobs, tmp_path):
    (tmp_path / "labels.txt").write_text("2147483647\n" + "0\n" * 89)
    assert_refused(run_mvlink("cluster", blobs, "--warm-start", tmp_path / "labels.txt"), 3, "label 2147483647")
