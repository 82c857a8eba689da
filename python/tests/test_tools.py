"""mvlink.metrics, mvlink.constraints and mvlink.datasets."""

import subprocess

import numpy as np
import pytest

import mvlink
from mvlink import InputError, constraints, datasets, metrics

TRUTH = [0, 0, 0, 1, 1, 1]
LABELS = [1, 1, 0, 0, 0, 0]


def test_measures_have_known_values():
    scores = metrics.scores(TRUTH, LABELS)
    assert list(scores) == ["f_measure", "precision", "recall", "nmi", "acc", "ari", "purity"]
    assert scores["precision"] == pytest.approx(4 / 7)
    assert scores["recall"] == pytest.approx(4 / 6)
    assert scores["acc"] == scores["purity"] == pytest.approx(5 / 6)
    for name, value in scores.items():
        assert getattr(metrics, name)(TRUTH, LABELS) == value


def test_measures_agree_with_scikit_learn():
    sklearn = pytest.importorskip("sklearn.metrics")
    random = np.random.default_rng(0)
    truth, labels = random.integers(0, 4, 200), random.integers(0, 5, 200)
    assert metrics.ari(truth, labels) == pytest.approx(sklearn.adjusted_rand_score(truth, labels))
    for normalizer in ("geometric", "arithmetic", "max"):
        expected = sklearn.normalized_mutual_info_score(truth, labels, average_method=normalizer)
        assert metrics.nmi(truth, labels, normalizer) == pytest.approx(expected)


def test_labels_may_be_words_and_unknown_rows_are_left_out():
    assert metrics.acc(["a", "a", "b"], ["x", "x", "y"]) == 1
    assert metrics.ari([0, 0, 1, -1], [5, 5, 2, 5]) == 1
    assert metrics.acc(np.array([0, 1], dtype=np.uint8), np.array([1, 0])) == 1


@pytest.mark.parametrize(
    ("truth", "labels", "message"),
    [
        ([0, 1], [0], "labels: 1 for 2 rows of truth"),
        ([[0], [1]], [0, 1], "truth: 2 dimensions"),
        ([0.5, 1], [0, 1], r"truth\[0\]: 0.5 is not a label"),
        (7, [0], "truth: 7 is of type int"),
    ],
)
def test_labels_that_do_not_fit_are_named(truth, labels, message):
    with pytest.raises(InputError, match=message):
        metrics.scores(truth, labels)
    with pytest.raises(InputError, match="normalizer: 'mean' is not a choice"):
        metrics.nmi([0], [0], "mean")


def test_several_clusterings_are_measured_together():
    truths, found = [[0, 0, 1, 1], [0, 1, 0, 1]], np.array([[0, 0], [0, 0], [1, 1], [1, 1]])
    assert metrics.e4fc(truths, found) == pytest.approx(6 / 7)
    assert metrics.e4fc([[0, 0, 0, 1, 1, 1]], [["a", "a", "b", "b", "b", "b"]]) == pytest.approx(29 / 35)
    assert metrics.e4sc([[0, 0, 0, 0]], [[0, 0, 0, -1]], [[0]], [[0, 1]]) == pytest.approx(0.6)
    assert metrics.e4sc(truths, found, [[0], [1]], [[0], []]) == pytest.approx(2 / 3)
    matched = metrics.matched(truths, [[1, 0, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1]])
    assert [m["truth"] for m in matched] == [1, 0, -1]
    assert matched[0]["nmi"] == matched[1]["ari"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: metrics.e4fc([], [[0, 1]]), "truths: none"),
        (lambda: metrics.e4fc([[0, 1]], [[0]]), r"found\[0\]: 1 labels for 2 rows"),
        (lambda: metrics.e4sc([[0, 1]], [[0, 1]], [], [[0]]), "truth_dimensions: 0 for 1 clusterings"),
        (lambda: metrics.e4sc([[0, 1]], [[0, 1]], [[0]], [["a"]]), r"found_dimensions\[0\]: not a list of columns"),
    ],
)
def test_clusterings_that_do_not_fit_are_named(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_made_data_may_have_several_clusterings():
    made = datasets.smvc_synthetic(60, 3, 2, 7, noise_cols=2, random_state=1)
    assert made.X.shape == (60, 9) and list(made.truths) == ["t1", "t2", "t3"]
    assert made.truth_columns == {"t1": [0, 1, 2], "t2": [3, 4], "t3": [5, 6]}
    figures = datasets.stick_figures(90, noise=0, random_state=1)
    assert figures.X.shape == (90, 400) and set(figures.truths) == {"upper", "lower"}
    assert len(np.unique(figures.X, axis=0)) == 9


def test_sampled_pairs_tell_the_truth():
    labels = np.array([0, 0, 1, 1, 2, 2, -1, 0])
    drawn = constraints.sample(labels, 15, random_state=4)
    assert len(drawn) == len({(c.a, c.b) for c in drawn}) == 15
    for a, b, kind, weight in drawn:
        assert labels[a] >= 0 and labels[b] >= 0 and weight == 1
        assert kind == ("must-link" if labels[a] == labels[b] else "cannot-link")
    assert drawn == constraints.sample(labels, 15, random_state=4)
    assert drawn != constraints.sample(labels, 15, random_state=5)


def test_sampling_keeps_to_the_shares():
    labels = np.arange(100) % 4
    half = constraints.sample(labels, 60, must_share=0.5, random_state=0)
    assert sum(c.type == "must-link" for c in half) == 30
    wrong = constraints.sample(labels, 60, must_share=0.5, wrong_share=0.1, random_state=0)
    assert sum((c.type == "must-link") != (labels[c.a] == labels[c.b]) for c in wrong) == 6
    assert constraints.sample(labels, 1, view="text", random_state=0)[0].a[0] == "text"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"count": 100}, "100"),
        ({"count": 1.5}, "count: 1.5 is not a number of pairs"),
        ({"must_share": 2}, "must_share: 2 is not a share"),
        ({"wrong_share": -1}, "wrong_share: -1 is not a share"),
    ],
)
def test_sampling_refuses_what_cannot_be_drawn(given, message):
    with pytest.raises(ValueError, match=message):
        constraints.sample([0, 0, 1], **given)


