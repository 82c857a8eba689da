"""Objects that hold several rows of one view: a many-to-many mapping."""
import numpy as np
import pytest

from conftest import assert_refused, json_of, run_mvlink


@pytest.fixture
def many(tmp_path):
    """Row i of `a` is rows 2 i and 2 i + 1 of `b`; b2 belongs to a0 too, so a0 and a1 are one object."""
    random = np.random.default_rng(0)
    x = np.array([[0, 0], [8, 0], [0, 9]])[np.repeat([0, 1, 2], 10)] + 0.7 * random.normal(size=(30, 2))
    np.save(tmp_path / "view_a.npy", np.abs(x))
    np.save(tmp_path / "view_b.npy", np.abs(np.repeat(x, 2, axis=0)))
    (tmp_path / "ids_a.txt").write_text("".join(f"a{i}\n" for i in range(30)))
    (tmp_path / "ids_b.txt").write_text("".join(f"b{i}\n" for i in range(60)))
    rows = [(i, 2 * i) for i in range(30)] + [(i, 2 * i + 1) for i in range(30)] + [(0, 2)]
    (tmp_path / "mapping.csv").write_text("view_a,a,view_b,b\n" + "".join(f"a,a{i},b,b{j}\n" for i, j in rows))
    return tmp_path


def judge(folder, *lines):
    (folder / "constraints.csv").write_text("a,b,type\n" + "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("a,b", [("a0", "a1"), ("a4", "b8"), ("b8", "b9")])
def test_two_names_of_one_object_are_told_apart_from_a_name_twice(many, a, b):
    judge(many, f"{a},{b},must-link")
    assert_refused(run_mvlink("cluster", many, "-k", "3"), 3, "constraints.csv line 2", f'"{a}" and "{b}" are one object',
                   "expected two objects")
    judge(many, f"{a},{a},must-link")
    assert_refused(run_mvlink("cluster", many, "-k", "3"), 3, f'"{a}"', "is linked with itself")


def test_a_judgement_holds_for_the_row_that_it_names(many):
    judge(many, "a1,a29,must-link")
    report = json_of(run_mvlink("cluster", many, "-k", "3", "--method", "kmeans", "--views", "a", "--json"))["constraints"]
    assert [(v["a"], v["b"]) for v in report["violations"]] == [("a1", "a29")]
    assert report["given"] == 1


def test_rows_of_one_object_get_equal_labels(many, tmp_path):
    judge(many, "a5,a6,must-link", "a5,b40,cannot-link")
    result = json_of(run_mvlink("cluster", many, "-k", "3", "--method", "mvcsc", "-o", tmp_path / "out", "--json"))
    assert result["constraints"]["given"] == 2
    labels = {}
    for view in "ab":
        lines = (tmp_path / "out" / f"labels_{view}.csv").read_text().splitlines()[1:]
        labels.update((line.split(",")[0], line.split(",")[1]) for line in lines)
    assert all(labels[f"a{i}"] == labels[f"b{2 * i}"] == labels[f"b{2 * i + 1}"] for i in range(30))
    assert labels["a0"] == labels["a1"]
    assert len((tmp_path / "out" / "labels_objects.csv").read_text().splitlines()) == 1 + 29
