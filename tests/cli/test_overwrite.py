"""Files that a command writes: only those of mvlink are replaced without --force."""
import pytest

from conftest import assert_refused, run_mvlink

TABLE = "name,size,weight\na,1,2\nb,2,1\nc,8,9\nd,9,8\n"
PAIRS = "a,b,answer\na,b,yes\na,c,no\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    (tmp_path / "pairs.csv").write_text(PAIRS)
    (tmp_path / "notes.csv").write_text("my notes\n")
    assert run_mvlink("cluster", tmp_path / "t.csv", "-k", "2", "-o", tmp_path / "model", "--quiet").returncode == 0
    return tmp_path


def commands(folder):
    """What writes a file, without its name."""
    table, pairs = folder / "t.csv", folder / "pairs.csv"
    known = folder / "known.csv"
    known.write_text("id,label\na,x\nb,x\nc,y\n")
    return {
        "cluster --join": ["cluster", table, "-k", "2", "--join"],
        "predict --join": ["predict", folder / "model", table, "--join"],
        "constraints close": ["constraints", "close", table, "--constraints", pairs, "-o"],
        "constraints from-labels": ["constraints", "from-labels", table, "--partial-labels", known, "-o"],
        "constraints folds": ["constraints", "folds", table, "--constraints", pairs, "--folds", "2", "-o"],
        "ask -o": ["ask", table, "-k", "2", "--next", "2", "-o"],
        "ask --labels": ["ask", table, "-k", "2", "--labels"],
    }


@pytest.mark.parametrize("name", ["cluster --join", "predict --join", "constraints close", "constraints from-labels",
                                  "constraints folds", "ask -o", "ask --labels"])
def test_a_file_of_the_users_stays_and_one_of_ours_is_replaced(folder, name):
    command = commands(folder)[name]
    notes, own = folder / "notes.csv", folder / "own.csv"
    assert_refused(run_mvlink(*command, notes), 5, "notes.csv: a file that mvlink did not write", "--force")
    assert notes.read_text() == "my notes\n"
    for _ in range(2):
        process = run_mvlink(*command, own)
        assert process.returncode == 0, process.stderr
    assert run_mvlink(*command, notes, "--force").returncode == 0
    assert notes.read_text().splitlines()[0] == own.read_text().splitlines()[0]


def test_inputs_are_not_replaced(folder):
    table, pairs = folder / "t.csv", folder / "pairs.csv"
    guided = ["cluster", table, "-k", "2", "--constraints", pairs, "--join"]
    assert_refused(run_mvlink(*guided, pairs), 5, "pairs.csv")
    assert_refused(run_mvlink(*guided, table), 5, "t.csv")
    assert_refused(run_mvlink("ask", table, "-k", "2", "--next", "1", "-o", table), 5, "t.csv")
    assert (table.read_text(), pairs.read_text()) == (TABLE, PAIRS)


def test_questions_that_have_answers_are_kept(folder):
    ask = ["ask", folder / "t.csv", "-k", "2"]
    file = folder / "q.csv"
    assert run_mvlink(*ask, "--next", "1", "-o", file).returncode == 0
    head, row = file.read_text().splitlines()
    file.write_text(f"{head},answer\n{row},same\n")
    assert_refused(run_mvlink(*ask, "--next", "1", "-o", file), 5, "q.csv", "--force")
    taken = run_mvlink(*ask, "--answers", file, "--next", "1", "-o", file)
    assert taken.returncode == 0 and "1 answer taken" in taken.stdout, taken.stderr


def test_labels_do_not_replace_the_journal_or_the_questions(folder):
    ask = ["ask", folder / "t.csv", "-k", "2", "--next", "1"]
    journal = folder / "j.jsonl"
    assert_refused(run_mvlink(*ask, "-o", folder / "q.csv", "--journal", journal, "--labels", journal), 2, "--labels")
    assert_refused(run_mvlink(*ask, "-o", folder / "q.csv", "--labels", folder / "q.csv"), 2, "--labels")
    assert not journal.exists() and not (folder / "q.csv").exists()


def test_the_joined_table_may_lie_in_the_folder_that_is_made(folder):
    new = folder / "new"
    process = run_mvlink("cluster", folder / "t.csv", "-k", "2", "-o", new, "--join", new / "labelled.csv")
    assert process.returncode == 0, process.stderr
    assert (new / "labelled.csv").read_text().startswith("name,size,weight,cluster,confidence\n")


def test_a_refused_file_leaves_no_folder_behind(folder):
    process = run_mvlink("cluster", folder / "t.csv", "-k", "2", "-o", folder / "new", "--join", folder / "notes.csv")
    assert_refused(process, 5, "notes.csv")
    assert not (folder / "new").exists()