def test_pairs_are_drawn_between_views_within_them_or_both():
    labels = {"a": np.arange(40) % 4, "b": np.arange(30) % 3}
    for pairs, where in (("between", {"ab"}), ("within", {"aa", "bb"}), ("mixed", {"aa", "ab", "bb"})):
        drawn = constraints.sample(labels, 200, pairs=pairs, random_state=1)
        assert len(set(drawn)) == 200 and {c.a[0] + c.b[0] for c in drawn} == where
        for c in drawn:
            same = labels[c.a[0]][c.a[1]] == labels[c.b[0]][c.b[1]]
            assert c.type == ("must-link" if same else "cannot-link")
    assert len(constraints.sample(labels, percent=10, random_state=1)) == 120
    assert len(constraints.sample(list(labels.values()), per_row=1.5, random_state=1)) == 105
    assert constraints.sample([labels["a"], labels["b"]], 1, random_state=1)[0].a[0] == 0
    three = [labels["a"], labels["b"], labels["b"]]
    assert {(c.a[0], c.b[0]) for c in constraints.sample(three, 50, between=(2, 0), random_state=1)} == {(0, 2)}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"count": 1, "percent": 1}, "count and percent were both given"),
        ({"percent": 101}, "percent: 101 is not a percentage"),
        ({"per_row": -1}, "per_row: -1 is not a number of pairs per row"),
        ({"pairs": "across"}, "'across' is not a choice"),
        ({"between": (0, 5)}, "view 5 does not exist"),
        ({"between": (0, 0)}, "two different views"),
        ({"wrong_must_share": 2}, "wrong_must_share: 2 is not a share"),
    ],
)
def test_sampling_between_views_refuses_what_cannot_be_drawn(given, message):
    with pytest.raises(ValueError, match=message):
        constraints.sample([[0, 0, 1], [0, 1]], **given)
    with pytest.raises(ValueError, match="of one view"):
        constraints.sample([0, 0, 1], pairs="between")


def test_labels_turn_into_constraints():
    labels = [3, -1, 3, 5, 3]
    assert constraints.from_labels(labels) == [
        (0, 2, "must-link", 1.0),
        (0, 4, "must-link", 1.0),
        (0, 3, "cannot-link", 1.0),
    ]
    assert len(constraints.from_labels(labels, pairs="all")) == 6
    assert constraints.check(5, constraints=constraints.from_labels(labels))["conflicts"] == []
    with pytest.raises(InputError, match="pairs: 'some' is not a choice"):
        constraints.from_labels(labels, pairs="some")


