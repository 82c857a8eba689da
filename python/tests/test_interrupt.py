"""Ctrl-C stops a fit at the end of a round and keeps what was reached."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

PROGRAM = """
import signal, sys
import numpy as np
import mvlink

signal.signal(signal.SIGINT, signal.default_int_handler)
X = np.random.default_rng(0).random((200000, 16))
model = mvlink.{estimator}(64, n_init=1000, max_iter=100000, tol=0, random_state=0, n_jobs=2)
print("ready", flush=True)
try:
    model.fit(X)
except KeyboardInterrupt:
    print("interrupted", model.stop_reason_, model.n_iter_, len(model.labels_), len(set(model.labels_)),
          model.objectives_.shape[0], flush=True)
    sys.exit(3)
"""


@pytest.mark.parametrize("estimator", ["KMeans", "PCKMeans"])
def test_interrupt_keeps_the_last_complete_round(estimator):
    run = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PROGRAM.format(estimator=estimator))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdout.readline() == "ready\n"
    time.sleep(1.5)
    os.kill(run.pid, signal.SIGINT)
    sent = time.monotonic()
    out, err = run.communicate(timeout=60)
    assert run.returncode == 3, err
    assert time.monotonic() - sent < 30
    words = out.split()
    assert words[:2] == ["interrupted", "cancelled"]
    assert words[3:5] == ["200000", "64"]
    assert words[2] == words[5] and int(words[2]) >= 1


def test_interrupts_in_other_threads_leave_the_fit_alone():
    """Only the main thread sees Ctrl-C: a fit elsewhere runs on, and the main thread is interrupted as usual."""
    import threading

    from mvlink import KMeans

    X = np.random.default_rng(0).random((20000, 8))
    model = KMeans(8, n_init=2, random_state=0)
    worker = threading.Thread(target=model.fit, args=(X,))
    interrupted = False
    # A shell that runs the tests in the background has told them to ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        worker.start()
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        signal.signal(signal.SIGINT, before)
    worker.join()
    assert interrupted
    assert model.stop_reason_ == "converged"


ENDING = """
import os, sys, threading, time
import numpy as np
import mvlink

X = np.random.default_rng(0).random((20000, 20))

def work():
    while True:
        mvlink.KMeans(30, n_init=50, n_jobs=1, tol=0, max_iter=1000).fit(X{callback})

for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)
if {forks}:
    child = os.fork()
    if child:
        os.waitpid(child, 0)
"""


@pytest.mark.parametrize("callback", ["", ", callback=lambda *progress: None"])
@pytest.mark.parametrize("forks", [False, True])
def test_a_program_may_end_while_a_daemon_thread_fits(callback, forks):
    start = time.monotonic()
    run = subprocess.run([sys.executable, "-c", ENDING.format(callback=callback, forks=forks)], capture_output=True,
                         text=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
    assert time.monotonic() - start < 20
