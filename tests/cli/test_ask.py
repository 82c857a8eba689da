"""mvlink ask and mvlink constraints from-journal."""
import csv
import io
import json
import os
import re
import resource
import signal
import subprocess
import time

import numpy as np

from conftest import BINARY, assert_refused, read_labels, run_mvlink, same_partition, write_dataset


def answers_for(questions, labels, person=None):
    """The csv of the questions with true answers."""
    rows = list(csv.DictReader(io.StringIO(questions)))
    out = "view_a,a,view_b,b,why,answer" + (",person" if person else "") + "\n"
    for row in rows:
        same = labels[int(row["a"].removeprefix("r"))] == labels[int(row["b"].removeprefix("r"))]
        out += f'{row["view_a"]},{row["a"]},{row["view_b"]},{row["b"]},,{"same" if same else "different"}'
        out += f",{person}\n" if person else "\n"
    return out, len(rows)


def test_questions_and_answers_as_files_reach_the_truth(blobs, blob_arrays, tmp_path):
    labels = blob_arrays[1]
    for _ in range(3):
        asked = run_mvlink("ask", blobs, "-k", 3, "--next", 10, "-o", tmp_path / "q.csv")
        assert asked.returncode == 0, asked.stderr
        text, count = answers_for((tmp_path / "q.csv").read_text(), labels)
        assert count == 10
        (tmp_path / "a.csv").write_text(text)
        taken = run_mvlink("ask", blobs, "-k", 3, "--answers", tmp_path / "a.csv", "--labels", tmp_path / "l.csv",
                           "--json")
        assert taken.returncode == 0, taken.stderr
    assert json.loads(taken.stdout)["answers"] == 30
    assert len((blobs / "answers.jsonl").read_text().splitlines()) == 31
    assert same_partition(read_labels(tmp_path / "l.csv")[1], labels)


def test_questions_go_to_standard_output_and_name_ids(constrained):
    asked = run_mvlink("ask", constrained, "-k", 3, "--next", 5)
    rows = list(csv.DictReader(io.StringIO(asked.stdout)))
    assert len(rows) == 5
    assert set(rows[0]) == {"view_a", "a", "view_b", "b", "why"}
    assert all(row["a"].startswith("r") and row["why"] for row in rows)


def test_the_terminal_asks_undoes_and_goes_on(blobs):
    first = run_mvlink("ask", blobs, "-k", 3, input="y\nn\nu\nmaybe\n?\nq\n")
    assert first.returncode == 0, first.stderr
    assert "Question 1." in first.stdout and "same? [y/n/?/u/r/c/q]" in first.stdout
    assert '"maybe" is not an answer' in first.stdout
    assert "2 answers: 1 same, 0 different, 1 not sure" in first.stdout
    again = run_mvlink("ask", blobs, "-k", 3, input="")
    assert "Question 3." in again.stdout
    assert "2 answers" in again.stdout


def test_rows_of_a_table_are_shown_as_the_file_has_them(tmp_path):
    lines = [f"Item {i},{i % 2 * 100 + i}.25 kg,{'web' if i % 2 else 'mail'},{'a' if i % 2 else 'b'}" for i in range(30)]
    (tmp_path / "t.csv").write_text("\n".join(["thing,weight,channel,class", *lines]) + "\n")
    shown = run_mvlink("ask", tmp_path / "t.csv", "-k", 2, input="q\n").stdout
    assert re.search(r"thing +Item \d+ +Item \d+", shown) and re.search(r"weight +\d+\.25 kg", shown), shown
    assert "class" not in shown, "the true class would give away the answer"
    lines = [f't{i},"{"the invoice has a wrong amount, please correct" if i % 2 else "printer number"} {i} {"red ink" * (i % 3)}"'
             for i in range(30)]
    (tmp_path / "texts.csv").write_text("\n".join(["id,note", *lines]) + "\n")
    shown = run_mvlink("ask", tmp_path / "texts.csv", "-k", 2, "--text", "note", "--journal", tmp_path / "other.jsonl",
                       input="n\n" * 3 + "q\n").stdout
    assert "the invoice has a wrong amount, please correct" in shown


