"""mvlink evaluate: every measure of two files of labels."""
import numpy as np
import pytest

from conftest import json_of, run_mvlink


@pytest.fixture
def label_files(tmp_path):
    (tmp_path / "truth.txt").write_text("".join(f"{w}\n" for w in "aaabbbcc"))
    (tmp_path / "labels.txt").write_text("".join(f"{w}\n" for w in "11122333"))
    return tmp_path / "truth.txt", tmp_path / "labels.txt"


@pytest.mark.sanitized
def test_the_figures_are_those_worked_out_by_hand(label_files):
    truth, labels = label_files
    answer = json_of(run_mvlink("evaluate", "--truth", truth, "--labels", labels, "--json"))
    assert (answer["rows"], answer["classes"], answer["clusters"]) == (8, 3, 3)
    # Pairs together: truth 3 + 3 + 1, labels 3 + 1 + 3, both 3 + 1 + 1.
    assert answer["measures"]["precision"] == pytest.approx(5 / 7)
    assert answer["measures"]["recall"] == pytest.approx(5 / 7)
    assert answer["measures"]["f_measure"] == pytest.approx(5 / 7)
    assert answer["measures"]["acc"] == pytest.approx(7 / 8)
    assert answer["measures"]["purity"] == pytest.approx(7 / 8)
    assert set(answer["measures"]) == {"f_measure", "precision", "recall", "nmi", "acc", "ari", "purity"}
    assert set(answer["nmi"]) == {"geometric", "arithmetic", "max"}
    assert answer["nmi"]["geometric"] == answer["measures"]["nmi"]
    assert answer["nmi"]["max"] <= answer["nmi"]["arithmetic"] <= answer["nmi"]["geometric"] + 1e-12


def test_the_table_names_every_measure(label_files):
    truth, labels = label_files
    text = run_mvlink("evaluate", "--truth", truth, "--labels", labels).stdout
    for name in ("f_measure", "precision", "recall", "nmi", "acc", "ari", "purity", "nmi arithmetic", "nmi max"):
        assert f"\n{name} " in text
    assert text.startswith("8 rows, 3 classes and 3 clusters")


def test_names_of_clusters_do_not_matter_and_unknown_rows_are_left_out(tmp_path):
    (tmp_path / "truth.txt").write_text("0\n0\n1\n1\n-1\n")
    (tmp_path / "labels.txt").write_text("7\n7\n2\n2\n2\n")
    answer = json_of(run_mvlink("evaluate", "--truth", tmp_path / "truth.txt", "--labels", tmp_path / "labels.txt",
                                "--json"))
    assert all(value == pytest.approx(1) for value in answer["measures"].values())


def test_it_reads_what_cluster_writes(blobs, tmp_path):
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out").returncode == 0
    answer = json_of(run_mvlink("evaluate", "--truth", blobs / "labels.txt", "--labels",
                                tmp_path / "out" / "labels_x.csv", "--json"))
    assert answer["measures"]["f_measure"] == 1
