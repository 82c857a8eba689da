"""mvlink.questions: a session with any oracle."""
import numpy as np
import pytest

from mvlink import MvlinkError, PCKMeans
from mvlink.questions import Question, Session, strategies


@pytest.fixture
def groups():
    random = np.random.default_rng(3)
    labels = np.repeat([0, 1, 2], 25)
    return np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.5]])[labels] + random.normal(size=(75, 2)), labels


def rand(a, b):
    """Share of pairs on which two partitions agree."""
    a, b = np.asarray(a), np.asarray(b)
    return np.mean((a[:, None] == a) == (b[:, None] == b))


@pytest.mark.parametrize("strategy", ["skeleton", "uncertain", "super-instances", "random"])
def test_an_oracle_improves_the_partition(groups, strategy):
    X, labels = groups
    session = Session(X, 3, strategy=strategy, random_state=0)
    before = rand(session.partition(), labels)
    assert session.run(lambda a, b: bool(labels[a] == labels[b]), 60) > 0
    assert rand(session.partition(), labels) >= min(before, 0.99) - 0.02
    assert strategy in strategies()


def test_undo_redo_correct_and_withdraw(groups):
    X, labels = groups
    session = Session(X, 3, random_state=0)
    before = session.partition()
    question = session.ask()
    assert isinstance(question, Question)
    session.tell(question, False)
    session.undo()
    np.testing.assert_array_equal(session.partition(), before)
    assert session.ask()[:2] == question[:2]
    session.redo()
    (answer,) = session.answers
    assert answer["answer"] == "different"
    session.correct(answer["number"], "same")
    assert session.answers[0]["answer"] == "same"
    session.withdraw(answer["number"])
    assert session.answers == []


def test_a_journal_brings_the_session_back(groups, tmp_path):
    X, labels = groups
    journal = tmp_path / "answers.jsonl"
    session = Session(X, 3, journal=journal, person="anna")
    session.run(lambda a, b: labels[a] == labels[b], 10)
    expected = session.partition()
    with pytest.raises(MvlinkError, match="another program"):
        Session(X, 3, journal=journal)
    del session
    again = Session(X, 3, journal=journal)
    np.testing.assert_array_equal(again.partition(), expected)
    assert {answer["person"] for answer in again.answers} == {"anna"}


def test_answers_become_constraints_for_fit(groups):
    X, labels = groups
    session = Session(X, 3)
    session.run(lambda a, b: labels[a] == labels[b], 20)
    constraints = session.constraints()
    assert constraints
    PCKMeans(n_clusters=3, random_state=0).fit(X, constraints=constraints)


@pytest.mark.parametrize("index", [np.arange(100, 190), [f"r{i}" for i in range(90)], np.arange(90)])
def test_constraints_of_a_session_are_those_of_fit_for_the_same_frame(groups, index):
    pandas = pytest.importorskip("pandas")
    X, labels = groups
    frame = pandas.DataFrame(X, index=index[: len(X)])
    session = Session(frame, 3, random_state=0)
    session.run(lambda a, b: labels[a] == labels[b], 20)
    model = PCKMeans(n_clusters=3, random_state=0).fit(frame, constraints=session.constraints())
    assert model.constraints_report_["given"] == len(session.constraints())
    places, must, _ = model._run.data.constraints
    assert ((labels[places[:, 1]] == labels[places[:, 3]]) == must).all()


def test_integers_in_an_answer_are_refused_where_the_index_is_other_integers(groups):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(groups[0]).iloc[::-1]
    session = Session(frame, 3)
    with pytest.raises(ValueError, match="question: the index of X is integers that are not positions"):
        session.tell((0, 1), "same")
    session.tell(("0", "1"), "same")
    assert session.answers[0]["a"] == len(frame) - 1
    session.tell(session.ask(), "same")
    several = Session({"a": frame, "b": frame}, 3)
    with pytest.raises(ValueError, match="integers could mean either"):
        several.tell((("a", "0"), ("b", 1)), "same")


def test_contradictions_and_progress(groups):
    X, _ = groups
    session = Session(X, 3, check_every=0)
    session.tell((0, 1), "same")
    session.tell((1, 2), "same")
    session.tell((0, 2), "different")
    (conflict,) = session.conflicts
    assert sorted(conflict["answers"]) == [1, 2, 3]
    assert session.progress["conflicts"] == 1
    assert session.ask().kind == "conflict"


def test_several_views(groups):
    X, labels = groups
    session = Session([X, X[:, ::-1].copy()], 3)
    session.run(lambda a, b: labels[a[1]] == labels[b[1]], 20)
    first, second = session.partition()
    np.testing.assert_array_equal(first, second)


def test_bad_input_is_named(groups):
    X, _ = groups
    with pytest.raises(ValueError, match="did you mean skeleton"):
        Session(X, 3, strategy="skeletn")
    session = Session(X, 3)
    with pytest.raises(ValueError, match="perhaps"):
        session.tell((0, 1), "perhaps")
    with pytest.raises(ValueError, match="compared with itself"):
        session.tell((1, 1), "same")
    with pytest.raises(ValueError, match="nothing to undo"):
        session.undo()
    with pytest.raises(ValueError):
        session.tell((0, 1000), "same")


def test_several_clusterings_are_asked_about_at_once(tmp_path):
    random = np.random.default_rng(2)
    first, second = np.arange(60) % 2, np.arange(60) // 2 % 2
    X = np.column_stack([first, first, second, second]) * 5 + random.normal(size=(60, 4))
    journal = tmp_path / "answers.jsonl"
    session = Session(X, 2, method="smvc", journal=journal)
    assert [about.split(":")[0] for about in session.respects] == ["clustering1", "clustering2"]
    session.run(lambda a, b: [n for n, t in ((1, first), (2, second)) if t[a] == t[b]], 10)
    found = session.clusterings()
    assert found.shape == (60, 2) and (found[:, 0] == session.partition()).all()
    assert rand(found[:, 0], first) == 1 and rand(found[:, 1], second) == 1
    session.tell((0, 2), "same in 1")
    assert session.answers[-1]["answer"] == "same in 1"
    assert {link for a, b, link, _ in session.constraints() if (a, b) == (0, 2)} == {"must-link", "cannot-link"}
    with pytest.raises(ValueError, match="no such clustering"):
        session.tell((0, 1), [3])
    with pytest.raises(ValueError, match="numbers of clusterings"):
        session.tell((0, 1), 3.5)
    again = session.clusterings()
    del session
    assert (Session(X, 2, method="smvc", journal=journal).clusterings() == again).all()
    assert Session(X, 2).respects == []
