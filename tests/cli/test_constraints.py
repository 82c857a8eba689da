"""mvlink constraints: sampling and checking."""
import csv
import io

import numpy as np
import pytest

from conftest import assert_refused, json_of, run_mvlink, write_dataset

HEADER = "view_a,a,view_b,b,type,weight"


def sample(*arguments):
    process = run_mvlink("constraints", "sample", *arguments)
    assert process.returncode == 0, process.stderr
    assert process.stdout.splitlines()[0] == HEADER
    return list(csv.DictReader(io.StringIO(process.stdout)))


@pytest.mark.sanitized
def test_pairs_are_distinct_and_follow_the_classes(blobs, blob_arrays):
    pairs = sample(blobs, "--n", "200")
    labels = blob_arrays[1]
    assert len({frozenset((p["a"], p["b"])) for p in pairs}) == 200
    for pair in pairs:
        same = labels[int(pair["a"])] == labels[int(pair["b"])]
        assert pair["type"] == ("must-link" if same else "cannot-link")


def test_the_same_seed_draws_the_same_pairs_and_o_writes_them(blobs, tmp_path):
    assert sample(blobs, "--n", "30", "--seed", "5") == sample(blobs, "--n", "30", "--seed", "5")
    assert sample(blobs, "--n", "30", "--seed", "5") != sample(blobs, "--n", "30", "--seed", "6")
    file = tmp_path / "pairs.csv"
    process = run_mvlink("constraints", "sample", blobs, "--n", "30", "--seed", "5", "-o", file)
    assert process.returncode == 0 and "must-link" in process.stdout
    assert list(csv.DictReader(file.open())) == sample(blobs, "--n", "30", "--seed", "5")


def test_shares_of_must_links_and_of_wrong_ones_are_kept(blobs, blob_arrays):
    labels = blob_arrays[1]
    pairs = sample(blobs, "--n", "40", "--must-share", "0.75", "--wrong", "0.1")
    same = [labels[int(p["a"])] == labels[int(p["b"])] for p in pairs]
    wrong = [s != (p["type"] == "must-link") for s, p in zip(same, pairs)]
    assert sum(wrong) == 4 and sum(p["type"] == "must-link" for p in pairs) in range(26, 35)


def test_sampled_constraints_can_be_used_at_once(constrained, tmp_path):
    file = tmp_path / "pairs.csv"
    assert run_mvlink("constraints", "sample", constrained, "--n", "50", "-o", file).returncode == 0
    assert file.read_text().splitlines()[1].startswith("x,r")
    result = json_of(run_mvlink("cluster", constrained, "-k", "3", "--constraints", file, "--json"))
    assert result["constraints"]["given"] == 50 and result["constraints"]["violated"] == 0


