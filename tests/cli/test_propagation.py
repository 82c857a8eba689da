"""mvlink cluster --method propagation and mvlink constraints propagate: partially mapped views."""
import csv
import io
import json
import shlex

import numpy as np
import pytest

from conftest import SOURCE, assert_refused, read_labels, run_mvlink, same_partition


@pytest.fixture
def two_views(tmp_path):
    """Two classes in 40 rows of one view and 30 of another, far apart in both; rows 0 to 9 are mapped."""
    random = np.random.default_rng(3)
    truth = {"a": np.arange(40) % 2, "b": np.arange(30) % 2}
    folder = tmp_path / "two"
    folder.mkdir()
    for name, classes in truth.items():
        np.save(folder / f"view_{name}.npy", 8.0 * classes[:, None] + random.normal(size=(len(classes), 2)))
    (folder / "mapping.csv").write_text("view_a,a,view_b,b\n" + "".join(f"a,{i},b,{i}\n" for i in range(10)))
    (folder / "constraints.csv").write_text(
        "view_a,a,view_b,b,type\na,20,a,22,must-link\na,21,a,22,cannot-link\na,23,a,21,must-link\n")
    return folder, truth


@pytest.mark.sanitized
def test_every_view_and_the_objects_get_labels_that_mean_the_same(two_views, tmp_path):
    folder, truth = two_views
    process = run_mvlink("cluster", folder, "-k", "2", "--method", "propagation", "--set", "threshold=0.5,0.6",
                         "--set", "base=mpck-means", "--set", "base.metric=full", "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    labels = {name: read_labels(tmp_path / "out" / f"labels_{name}.csv")[1] for name in truth}
    assert same_partition(np.concatenate(list(labels.values())), np.concatenate(list(truth.values())))
    assert len(read_labels(tmp_path / "out" / "labels_objects.csv")[1]) == 60
    options = json.loads((tmp_path / "out" / "result.json").read_text())["options"]
    assert options["base.metric"] == "full" and options["base.per_cluster"] == "auto"
    process = run_mvlink("predict", tmp_path / "out", folder, "--views", "b", "-o", tmp_path / "again")
    assert process.returncode == 0, process.stderr
    assert list(read_labels(tmp_path / "again" / "labels_b.csv")[1]) == list(labels["b"])


@pytest.mark.sanitized
def test_propagated_constraints_are_written_with_weight_source_and_path(two_views):
    folder, truth = two_views
    process = run_mvlink("constraints", "propagate", folder, "-k", "2", "--set", "threshold=0.3", "--quiet")
    assert process.returncode == 0, process.stderr
    rows = list(csv.DictReader(io.StringIO(process.stdout)))
    assert rows
    for row in rows:
        same = truth[row["view_a"]][int(row["a"])] == truth[row["view_b"]][int(row["b"])]
        assert row["type"] == ("must-link" if same else "cannot-link")
        assert 0.3 <= float(row["weight"]) <= 1
        steps = row["path"].split(" > ")
        assert steps[0] == row["source"] and steps[-1] == f"{row['view_a']}: {row['a']} - {row['b']}"


@pytest.mark.parametrize("options, message", [
    (["--set", "threshold=0"], "threshold: 0 is out of range; expected a number in (0, 1]"),
    (["--set", "base.memory=keep"], "base.memory: pck-means has no such option"),
    (["--set", "base.toll=1"], "did you mean base.tol?"),
    (["--set", "base=kmeans"], "expected one of pck-means, mpck-means, mk-means"),
])
def test_bad_options_are_refused(two_views, options, message):
    assert_refused(run_mvlink("cluster", two_views[0], "-k", "2", "--method", "propagation", *options), 2, message)


def test_data_that_do_not_fit_are_refused(two_views):
    folder, _ = two_views
    run = lambda *more: run_mvlink("cluster", folder, "-k", "2", "--method", "propagation", *more)
    assert_refused(run("--unmapped"), 3, "cmvnmf clusters unmapped views")
    assert_refused(run("--set", "threshold=0.5,0.6,0.7"), 3, "threshold: 3 values for 2 views")
    (folder / "constraints.csv").write_text("view_a,a,view_b,b,type\na,0,a,1,cannot-link\nb,0,b,1,must-link\n")
    assert_refused(run(), 3, 'row 0 of view "a" is mapped to row 0 of view "b" is must-linked with row 1 of view "b"')


@pytest.mark.parametrize("mapping, message", [
    ("a,0,b,99\n", 'row 99 of view "b" does not exist'),
    ("a,0,c,1\n", 'view "c" does not exist'),
    ("a,0,a,1\n", 'view "a" on both sides'),
])
def test_mappings_that_name_nothing_are_refused(two_views, mapping, message):
    folder, _ = two_views
    (folder / "mapping.csv").write_text("view_a,a,view_b,b\n" + mapping)
    assert_refused(run_mvlink("cluster", folder, "-k", "2", "--method", "propagation"), 3, "mapping.csv", message)


def test_a_view_with_fewer_rows_than_clusters_is_refused(two_views):
    folder, _ = two_views
    assert_refused(run_mvlink("cluster", folder, "-k", "31", "--method", "propagation"), 3,
                   '31 clusters for the 30 rows of view "b"')


def documented_commands():
    """The commands of the worked example, from the folder to the report, as the page states them."""
    page = (SOURCE / "docs" / "methods" / "propagation.md").read_text()
    block = page.split("## From a folder to a report")[1].split("```sh no-run\n")[1].split("```")[0]
    return [shlex.split(line.split("#")[0])[1:] for line in block.splitlines() if line.startswith("mvlink ")]


def test_the_worked_example_on_3sources_does_what_its_page_says(data_folder, tmp_path):
    commands = documented_commands()
    assert len(commands) == 3
    for arguments in commands:
        arguments = [str(data_folder / "3sources") if word == "3sources" else word for word in arguments]
        process = run_mvlink(*arguments, cwd=tmp_path)
        assert process.returncode == 0, process.stderr
    result = json.loads((tmp_path / "news" / "result.json").read_text())
    f_measures = [result["measures"][view]["labels"]["f_measure"] for view in ("bbc", "guardian", "reuters")]
    # Another instruction set rounds otherwise, and a few rows may then change clusters.
    assert f_measures == pytest.approx([0.778, 0.562, 0.810], abs=0.03)
    assert len(result["disagreements"]) == pytest.approx(170, rel=0.1)
    assert "clusters-not-gaussian" in {warning["code"] for warning in result["warnings"]}
    assert (tmp_path / "news" / "report.html").stat().st_size > 10_000
    inferred = list(csv.DictReader(open(tmp_path / "inferred.csv")))
    assert len(inferred) == pytest.approx(343 + 1492, rel=0.1)
    assert all(row["source"] and row["path"] for row in inferred)
