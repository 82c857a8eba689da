"""Ctrl-C and its relatives."""
import json
import os
import pty
import select
import signal
import subprocess
import time

import numpy as np
import pytest

from conftest import BINARY, read_labels, write_dataset

ROUNDS = 200000


@pytest.fixture(scope="module")
def long_problem(tmp_path_factory):
    """Without tolerance and with many starts, this runs for minutes."""
    random = np.random.default_rng(0)
    return write_dataset(tmp_path_factory.mktemp("long") / "data", random.normal(size=(60000, 16)).astype(np.float32))


def start_long_run(folder, *more, stderr=subprocess.PIPE, **options):
    endless = ["--set", f"n_init={ROUNDS}", "--set", f"max_iter={ROUNDS}", "--set", "tol=0"]
    return subprocess.Popen([BINARY, "cluster", str(folder), "-k", "60", "--method", "kmeans", *endless, *map(str,
                                                                                                              more)],
                            stdout=subprocess.PIPE, stderr=stderr, text=True, **options)


@pytest.mark.unsanitized
@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_a_long_run_keeps_what_was_reached(long_problem, tmp_path, which):
    out = tmp_path / "out"
    process = start_long_run(long_problem, "-o", out)
    time.sleep(3)
    assert process.poll() is None
    process.send_signal(which)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert len(errors.splitlines()) == 1 and "interrupted after iteration" in errors
    result = json.loads((out / "result.json").read_text())
    assert result["stop_reason"] == "cancelled" and result["iterations"] >= 1 and result["objective"]
    _, labels, confidence = read_labels(out / "labels_x.csv")
    assert len(labels) == 60000 and labels.min() >= 0 and labels.max() < 60
    assert ((0 <= confidence) & (confidence <= 1)).all()
    assert not [p for p in out.iterdir() if p.name not in ("labels_x.csv", "result.json", "model.npz", "report.html")]


def test_a_signal_while_reading_writes_nothing(tmp_path):
    # A pipe that nobody writes to: the reader waits for ever.
    (tmp_path / "data").mkdir()
    os.mkfifo(tmp_path / "data" / "view_x.csv")
    process = subprocess.Popen([BINARY, "cluster", str(tmp_path / "data"), "-k", "2", "-o", str(tmp_path / "out")],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    if process.poll() is not None:
        process.communicate()
        pytest.skip("pipes are refused, so reading cannot be made to last")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    assert (process.returncode, output, errors) == (130, "", "mvlink: interrupted\n")
    assert not (tmp_path / "out").exists()


def read_terminal(descriptor, seconds):
    text, end = b"", time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([descriptor], [], [], 0.1)[0]:
            try:
                text += os.read(descriptor, 65536)
            except OSError:
                break
    return text.decode(errors="replace")


@pytest.mark.unsanitized
def test_a_terminal_sees_a_progress_bar_that_is_erased(long_problem, tmp_path):
    controller, terminal = pty.openpty()
    process = start_long_run(long_problem, "-o", tmp_path / "out", stderr=terminal)
    os.close(terminal)
    shown = read_terminal(controller, 4)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    shown += read_terminal(controller, 0.5)
    os.close(controller)
    assert "iteration " in shown and "objective " in shown and " s" in shown
    assert "\r\x1b[Kmvlink: interrupted after iteration" in shown


@pytest.mark.unsanitized
def test_a_terminal_is_told_at_once_that_an_interrupt_was_heard(long_problem, tmp_path):
    controller, terminal = pty.openpty()
    process = start_long_run(long_problem, "-o", tmp_path / "out", stderr=terminal)
    os.close(terminal)
    shown = read_terminal(controller, 2)
    process.send_signal(signal.SIGINT)
    shown += read_terminal(controller, 0.5)
    process.communicate(timeout=60)
    os.close(controller)
    assert "Ctrl-C again to stop at once" in shown and process.returncode == 130


def expect_an_end_at_once(out, sign, *arguments):
    """Sends the signal when the terminal shows `sign`: the program ends, and writes nothing."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen([BINARY, "cluster", *map(str, arguments), "-o", str(out)], stdout=subprocess.PIPE,
                               stderr=terminal, text=True)
    os.close(terminal)
    shown = ""
    while sign not in shown and process.poll() is None:
        shown += read_terminal(controller, 0.2)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    shown += read_terminal(controller, 0.5)
    os.close(controller)
    assert process.returncode == 130 and shown.endswith("\r\x1b[Kmvlink: interrupted\r\n")
    assert not out.exists()


def test_a_signal_while_preparing_ends_at_once(tmp_path):
    random = np.random.default_rng(0)
    data = write_dataset(tmp_path / "data", random.normal(size=(20000, 1500)).astype(np.float32))
    expect_an_end_at_once(tmp_path / "out", "preparing", data, "-k", "2", "--prep", "pca=700")


def test_a_signal_in_the_first_round_ends_at_once(long_problem, tmp_path):
    expect_an_end_at_once(tmp_path / "out", "first iteration", long_problem, "-k", "20000", "--method", "kmeans")


def test_a_signal_in_the_start_of_multi_nmf_ends_at_once(tmp_path):
    random = np.random.default_rng(0)
    for name in "ab":
        data = write_dataset(tmp_path / "data", random.uniform(size=(60000, 10)).astype(np.float32), name=name)
    expect_an_end_at_once(tmp_path / "out", "init, ", data, "-k", "10", "--method", "multi-nmf", "--set", "n_init=1000")


def test_quiet_shows_no_progress_on_a_terminal(long_problem, tmp_path):
    controller, terminal = pty.openpty()
    process = start_long_run(long_problem, "--quiet", "-o", tmp_path / "out", stderr=terminal)
    os.close(terminal)
    assert read_terminal(controller, 2) == ""
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    os.close(controller)


def test_a_second_signal_ends_at_once(long_problem, tmp_path):
    process = start_long_run(long_problem, "-o", tmp_path / "out")
    time.sleep(2)
    # Stopped, so that both signals are there before the run can reach the end of a round.
    for which in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
        process.send_signal(which)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130 and errors == "mvlink: interrupted\n"
    assert not (tmp_path / "out").exists()
