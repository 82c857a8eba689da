"""Files larger than the memory that may be used, and files that change while they are read."""
import json
import os
import subprocess
import time

import numpy as np
import pytest

from conftest import BINARY, assert_refused, json_of, run_mvlink, write_dataset


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


@pytest.mark.unsanitized
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


def started(data, *arguments):
    return subprocess.Popen([BINARY, "cluster", str(data), *map(str, arguments)], stderr=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, text=True)


@pytest.mark.parametrize("change", ["shortened", "emptied"])
def test_a_mapped_file_that_is_shortened_is_status_5_and_never_a_signal(tmp_path, change):
    data = large_file(tmp_path)
    process = started(data, "-k", "64", "--method", "kmeans", "--set", "n_init=20", "--set", "tol=0", "--memory", "5M",
                      "--quiet", "-o", tmp_path / "out")
    time.sleep(0.3)
    os.truncate(data / "view_x.npy", 4096 if change == "shortened" else 0)
    errors = process.communicate(timeout=120)[1]
    assert process.returncode in (3, 5), (process.returncode, errors)  # 3: before it was read at all
    assert len(errors.strip().splitlines()) == 1 and "view_x.npy" in errors, errors
    assert not (tmp_path / "out").exists() or not os.listdir(tmp_path / "out")


@pytest.mark.parametrize("waits_for", ["--at-most-one", "--warm-start"])
@pytest.mark.parametrize("change", ["rewritten", "shortened"])
def test_a_mapped_file_that_changes_while_it_is_used_gives_no_answer(tmp_path, waits_for, change):
    """A pipe makes the command wait, with the file mapped: while it reads the data (the groups of the rows), or between
    reading and clustering (the labels to start from)."""
    data = large_file(tmp_path)
    os.utime(data / "view_x.npy", (1, 1))
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    if waits_for == "--warm-start":
        arguments, content = ("--method", "kmeans", "--warm-start", pipe), "0\n1\n" * 50000
    else:
        arguments = ("-k", "2", "--method", "pck-means", "--at-most-one", pipe)
        content = "".join(f"{row // 2}\n" for row in range(100000))
    process = started(data, *arguments, "--memory", "5M", "--quiet", "-o", tmp_path / "out")
    with open(pipe, "w") as out:  # returns when the command opens the other end
        if change == "rewritten":
            with open(data / "view_x.npy", "r+b") as file:
                file.seek(1000000)
                file.write(b"\0" * 4000)
        else:
            os.truncate(data / "view_x.npy", 4096)
        try:
            out.write(content)
        except BrokenPipeError:
            pass
    errors = process.communicate(timeout=120)[1]
    assert process.returncode == 5, errors
    assert len(errors.splitlines()) == 1 and "view_x.npy: another program has changed it while it was used" in errors
    assert not (tmp_path / "out").exists()


@pytest.mark.unsanitized
def test_a_file_that_is_read_from_disk_in_every_iteration_is_told(tmp_path):
    data = large_file(tmp_path)
    process = run_mvlink("cluster", data, *LARGE, "--memory", "5M")
    assert process.returncode == 0
    assert process.stderr == (f"note: {data}/view_x.npy: 0.0064 GB, more than the 0.00524 GB of memory that may be used; "
                              "every iteration reads it from the disk\n")
    assert run_mvlink("cluster", data, *LARGE, "--memory", "5M", "--quiet").stderr == ""
    assert run_mvlink("cluster", data, *LARGE).stderr == ""


@pytest.mark.parametrize("mistake, status", [
    (("-k", "200000", "--method", "kmeans"), 6), (("-k", "8", "--method", "smvc"), 6),
    (("-k", "8", "--prep", "standardize"), 6),
    (("-k", "8", "--method", "nmf"), 3)])
def test_a_run_on_a_large_file_that_is_refused_prints_its_error_alone(tmp_path, mistake, status):
    process = run_mvlink("cluster", large_file(tmp_path), *mistake, "--memory", "5M")
    assert process.returncode == status, process.stderr
    assert len(process.stderr.splitlines()) == 1 and process.stderr.startswith("mvlink: "), process.stderr


def test_a_large_file_that_cannot_be_read_row_by_row_is_refused(tmp_path):
    data = large_file(tmp_path)
    np.save(data / "view_x.npy", np.asfortranarray(np.load(data / "view_x.npy")))
    assert_refused(run_mvlink("cluster", data, *LARGE, "--memory", "5M"), 3, "Fortran order", "rows one after the other")
    assert_refused(run_mvlink("cluster", data, *LARGE, "--memory", "5M", "--prep", "standardize"), 3, "Fortran order")
    np.save(data / "view_x.npy", np.arange(1000000).reshape(-1, 5))
    assert_refused(run_mvlink("cluster", data, *LARGE, "--memory", "5M"), 6, "would need", "more than the limit")