def test_check_finds_contradictions():
    found = constraints.check(6, must_link=[(0, 1), (1, 2), (4, 5)], cannot_link=[(0, 2), (3, 4)])
    assert found["given"] == 5
    assert found["must"] == {"given": 3, "implied": 1}
    assert found["cannot"]["given"] == 2 and found["instances"] == 6
    assert found["components"] == 2 and found["largest_component"] == 3
    assert found["conflicts"] == [(0, 2, "cannot-link", 1.0)]
    assert constraints.check(np.zeros((6, 2)), must_link=[(0, 1)])["given"] == 1


def test_made_data_have_the_asked_shape_and_seed():
    made = datasets.blobs(50, 4, 3, random_state=2)
    assert made.X.shape == (50, 3) and set(made.labels) == {0, 1, 2, 3}
    assert not made.X.flags.writeable
    assert np.array_equal(made.X, datasets.blobs(50, 4, 3, random_state=2).X)
    assert not np.array_equal(made.X, datasets.blobs(50, 4, 3, random_state=3).X)
    quadrants = datasets.four_quadrants(80, random_state=0)
    assert len(quadrants.views) == 2 and all(len(view) == 80 for view in quadrants.views.values())
    with pytest.raises(InputError, match="X: there are 2 views"):
        _ = quadrants.X
    one = quadrants.select(next(iter(quadrants.views)))
    assert one.X.shape[0] == 80 and "1 view" not in repr(one)
    assert datasets.streaks(30, 2, random_state=0).X.shape[0] == 30
    assert datasets.moons(40, random_state=0).X.shape == (40, 2)
    assert list(datasets.rings(40, noise=0, views=3, random_state=0).views) == ["a", "b", "c"]
    paired = datasets.super_instances(60, 3, 4, mapped=0.5, random_state=0)
    ((views, pairs),) = paired.mapping.items()
    assert views == (0, 1) and 0 < len(pairs) < 30 and set(paired.truths) == {"a", "b"}
    assert all(paired.truths["a"][a] == paired.truths["b"][b] for a, b in pairs)
    six = datasets.mvcsc_synthetic(30, noise=0.1, random_state=0)
    assert len(six.views) == 6 and six.mapping == "rows" and set(six.labels) == {0, 1, 2}


def test_a_folder_is_read(tmp_path):
    (tmp_path / "view_a.csv").write_text("id,x,y\np,1,2\nq,3,4\nr,5,6\n", encoding="utf-8")
    (tmp_path / "constraints.csv").write_text("a,b,type\np,q,must-link\n", encoding="utf-8")
    (tmp_path / "labels.txt").write_text("red\nred\nblue\n", encoding="utf-8")
    problem = datasets.load_folder(tmp_path)
    assert problem.X.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert problem.ids == {"a": ["p", "q", "r"]}
    assert problem.labels.tolist() == [0, 0, 1] and problem.class_names["labels"] == ["red", "blue"]
    assert problem.constraints == [((0, 0), (0, 1), "must-link", 1.0)]
    model = mvlink.PCKMeans(2, random_state=0).fit(problem, cannot_link=[("q", "r")])
    assert model.constraints_report_["given"] == 2
    assert model.labels_[0] == model.labels_[1] != model.labels_[2]


def test_sparse_views_stay_sparse(tmp_path):
    text = "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 5\n2 3 7\n"
    (tmp_path / "view_a.mtx").write_text(text, encoding="utf-8")
    problem = datasets.load_folder(tmp_path)
    assert problem.X.toarray().tolist() == [[5, 0, 0], [0, 0, 7]]


def test_folders_that_are_not_there_are_an_os_error(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        datasets.load_folder(tmp_path / "nowhere")
    (tmp_path / "view_a.csv").write_text("1,2\n3\n", encoding="utf-8")
    with pytest.raises(ValueError, match="view_a.csv"):
        datasets.load_folder(tmp_path)


def test_the_command_line_draws_the_same(mvlink_command, tmp_path):
    subprocess.run([mvlink_command, "generate", "blobs", "--seed", "3", "-o", tmp_path / "b", "--quiet"], check=True)
    problem, made = datasets.load_folder(tmp_path / "b"), datasets.blobs(random_state=3)
    assert np.allclose(problem.X, made.X, rtol=0, atol=1e-12) and np.array_equal(problem.labels, made.labels)
    command = [mvlink_command, "constraints", "sample", tmp_path / "b", "--n", "20", "--seed", "8"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[1:]
    ids = problem.ids.get(next(iter(problem.views)))
    drawn = constraints.sample(problem.labels, 20, random_state=8)
    names = [(ids[c.a], ids[c.b], c.type) if ids else (str(c.a), str(c.b), c.type) for c in drawn]
    assert [(row[1], row[3], row[4]) for row in (line.split(",") for line in printed)] == names
