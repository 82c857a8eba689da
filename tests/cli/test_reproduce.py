"""mvlink reproduce: a paper's protocol from the command line."""
import csv
import json
import os
import signal
import subprocess
import time

import pytest

from conftest import BINARY, assert_refused, run_mvlink

OWN = ["--method", "plain=kmeans n_init=2", "--method", "PCK-Means", "--sweep", "0,20,60", "--repetitions", "2"]


def reproduce_own(folder, out, *more, **options):
    return run_mvlink("reproduce", "bilenko2004", "--dataset", folder, *OWN, "-o", out, *more, **options)


def test_the_list_names_papers_and_experiments():
    process = run_mvlink("reproduce", "--list")
    assert process.returncode == 0
    for word in ("bilenko2004", "figure2", "figure13", "table-paper", "noise"):
        assert word in process.stdout
    papers = json.loads(run_mvlink("reproduce", "bilenko2004", "--list", "--json").stdout)
    figure2 = next(e for e in papers[0]["experiments"] if e["name"] == "figure2")
    assert figure2["datasets"] == ["iris"] and "PCK-Means" in figure2["methods"]


@pytest.mark.sanitized
@pytest.mark.parametrize("arguments, fragments", [
    ([], ["which paper"]),
    (["bilenko2005"], ['paper "bilenko2005"', "did you mean bilenko2004?"]),
    (["bilenko2005", "--list"], ["did you mean bilenko2004?"]),
    (["bilenko2004", "figure22"], ['experiment of bilenko2004 "figure22"', "did you mean figure2"]),
    (["bilenko2004", "--method", "a=pck-mean"], ["did you mean pck-means?"]),
    (["bilenko2004", "--method", "a=pck-means closures=true"], ["closures", "closure"]),
    (["bilenko2004", "--method", "a=kmeans", "--sweep", "0,x"], ['"x" is not a number']),
    (["bilenko2004", "--method", "a=kmeans", "--sweep", "0.5"], ["sweep: found 0.5"]),
    (["bilenko2004", "--jobs", "-1"], ["-1"]),
])
def test_a_wrong_word_is_refused_with_the_nearest(tmp_path, arguments, fragments):
    assert_refused(run_mvlink("reproduce", *arguments, cwd=tmp_path), 2, *fragments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sanitized
def test_a_missing_dataset_is_named_with_where_it_was_looked_for(tmp_path):
    environment = {"MVLINK_DATA": str(tmp_path / "nowhere")}
    process = run_mvlink("reproduce", "bilenko2004", "figure2", "--method", "K-Means", cwd=tmp_path, env=environment)
    assert_refused(process, 5, 'dataset "iris"', str(tmp_path / "nowhere" / "iris"), "--data", "MVLINK_DATA")
    process = run_mvlink("reproduce", "bilenko2004", "figure2", "--method", "K-Means", "--data", "here", cwd=tmp_path)
    assert_refused(process, 5, "here/iris")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sanitized
def test_data_without_classes_are_refused(tmp_path, blobs):
    (blobs / "labels.txt").unlink()
    assert_refused(reproduce_own(blobs, tmp_path / "out"), 3, "labels.txt")


@pytest.mark.sanitized
def test_more_constraints_than_pairs_are_refused(tmp_path, blobs):
    process = run_mvlink("reproduce", "bilenko2004", "--dataset", blobs, "--method", "K-Means", "--sweep", "0,9999",
                         "-o", tmp_path / "out")
    assert_refused(process, 3, "9999 constraints", "2556")


@pytest.mark.sanitized
def test_own_data_follow_the_protocol_and_leave_every_file(tmp_path, blobs):
    out = tmp_path / "out"
    process = reproduce_own(blobs, out)
    assert process.returncode == 0, process.stderr
    assert "| PCK-Means |" in process.stdout and "index.html" in process.stdout
    assert sorted(p.name for p in out.iterdir()) == [
        "README.md", "index.html", "runs.csv", "table-defaults.svg", "table.md", "table.tex"]
    runs = list(csv.DictReader((out / "runs.csv").open()))
    assert len(runs) == 10 + 3 * 10  # K-Means hears no constraints: once
    assert {run["dataset"] for run in runs} == {"blobs"} and {run["method"] for run in runs} == {"plain", "PCK-Means"}
    seeds = {(run["repetition"], run["fold"]): set() for run in runs}
    for run in runs:
        seeds[run["repetition"], run["fold"]].add(run["seed"])
    assert all(len(s) == 1 for s in seeds.values()) and len(set().union(*seeds.values())) == 10
    assert "table-defaults.svg" in (out / "README.md").read_text()


def test_json_holds_every_figure(tmp_path, blobs):
    figures = json.loads(reproduce_own(blobs, tmp_path / "out", "--json").stdout)
    cells = figures["experiments"][0]["cells"]
    assert figures["paper"] == "bilenko2004" and len(cells) == 6
    assert all(0 < cell["mean"] <= 1 and cell["dataset"] == "blobs" for cell in cells)


def test_quiet_says_nothing(tmp_path, blobs):
    process = reproduce_own(blobs, tmp_path / "out", "--quiet")
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")


def test_jobs_and_resuming_change_no_byte_of_the_tables(tmp_path, blobs):
    assert reproduce_own(blobs, tmp_path / "one", "--jobs", 1).returncode == 0
    expected = (tmp_path / "one" / "table.md").read_bytes()
    assert reproduce_own(blobs, tmp_path / "two", "--jobs", 3).returncode == 0
    assert (tmp_path / "two" / "table.md").read_bytes() == expected
    runs = (tmp_path / "two" / "runs.csv").read_bytes()
    (tmp_path / "two" / "runs.csv").write_bytes(runs[:len(runs) // 2])
    process = reproduce_own(blobs, tmp_path / "two", "--resume")
    assert process.returncode == 0 and "of them from an earlier process" in process.stdout
    assert (tmp_path / "two" / "table.md").read_bytes() == expected
    assert len((tmp_path / "two" / "runs.csv").read_text().splitlines()) == 41


def test_a_killed_run_can_be_resumed(tmp_path, blobs):
    assert reproduce_own(blobs, tmp_path / "whole").returncode == 0
    out = tmp_path / "out"
    process = subprocess.Popen([BINARY, "reproduce", "bilenko2004", "--dataset", str(blobs), *OWN, "-o", str(out)],
                               stdout=subprocess.DEVNULL)
    while process.poll() is None and (not (out / "runs.csv").exists() or (out / "runs.csv").stat().st_size < 1000):
        pass
    process.kill()
    process.wait()
    assert reproduce_own(blobs, out, "--resume").returncode == 0
    assert (out / "table.md").read_bytes() == (tmp_path / "whole" / "table.md").read_bytes()


def test_kmeans_and_pck_means_reach_the_reference_on_iris(data_folder, tmp_path):
    process = run_mvlink("reproduce", "bilenko2004", "table-paper", "--method", "K-Means", "--method", "PCK-Means", "--quick",
                         "--data", data_folder, "-o", tmp_path / "out", "--json")
    references = json.loads(process.stdout)["experiments"][0]["references"]
    assert len(references) == 24
    assert all(cell["reached"] for cell in references if cell["dataset"] == "iris")


def test_an_interrupt_leaves_a_state_to_resume(tmp_path, blobs):
    out = tmp_path / "out"
    arguments = ["reproduce", "bilenko2004", "--dataset", str(blobs), "--method", "a=kmeans n_init=300 tol=0",
                 "--method", "b=pck-means n_init=200", "--sweep", "0,20,60", "--repetitions", "400", "-o", str(out)]
    process = subprocess.Popen([BINARY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (out / "runs.csv").exists() or len((out / "runs.csv").read_text().splitlines()) < 5:
        time.sleep(0.02)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and output == ""
    assert len(errors.splitlines()) == 1 and "--resume" in errors
    assert os.listdir(out) == ["runs.csv"]
    assert (out / "runs.csv").read_text().endswith("\n")