def test_truth_and_view_can_be_chosen(tmp_path, blob_arrays):
    x, labels = blob_arrays
    folder = write_dataset(tmp_path / "two", x, labels, name="a")
    write_dataset(folder, x, name="b")
    (folder / "labels_sorted.txt").write_text("".join(f"{i // 30}\n" for i in range(90)))
    assert_refused(run_mvlink("constraints", "sample", folder, "--n", "5"), 2, "a, b", "--view")
    assert_refused(run_mvlink("constraints", "sample", folder, "--n", "5", "--view", "c"), 2, "c", "a, b")
    assert_refused(run_mvlink("constraints", "sample", folder, "--n", "5", "--view", "a", "--truth", "no"), 2, "no",
                   "sorted")
    for pair in sample(folder, "--n", "60", "--view", "b", "--truth", "sorted"):
        assert pair["view_a"] == pair["view_b"] == "b"
        assert (pair["type"] == "must-link") == (int(pair["a"]) // 30 == int(pair["b"]) // 30)


def test_where_several_truths_would_do_the_one_taken_is_named(tmp_path, blob_arrays):
    x, labels = blob_arrays
    folder = write_dataset(tmp_path / "data", x, labels)
    assert run_mvlink("constraints", "sample", folder, "--n", "5").stderr == ""
    (folder / "labels_sorted.txt").write_text("".join(f"{i // 30}\n" for i in range(90)))
    process = run_mvlink("constraints", "sample", folder, "--n", "5")
    assert process.returncode == 0 and process.stdout.startswith(HEADER)
    assert process.stderr == 'mvlink: drawn from the classes of "labels"; --truth chooses others (sorted)\n'
    for quiet in (["--truth", "labels"], ["--quiet"]):
        assert run_mvlink("constraints", "sample", folder, "--n", "5", *quiet).stderr == ""


def test_more_pairs_than_exist_and_no_classes_are_refused(tmp_path, blobs, blob_arrays):
    assert_refused(run_mvlink("constraints", "sample", blobs, "--n", "5000"), 3, "5000")
    folder = write_dataset(tmp_path / "bare", blob_arrays[0])
    assert_refused(run_mvlink("constraints", "sample", folder, "--n", "5"), 3, "labels.txt")
    assert_refused(run_mvlink("constraints", "sample", blobs), 2, "--n")


@pytest.mark.sanitized
def test_check_counts_what_is_given_and_implied(tmp_path, blob_arrays):
    pairs = [(0, 1, "ml"), (1, 2, "ml"), (3, 4, "ml"), (2, 3, "cl"), (7, 8, "cl")]
    folder = write_dataset(tmp_path / "d", blob_arrays[0], constraints=pairs)
    answer = json_of(run_mvlink("constraints", "check", folder, "--json"))
    assert answer["schema"] == 1 and answer["given"] == 5 and answer["conflicts"] == []
    # {0, 1, 2} and {3, 4}: one must-link more inside, and 3 x 2 cannot-links between of which one is given.
    assert answer["must"] == {"given": 3, "implied": 1} and answer["cannot"] == {"given": 2, "implied": 5}
    assert (answer["components"], answer["largest_component"], answer["instances"]) == (2, 3, 7)
    text = run_mvlink("constraints", "check", folder).stdout
    assert "3 must-links and 2 cannot-links" in text and "none: all constraints can be satisfied together" in text


def test_check_lists_conflicts_by_id_with_status_0(constrained):
    (constrained / "constraints.csv").write_text("a,b,type\nr0,r1,ml\nr1,r2,ml\nr2,r0,cl\n")
    process = run_mvlink("constraints", "check", constrained)
    assert process.returncode == 0
    assert "r0" in process.stdout and "r2" in process.stdout and "1 cannot-link is contradicted" in process.stdout
    answer = json_of(run_mvlink("constraints", "check", constrained, "--json"))
    assert [(c["a"], c["b"], c["type"]) for c in answer["conflicts"]] == [("r0", "r2", "cannot-link")]


def test_check_of_data_without_constraints_says_none(blobs):
    assert "none" in run_mvlink("constraints", "check", blobs).stdout
    assert json_of(run_mvlink("constraints", "check", blobs, "--json"))["given"] == 0
    assert np.isscalar(json_of(run_mvlink("constraints", "check", blobs, "--json"))["contradictions"])


@pytest.fixture
def two_views(tmp_path, blob_arrays):
    """90 rows in view a, 60 others in view b, unmapped, classes of their own."""
    x, labels = blob_arrays
    folder = write_dataset(tmp_path / "two", x, name="a")
    write_dataset(folder, x[:60], name="b")
    (folder / "labels_a.txt").write_text("".join(f"{label}\n" for label in labels))
    (folder / "labels_b.txt").write_text("".join(f"{label}\n" for label in labels[:60]))
    return folder


@pytest.mark.sanitized
@pytest.mark.parametrize("arguments, counts", [
    (["--pairs", "between", "--n", "50"], {("a", "b"): 50}),
    (["--between", "b,a", "--percent", "10"], {("a", "b"): 540}),
    (["--pairs", "between", "--per-row", "2"], {("a", "b"): 300}),
    (["--pairs", "within", "--percent", "10"], {("a", "a"): 401, ("b", "b"): 177}),
    (["--pairs", "mixed", "--percent", "10"], {("a", "a"): 401, ("a", "b"): 540, ("b", "b"): 177}),
    (["--view", "b", "--percent", "10"], {("b", "b"): 177}),
])
def test_pairs_lie_within_views_between_them_or_both(two_views, blob_arrays, arguments, counts):
    labels = blob_arrays[1]
    pairs = sample(two_views, *arguments)
    found = {}
    for pair in pairs:
        views = pair["view_a"], pair["view_b"]
        found[views] = found.get(views, 0) + 1
        same = labels[int(pair["a"])] == labels[int(pair["b"])]
        assert pair["type"] == ("must-link" if same else "cannot-link")
    assert found == counts
    assert len({(p["view_a"], p["a"], p["view_b"], p["b"]) for p in pairs}) == len(pairs)


def test_wrong_must_links_come_with_as_many_wrong_cannot_links(two_views, blob_arrays):
    labels = blob_arrays[1]
    pairs = sample(two_views, "--pairs", "between", "--n", "200", "--must-share", "0.4", "--wrong-must", "0.25")
    same = [labels[int(p["a"])] == labels[int(p["b"])] for p in pairs]
    must = [p["type"] == "must-link" for p in pairs]
    assert (sum(s and not m for s, m in zip(same, must)), sum(m and not s for s, m in zip(same, must))) == (20, 20)


@pytest.mark.parametrize("arguments, fragments", [
    (["--pairs", "between"], ["--n", "--percent", "--per-row"]),
    (["--n", "5", "--percent", "1"], ["--n", "--percent"]),
    (["--between", "a,c", "--n", "5"], ['"c"', "a, b"]),
    (["--between", "a,a", "--n", "5"], ["two views"]),
    (["--between", "a", "--n", "5"], ["two views"]),
    (["--pairs", "across", "--n", "5"], ["across"]),
    (["--pairs", "between", "--percent", "101"], ["101"]),
])
def test_a_wrong_choice_of_pairs_is_refused(two_views, arguments, fragments):
    assert_refused(run_mvlink("constraints", "sample", two_views, *arguments), 2, *fragments)


def test_pairs_between_the_views_of_one_view_are_refused(blobs):
    assert_refused(run_mvlink("constraints", "sample", blobs, "--pairs", "between", "--n", "5"), 2, "one view")


def test_articles_of_three_sources_are_linked_by_the_classes_of_each(data_folder):
    pairs = sample(data_folder / "3sources", "--pairs", "between", "--percent", "1")
    assert len(pairs) == round(3.52 * 302) + round(3.52 * 294) + round(3.02 * 294)
    assert {p["view_a"] for p in pairs} == {"bbc", "guardian"} and {p["view_b"] for p in pairs} == {"guardian", "reuters"}


def test_constraints_from_labels_are_those_of_the_labels_alone(constrained, tmp_path):
    (tmp_path / "known.csv").write_text("id,label\nr0,p\nr1,p\nr2,q\n")
    process = run_mvlink("constraints", "from-labels", constrained, "--partial-labels", tmp_path / "known.csv")
    assert process.stdout.splitlines()[1:] == ["x,r0,x,r1,must-link,1", "x,r0,x,r2,cannot-link,1"], process.stderr
