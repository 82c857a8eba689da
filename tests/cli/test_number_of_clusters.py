"""-k: one number, a range, auto, or one number per clustering."""
import numpy as np
import pytest

from conftest import assert_refused, json_of, read_labels, run_mvlink, write_dataset


@pytest.fixture
def small(tmp_path):
    """Thirty rows in three blobs."""
    random = np.random.default_rng(3)
    x = np.array([[0, 0, 0], [8, 0, 4], [0, 9, 4]])[np.repeat([0, 1, 2], 10)] + 0.7 * random.normal(size=(30, 3))
    return write_dataset(tmp_path / "small", np.abs(x))


def number_chosen(folder, range_of_k, *more):
    return json_of(run_mvlink("cluster", folder, "-k", range_of_k, "--json", *more))["options"]["n_clusters"]


@pytest.mark.parametrize("method", ["auto", "kmeans", "spectral"])
@pytest.mark.parametrize("range_of_k", ["2..30", "2..29", "2..50", "1..3"])
def test_rows_alone_in_their_cluster_are_no_sign_of_a_good_number(small, range_of_k, method):
    assert number_chosen(small, range_of_k, "--method", method) == 3


def test_auto_finds_the_blobs_of_a_dozen_rows(tmp_path):
    x = np.array([[0, 0], [9, 0], [0, 9]])[np.repeat([0, 1, 2], 4)] + np.random.default_rng(1).normal(size=(12, 2))
    assert number_chosen(write_dataset(tmp_path / "few", x), "auto") == 3


def test_a_method_that_was_named_is_not_said_to_be_chosen(small):
    told = " ".join(run_mvlink("cluster", small, "-k", "2..4", "--method", "kmeans").stdout.split())
    assert "kmeans, the number of clusters chosen by auto" in told and "--method chooses" not in told
    assert "kmeans, chosen by auto" in " ".join(run_mvlink("cluster", small, "-k", "2..4").stdout.split())


@pytest.fixture
def judged(tmp_path, blob_arrays):
    """Blobs with enough judgements to hold some out."""
    x, labels = blob_arrays
    pairs = [(i, i + 1, "must-link" if labels[i] == labels[i + 1] else "cannot-link") for i in range(0, 80, 2)]
    return write_dataset(tmp_path / "judged", x, constraints=pairs)


def test_held_out_judgements_do_not_choose_the_number_of_several_clusterings(judged):
    told = " ".join(run_mvlink("cluster", judged, "-k", "2..3", "--method", "smvc").stdout.split())
    assert "a judgement may be about any of them; k = " in told and "has the most certain labels" in told
    assert_refused(run_mvlink("select", judged, "-k", "2", "--method", "smvc"), 2, "smvc", "a method of one clustering")


@pytest.mark.parametrize("more", [[], ["--method", "kmeans"]])
def test_select_refuses_one_number_per_clustering(judged, more):
    assert_refused(run_mvlink("select", judged, "-k", "2,3", *more), 2, "2,3", "one")


def test_as_many_numbers_as_given_are_as_many_clusterings(small, tmp_path):
    result = json_of(run_mvlink("cluster", small, "-k", "2,3,2", "--method", "smvc", "-o", tmp_path / "out", "--json"))
    assert result["options"]["n_clusterings"] == 3 and len(result["clusterings"]) == 3
    sizes = [len(set(read_labels(tmp_path / "out" / f"labels_clustering{n}.csv")[1])) for n in (1, 2, 3)]
    assert all(size <= k for size, k in zip(sizes, (2, 3, 2)))
    assert_refused(run_mvlink("cluster", small, "-k", "2,3,2", "--method", "smvc", "--set", "n_clusterings=2"), 2,
                   "3 numbers for 2 clusterings")


@pytest.mark.parametrize("range_of_k,least,most", [("5..6", 5, 6), ("2..2", 2, 2), ("auto", 3, 3)])
def test_questions_begin_with_a_number_from_the_range(small, tmp_path, range_of_k, least, most):
    asked = run_mvlink("ask", small, "-k", range_of_k, "--journal", tmp_path / "j.jsonl", "--labels", tmp_path / "l.csv")
    assert asked.returncode == 0, asked.stderr
    assert least <= len(set(read_labels(tmp_path / "l.csv")[1])) <= most
