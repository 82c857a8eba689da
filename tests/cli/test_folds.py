"""mvlink constraints folds: nothing in a fold follows from the others."""
import csv
import io

import numpy as np
import pytest
from conftest import assert_refused, run_mvlink


@pytest.fixture
def judged(tmp_path):
    """60 rows, chains of must-links within ten groups, cannot-links between them."""
    np.save(tmp_path / "view_x.npy", np.random.default_rng(0).normal(size=(60, 2)))
    lines = ["a,b,type"]
    for group in range(10):
        lines += [f"{6 * group + i},{6 * group + i + 1},must-link" for i in range(3)]
        lines += [f"{6 * group + i},{(6 * group + 6 + i) % 60},cannot-link" for i in range(4)]
    (tmp_path / "constraints.csv").write_text("\n".join(lines) + "\n")
    return tmp_path


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_no_judgement_follows_from_other_folds(judged):
    process = run_mvlink("constraints", "folds", judged, "--folds", "4")
    assert process.returncode == 0, process.stderr
    rows = rows_of(process.stdout)
    assert len(rows) == 70 and {row["fold"] for row in rows} == {"1", "2", "3", "4"}
    for held_out in "1234":
        group = {row: row for row in map(str, range(60))}

        def root(row):
            return row if group[row] == row else root(group[row])
        train = [row for row in rows if row["fold"] != held_out]
        for row in train:
            if row["type"] == "must-link":
                group[root(row["a"])] = root(row["b"])
        apart = {frozenset((root(row["a"]), root(row["b"]))) for row in train if row["type"] == "cannot-link"}
        for row in rows:
            if row["fold"] == held_out:
                assert root(row["a"]) != root(row["b"])
                assert frozenset((root(row["a"]), root(row["b"]))) not in apart


def test_a_fold_and_the_rest_are_all_and_can_be_read_again(judged):
    only = run_mvlink("constraints", "folds", judged, "--only", "2", "-o", judged / "test.csv")
    rest = run_mvlink("constraints", "folds", judged, "--without", "2", "-o", judged / "train.csv")
    assert only.returncode == rest.returncode == 0
    every = rows_of(run_mvlink("constraints", "folds", judged, "-o", "-").stdout)
    parts = rows_of((judged / "test.csv").read_text()) + rows_of((judged / "train.csv").read_text())
    assert sorted(map(str, every)) == sorted(map(str, parts))
    assert not (judged / "-").exists()
    again = run_mvlink("constraints", "check", judged, "--constraints", judged / "train.csv")
    assert again.returncode == 0, again.stderr


def test_too_few_judgements_and_wrong_folds_are_refused(judged):
    assert_refused(run_mvlink("constraints", "folds", judged, "--folds", "60"), 3, "expected at least 60")
    assert_refused(run_mvlink("constraints", "folds", judged, "--only", "6"), 2, "--only 6")
    assert_refused(run_mvlink("constraints", "folds", judged, "--folds", "1"), 2, "--folds")


def test_standard_output_is_never_a_file_of_that_name(judged, monkeypatch):
    (judged / "labels.txt").write_text("".join(f"{i // 6}\n" for i in range(60)))
    monkeypatch.chdir(judged)
    sampled = run_mvlink("constraints", "sample", judged, "--n", "5", "-o", "-")
    assert sampled.returncode == 0 and len(rows_of(sampled.stdout)) == 5
    for command in (("generate", "blobs"), ("demo",), ("reproduce", "bilenko2004")):
        assert_refused(run_mvlink(*command, "-o", "-"), 2, "expected the name of a folder")
    assert not (judged / "-").exists()
