"""Pickles of old protocols, odd callbacks, dates, limits of memory, Ctrl-C inside a long iteration."""

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import mvlink
from mvlink import InputError, InternalError, KMeans, SpectralClustering


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("estimator", [KMeans, SpectralClustering])
def test_estimators_survive_every_protocol_of_pickle(estimator, protocol):
    X = np.random.default_rng(0).normal(size=(40, 3))
    model = estimator(2, random_state=0).fit(X)
    again = pickle.loads(pickle.dumps(model, protocol))
    assert (again.labels_ == model.labels_).all()
    assert (again.predict(X) == model.predict(X)).all()


@pytest.mark.parametrize("answer", [True, np.True_, np.bool_(1) == np.True_])
def test_a_callback_that_says_true_ends_the_fit(answer):
    X = np.random.default_rng(0).normal(size=(500, 3))
    seen = []
    model = KMeans(8, random_state=0, n_init=1, tol=0).fit(X, callback=lambda progress: seen.append(progress) or answer)
    assert model.stop_reason_ == "cancelled" and len(seen) == 1


@pytest.mark.parametrize("answer", [False, np.False_, None, 1, "yes", np.array([True, True])])
def test_other_answers_of_a_callback_are_no_answer(answer):
    X = np.random.default_rng(0).normal(size=(100, 3))
    assert KMeans(2, random_state=0).fit(X, callback=lambda progress: answer).stop_reason_ == "converged"


@pytest.mark.parametrize("kind", ["datetime64[ns]", "timedelta64[s]"])
def test_dates_are_refused(kind):
    X = np.arange(20).reshape(10, 2).astype(kind)
    with pytest.raises(InputError, match="X: values of type .*64.*; expected numbers"):
        KMeans(2).fit(X)
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match="expected numbers"):
        KMeans(2).fit(pandas.DataFrame({"a": np.arange(10.0), "b": X[:, 0]}))


def test_the_memory_limit_is_set_and_read():
    default = mvlink.memory_limit()
    try:
        for text, size in (("2G", 2 << 30), ("512 M", 512 << 20), (1000, 1000), ("1.5KiB", 1536)):
            mvlink.set_memory_limit(text)
            assert mvlink.memory_limit() == size
        mvlink.set_memory_limit("64K")
        with pytest.raises(InternalError, match="more than the limit"):
            SpectralClustering(2).fit(np.random.default_rng(0).normal(size=(3000, 3)))
        for wrong in ("2X", -1, 0, 1.5, "", True):
            with pytest.raises(InputError, match="is not a size"):
                mvlink.set_memory_limit(wrong)
    finally:
        mvlink.set_memory_limit(None)
    assert mvlink.memory_limit() == default


LONG = """
import signal, sys, time
import numpy as np
import mvlink

signal.signal(signal.SIGINT, signal.default_int_handler)
X = np.random.default_rng(0).random({shape})
print("ready", flush=True)
try:
    mvlink.{call}.fit(X)
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
    sys.exit(3)
"""


@pytest.mark.parametrize("call,shape", [("XRAY(8, random_state=0)", (20000, 20)),
                                        ("NMF(8, random_state=0, max_iter=100000, tol=0)", (100000, 20))])
def test_ctrl_c_is_answered_within_a_second(call, shape):
    run = subprocess.Popen([sys.executable, "-c", textwrap.dedent(LONG.format(call=call, shape=shape))],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "ready\n"
    time.sleep(0.7)
    if run.poll() is not None:
        pytest.skip("the fit was over before it could be interrupted")
    os.kill(run.pid, signal.SIGINT)
    sent = time.time()
    out, err = run.communicate(timeout=60)
    if run.returncode == 0:
        pytest.skip("the fit was over before it could be interrupted")
    assert run.returncode == 3, err
    waited = float(out.split()[1]) - sent
    assert waited < 1 + 0.5 * os.getloadavg()[0], f"{waited:.2f} s"  # a busy machine gives each process less


@pytest.mark.parametrize("after", ["report", "profiles", "to_frame"])
def test_sparse_rows_that_were_written_to_since_the_fit_are_refused_or_not_needed(after, tmp_path):
    sparse = pytest.importorskip("scipy.sparse")
    X = sparse.random(60, 8, 0.5, "csr", random_state=0)
    model = KMeans(2, random_state=0).fit(X)
    X.indices[:] = 2**31 - 1
    if after == "to_frame":
        assert len(model.to_frame()) == 60
        return
    with pytest.raises(InputError, match="it was changed since the fit, so fit it again"):
        model.report(tmp_path / "page.html") if after == "report" else model.profiles()
    assert not list(tmp_path.iterdir())
