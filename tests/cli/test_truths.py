"""True classes: files that say nothing of some rows, or are called alike."""
import numpy as np
import pytest

from conftest import assert_refused, json_of, run_mvlink, write_dataset


@pytest.fixture
def listed(tmp_path, blob_arrays):
    """Objects are listed with their classes; views a and c have their ids, view b has none."""
    x, labels = blob_arrays
    folder = write_dataset(tmp_path / "listed", np.abs(x), labels, ids=[f"r{i}" for i in range(90)], name="a")
    write_dataset(folder, np.abs(x[:50]), ids=[f"r{i}" for i in range(50)], name="c")
    np.save(folder / "view_b.npy", np.abs(x[:40]))
    (folder / "ids.txt").write_text("".join(f"r{i}\n" for i in range(90)))
    return folder


def test_a_view_without_known_classes_is_not_scored(listed, tmp_path):
    result = json_of(run_mvlink("cluster", listed, "-k", "3", "-o", tmp_path / "out", "--json"))
    assert set(result["measures"]) == {"a", "c", "objects"}
    names = [line.split(",")[0] for line in (tmp_path / "out" / "labels_objects.csv").read_text().splitlines()[1:]]
    assert len(set(names)) == len(names) == 130 and {"r0", "b:39"} <= set(names)


def test_classes_of_which_none_is_known_score_nothing(blobs):
    (blobs / "labels.txt").write_text("-1\n" * 90)
    result = json_of(run_mvlink("cluster", blobs, "-k", "3", "--json"))
    assert result["measures"] == {}
    assert "classes-unknown" in [warning["code"] for warning in result["warnings"]]


def test_two_truths_of_one_name_are_refused(blobs):
    (blobs / "labels_labels.txt").write_text((blobs / "labels.txt").read_text())
    assert_refused(run_mvlink("cluster", blobs, "-k", "3"), 3, "labels_labels.txt", 'a second truth "labels"')


def test_objects_that_share_an_id_are_told_apart(tmp_path, blob_arrays):
    x = np.abs(blob_arrays[0])
    folder = write_dataset(tmp_path / "two", x, ids=[f"r{i}" for i in range(90)], name="a")
    write_dataset(folder, x, ids=[f"r{i}" for i in range(90)], name="b")
    (folder / "mapping.csv").write_text("view_a,a,view_b,b\na,r0,b,r1\n")
    run = run_mvlink("cluster", folder, "-k", "3", "--method", "cmvnmf", "-o", tmp_path / "out")
    assert run.returncode == 0, run.stderr
    names = [line.split(",")[0] for line in (tmp_path / "out" / "labels_objects.csv").read_text().splitlines()[1:]]
    assert len(set(names)) == len(names) == 179
    assert names[0] == "a:r0" and "b:r0" in names and "r1" in names
