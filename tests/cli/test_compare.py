"""mvlink compare: results side by side."""
import json

import numpy as np
import pytest

from conftest import assert_refused, json_of, read_labels, run_mvlink, write_dataset


def cluster(data, folder, *arguments):
    process = run_mvlink("cluster", data, "-o", folder, *arguments)
    assert process.returncode == 0, process.stderr
    return folder


@pytest.fixture
def two(constrained, tmp_path):
    return (cluster(constrained, tmp_path / "plain", "-k", "2", "--method", "kmeans", "--seed", "1"),
            cluster(constrained, tmp_path / "guided", "-k", "3", "--method", "pck-means", "--prep", "standardize"))


def cells(text, title):
    """The cells of a line of the table."""
    line = next(line for line in text.splitlines() if line.startswith(title + "  "))
    return [cell.strip() for cell in line[len(title):].split("  ") if cell.strip()]


@pytest.mark.sanitized
def test_results_are_shown_side_by_side(two):
    process = run_mvlink("compare", *two)
    assert process.returncode == 0 and process.stderr == ""
    text = process.stdout
    assert text.splitlines()[0].split() == ["plain", "guided"]
    assert cells(text, "method") == ["kmeans", "pck-means"]
    assert cells(text, "n_clusters") == ["2", "3"]
    assert cells(text, "preparation") == ["none", "x: standardize"]
    assert cells(text, "seed") == ["1", "0"]
    assert cells(text, "clusters")[1] == "3: 30, 30, 30"
    assert cells(text, "stop reason") == ["converged", "converged"]
    assert cells(text, "ari")[1] == "1.0000" and float(cells(text, "ari")[0]) < 1
    assert "\nobjective" not in text  # of two methods: not the same function
    assert "How far the labels agree" in text


def test_the_numbers_are_those_of_the_results(two):
    answer = json_of(run_mvlink("compare", *two, "--json"))
    for compared, folder in zip(answer["results"], two):
        stored = json.loads((folder / "result.json").read_text())
        for field in ("method", "options", "preparation", "seed", "stop_reason", "measures", "held_out", "seconds"):
            assert compared[field] == stored[field]
        assert compared["objective"] == stored["objective"][-1]
        assert compared["constraints"]["must"] == stored["constraints"]["must"]
        labels = read_labels(folder / "labels_x.csv")[1]
        assert compared["partitions"] == [{"name": "x", "rows": 90, "sizes": np.bincount(labels).tolist()}]
    assert "n_clusters" in answer["differing_options"]
    labels = [folder / "labels_x.csv" for folder in two]
    against = json_of(run_mvlink("evaluate", "--truth", labels[0], "--labels", labels[1], "--json"))["measures"]
    (agreement,) = answer["agreements"]
    assert agreement["ari"] == pytest.approx(against["ari"]) and agreement["nmi"] == pytest.approx(against["nmi"])
    assert answer["not_compared"] == []


def test_the_objective_is_compared_where_it_is_the_same_function(constrained, tmp_path):
    runs = [cluster(constrained, tmp_path / f"seed{seed}", "-k", "3", "--method", "kmeans", "--seed", seed)
            for seed in (1, 2)]
    text = run_mvlink("compare", *runs).stdout
    assert len(cells(text, "objective")) == 2 and "n_clusters" not in text
    assert json_of(run_mvlink("compare", *runs, "--json"))["same_objective"]


def test_rows_are_matched_by_id(tmp_path, blob_arrays):
    x, labels = blob_arrays
    ids = np.array([f"r{i}" for i in range(len(x))])
    order = np.random.default_rng(1).permutation(len(x))
    one = cluster(write_dataset(tmp_path / "a", x, labels, ids), tmp_path / "one", "-k", "3")
    two = cluster(write_dataset(tmp_path / "b", x[order], labels[order], ids[order]), tmp_path / "two", "-k", "3")
    (agreement,) = json_of(run_mvlink("compare", one, two, "--json"))["agreements"]
    assert agreement["ari"] == 1 and agreement["rows"] == 90


def test_results_of_other_rows_are_shown_and_their_labels_said_not_to_be_compared(two, tmp_path, blob_arrays):
    x, labels = blob_arrays
    fewer = cluster(write_dataset(tmp_path / "fewer", x[:50], labels[:50]), tmp_path / "few", "-k", "3")
    process = run_mvlink("compare", two[0], fewer)
    assert process.returncode == 0
    assert cells(process.stdout, "method")[0] == "kmeans"
    said = " ".join(process.stdout.split())
    assert "were not compared" in said and "has 90 labels" in said
    answer = json_of(run_mvlink("compare", two[0], fewer, "--json"))
    assert answer["agreements"] == [] and "has 50" in answer["not_compared"][0]["reason"]


