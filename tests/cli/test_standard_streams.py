"""-: standard input and standard output, each for one thing."""
import io

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from conftest import assert_refused, run_mvlink

TABLE = "id,a,b\n" + "".join(f"r{i},{i % 2 * 9 + i / 10},{i / 7}\n" for i in range(12))


@pytest.fixture
def table(tmp_path):
    (tmp_path / "table.csv").write_text(TABLE)
    return tmp_path / "table.csv"


def written(write):
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def as_csv(x, delimiter=","):
    return written(lambda file: np.savetxt(file, x, delimiter=delimiter, fmt="%.17g"))


FORMATS = {
    "csv": as_csv,
    "tsv": lambda x: as_csv(x, "\t"),
    "npy": lambda x: written(lambda file: np.save(file, x)),
    "npz": lambda x: written(lambda file: np.savez(file, x)),
    "sparse npz": lambda x: written(lambda file: scipy.sparse.save_npz(file, scipy.sparse.csr_matrix(x))),
    "mtx": lambda x: written(lambda file: scipy.io.mmwrite(file, x, precision=17)),
    "mat": lambda x: written(lambda file: scipy.io.savemat(file, {"A": x})),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_view_from_standard_input_is_known_by_its_content(blobs, blob_arrays, name, tmp_path):
    x = np.abs(blob_arrays[0])
    np.save(tmp_path / "x.npy", x)
    common = ["-k", "3", "--method", "kmeans", "-o", "-"]
    expected = run_mvlink("cluster", "--view", f"x={tmp_path}/x.npy", *common)
    (tmp_path / "piped").write_bytes(FORMATS[name](x))
    with open(tmp_path / "piped", "rb") as piped:
        process = run_mvlink("cluster", "--view", "x=-", *common, stdin=piped)
    assert process.returncode == 0, process.stderr
    assert process.stdout == expected.stdout


def test_a_model_of_a_matrix_labels_rows_from_standard_input(blobs, blob_arrays, tmp_path):
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out").returncode == 0
    process = run_mvlink("predict", tmp_path / "out", "-", input=as_csv(blob_arrays[0]).decode())
    assert process.stdout == (tmp_path / "out" / "labels_x.csv").read_text()


@pytest.mark.parametrize("outputs", [["--json", "-o", "-"], ["--json", "--join", "-"], ["-o", "-", "--join", "-"]])
def test_standard_output_holds_one_thing(table, outputs, tmp_path):
    assert_refused(run_mvlink("cluster", table, "-k", "2", *outputs), 2, "standard output; expected one of them")
    assert run_mvlink("cluster", table, "-k", "2", "-o", tmp_path / "out").returncode == 0
    assert_refused(run_mvlink("predict", tmp_path / "out", table, *outputs), 2, "standard output; expected one of them")


@pytest.mark.parametrize("outputs", [["--next", "2", "--labels", "-"], ["--next", "2", "--json"],
                                     ["--labels", "-", "--json"]])
def test_questions_labels_and_figures_are_not_mixed(blobs, outputs):
    assert_refused(run_mvlink("ask", blobs, "-k", "3", *outputs), 2, "standard output; expected one of them")


def test_labels_of_several_clusterings_on_standard_output_name_them(blobs):
    process = run_mvlink("ask", blobs, "-k", "2", "--method", "smvc", "--labels", "-")
    lines = process.stdout.splitlines()
    assert lines[0] == "clustering,id,label,confidence" and len(lines) == 1 + 2 * 90, process.stderr
    assert {line.split(",")[0] for line in lines[1:]} == {"clustering1", "clustering2"}


def test_standard_input_is_read_once(blobs, tmp_path):
    journal = ["--journal", tmp_path / "j.jsonl"]
    assert_refused(run_mvlink("ask", "-", "-k", "2", "--answers", "-", *journal, input=TABLE), 2, "given twice")
    assert_refused(run_mvlink("evaluate", "--truth", "-", "--labels", "-", input="1\n"), 2, "given twice")
    assert_refused(run_mvlink("ask", "-", "-k", "2", *journal, input=TABLE), 2, "nobody can answer", "--next N")
    assert run_mvlink("ask", "-", "-k", "2", "--next", "1", *journal, input=TABLE).returncode == 0


@pytest.mark.parametrize("command", ["ask", "serve"])
def test_a_journal_is_a_file(blobs, tmp_path, command):
    more = ["--next", "1"] if command == "ask" else []
    assert_refused(run_mvlink(command, blobs, "-k", "3", "--journal", "-", *more, cwd=tmp_path), 2, "--journal -")
    assert not (tmp_path / "-").exists()
