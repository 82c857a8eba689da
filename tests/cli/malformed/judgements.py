"""constraints.csv, judgements as people write them, answers to questions, and constraints that cannot be kept."""
import numpy as np

from conftest import run_mvlink
from malformed.cases import GOOD, TABLE, case, cluster, side_case


# --- constraints.csv ------------------------------------------------------------------------------------------------
side_case("constraints.csv", "empty file", "", "constraints.csv")
side_case("constraints.csv", "a column is missing", "a,type\n0,must-link\n", "constraints.csv")
side_case("constraints.csv", "an unknown type", "a,b,type\n0,1,often\n", "constraints.csv line 2", "often")
side_case("constraints.csv", "a pair of a row with itself", "a,b,type\n1,1,must-link\n", "constraints.csv line 2")
side_case("constraints.csv", "a row that does not exist", "a,b,type\n0,1,ml\n0,8,cl\n", "constraints.csv line 3", "8")
side_case("constraints.csv", "a negative row", "a,b,type\n0,-1,ml\n", "constraints.csv line 2")
side_case("constraints.csv", "a negative weight", "a,b,type,weight\n0,1,ml,-2\n", "constraints.csv line 2", "weight")
side_case("constraints.csv", "a weight of nan", "a,b,type,weight\n0,1,ml,nan\n", "constraints.csv line 2", "weight")
side_case("constraints.csv", "a weight that is not a number", "a,b,type,weight\n0,1,ml,big\n", "constraints.csv line 2",
          "big")
side_case("constraints.csv", "an unknown id", "a,b,type\nr0,r9,ml\n", "constraints.csv line 2", "r9", ids=True)
side_case("constraints.csv", "a view that does not exist", "view_a,a,view_b,b,type\nx,0,z,1,ml\n",
          "constraints.csv line 2", "z")
side_case("constraints.csv", "row: without a number", "a,b,type\nrow:0,row:one,ml\n", "constraints.csv line 2",
          "row:one", ids=True)
side_case("constraints.csv", "a line with too few cells", "a,b,type\n0,1\n", "constraints.csv", "line 2")


# --- judgements -----------------------------------------------------------------------------------------------------
for mistake, content, fragments in [
        ("an answer that is none", "first,second,answer\nr1,r2,often\n", ["judgements.csv line 2", "often"]),
        ("one name only", "first,answer\nr1,yes\n", ["judgements.csv line 1", '"second"']),
        ("no answers", "first,second,why\nr1,r2,near\n", ["judgements.csv line 1", '"type"']),
        ("two columns that could be the pair", "wine 1,wine 2,city 1,city 2,same\nr1,r2,x,y,1\n",
         ["judgements.csv line 1", '"wine 1"', '"city 1"', "rename"]),
        ("two columns of answers", "wine 1,wine 2,red,dry\nr1,r2,yes,no\n", ["judgements.csv line 1", '"red"', '"dry"']),
        ("a yes that could mean either", "left,right,different\nr1,r2,yes\n", ["judgements.csv line 2", '"yes" below "different"']),
        ("a misspelt name", "left,right,same\nr1,r22,1\n", ["judgements.csv line 2", 'did you mean "r2"?']),
        ("a row number where there are ids", "left,right,same\nr1,3000,1\n", ["judgements.csv line 2", "row:3000"]),
        ("a pair of a row with itself", "a,b,answer\nr1,r1,yes\n", ["judgements.csv line 2"])]:
    def make(folder, content=content):
        (folder / "records.csv").write_text(TABLE)
        (folder / "judgements.csv").write_text(content)
        return ["cluster", folder / "records.csv", "-k", "2", "--constraints", folder / "judgements.csv"]
    case("judgements", mistake, 3, *fragments)(make)


@case("--constraints", "the file does not exist", 5, "nowhere.csv")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    return cluster(folder, "--constraints", folder / "nowhere.csv")


def strict_case(mistake, lines, *fragments):
    """Constraints that cop-kmeans cannot keep with two clusters."""

    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        (folder / "constraints.csv").write_text("\n".join(["a,b,type", *lines]) + "\n")
        return ["cluster", folder, "-k", "2", "--method", "cop-kmeans"]

    case("cop-kmeans", mistake, 3, *fragments)(make)


strict_case("a cannot-link between rows that must-links join", ["0,1,ml", "1,2,ml", "0,2,cl"], "rows 0 and 2", "0 - 1 - 2")
strict_case("more separated groups than clusters", ["0,1,cl", "1,2,cl", "0,2,cl"], "row 0; row 1; row 2",
            "n_clusters >= 3")


@case("rca-kmeans", "a sparse view", 3, "view \"x\" is sparse", "dense")
def _(folder):
    (folder / "view_x.mtx").write_text("%%MatrixMarket matrix coordinate real general\n3 2 2\n1 1 1\n3 2 5\n")
    return ["cluster", folder, "-k", "2", "--method", "rca-kmeans"]


# --- questions ------------------------------------------------------------------------------------------------------
def answers_case(mistake, text, *fragments):
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        (folder / "answers.csv").write_text(text)
        return ["ask", folder, "-k", "2", "--answers", folder / "answers.csv"]

    case("answers.csv", mistake, 3, "answers.csv", *fragments)(make)


def journal_case(mistake, text, *fragments):
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        (folder / "answers.jsonl").write_text(text)
        return ["ask", folder, "-k", "2", "--next", "1"]

    case("journal", mistake, 3, "answers.jsonl line", *fragments)(make)


answers_case("empty file", "", "expected the columns")
answers_case("no column for the answer", "a,b\n0,1\n", "\"answer\"")
answers_case("an unknown answer", "a,b,answer\n0,1,often\n", "line 2", "often")
answers_case("a row that does not exist", "a,b,answer\n0,1,same\n0,99,no\n", "line 3", "99")
answers_case("a row compared with itself", "a,b,answer\n1,1,same\n", "line 2", "itself")
journal_case("another file", "hello\n", "not a journal")
journal_case("another JSON file", '{"a": 1}\n', "not a journal")
journal_case("a damaged line", '{"mvlink":"journal","version":1,"data":[],"crc":"00000000"}\n{"n":1}\n', "not a journal")


def kept_journal_case(mistake, change, *fragments, status=3):
    """A journal of two answers, and what happened to it or to the data since then."""
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        (folder / "good.csv").write_text("a,b,answer\n0,1,same\n0,2,no\n")
        assert run_mvlink("ask", folder, "-k", "2", "--answers", folder / "good.csv").returncode == 0
        change(folder)
        return ["ask", folder, "-k", "2", "--next", "1"]

    case("journal", mistake, status, "answers.jsonl", *fragments)(make)


def without_line(number):
    def change(folder):
        lines = (folder / "answers.jsonl").read_text().splitlines(True)
        (folder / "answers.jsonl").write_text("".join(lines[:number] + lines[number + 1:]))
    return change


kept_journal_case("a line left out", without_line(1), "line 2")
kept_journal_case("of other data", lambda folder: np.save(folder / "view_x.npy", GOOD[::-1]), "x")
kept_journal_case("of fewer rows", lambda folder: np.save(folder / "view_x.npy", GOOD[:5]), "x")
