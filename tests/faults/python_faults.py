"""Lets every allocation and thread of a fit in Python fail once: an exception, and the next fit gives the same labels.

Starts itself again with the library of fault_shim.c preloaded. tests/faults/python_faults.py [--every N]
"""

import argparse
import collections
import ctypes
import errno
import os
import pathlib
import sys

SHIM = pathlib.Path(os.environ.get("MVLINK_BUILD", pathlib.Path(__file__).resolve().parents[2] / "build")) / "lib/libfault_shim.so"


def with_shim():
    if os.environ.get("LD_PRELOAD") != str(SHIM):
        environment = {**os.environ, "LD_PRELOAD": str(SHIM), "MVLINK_FAULT_LATER": "1"}
        os.execve(sys.executable, [sys.executable, *sys.argv], environment)
    library = ctypes.CDLL(None)
    library.mvlink_fault_begin.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int]
    library.mvlink_fault_end.argtypes = [ctypes.c_char_p]
    library.mvlink_fault_end.restype = ctypes.c_long
    return library


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    every = parser.parse_args().every
    shim = with_shim()

    import mvlink
    import numpy as np

    x = np.random.default_rng(0).normal(size=(40, 3))
    large = np.random.default_rng(0).normal(size=(20000, 2))
    links = {"must_link": [(0, 1)], "cannot_link": [(2, 3)]}

    def fit():
        return mvlink.PCKMeans(3, random_state=0, n_jobs=1).fit(x, **links).labels_

    def fit_in_threads():
        return mvlink.KMeans(3, random_state=0, n_jobs=4, n_init=1, max_iter=3).fit(large).labels_

    expected = {fit: fit(), fit_in_threads: fit_in_threads()}
    outcomes = collections.Counter()
    for call, kind, error, step in ((fit, b"alloc", errno.ENOMEM, every), (fit_in_threads, b"thread", errno.EAGAIN, 1)):
        shim.mvlink_fault_begin(kind, 0, error)
        call()
        count = shim.mvlink_fault_end(kind)
        for number in range(1, count + 1, step):
            try:
                shim.mvlink_fault_begin(kind, number, error)
                try:
                    labels = call()
                finally:
                    shim.mvlink_fault_end(kind)
                assert (labels == expected[call]).all()
                outcomes[kind.decode(), "the same labels"] += 1
            except Exception as failure:  # any exception is an answer; a crash would end this program
                assert kind == b"alloc", failure
                outcomes[kind.decode(), type(failure).__name__] += 1
            assert (call() == expected[call]).all(), "the next fit differs"
    for (kind, outcome), count in sorted(outcomes.items()):
        print(f"python: {kind}: {count} x {outcome}")
    print(f"{sum(outcomes.values())} points in Python")


if __name__ == "__main__":
    main()
