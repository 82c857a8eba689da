"""The spectral family at the command line: graphs as views, objects missing in a view, new rows."""
import json

import numpy as np
import pytest
from conftest import assert_refused, read_labels, run_mvlink, same_partition, write_dataset

METHODS = ["spectral", "coreg-spectral", "amgl"]


@pytest.fixture
def two_views(tmp_path):
    """Two views of three clusters with ids; the second lacks the first ten objects."""
    random = np.random.default_rng(3)
    truth = np.arange(90) % 3
    folder = tmp_path / "data"
    for name, first in (("a", 0), ("b", 10)):
        x = random.normal(size=(90, 4)) + 8 * random.normal(size=(3, 4))[truth]
        write_dataset(folder, x[first:], ids=[f"o{i}" for i in range(first, 90)], name=name)
    return folder, truth


@pytest.mark.parametrize("method", METHODS)
def test_objects_that_a_view_lacks_get_labels(tmp_path, two_views, method):
    folder, truth = two_views
    process = run_mvlink("cluster", folder, "-k", 3, "--method", method, "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    ids, labels, confidence = read_labels(tmp_path / "out" / "labels_objects.csv")
    assert ids == [f"o{i}" for i in range(90)]
    assert same_partition(labels, truth)
    assert ((confidence >= 0) & (confidence <= 1)).all()
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert "objects-missing" in [warning["code"] for warning in result["warnings"]]
    if method == "amgl":
        assert sum(view["weight"] for view in result["views"]) == pytest.approx(1)


@pytest.mark.parametrize("method", METHODS)
def test_new_rows_of_one_view_are_placed(tmp_path, two_views, method):
    folder, _ = two_views
    assert run_mvlink("cluster", folder, "-k", 3, "--method", method, "-o", tmp_path / "out").returncode == 0
    view = folder / "view_b.npy"
    process = run_mvlink("predict", tmp_path / "out" / "model.npz", "--view", f"b={view}", "-o", tmp_path / "new")
    assert process.returncode == 0, process.stderr
    expected = read_labels(tmp_path / "out" / "labels_b.csv")[1]
    assert (read_labels(tmp_path / "new" / "labels_b.csv")[1] == expected).all()


def graph_file(folder, entries, size):
    folder.mkdir()
    lines = [f"{i + 1} {j + 1} {weight}" for i, j, weight in entries]
    (folder / "view_g.mtx").write_text(
        f"%%MatrixMarket matrix coordinate real general\n{size} {size} {len(lines)}\n" + "\n".join(lines) + "\n")
    return folder


def test_a_graph_in_a_file_is_clustered(tmp_path):
    pairs = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    entries = [edge for i, j in pairs for edge in ((i, j, 1), (j, i, 1))] + [(2, 3, 0.1), (3, 2, 0.1)]
    folder = graph_file(tmp_path / "graph", entries, 6)
    process = run_mvlink("cluster", folder, "-k", 2, "--method", "spectral", "--set", "metric=precomputed", "-o",
                         tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert same_partition(read_labels(tmp_path / "out" / "labels_g.csv")[1], [0, 0, 0, 1, 1, 1])


@pytest.mark.parametrize("entries", [[(0, 1, 1)], [(0, 1, -1), (1, 0, -1)]])
def test_what_is_no_graph_is_refused(tmp_path, entries):
    folder = graph_file(tmp_path / "graph", entries, 3)
    process = run_mvlink("cluster", folder, "-k", 2, "--method", "spectral", "--set", "metric=precomputed")
    assert_refused(process, 3, 'view "g"')


def test_too_many_neighbours_are_refused(tmp_path):
    folder = write_dataset(tmp_path / "data", np.arange(12.0).reshape(6, 2))
    process = run_mvlink("cluster", folder, "-k", 2, "--method", "spectral", "--set", "n_neighbors=6")
    assert_refused(process, 3, "n_neighbors: 6 neighbours for the 6 rows", "at most 5")


def test_the_summary_says_how_much_each_view_counts_and_shows_objects_once(tmp_path):
    six = tmp_path / "six"
    assert run_mvlink("generate", "mvcsc-synthetic", "-o", six).returncode == 0
    process = run_mvlink("cluster", six, "-k", 3, "--method", "mvcsc", "--set", "beta=2")
    assert process.returncode == 0, process.stderr
    told = " ".join(process.stdout.split())
    assert "View weights clean1 0." in told and "irrelevant1 0 (ignored)" in told, told
    assert "clusters of the objects" in told and "clusters of view" not in told
