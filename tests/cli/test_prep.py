"""--prep: what is done to the features before any method, kept in the model."""
import json

import numpy as np
import pytest
import scipy.sparse as sp

from conftest import SOURCE, assert_refused, json_of, read_labels, run_mvlink, same_partition, write_dataset


@pytest.fixture
def uneven(tmp_path, blob_arrays):
    """Blobs, one column of which is noise a thousand times as large as the others."""
    x, labels = blob_arrays
    noise = np.random.default_rng(3).uniform(-5000, 5000, size=(len(x), 1))
    return write_dataset(tmp_path / "uneven", np.hstack([x, noise]), labels)


@pytest.mark.sanitized
def test_standardizing_finds_what_a_large_column_hides(uneven, blob_arrays, tmp_path):
    plain = json_of(run_mvlink("cluster", uneven, "-k", "3", "--method", "kmeans", "--json"))
    assert plain["preparation"] == []
    answer = json_of(run_mvlink("cluster", uneven, "-k", "3", "--method", "kmeans", "--prep", "standardize", "--json"))
    assert answer["preparation"] == [{"view": "x", "steps": ["standardize"], "cols": 4}]
    assert answer["measures"]["x"]["labels"]["ari"] > 0.9 > plain["measures"]["x"]["labels"]["ari"]
    assert {"total", "read", "prepare"} <= set(answer["seconds"])


def test_auto_standardizes_where_one_column_decides_and_says_so(uneven):
    answer = json_of(run_mvlink("cluster", uneven, "-k", "3", "--json"))
    assert answer["preparation"] == [{"view": "x", "steps": ["standardize"], "cols": 4}]
    assert "few of its columns decide the distances, so standardize is added" in " ".join(
        run_mvlink("cluster", uneven, "-k", "3").stdout.split())
    assert json_of(run_mvlink("cluster", uneven, "-k", "3", "--prep", "none", "--json"))["preparation"] == []


@pytest.mark.sanitized
@pytest.mark.parametrize("steps", ["standardize", "minmax,l2", "standardize,pca=2", "x:standardize,pca=3,l2", "standardize,spectral=4"])
def test_predict_prepares_rows_as_the_run_did(uneven, tmp_path, steps):
    assert run_mvlink("cluster", uneven, "-k", "3", "--prep", steps, "-o", tmp_path / "run").returncode == 0
    again = run_mvlink("predict", tmp_path / "run", uneven)
    assert again.stdout == (tmp_path / "run" / "labels_x.csv").read_text()
    one = write_dataset(tmp_path / "one", np.load(uneven / "view_x.npy")[5:6])
    labels = read_labels(tmp_path / "run" / "labels_x.csv")[1]
    assert json_of(run_mvlink("predict", tmp_path / "run", one, "--json"))["views"][0]["labels"] == [labels[5]]


def test_a_warm_start_takes_the_preparation_of_the_model(uneven, tmp_path):
    run_mvlink("cluster", uneven, "-k", "3", "--prep", "standardize,pca=3", "-o", tmp_path / "run")
    again = json_of(run_mvlink("cluster", uneven, "--warm-start", tmp_path / "run", "--json"))
    assert again["preparation"][0]["steps"] == ["standardize", "pca=3"]
    assert again["iterations"] <= 2
    assert_refused(run_mvlink("cluster", uneven, "--warm-start", tmp_path / "run", "--prep", "l2"), 2, "l2",
                   "standardize, pca=3")


def test_a_model_from_before_there_was_preparation_still_predicts(tmp_path):
    model = SOURCE / "tests" / "fixtures" / "model_before_preparation.npz"
    centres = np.load(model)["centroids"]
    data = write_dataset(tmp_path / "data", centres)
    assert json_of(run_mvlink("predict", model, data, "--json"))["views"][0]["labels"] == [0, 1]


def test_sparse_counts_stay_sparse_and_the_summary_says_what_was_done(tmp_path):
    random = np.random.default_rng(1)
    counts = random.poisson(0.3, size=(60, 30)).astype(float)
    counts[:30, :5] += 4
    counts[30:, 5:10] += 4
    folder = tmp_path / "text"
    folder.mkdir()
    sp.save_npz(folder / "view_words.npz", sp.csr_matrix(counts))
    process = run_mvlink("cluster", folder, "-k", "2", "--prep", "words:tfidf,l2", "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert "words: tfidf, l2" in process.stdout
    labels = read_labels(tmp_path / "out" / "labels_words.csv")[1]
    assert same_partition(labels, np.arange(60) >= 30)
    answer = json.loads((tmp_path / "out" / "result.json").read_text())
    assert answer["warnings"] == []
    assert ", after tfidf, l2" in (tmp_path / "out" / "report.html").read_text()
    dense = json_of(run_mvlink("cluster", folder, "-k", "2", "--prep", "standardize", "--json"))
    assert [warning["code"] for warning in dense["warnings"]] == ["densified"]


def test_the_method_states_its_default(tmp_path):
    assert "Preparation" in run_mvlink("methods", "kmeans").stdout
    assert all(method["preparation"] for method in json_of(run_mvlink("methods", "--json")))
