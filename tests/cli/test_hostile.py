"""What a hostile file, a full disk, a dying process or a careless neighbour can do: a status, one line, nothing lost."""
import io
import json
import os
import pathlib
import pty
import resource
import signal
import struct
import subprocess
import time
import zipfile
import zlib

import numpy as np
import pytest

from conftest import BINARY, assert_refused, json_of, read_labels, run_mvlink, write_dataset

RESULTS = ["labels_x.csv", "model.npz", "report.html", "result.json"]


def names(folder):
    return sorted(p.name for p in pathlib.Path(folder).iterdir())


def npy_bytes(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def rewritten(source, target, change):
    """A copy of an archive in which change(name, bytes) gives the entries."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return target


# 1. models

@pytest.mark.parametrize("method", ["kmeans", "pck-means", "mpck-means", "cop-kmeans", "nmf", "smvc"])
def test_a_model_without_centres_is_status_3(tmp_path, blob_arrays, method):
    data = write_dataset(tmp_path / "data", np.abs(blob_arrays[0]) + 1)
    assert run_mvlink("cluster", data, "-k", "3", "--method", method, "-o", tmp_path / "out").returncode == 0

    def without_rows(name, content):
        if name == "header.json":
            header = json.loads(content)
            for array in header["arrays"]:
                array["rows"] = 0
            return json.dumps(header)
        found = np.load(io.BytesIO(content))
        return npy_bytes(found[:0]) if found.ndim == 2 else content

    bad = rewritten(tmp_path / "out" / "model.npz", tmp_path / "bad.npz", without_rows)
    assert_refused(run_mvlink("predict", bad, data), 3)
    assert_refused(run_mvlink("cluster", data, "-k", "3", "--method", method, "--warm-start", bad), 3)


# 2., 3. numbers and options

def test_overflowing_features_are_status_4(tmp_path):
    x = np.random.default_rng(0).uniform(1e307, 1.7e308, (60, 4))
    process = run_mvlink("cluster", write_dataset(tmp_path / "data", x), "-k", "2", "--method", "proclus")
    assert process.returncode in (3, 4) and len(process.stderr.splitlines()) == 1


@pytest.mark.parametrize("option", ["warm_up", "ramp"])
def test_huge_schedules_do_not_overflow(blobs, option):
    process = run_mvlink("cluster", blobs, "-k", "2", "--method", "smvc", "--set", f"{option}=2147483647", "--set",
                         "max_iter=2")
    assert process.returncode in (0, 2), process.stderr


# 4., 6. the log of reproduce

def reproduce(data, out, *more, **options):
    return run_mvlink("reproduce", "bilenko2004", "figure2", "--dataset", data, "--method", "plain=kmeans", "--method",
                      "own=pck-means", "--sweep", "0,4", "--repetitions", "3", "--jobs", "1", "-o", out, *more,
                      **options)


def limited_files(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_disk_that_fills_up_stops_reproduce_and_the_log_can_be_resumed(blobs, tmp_path):
    out = tmp_path / "out"
    assert_refused(reproduce(blobs, out, preexec_fn=limited_files(1500)), 5, "runs.csv", "cannot be written")
    lines = (out / "runs.csv").read_text().splitlines(keepends=True)
    assert 2 <= len(lines) and lines[-1].endswith("\n") and names(out) == ["runs.csv"]
    process = reproduce(blobs, out, "--resume")
    assert process.returncode == 0 and f"{len(lines) - 1} of them from an earlier process" in process.stdout
    for line in (out / "runs.csv").read_text().splitlines()[1:]:
        content, check = line.rsplit(",", 1)
        assert f"{zlib.crc32(content.encode()):08x}" == check


def test_lines_that_a_full_disk_joined_are_run_again(blobs, tmp_path):
    out = tmp_path / "out"
    assert reproduce(blobs, out).returncode == 0
    table, log = (out / "table.md").read_text(), (out / "runs.csv").read_text()
    torn = log.split("\n")
    torn[3] = torn[3][:30] + torn.pop(4)
    (out / "runs.csv").write_text("\n".join(torn))
    process = reproduce(blobs, out, "--resume")
    assert process.returncode == 0 and "1 line of runs.csv was damaged and is run again" in process.stdout
    assert (out / "table.md").read_text() == table
    assert len((out / "runs.csv").read_text().splitlines()) == len(log.splitlines())


def test_running_again_without_resume_keeps_the_earlier_log(blobs, tmp_path):
    out = tmp_path / "out"
    assert reproduce(blobs, out).returncode == 0
    log = (out / "runs.csv").read_text()
    process = reproduce(blobs, out)
    assert process.returncode == 0 and "runs.csv.1" in process.stdout
    assert (out / "runs.csv.1").read_text() == log


def test_two_reproductions_into_one_folder_are_refused(blobs, tmp_path):
    out = tmp_path / "out"
    first = subprocess.Popen([BINARY, "reproduce", "bilenko2004", "figure2", "--dataset", str(blobs), "--repetitions",
                              "5000", "-o", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (out / "runs.csv").exists():
        time.sleep(0.02)
    assert_refused(reproduce(blobs, out, "--resume"), 5, "another process is writing to it")
    first.kill()
    first.wait()


# 5. results: tests/cli/test_faults.py ends a run before every call that touches a file

def test_a_second_run_into_a_folder_in_use_is_refused(tmp_path, blobs):
    (tmp_path / "wait").mkdir()
    os.mkfifo(tmp_path / "wait" / "view_x.csv")  # the first run waits for its data
    first = subprocess.Popen([BINARY, "cluster", str(tmp_path / "wait"), "-k", "2", "-o", str(tmp_path / "out")],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not (tmp_path / "out").exists():
        time.sleep(0.02)
    time.sleep(0.1)
    assert_refused(run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out"), 5, "another process is writing")
    first.send_signal(signal.SIGTERM)
    first.wait(timeout=20)
    assert first.returncode == 130 and not (tmp_path / "out").exists()
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out").returncode == 0


def test_files_of_two_runs_are_refused_by_every_reader(tmp_path, blobs):
    for k in (2, 3):
        assert run_mvlink("cluster", blobs, "-k", k, "-o", tmp_path / f"k{k}").returncode == 0
    for name in ("model.npz", "labels_x.csv"):
        mixed = tmp_path / f"mixed-{name}"
        mixed.mkdir()
        for file in RESULTS:
            (mixed / file).write_bytes((tmp_path / ("k3" if file == name else "k2") / file).read_bytes())
    told = "not the file that the run of result.json wrote"
    assert_refused(run_mvlink("predict", tmp_path / "mixed-model.npz", blobs), 3, told)
    assert_refused(run_mvlink("cluster", blobs, "--warm-start", tmp_path / "mixed-model.npz"), 3, told)
    warm = run_mvlink("cluster", blobs, "--method", "smvc", "--warm-start", tmp_path / "mixed-labels_x.csv")
    assert warm.returncode in (0, 3)
    named = tmp_path / "mixed-model.npz" / "model.npz"
    assert run_mvlink("predict", named, blobs).returncode == 0, "a file that is named itself is its own"


# 7. declared sizes

def deflated_npy(header_shape, kind, size):
    """An npz of zeros, made without holding them."""
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {header_shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head, size


def zero_archive(file, entries):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (head, size) in entries.items():
            with archive.open(name, "w", force_zip64=True) as out:
                out.write(head)
                block = bytes(1 << 20)
                for _ in range(size >> 20):
                    out.write(block)
                out.write(bytes(size & ((1 << 20) - 1)))
    return file


def peak_and_status(*arguments):
    """Largest resident size in bytes, status, standard error."""
    process = subprocess.Popen([BINARY, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024, process.returncode, errors


def test_small_files_that_unfold_are_refused_before_they_do(tmp_path):
    file = zero_archive(tmp_path / "x.npz", {"arr_0.npy": deflated_npy("(36000000, 4)", "|i1", 144_000_000)})
    assert file.stat().st_size < 1_000_000
    peak, status, errors = peak_and_status("cluster", "--view", f"x={file}", "-k", "2", "--threads", "1")
    assert status == 3 and "would unfold to 1152000000 bytes" in errors and len(errors.splitlines()) == 1
    assert peak < 300_000_000


def own_peak(*arguments):
    """The same beyond what the program needs in any case; a new process also shows the peak of the one that made it."""
    peak, status, errors = peak_and_status(*arguments)
    return peak - peak_and_status("--version")[0], status, errors


def test_the_memory_limit_counts_what_a_file_unfolds_to(tmp_path):
    file = zero_archive(tmp_path / "x.npz", {"arr_0.npy": deflated_npy("(12500000, 4)", "|i1", 50_000_000)})
    peak, status, errors = own_peak("cluster", "--view", f"x={file}", "-k", "2", "--memory", "40M")
    assert status == 6 and "more than the limit" in errors and len(errors.splitlines()) == 1
    assert peak < 10_000_000  # nothing was unfolded
    peak, status, errors = own_peak("cluster", "--view", f"x={file}", "-k", "2", "--memory", "300M")
    assert status == 6 and "more than the limit" in errors and len(errors.splitlines()) == 1
    assert peak < 70_000_000  # unfolded, and not turned into doubles


def dense_csv(file):
    file.write_text("0,0,0,0,0,0,0,0\n" * 500_000)
    return file


def coordinates(file):
    file.write_text("%%MatrixMarket matrix coordinate pattern general\n1000 9 400000\n"
                    + "".join(f"{i % 1000 + 1} {i % 9 + 1}\n" for i in range(400_000)))
    return file


def many_rows(file):
    file.write_text("%%MatrixMarket matrix coordinate real general\n1000000 3 1\n1 1 1\n")
    return file


def many_rows_of_matlab(file):
    scipy = pytest.importorskip("scipy.io")
    sparse = pytest.importorskip("scipy.sparse")
    scipy.savemat(file, {"fea": sparse.csc_matrix(([1.0], ([0], [0])), shape=(1_000_000, 3))})
    return file


@pytest.mark.parametrize("make,name", [(dense_csv, "x.csv"), (coordinates, "x.mtx"), (many_rows, "y.mtx"),
                                       (many_rows_of_matlab, "y.mat")])
def test_files_are_counted_before_they_are_read(tmp_path, make, name):
    file = make(tmp_path / name)
    peak, status, errors = own_peak("cluster", "--view", f"x={file}", "-k", "2", "--memory", "12M")
    assert status == 6 and "more than the limit" in errors and len(errors.splitlines()) == 1
    assert peak < 14_000_000  # the file and nothing of the table


def test_the_views_of_a_folder_count_together(tmp_path):
    for name in "ab":
        write_dataset(tmp_path / "data", np.zeros((100_000, 4)) + np.arange(4), name=name)
    one = run_mvlink("cluster", tmp_path / "data", "--views", "a", "-k", "2", "--method", "kmeans", "--memory", "5M")
    assert one.returncode == 0, one.stderr
    both = run_mvlink("cluster", tmp_path / "data", "-k", "2", "--method", "concat-nmf", "--memory", "5M")
    assert_refused(both, 6, "would need", "more than the limit")
    np.savetxt(tmp_path / "data" / "view_b.csv", np.zeros((100_000, 4)) + np.arange(4), fmt="%.7f", delimiter=",")
    (tmp_path / "data" / "view_b.npy").unlink()
    both = run_mvlink("cluster", tmp_path / "data", "-k", "2", "--method", "concat-nmf", "--memory", "5M")
    assert_refused(both, 6, "view_b.csv: would need", "more than the limit")


def test_sizes_of_memory_are_checked(blobs):
    for wrong in ("2X", "-1", "0", "G", "1e400", "2 G 3"):
        assert_refused(run_mvlink("cluster", blobs, "-k", "2", "--memory", wrong), 2, "--memory")
    for good in ("2G", "512M", "1.5g", "100000000", "3GiB"):
        assert run_mvlink("cluster", blobs, "-k", "2", "--memory", good).returncode == 0


def test_a_limit_of_the_process_is_the_default(blobs):
    limit = 6 << 30
    process = run_mvlink("cluster", blobs, "-k", "2", "--json",
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    assert process.returncode == 0


# 8. files that change while they are read

def test_a_file_that_is_shortened_during_the_fit_does_no_harm(tmp_path):
    x = np.random.default_rng(0).normal(size=(40000, 8))
    data = write_dataset(tmp_path / "data", x)
    expected = json_of(run_mvlink("cluster", data, "-k", "20", "--method", "kmeans", "--set", "n_init=3", "--json"))
    process = subprocess.Popen([BINARY, "cluster", str(data), "-k", "20", "--method", "kmeans", "--set", "n_init=3",
                                "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.15)
    os.truncate(data / "view_x.npy", 200)
    output, errors = process.communicate(timeout=60)
    # Either it had all rows by then, and the answer is theirs, or it says that the file was shortened.
    if process.returncode == 0:
        assert json.loads(output)["objective"] == expected["objective"]
    else:
        assert process.returncode in (3, 5) and len(errors.splitlines()) == 1, errors


def large_file(tmp_path, rows=100000):
    """A matrix of 6.4 MB that is larger than the 5 MB that the command is allowed."""
    x = np.random.default_rng(0).normal(size=(rows, 16)).astype(np.float32)
    x[:, 0] += 8 * (np.arange(rows) % 4)
    return write_dataset(tmp_path / "large", x)


LARGE = ("-k", "8", "--method", "kmeans", "--seed", "3", "--set", "max_iter=5")


def test_a_file_larger_than_the_memory_gives_the_labels_of_a_small_one(tmp_path):
    data = large_file(tmp_path)
    for out, limit in (("mapped", ("--memory", "5M")), ("copied", ())):
        process = run_mvlink("cluster", data, *LARGE, *limit, "-o", tmp_path / out)
        assert process.returncode == 0, process.stderr
    for file in ("labels_x.csv", "model.npz"):
        assert (tmp_path / "mapped" / file).read_bytes() == (tmp_path / "copied" / file).read_bytes()
    predicted = run_mvlink("predict", tmp_path / "copied", data, "--memory", "5M", "-o", tmp_path / "again")
    assert predicted.returncode == 0, predicted.stderr
    assert (tmp_path / "again" / "labels_x.csv").read_bytes() == (tmp_path / "copied" / "labels_x.csv").read_bytes()


@pytest.mark.parametrize("change", ["shortened", "emptied", "rewritten"])
def test_a_mapped_file_that_changes_is_status_5_and_never_a_signal(tmp_path, change):
    data = large_file(tmp_path)
    process = subprocess.Popen([BINARY, "cluster", str(data), "-k", "64", "--method", "kmeans", "--set", "n_init=20",
                                "--set", "tol=0", "--memory", "5M", "-o", str(tmp_path / "out")], stderr=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, text=True)
    time.sleep(0.3)
    file = data / "view_x.npy"
    if change == "rewritten":
        with open(file, "r+b") as opened:
            opened.seek(1000000)
            opened.write(b"\0" * 4000)
        process.send_signal(signal.SIGINT)
    else:
        os.truncate(file, 4096 if change == "shortened" else 0)
    errors = process.communicate(timeout=120)[1]
    if process.returncode == 130 and change == "rewritten":
        pytest.skip("stopped before there was a result")
    assert process.returncode in (3, 5), (process.returncode, errors)  # 3: before it was read at all
    assert len(errors.strip().splitlines()) == 1 and "view_x.npy" in errors, errors
    assert not (tmp_path / "out").exists() or not os.listdir(tmp_path / "out")


def test_a_large_file_that_cannot_be_read_row_by_row_is_refused(tmp_path):
    data = large_file(tmp_path)
    np.save(data / "view_x.npy", np.asfortranarray(np.load(data / "view_x.npy")))
    assert_refused(run_mvlink("cluster", data, *LARGE, "--memory", "5M"), 3, "Fortran order", "rows one after the other")
    assert_refused(run_mvlink("cluster", data, *LARGE, "--memory", "5M", "--prep", "standardize"), 3, "Fortran order")
    np.save(data / "view_x.npy", np.arange(1000000).reshape(-1, 5))
    assert_refused(run_mvlink("cluster", data, *LARGE, "--memory", "5M"), 6, "would need", "more than the limit")


# 9. threads: tests/cli/test_faults.py

# 10. limits of files

def test_a_limit_of_the_file_size_is_status_5_and_leaves_nothing(blobs, tmp_path):
    assert run_mvlink("cluster", blobs, "-k", "2", "-o", tmp_path / "out").returncode == 0
    before = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}
    process = run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out", preexec_fn=limited_files(4000))
    assert_refused(process, 5, "File too large")
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before


# 12. what the dead leave

def test_temporaries_of_dead_processes_are_swept(blobs, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    for name in RESULTS:
        (out / f".{name}.mvlink-99999999-0.tmp").write_text("half")
    (out / ".mine.tmp").write_text("mine")
    assert run_mvlink("cluster", blobs, "-k", "2", "-o", out).returncode == 0
    assert names(out) == sorted([".mine.tmp", *RESULTS])


# 14. closed streams

def test_data_never_take_the_place_of_a_closed_stream(blobs, tmp_path):
    script = f'exec "{BINARY}" reproduce bilenko2004 figure2 --dataset "{blobs}" --sweep 0 --repetitions 2 -o out'
    for closed in ("2>&-", "2>&- <&-", "2>&- >&- <&-"):
        process = subprocess.run(["sh", "-c", f"{script}{closed[-3:] == '<&-'} {closed}".replace("outTrue", "outA")
                                  .replace("outFalse", "outB")], cwd=tmp_path, capture_output=True, check=False)
        assert process.returncode in (0, 5)
    for log in tmp_path.glob("out*/runs.csv"):
        for line in log.read_text().splitlines()[1:]:
            content, check = line.rsplit(",", 1)
            assert f"{zlib.crc32(content.encode()):08x}" == check, "something else was written to the log"


def test_an_error_with_standard_error_closed_goes_nowhere(blobs, tmp_path):
    out = tmp_path / "out"
    process = subprocess.run(["sh", "-c", f'exec "{BINARY}" cluster "{blobs}" -k 3 -o "{out}" 2>&-'], check=False,
                             capture_output=True)
    assert process.returncode == 0 and names(out) == RESULTS
    assert (out / "labels_x.csv").read_text().startswith("id,label,confidence\n")


# 15. files of others

@pytest.mark.parametrize("name", RESULTS)
def test_files_that_mvlink_did_not_write_are_replaced_by_force_only(blobs, tmp_path, name):
    out = tmp_path / "out"
    out.mkdir()
    (out / name).write_text("<p>mine</p>\n")
    process = run_mvlink("cluster", blobs, "-k", "3", "-o", out)
    assert_refused(process, 5, f"{name}: a file that mvlink did not write would be replaced", "try --force")
    assert (out / name).read_text() == "<p>mine</p>\n" and names(out) == [name]
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", out, "--force").returncode == 0
    assert names(out) == RESULTS
    assert run_mvlink("cluster", blobs, "-k", "2", "-o", out).returncode == 0, "its own files need no force"


def test_predict_does_not_mix_its_labels_into_a_run(blobs, tmp_path):
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out").returncode == 0
    assert_refused(run_mvlink("predict", tmp_path / "out", blobs, "-o", tmp_path / "out"), 5, "another folder")


# 16. the terminal

HOSTILE = "a\x1b[31mred\x07\u009b2J\u202eevil\u2066"


def test_names_cannot_command_the_terminal(tmp_path, blob_arrays):
    x = blob_arrays[0][:6]
    ids = [f"{i}{HOSTILE}" for i in range(6)]
    data = write_dataset(tmp_path / "data", x, ids=ids, constraints=[(ids[0], ids[1], "must-link"),
                                                                     (ids[0], ids[2], "cannot-link"),
                                                                     (ids[1], ids[2], "must-link")])
    (data / "terms_x.txt").write_text("".join(f"{i}{HOSTILE}\n" for i in range(3)))
    for command in (["cluster", data, "-k", "2", "--method", "mpck-means"], ["constraints", "check", data]):
        controller, terminal = pty.openpty()
        process = subprocess.run([BINARY, *map(str, command)], stdout=terminal, stderr=terminal, check=False,
                                 stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"})
        os.close(terminal)
        text = b""
        while True:
            try:
                block = os.read(controller, 65536)
            except OSError:
                break
            if not block:
                break
            text += block
        os.close(controller)
        shown = text.decode()
        assert process.returncode in (0, 3)
        assert not set("\x07\u009b\u202e\u2066") & set(shown)
        assert "\x1b[31m" not in shown
    assert_refused(run_mvlink("cluster", data, "-k", "2", "--views", HOSTILE), 2)
    errors = run_mvlink("cluster", data, "-k", "2", "--views", HOSTILE).stderr
    assert not set("\x1b\x07\u009b\u202e\u2066") & set(errors)


def test_data_for_programs_are_not_escaped(tmp_path, blob_arrays):
    ids = [f"{i}\u202e" for i in range(6)]
    data = write_dataset(tmp_path / "data", blob_arrays[0][:6], ids=ids)
    assert run_mvlink("cluster", data, "-k", "2", "-o", tmp_path / "out").returncode == 0
    printed = run_mvlink("predict", tmp_path / "out", data).stdout
    assert [line.split(",")[0] for line in printed.splitlines()[1:]] == ids


# 17. archives

def test_two_entries_of_one_name_are_status_3(tmp_path):
    scipy_sparse = pytest.importorskip("scipy.sparse")
    scipy_sparse.save_npz(tmp_path / "x.npz", scipy_sparse.csr_matrix(np.eye(6)))
    with zipfile.ZipFile(tmp_path / "x.npz", "a") as archive, pytest.warns(UserWarning):
        archive.writestr("data.npy", npy_bytes(np.full(6, 7.0)))
    assert_refused(run_mvlink("cluster", "--view", f"x={tmp_path}/x.npz", "-k", "2"), 3, "two entries", "data.npy")


# smaller ones

def test_a_hangup_keeps_what_was_reached(tmp_path):
    x = np.random.default_rng(0).normal(size=(30000, 8)).astype(np.float32)
    data = write_dataset(tmp_path / "data", x)
    process = subprocess.Popen([BINARY, "cluster", str(data), "-k", "40", "--method", "kmeans", "--set", "n_init=10000",
                                "-o", str(tmp_path / "out")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # nohup ignores it
    time.sleep(2)
    process.send_signal(signal.SIGHUP)
    try:
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130 and "interrupted after iteration" in errors
    assert json.loads((tmp_path / "out" / "result.json").read_text())["stop_reason"] == "cancelled"
    assert len(read_labels(tmp_path / "out" / "labels_x.csv")[1]) == 30000


def test_a_pipe_in_the_place_of_a_result_does_not_hang(blobs, tmp_path):
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / "result.json")
    for command in (["cluster", blobs, "-k", "2", "-o", tmp_path / "out"], ["predict", tmp_path / "out", blobs],
                    ["cluster", blobs, "--warm-start", tmp_path / "out"]):
        assert_refused(run_mvlink(*command, timeout=20), 5, "regular file")


def test_a_huge_label_to_start_from_is_status_3(blobs, tmp_path):
    (tmp_path / "labels.txt").write_text("2147483647\n" + "0\n" * 89)
    assert_refused(run_mvlink("cluster", blobs, "--warm-start", tmp_path / "labels.txt"), 3, "label 2147483647")


def test_two_runs_that_make_one_folder_do_not_disturb_each_other(blobs, tmp_path):
    for attempt in range(5):
        out = tmp_path / f"a{attempt}" / "b" / "c"
        runs = [subprocess.Popen([BINARY, "cluster", str(blobs), "-k", "2", "-o", str(out)], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True) for _ in range(3)]
        errors = [run.communicate(timeout=60)[1] for run in runs]
        statuses = [run.returncode for run in runs]
        assert 0 in statuses and set(statuses) <= {0, 5}, errors
        assert all("another process is writing" in text for text, status in zip(errors, statuses) if status == 5)
        assert names(out) == RESULTS


def test_columns_far_from_zero_are_told(tmp_path, blob_arrays):
    near = json_of(run_mvlink("cluster", write_dataset(tmp_path / "near", blob_arrays[0]), "-k", "3", "--json"))
    far = json_of(run_mvlink("cluster", write_dataset(tmp_path / "far", blob_arrays[0] + 1e15), "-k", "3", "--json"))
    assert "far-from-zero" not in [warning["code"] for warning in near["warnings"]]
    told = [warning for warning in far["warnings"] if warning["code"] == "far-from-zero"]
    assert len(told) == 1 and told[0]["value"] == 3 and "prep=x:standardize" in told[0]["message"]


def test_billions_of_sparse_columns_are_counted(tmp_path):
    (tmp_path / "x.mtx").write_text("%%MatrixMarket matrix coordinate real general\n3 2147483647 3\n1 1 1\n2 5 1\n3 9 1\n")
    process = run_mvlink("cluster", "--view", f"x={tmp_path}/x.mtx", "-k", "2", "--method", "kmeans", "--memory", "8G")
    assert_refused(process, 6, "kmeans: the centres would need 34.4 GB")


def test_names_are_escaped_in_markdown(blobs, tmp_path):
    process = run_mvlink("reproduce", "bilenko2004", "figure2", "--dataset", blobs, "--method",
                         "<img>|[a](b)`=kmeans", "--sweep", "0", "--repetitions", "2", "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    for page in ("README.md", "table.md"):
        text = (tmp_path / "out" / page).read_text()
        assert "\\[a](b)" in text
        assert page == "README.md" or "<img" not in text.replace("\\<img", "")  # its code blocks may hold anything
