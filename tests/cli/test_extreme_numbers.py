"""Features and options at the ends of their ranges: a status or a warning, never an overflow."""
import numpy as np
import pytest

from conftest import assert_refused, json_of, run_mvlink, write_dataset


def test_overflowing_features_are_status_4(tmp_path):
    x = np.random.default_rng(0).uniform(1e307, 1.7e308, (60, 4))
    process = run_mvlink("cluster", write_dataset(tmp_path / "data", x), "-k", "2", "--method", "proclus")
    assert process.returncode in (3, 4) and len(process.stderr.splitlines()) == 1


@pytest.mark.parametrize("method", ["nmf", "concat-nmf", "multi-nmf", "xray"])
def test_squares_that_overflow_are_no_perfect_fit(tmp_path, blob_arrays, method):
    folder = write_dataset(tmp_path / "data", np.abs(blob_arrays[0]) * 1e200)
    assert_refused(run_mvlink("cluster", folder, "-k", "3", "--method", method, "--set", "normalize=none"), 4,
                   "overflow", "scale them down")


@pytest.mark.parametrize("scale", [1e200, 1e-200])
@pytest.mark.parametrize("method", ["nmf", "concat-nmf", "cmvnmf"])
def test_rows_whose_length_is_not_a_number_are_no_rows_of_zeros(tmp_path, blob_arrays, method, scale):
    folder = write_dataset(tmp_path / "data", np.abs(blob_arrays[0]) * scale)
    by_length = [] if method == "cmvnmf" else ["--set", "normalize=l2"]
    assert_refused(run_mvlink("cluster", folder, "-k", "3", "--method", method, *by_length), 4,
                   'view "x": the squares of row 0 overflow or vanish')


@pytest.mark.parametrize("method", ["kmeans", "mpck-means"])
def test_new_rows_whose_squares_overflow_are_refused(tmp_path, blob_arrays, method):
    x = blob_arrays[0]
    assert run_mvlink("cluster", write_dataset(tmp_path / "data", x), "-k", "3", "--method", method, "-o",
                      tmp_path / "out").returncode == 0
    far = x.copy()
    far[5, 0] = 1e200
    assert_refused(run_mvlink("predict", tmp_path / "out", write_dataset(tmp_path / "new", far)), 3, 'view "x"',
                   "the squares of row 5 overflow")


@pytest.mark.parametrize("option", ["warm_up", "ramp"])
def test_huge_schedules_do_not_overflow(blobs, option):
    process = run_mvlink("cluster", blobs, "-k", "2", "--method", "smvc", "--set", f"{option}=2147483647", "--set",
                         "max_iter=2")
    assert process.returncode in (0, 2), process.stderr


def test_columns_far_from_zero_are_told(tmp_path, blob_arrays):
    near = json_of(run_mvlink("cluster", write_dataset(tmp_path / "near", blob_arrays[0]), "-k", "3", "--json"))
    far = json_of(run_mvlink("cluster", write_dataset(tmp_path / "far", blob_arrays[0] + 1e15), "-k", "3", "--json"))
    assert "far-from-zero" not in [warning["code"] for warning in near["warnings"]]
    told = [warning for warning in far["warnings"] if warning["code"] == "far-from-zero"]
    assert len(told) == 1 and told[0]["value"] == 3 and "prep=x:standardize" in told[0]["message"]
