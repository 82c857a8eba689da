"""mvlink generate: datasets that can be clustered at once."""
import json

import numpy as np
import pytest

from conftest import assert_refused, json_of, run_mvlink


def contents(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir()}


@pytest.mark.sanitized
@pytest.mark.parametrize("name", ["blobs", "four-quadrants", "mvcsc-synthetic", "streaks", "smvc-synthetic", "stick-figures",
                                  "moons", "rings", "super-instances"])
def test_the_same_seed_makes_the_same_dataset(tmp_path, name):
    for folder, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        process = run_mvlink("generate", name, "-o", tmp_path / folder, "--seed", seed)
        assert process.returncode == 0, process.stderr
    assert contents(tmp_path / "a") == contents(tmp_path / "b") != contents(tmp_path / "c")
    assert list((tmp_path / "a").glob("labels*.txt")) and (tmp_path / "a" / "dataset.json").exists()


@pytest.mark.parametrize("name", ["four-quadrants", "stick-figures", "moons", "rings", "super-instances"])
def test_without_o_it_writes_to_a_folder_of_its_name_and_the_hint_works(tmp_path, name):
    process = run_mvlink("generate", name, cwd=tmp_path)
    assert process.returncode == 0 and (tmp_path / name).is_dir()
    hint = process.stdout.split("Try: mvlink ")[1].split()
    assert run_mvlink(*hint, cwd=tmp_path).returncode == 0


def test_sizes_are_as_asked(tmp_path):
    process = run_mvlink("generate", "blobs", "--rows", "77", "--clusters", "4", "--cols", "5", "-o", tmp_path / "b")
    assert process.returncode == 0, process.stderr
    labels = np.loadtxt(tmp_path / "b" / "labels.txt", dtype=int)
    assert len(labels) == 77 and len(set(labels)) == 4
    result = json_of(run_mvlink("cluster", tmp_path / "b", "-k", "4", "--json"))
    assert (result["views"][0]["rows"], result["views"][0]["cols"]) == (77, 5)


def test_the_four_quadrants_have_two_mapped_views(tmp_path):
    assert run_mvlink("generate", "four-quadrants", "-o", tmp_path / "q", "--rows", "40").returncode == 0
    assert len(json.loads((tmp_path / "q" / "dataset.json").read_text())["views"]) == 2


def test_the_synthetic_data_of_mvcsc_has_six_mapped_views(tmp_path):
    assert run_mvlink("generate", "mvcsc-synthetic", "-o", tmp_path / "m", "--rows", "30").returncode == 0
    views = json.loads((tmp_path / "m" / "dataset.json").read_text())["views"]
    assert [view["name"] for view in views] == ["clean1", "clean2", "noisy1", "noisy2", "irrelevant1", "irrelevant2"]
    for arguments in (["--rows", "2"], ["--noise=-1"], ["--noise", "nan"]):
        process = run_mvlink("generate", "mvcsc-synthetic", "-o", tmp_path / "bad", *arguments)
        assert process.returncode in (2, 3) and not (tmp_path / "bad").exists()
        assert_refused(process, process.returncode)


def test_several_truths_are_written_with_their_columns(tmp_path):
    made = run_mvlink("generate", "smvc-synthetic", "--rows", "60", "--clusterings", "3", "--clusters", "2",
                      "--cols", "7", "--noise-cols", "2", "-o", tmp_path / "s")
    assert made.returncode == 0, made.stderr
    labels = json.loads((tmp_path / "s" / "dataset.json").read_text())["labels"]
    assert [entry["file"] for entry in labels] == ["labels_t1.txt", "labels_t2.txt", "labels_t3.txt"]
    assert [entry["columns"] for entry in labels] == [[0, 1, 2], [3, 4], [5, 6]]
    result = json_of(run_mvlink("cluster", tmp_path / "s", "-k", "2", "--json"))
    assert result["views"][0]["cols"] == 9 and set(result["measures"]["x"]) == {"t1", "t2", "t3"}


@pytest.mark.parametrize("name", ["moons", "rings"])
def test_the_hint_for_curves_finds_them(tmp_path, name):
    hint = run_mvlink("generate", name, "--noise", "0.05", cwd=tmp_path).stdout.split("Try: mvlink ")[1].split()
    curves = json_of(run_mvlink(*hint, "--json", cwd=tmp_path))["measures"]["a"]["labels"]["ari"]
    centres = json_of(run_mvlink("cluster", name, "-k", "2", "--json", cwd=tmp_path))["measures"]["a"]["labels"]["ari"]
    assert curves == pytest.approx(1) and centres < 0.7


