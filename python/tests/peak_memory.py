#!/usr/bin/env python3
"""Fits arrays of a gigabyte and prints how much memory that took beyond the array itself. Not a test: it needs 3 GB.

    PYTHONPATH=build/python python3 python/tests/peak_memory.py [gigabytes]
"""

import subprocess
import sys

FIT = """
import resource, time
import numpy as np
from mvlink import {estimator}

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

rows, cols = {rows}, {cols}
X = np.empty((rows, cols), dtype="{dtype}", order="{order}")
random = np.random.default_rng(0)
for begin in range(0, rows, 10000):
    X[begin:begin + 10000] = random.random(X[begin:begin + 10000].shape, dtype=np.float32)
{estimator}(2, n_init=1, max_iter=1, random_state=0).fit(X[:1000])
before, begin = peak(), time.perf_counter()
{estimator}(8, n_init=1, max_iter=3, tol=0, random_state=0).fit(X, {links})
seconds = time.perf_counter() - begin
print(f"{{X.nbytes / 2**20:6.0f}} MB of {dtype} in {order} order, {estimator}: "
      f"peak RSS {{before:.0f}} MB before, {{peak():.0f}} MB after: {{peak() - before:.0f}} MB more; {{seconds:.1f}} s")
"""


def main():
    size = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    cols = 64
    for dtype, width in (("float32", 4), ("float64", 8)):
        for order in "CF":
            for estimator, links in (("KMeans", ""), ("PCKMeans", "must_link=[(0, 1)], cannot_link=[(2, 3)]")):
                rows = int(size * 1e9 / cols / width)
                given = {"rows": rows, "cols": cols, "dtype": dtype, "order": order, "links": links}
                program = FIT.format(estimator=estimator, **given)
                subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True)


if __name__ == "__main__":
    main()