def test_nothing_to_undo_is_said_and_the_question_stays(blobs):
    process = run_mvlink("ask", blobs, "-k", 3, input="u\ny\nq\n")
    assert process.returncode == 0
    assert "there is nothing to undo" in process.stdout
    assert "1 answer:" in process.stdout


def test_every_strategy_asks(blobs, tmp_path):
    for strategy in ("skeleton", "uncertain", "super-instances", "random"):
        asked = run_mvlink("ask", blobs, "--strategy", strategy, "--next", 3, "--journal", tmp_path / f"{strategy}.jsonl")
        assert asked.returncode == 0, asked.stderr
        assert len(asked.stdout.splitlines()) == 4


def test_constraints_follow_from_the_journal(blobs, blob_arrays, tmp_path):
    asked = run_mvlink("ask", blobs, "-k", 3, "--next", 12, "-o", tmp_path / "q.csv")
    (tmp_path / "a.csv").write_text(answers_for((tmp_path / "q.csv").read_text(), blob_arrays[1])[0])
    run_mvlink("ask", blobs, "-k", 3, "--answers", tmp_path / "a.csv")
    made = run_mvlink("constraints", "from-journal", blobs, "-o", tmp_path / "c.csv")
    assert made.returncode == 0, made.stderr
    rows = list(csv.DictReader((tmp_path / "c.csv").open()))
    assert 0 < len(rows) <= 12
    assert {row["type"] for row in rows} <= {"must-link", "cannot-link"}
    assert run_mvlink("cluster", blobs, "-k", 3, "--constraints", tmp_path / "c.csv", "--quiet").returncode == 0


def test_people_are_merged_with_their_agreement(blobs, tmp_path):
    header = "view_a,a,view_b,b,answer,person\n"
    (tmp_path / "anna.csv").write_text(header + "x,0,x,1,same,anna\nx,0,x,2,different,anna\n")
    (tmp_path / "ben.csv").write_text(header + "x,0,x,1,different,ben\nx,0,x,2,different,ben\n")
    for name in ("anna", "ben"):
        taken = run_mvlink("ask", blobs, "-k", 3, "--answers", tmp_path / f"{name}.csv", "--journal",
                           tmp_path / f"{name}.jsonl")
        assert taken.returncode == 0, taken.stderr
    merged = run_mvlink("constraints", "from-journal", blobs, "--journal", tmp_path / "anna.jsonl", "--journal",
                        tmp_path / "ben.jsonl", "--json")
    found = json.loads(merged.stdout)
    assert [person["name"] for person in found["people"]] == ["anna", "ben"]
    assert (found["shared"], found["agreed"], found["undecided"]) == (2, 1, 1)


def test_bad_input_is_refused(blobs, blob_arrays, tmp_path):
    assert_refused(run_mvlink("ask", blobs, "--strategy", "skeletn"), 2, "did you mean skeleton?")
    assert_refused(run_mvlink("ask", blobs, "-o", tmp_path / "q.csv"), 2, "--next")
    (tmp_path / "a.csv").write_text("a,b,answer\n0,1,often\n")
    assert_refused(run_mvlink("ask", blobs, "-k", 3, "--answers", tmp_path / "a.csv"), 3, "line 2", "often")
    (tmp_path / "a.csv").write_text("a,b,answer\n0,1,same\n0,999,same\n")
    assert_refused(run_mvlink("ask", blobs, "-k", 3, "--answers", tmp_path / "a.csv"), 3, "line 3", "999")
    assert not (blobs / "answers.jsonl").exists(), "nothing of a bad file was taken, and no journal was begun"
    assert_refused(run_mvlink("ask", blobs, "-k", 3, "--answers", tmp_path / "missing.csv"), 5, "missing.csv")
    assert_refused(run_mvlink("ask", blobs, "-k", 300, "--next", 1), 3, "300")
    assert run_mvlink("ask", blobs, "-k", 3, "--next", 1).returncode == 0
    other = write_dataset(tmp_path / "other", blob_arrays[0][:50])
    assert_refused(run_mvlink("ask", other, "-k", 3, "--next", 1, "--journal", blobs / "answers.jsonl"), 3,
                   "other data", "90 rows", "50 rows")
    (tmp_path / "text.jsonl").write_text("hello\n")
    assert_refused(run_mvlink("ask", blobs, "--next", 1, "--journal", tmp_path / "text.jsonl"), 3, "not a journal")


