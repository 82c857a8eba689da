"""Real datasets, where they are at hand."""
import json

import pytest

from conftest import assert_refused, json_of, read_labels, run_mvlink


def result_of(*arguments):
    return json_of(run_mvlink("cluster", *arguments, "--json"))


def test_iris_by_kmeans_reaches_the_known_optimum(data_folder):
    result = result_of(data_folder / "iris", "-k", "3")
    assert result["method"] == "kmeans"
    # The least sum of squares that anybody has found for iris and three clusters.
    assert result["objective"][-1] == pytest.approx(78.8514, abs=1e-3)
    assert result["measures"]["x"]["labels"]["acc"] == pytest.approx(0.893, abs=0.01)


def test_constraints_improve_wine(data_folder, tmp_path):
    plain = result_of(data_folder / "wine", "-k", "3")["measures"]["x"]["labels"]["f_measure"]
    better = 0
    for seed in range(3):
        pairs = tmp_path / f"{seed}.csv"
        assert run_mvlink("constraints", "sample", data_folder / "wine", "--n", "300", "--seed", seed, "-o",
                          pairs).returncode == 0
        result = result_of(data_folder / "wine", "-k", "3", "--constraints", pairs, "--seed", seed)
        assert result["method"] in ("mpck-means", "pck-means", "mvcsc")  # whichever predicts held-out judgements better
        better += result["measures"]["x"]["labels"]["f_measure"] > plain
    assert better == 3


def test_one_sparse_view_of_3sources(data_folder, tmp_path):
    process = run_mvlink("cluster", data_folder / "3sources", "--views", "bbc", "-k", "6", "-o", tmp_path)
    assert process.returncode == 0, process.stderr
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["views"] == [{"name": "bbc", "rows": 352, "cols": 3560, "kind": result["views"][0]["kind"]}]
    assert "sparse" in result["views"][0]["kind"]
    assert len(read_labels(tmp_path / "labels_bbc.csv")[0]) == 352


def test_3sources_needs_a_choice_of_views(data_folder):
    assert_refused(run_mvlink("cluster", data_folder / "3sources", "-k", "6", "--method", "kmeans"), 2,
                   "bbc", "guardian", "reuters", "--views")


def test_pairs_of_3sources_follow_the_view(data_folder):
    process = run_mvlink("constraints", "sample", data_folder / "3sources", "--n", "20", "--view", "guardian")
    assert process.returncode == 0 and len(process.stdout.splitlines()) == 21


def test_one_view_of_mfeat(data_folder):
    result = result_of(data_folder / "mfeat", "--views", "fac", "-k", "10", "--set", "n_init=3")
    assert result["measures"]["fac"]["labels"]["nmi"] > 0.5