def test_views_of_curves_are_mapped_row_to_row(tmp_path):
    assert run_mvlink("generate", "moons", "--views", "2", "--rows", "30", "-o", tmp_path / "m").returncode == 0
    result = json_of(run_mvlink("cluster", tmp_path / "m", "-k", "2", "--method", "mvcsc", "--json"))
    assert [view["rows"] for view in result["views"]] == [30, 30] and "objects" in result["measures"]
    assert not (tmp_path / "m" / "mapping.csv").exists()  # what equal numbers of rows say anyway


def test_super_instances_join_rows_of_the_same_class_in_two_views(tmp_path):
    folder = tmp_path / "s"
    assert run_mvlink("generate", "super-instances", "--rows", "60", "--mapped", "0.5", "-o", folder).returncode == 0
    truths = {view: np.loadtxt(folder / f"labels_{view}.txt", dtype=int) for view in "ab"}
    pairs = [line.split(",") for line in (folder / "mapping.csv").read_text().splitlines()[1:]]
    assert 10 < len(pairs) < 30
    for view_a, a, view_b, b in pairs:
        assert truths[view_a][int(a.removeprefix("row:"))] == truths[view_b][int(b.removeprefix("row:"))]


@pytest.mark.parametrize("arguments", [["moons", "--rows", "1"], ["moons", "--views", "0"], ["rings", "--noise=-1"],
                                       ["super-instances", "--mapped", "2"], ["super-instances", "--rows", "2"]])
def test_curves_and_super_instances_that_cannot_be_made_are_refused(tmp_path, arguments):
    process = run_mvlink("generate", *arguments, "-o", tmp_path / "b")
    assert process.returncode in (2, 3)
    assert_refused(process, process.returncode)
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("columns", ["[9]", "[-1]", "3", '["a"]'])
def test_columns_of_a_truth_that_do_not_exist_are_refused(tmp_path, columns):
    assert run_mvlink("generate", "smvc-synthetic", "--rows", "20", "--cols", "9", "-o", tmp_path / "s").returncode == 0
    description = (tmp_path / "s" / "dataset.json").read_text()
    before = json.dumps(json.loads(description)["labels"][0]["columns"])
    changed = json.dumps(json.loads(description)).replace(before, columns, 1)
    (tmp_path / "s" / "dataset.json").write_text(changed)
    assert_refused(run_mvlink("cluster", tmp_path / "s", "-k", "2"), 3, "dataset.json", "expected")


def test_a_folder_with_other_files_is_left_alone_unless_forced(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work\n")
    assert_refused(run_mvlink("generate", "blobs", "-o", tmp_path / "mine"), 5, "mine", "--force")
    assert [p.name for p in (tmp_path / "mine").iterdir()] == ["thesis.txt"]
    assert run_mvlink("generate", "blobs", "-o", tmp_path / "mine", "--force").returncode == 0
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years of work\n"


def test_a_dataset_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "dataset.json").write_text('{"name": "iris"}')
    assert_refused(run_mvlink("generate", "blobs", "-o", tmp_path / "theirs"), 5, "--force")


def test_a_dataset_of_ours_is_replaced(tmp_path):
    for seed in ("1", "2"):
        assert run_mvlink("generate", "blobs", "-o", tmp_path / "b", "--seed", seed).returncode == 0


@pytest.mark.parametrize("arguments", [["smvc-synthetic", "--clusterings", "0"], ["smvc-synthetic", "--cols", "1"],
                                       ["smvc-synthetic", "--noise-cols=-1"], ["smvc-synthetic", "--separation", "inf"],
                                       ["smvc-synthetic", "--cols", "2000000000"], ["stick-figures", "--rows", "8"],
                                       ["stick-figures", "--noise=-1"], ["stick-figures", "--jitter", "9"]])
def test_clusterings_that_cannot_be_made_are_refused(tmp_path, arguments):
    process = run_mvlink("generate", *arguments, "-o", tmp_path / "b")
    assert process.returncode in (2, 3)
    assert_refused(process, process.returncode)
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("arguments", [["--rows", "0"], ["--clusters", "0"], ["--rows", "-5"], ["--rows", "2",
                                                                                                "--clusters", "3"],
                                       ["--spread=-1"], ["--spread", "nan"], ["--cols", "0"], ["--rows", "x"]])
def test_sizes_that_make_no_sense_are_refused(tmp_path, arguments):
    process = run_mvlink("generate", "blobs", "-o", tmp_path / "b", *arguments)
    assert process.returncode in (2, 3)
    assert_refused(process, process.returncode)
    assert not (tmp_path / "b").exists()