def answer_count(process):
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)["answers"]


def test_a_file_that_is_given_again_counts_only_what_is_new_in_it(blobs, tmp_path):
    """People fill in a file bit by bit."""
    file = tmp_path / "a.csv"
    file.write_text("a,b,answer\n0,1,same\n2,3,\n4,5,different\n")
    assert answer_count(run_mvlink("ask", blobs, "-k", 3, "--answers", file, "--json")) == 2
    file.write_text("a,b,answer\n0,1,same\n2,3,same\n4,5,different\n")
    again = run_mvlink("ask", blobs, "-k", 3, "--answers", file)
    assert "1 answer taken; 2 known before." in again.stdout
    file.write_text("a,b,answer\n0,1,same\n")  # asked again in another file: one more witness
    assert answer_count(run_mvlink("ask", blobs, "-k", 3, "--answers", file, "--json")) == 4


def test_answers_may_look_like_judgements_and_come_from_a_spreadsheet(blobs, tmp_path):
    (tmp_path / "a.csv").write_bytes("first;second;answer;person\r\n0;1;yes;Zoë\r\n\r\n2;3;no;Zoë\r\n".encode("latin-1"))
    assert answer_count(run_mvlink("ask", blobs, "-k", 3, "--answers", tmp_path / "a.csv", "--json")) == 2
    assert '"person":"Zoë"' in (blobs / "answers.jsonl").read_text(encoding="utf-8")


def test_json_needs_something_to_tell(blobs):
    assert_refused(run_mvlink("ask", blobs, "-k", 3, "--json"), 2, "--json", "--next, --answers or --labels")


def test_people_of_journals_with_one_name_stay_apart(blobs, tmp_path):
    for folder, answer in (("anna", "same"), ("ben", "different")):
        (tmp_path / folder).mkdir()
        (tmp_path / "a.csv").write_text(f"a,b,answer\n0,1,{answer}\n")
        assert run_mvlink("ask", blobs, "-k", 3, "--answers", tmp_path / "a.csv", "--journal",
                          tmp_path / folder / "answers.jsonl").returncode == 0
    merged = json.loads(run_mvlink("constraints", "from-journal", blobs, "--journal", tmp_path / "anna" / "answers.jsonl",
                                   "--journal", tmp_path / "ben" / "answers.jsonl", "--json").stdout)
    assert len(merged["people"]) == 2


def test_a_second_writer_is_refused_with_the_first_ones_number(blobs):
    first = subprocess.Popen([BINARY, "ask", str(blobs), "-k", "3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             text=True)
    try:
        while "same?" not in first.stdout.readline() and not (blobs / "answers.jsonl").exists():
            pass
        assert_refused(run_mvlink("ask", blobs, "-k", 3, "--next", 1), 5, f"process {first.pid}")
    finally:
        first.communicate("q\n", timeout=60)


def test_a_full_disk_is_said_and_takes_no_answer(blobs):
    assert_refused(run_mvlink("ask", blobs, "-k", 3, "--journal", "/dev/full"), 5, "not a regular file")

    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))

    process = run_mvlink("ask", blobs, "-k", 3, input="y\n" * 20, preexec_fn=small_files)
    assert process.returncode == 5, process.stdout + process.stderr
    assert "answers.jsonl" in process.stderr
    kept = process.stdout.count(" kept, ")
    lines = (blobs / "answers.jsonl").read_text()
    assert kept >= 1 and lines.endswith("\n") and len(lines.splitlines()) == kept + 1