def test_several_views_and_clusterings_have_a_line_each(tmp_path):
    run_mvlink("generate", "stick-figures", "--rows", "90", "-o", tmp_path / "figures")
    runs = [cluster(tmp_path / "figures", tmp_path / name, "-k", "3", "--method", "smvc", "--seed", seed)
            for name, seed in (("one", 0), ("two", 1))]
    answer = json_of(run_mvlink("compare", *runs, "--json"))
    assert len(answer["agreements"]) == 2
    text = run_mvlink("compare", *runs).stdout
    assert cells(text, "clusters of clustering2") and cells(text, "e4fc")


def test_views_that_have_the_labels_of_the_objects_are_not_shown_again(tmp_path):
    run_mvlink("generate", "moons", "--views", "2", "--rows", "40", "-o", tmp_path / "moons")
    runs = [cluster(tmp_path / "moons", tmp_path / method, "-k", "2", "--method", method) for method in ("spectral", "amgl")]
    text = run_mvlink("compare", *runs).stdout
    assert len(cells(text, "clusters")) == 2 and len(cells(text, "ari")) == 2
    assert [entry["partition_a"] for entry in json_of(run_mvlink("compare", *runs, "--json"))["agreements"]] == ["objects"]
    alone = cluster(tmp_path / "moons", tmp_path / "alone", "-k", "2", "--method", "kmeans", "--views", "a")
    assert cells(run_mvlink("compare", *runs, alone).stdout, "clusters of a")


def test_results_are_named_without_the_folder_that_all_of_them_are_in(two, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    other = two[1].rename(tmp_path / "elsewhere" / "guided")
    assert run_mvlink("compare", two[0], f"{other}/").stdout.split()[:2] == ["plain", "elsewhere/guided"]
    assert run_mvlink("compare", "plain/", "plain", cwd=tmp_path).stdout.split()[:2] == ["plain", "plain"]


def test_many_results_are_shown_below_each_other(two):
    narrow = run_mvlink("compare", *two, *two, env={"COLUMNS": "60"}).stdout
    assert sum(line.startswith("method ") for line in narrow.splitlines()) > 1


def test_a_result_json_is_a_result_too(two):
    by_file = json_of(run_mvlink("compare", two[0] / "result.json", two[1], "--json"))
    assert len(by_file["agreements"]) == 1
    assert by_file["results"][0]["name"] == str(two[0])
    assert run_mvlink("compare", "result.json", two[1], cwd=two[0]).stdout.split()[0] == "."


def test_a_line_of_a_block_says_something_of_one_of_its_results(two, tmp_path):
    run_mvlink("generate", "smvc-synthetic", "--rows", "60", "-o", tmp_path / "several")
    several = cluster(tmp_path / "several", tmp_path / "smvc", "-k", "3", "--method", "smvc")
    alone = cluster(tmp_path / "several", tmp_path / "alone", "-k", "3", "--method", "kmeans")
    blocks = run_mvlink("compare", several, alone, env={"COLUMNS": "40"}).stdout.split("\n\n")
    assert "clustering1" in blocks[0] and "clustering1" not in blocks[1]
    assert len(json_of(run_mvlink("compare", several, alone, "--json"))["agreements"]) == 2


def test_fewer_than_two_results_are_refused(two):
    assert_refused(run_mvlink("compare"), 2, "0 results", "two or more")
    assert_refused(run_mvlink("compare", two[0]), 2, "1 result", "two or more")


def test_what_is_not_a_whole_result_is_refused(two, constrained, tmp_path):
    assert_refused(run_mvlink("compare", two[0], tmp_path / "nowhere"), 5, "nowhere")
    assert_refused(run_mvlink("compare", two[0], constrained), 5, "result.json")
    labels = two[1] / "labels_x.csv"
    labels.write_text(labels.read_text().replace(",1,", ",0,", 1))
    assert_refused(run_mvlink("compare", *two), 3, "labels_x.csv", "not the file that the run")
    labels.unlink()
    missing = run_mvlink("compare", *two)
    assert missing.returncode == 0 and "no labels beside its result.json" in " ".join(missing.stdout.split())
    (two[1] / "result.json").write_text("{}")
    assert_refused(run_mvlink("compare", *two), 3, "guided: result.json")


def test_control_characters_of_names_do_not_reach_a_terminal(two, tmp_path):
    odd = two[0].rename(tmp_path / "a\x1b[31m")
    assert "\x1b" not in run_mvlink("compare", odd, two[1]).stdout
