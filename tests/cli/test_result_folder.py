"""A results folder that is in use, half written, full or someone else's. test_faults.py ends a run before every call that touches a file."""
import json
import os
import signal
import subprocess
import time

import numpy as np
import pytest

from conftest import BINARY, RESULTS, assert_refused, limited_files, names, read_labels, run_mvlink, write_dataset


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


def test_a_limit_of_the_file_size_is_status_5_and_leaves_nothing(blobs, tmp_path):
    assert run_mvlink("cluster", blobs, "-k", "2", "-o", tmp_path / "out").returncode == 0
    before = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}
    process = run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out", preexec_fn=limited_files(4000))
    assert_refused(process, 5, "File too large")
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before


def test_temporaries_of_dead_processes_are_swept(blobs, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    for name in RESULTS:
        (out / f".{name}.mvlink-99999999-0.tmp").write_text("half")
    (out / ".mine.tmp").write_text("mine")
    assert run_mvlink("cluster", blobs, "-k", "2", "-o", out).returncode == 0
    assert names(out) == sorted([".mine.tmp", *RESULTS])


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


def test_a_pipe_in_the_place_of_a_result_does_not_hang(blobs, tmp_path):
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / "result.json")
    for command in (["cluster", blobs, "-k", "2", "-o", tmp_path / "out"], ["predict", tmp_path / "out", blobs],
                    ["cluster", blobs, "--warm-start", tmp_path / "out"]):
        assert_refused(run_mvlink(*command, timeout=20), 5, "regular file")


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