def test_killed_sessions_lose_no_acknowledged_answer(blobs):
    """The command says "kept" only once the line is on disk."""
    acknowledged = 0
    random = np.random.default_rng(1)
    for _ in range(5):
        process = subprocess.Popen([BINARY, "ask", str(blobs), "-k", "3", "--threads", "1"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        process.stdin.write("y\nn\n" * 100)
        process.stdin.flush()
        seen = 0
        until = random.integers(1, 12)
        while seen < until:
            line = process.stdout.readline()
            if not line:
                break
            if " kept, " in line:
                acknowledged = int(line.split("] ")[-1].split(" answer")[0])
                seen += 1
        process.send_signal(signal.SIGKILL)
        process.wait()
        time.sleep(0.05)
        found = json.loads(run_mvlink("ask", blobs, "-k", 3, "--labels", os.devnull, "--json").stdout)["answers"]
        assert found >= acknowledged


def crossed(folder):
    """Rows with two groupings that have nothing to do with each other."""
    random = np.random.default_rng(2)
    first, second = np.arange(60) % 2, np.arange(60) // 2 % 2
    x = np.column_stack([first, first, second, second]) * 5 + random.normal(size=(60, 4))
    return write_dataset(folder, x), first, second


def test_several_clusterings_are_asked_about_at_once(tmp_path):
    data, first, second = crossed(tmp_path / "crossed")
    run = ("ask", data, "-k", 2, "--method", "smvc")
    asked = run_mvlink(*run, "--next", 6, "-o", tmp_path / "q.csv")
    assert asked.returncode == 0, asked.stderr
    assert "same in 1" in asked.stdout and "1 clustering1: column 0, column 1" in asked.stdout
    rows = list(csv.DictReader((tmp_path / "q.csv").open()))
    assert set(rows[0]) == {"view_a", "a", "view_b", "b", "why"}
    assert "same in which respect" in rows[0]["why"]
    out = "view_a,a,view_b,b,why,answer\n"
    for row in rows:
        a, b = int(row["a"]), int(row["b"])
        same = [n for n, truth in ((1, first), (2, second)) if truth[a] == truth[b]]
        answer = "different" if not same else "same in " + " and ".join(map(str, same))
        out += f'{row["view_a"]},{a},{row["view_b"]},{b},,{answer}\n'
    (tmp_path / "a.csv").write_text(out)
    taken = run_mvlink(*run, "--answers", tmp_path / "a.csv", "--labels", tmp_path / "l.csv")
    assert taken.returncode == 0, taken.stderr
    assert same_partition(read_labels(tmp_path / "l.csv")[1], first)
    assert same_partition(read_labels(tmp_path / "l_clustering2.csv")[1], second)
    made = run_mvlink("constraints", "from-journal", data, "-o", tmp_path / "c.csv")
    assert made.returncode == 0, made.stderr
    kinds = (tmp_path / "c.csv").read_text()
    assert "must-link" in kinds and "cannot-link" in kinds
    assert_refused(run_mvlink("ask", data, "-k", 2, "--next", 1), 3, "there is no such clustering", "method")


def test_the_terminal_takes_numbers_of_clusterings(tmp_path):
    data, _, _ = crossed(tmp_path / "crossed")
    asked = run_mvlink("ask", data, "-k", 2, "--method", "smvc", input="1\n7\n1+2\nq\n")
    assert asked.returncode == 0, asked.stderr
    assert "1 same in clustering1: column 0, column 1" in asked.stdout
    assert 'answer "same in 7": there is no such clustering' in asked.stdout
    text = (data / "answers.jsonl").read_text()
    assert '"answer":"same in 1"' in text and '"answer":"same"' in text
