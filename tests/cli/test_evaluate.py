"""mvlink evaluate: every measure of two files of labels."""
import numpy as np
import pytest

from conftest import assert_refused, json_of, run_mvlink


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


def test_several_clusterings_are_matched_with_their_truths(tmp_path):
    for name, labels in (("upper", "0011"), ("lower", "0101"), ("one", "5252"), ("two", "0011"), ("three", "0001")):
        (tmp_path / name).write_text("".join(f"{label}\n" for label in labels))
    files = ["--truth", tmp_path / "upper", "--truth", tmp_path / "lower", "--labels", tmp_path / "one",
             "--labels", tmp_path / "two"]
    answer = json_of(run_mvlink("evaluate", *files, "--json"))
    assert [c["truth"] for c in answer["clusterings"]] == [str(tmp_path / "lower"), str(tmp_path / "upper")]
    assert answer["e4fc"] == 1 and all(c["measures"]["nmi"] == pytest.approx(1) for c in answer["clusterings"])
    more = json_of(run_mvlink("evaluate", *files, "--labels", tmp_path / "three", "--json"))
    assert more["clusterings"][2]["truth"] is None and "measures" not in more["clusterings"][2]
    assert more["e4fc"] < 1
    text = run_mvlink("evaluate", *files).stdout
    assert "e4fc  1.0000" in text and str(tmp_path / "lower") in text
    (tmp_path / "two").write_text("0\n1\n")
    assert_refused(run_mvlink("evaluate", *files), 3, "has 4 labels", "has 2")


def test_it_reads_what_cluster_writes(blobs, tmp_path):
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out").returncode == 0
    answer = json_of(run_mvlink("evaluate", "--truth", blobs / "labels.txt", "--labels",
                                tmp_path / "out" / "labels_x.csv", "--json"))
    assert answer["measures"]["f_measure"] == 1


def test_rows_are_matched_by_id_where_both_files_have_ids(tmp_path):
    truth, labels = tmp_path / "truth.csv", tmp_path / "labels.csv"
    truth.write_text("id,label\na,0\nb,1\nc,1\n")
    labels.write_text("id,label\nb,1\na,0\nc,1\n")
    answer = json_of(run_mvlink("evaluate", "--truth", truth, "--labels", labels, "--json"))
    assert answer["measures"]["ari"] == 1
    several = json_of(run_mvlink("evaluate", "--truth", truth, "--labels", labels, "--labels", labels, "--json"))
    assert several["e4fc"] == 1
    (tmp_path / "plain.txt").write_text("0\n1\n1\n")
    by_row = json_of(run_mvlink("evaluate", "--truth", tmp_path / "plain.txt", "--labels", labels, "--json"))
    assert by_row["measures"]["ari"] == pytest.approx(-0.5)
    assert_refused(run_mvlink("evaluate", "--truth", truth, "--truth", tmp_path / "plain.txt", "--labels", labels), 3,
                   "plain.txt has no ids", "different orders")


def test_equal_ids_in_equal_order_may_repeat(tmp_path):
    (tmp_path / "a.csv").write_text("id,label\na,0\na,1\nc,1\n")
    answer = json_of(run_mvlink("evaluate", "--truth", tmp_path / "a.csv", "--labels", tmp_path / "a.csv", "--json"))
    assert answer["measures"]["ari"] == 1
