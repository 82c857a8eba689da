"""mvlink predict: rows that the model has not seen."""
import numpy as np
import pytest

from conftest import assert_refused, json_of, read_labels, run_mvlink, same_partition, write_dataset


@pytest.fixture
def trained(tmp_path, blob_arrays):
    """A model of the first sixty rows, and a folder with the other thirty."""
    x, labels = blob_arrays
    write_dataset(tmp_path / "old", x[:60], labels[:60])
    write_dataset(tmp_path / "new", x[60:], labels[60:], ids=[f"n{i}" for i in range(30)])
    assert run_mvlink("cluster", tmp_path / "old", "-k", "3", "-o", tmp_path / "run").returncode == 0
    return tmp_path


@pytest.mark.sanitized
@pytest.mark.parametrize("model", ["run", "run/model.npz"])
def test_held_out_rows_get_the_cluster_of_their_class(trained, blob_arrays, model):
    process = run_mvlink("predict", trained / model, trained / "new", "-o", trained / "out")
    assert process.returncode == 0, process.stderr
    ids, labels, _ = read_labels(trained / "out" / "labels_x.csv")
    assert ids[0] == "n0"
    assert same_partition(np.concatenate([read_labels(trained / "run" / "labels_x.csv")[1], labels]), blob_arrays[1])


@pytest.mark.parametrize("prep", ["none", "standardize"])
def test_columns_in_another_order_are_refused(tmp_path, blob_arrays, prep):
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    names = [f"c{i}" for i in range(blob_arrays[0].shape[1])]

    def write(folder, columns):
        lines = [",".join(names[i] for i in columns), *(",".join(str(row[i]) for i in columns) for row in blob_arrays[0])]
        (tmp_path / folder / "view_x.csv").write_text("\n".join(lines) + "\n")

    order = list(range(len(names)))
    write("old", order)
    write("new", order[::-1])
    assert run_mvlink("cluster", tmp_path / "old", "-k", "3", "--prep", prep, "-o", tmp_path / "run").returncode == 0
    assert run_mvlink("predict", tmp_path / "run", tmp_path / "old").returncode == 0
    assert_refused(run_mvlink("predict", tmp_path / "run", tmp_path / "new"), 3, 'view "x": column 0 is "c', "same order")


def test_rows_of_the_run_get_their_labels_back(trained):
    process = run_mvlink("predict", trained / "run", trained / "old")
    assert process.stdout == (trained / "run" / "labels_x.csv").read_text()


def test_the_name_of_a_single_view_does_not_matter(trained, blob_arrays):
    np.save(trained / "z.npy", blob_arrays[0][60:])
    process = run_mvlink("predict", trained / "run", "--view", f"z={trained}/z.npy", "--json")
    answer = json_of(process)
    assert answer["schema"] == 1 and answer["method"] == "kmeans"
    view = answer["views"][0]
    assert set(view) == {"name", "rows", "n_clusters", "sizes", "labels", "confidence"}
    assert sum(view["sizes"]) == view["rows"] == len(view["labels"]) == len(view["confidence"]) == 30


def test_another_number_of_columns_is_refused(trained, blob_arrays):
    np.save(trained / "z.npy", blob_arrays[0][:, :2])
    assert_refused(run_mvlink("predict", trained / "run", "--view", f"x={trained}/z.npy", "-o", trained / "out"), 3,
                   "2", "3")
    assert not (trained / "out").exists()


def test_views_that_the_model_does_not_know_are_refused(trained, blob_arrays):
    write_dataset(trained / "other", blob_arrays[0], name="a")
    write_dataset(trained / "other", blob_arrays[0], name="b")
    assert_refused(run_mvlink("predict", trained / "run", trained / "other"), 3, "x", "a, b")
