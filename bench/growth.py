"""How time and memory grow with rows, clusters and columns: kmeans and pck-means, dense and sparse, and graph methods.

Every point is a process of its own, so that its peak of memory is its own. Writes numbers as JSON and a plot as SVG.
A point that takes too long, or has no time left, is kept without numbers but with the reason.
"""

import argparse
import json
import subprocess
import sys
import time

FAMILIES = ("kmeans", "graphs")
N = (10_000, 100_000, 1_000_000, 10_000_000)
K = (2, 10, 100, 1000)
D = (2, 20, 200, 2000)
ENTRIES = 20  # of a sparse row
CLASSES = 50
POINT_LIMIT = 100  # seconds, making the data included
ALL_LIMIT = 600
ROUNDS = 3
GRAPHS = {"spectral": "SpectralClustering", "amgl": "AMGL", "coreg-spectral": "CoRegSpectral", "mvcsc": "MVCSC"}


def points(family, quick):
    return graph_points(quick) if family == "graphs" else kmeans_points(quick)


def graph_points(quick):
    """Whole calls on dense rows: one view for spectral, two for the others. The longest come last."""
    most = 10_000 if quick else 1_000_000
    varied = []
    for method in GRAPHS:
        varied += [("n", method, "dense", n, 16, 10) for n in (1_000, *N) if n <= most]
        varied += [("k", method, "dense", 10_000, 16, k) for k in K if k <= 100]
        varied += [("d", method, "dense", 10_000, d, 10) for d in D]

    def work(point):
        _, method, _, n, d, k = point
        return n * (k + d / 20) * (1 if method == "spectral" else 20)

    return sorted(varied, key=work)


def kmeans_points(quick):
    """(what varies, method, kind, n, d, k), the longest last, after the one that the table of targets needs."""
    most = 1_000_000 if quick else 10_000_000
    varied = []
    for method in ("kmeans", "pck-means"):
        for kind, d in (("dense", 16), ("sparse", 1000)):
            varied += [("n", method, kind, n, d, 10) for n in N if n <= most]
            varied += [("k", method, kind, 100_000, d, k) for k in K]
            varied += [("d", method, kind, 50_000, d, 10) for d in D if kind == "dense" or d >= ENTRIES]

    def work(point):
        _, method, kind, n, d, k = point
        return n * k * (d if kind == "dense" else 10 * ENTRIES) * (2 if method == "pck-means" else 1)

    return [("large", "kmeans", "dense", most, 16, 100), *sorted(varied, key=work)]


def dense_rows(n, d, random):
    import numpy as np

    X = np.empty((n, d), dtype=np.float32)
    centres = 2 * random.standard_normal((CLASSES, d), dtype=np.float32)
    for begin in range(0, n, 50_000):
        part = X[begin : begin + 50_000]
        random.standard_normal(dtype=np.float32, out=part)
        part += centres[np.arange(begin, begin + len(part)) % CLASSES]
    return X


def sparse_rows(n, d, random):
    """One entry in each of ENTRIES ranges of columns, which are narrow where columns are common.

    Rows of a class share the half of each range in which their entries are.
    """
    import numpy as np
    import scipy.sparse

    place = np.arange(ENTRIES + 1)
    borders = np.maximum(place, place**2 * d // ENTRIES**2)
    widths = np.diff(borders).astype(np.float32)
    phases = random.random((CLASSES, ENTRIES), dtype=np.float32)
    columns = np.empty((n, ENTRIES), dtype=np.int32)
    for begin in range(0, n, 50_000):
        part = columns[begin : begin + 50_000]
        classes = np.arange(begin, begin + len(part)) % CLASSES
        within = 0.5 * random.random(part.shape, dtype=np.float32) + phases[classes]
        within -= np.floor(within)
        part[:] = borders[:-1] + np.minimum(within * widths, widths - 1).astype(np.int32)
    values = random.random(n * ENTRIES, dtype=np.float32)
    offsets = np.arange(0, n * ENTRIES + 1, ENTRIES, dtype=np.int32)
    return scipy.sparse.csr_matrix((values, columns.ravel(), offsets), (n, d), copy=False)


def megabytes(field):
    """VmRSS: resident now; VmHWM: the most since forget_peak()."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(field + ":")) / 1024


def forget_peak():
    with open("/proc/self/clear_refs", "w", encoding="ascii") as refs:
        refs.write("5")


def estimator(method, k, start):
    import mvlink

    if method in GRAPHS:
        return getattr(mvlink, GRAPHS[method])(k, random_state=0)
    if method == "kmeans":
        return mvlink.KMeans(k, init=start, max_iter=ROUNDS, tol=0, random_state=0)
    return mvlink.PCKMeans(k, init=start, max_iter=ROUNDS, tol=0, constraint_weight=1, random_state=0)


def round_of(method, model):
    """Seconds of an iteration; of the whole call for a graph method, most of which is not in its iterations."""
    if method in GRAPHS:
        return model.seconds_["total"]
    return sum(model.seconds_.get(phase, 0) for phase in ("assign", "means", "objective")) / model.n_iter_


def one_point(method, kind, n, d, k):
    """Minimum seconds of an iteration and of a call in up to five calls within two seconds; memory of the first call."""
    import numpy as np

    random = np.random.default_rng(1)
    X = dense_rows(n, d, random) if kind == "dense" else sparse_rows(n, d, random)
    size = (X.nbytes if kind == "dense" else X.data.nbytes + X.indices.nbytes + X.indptr.nbytes) / 2**20
    start = X[:: n // k][:k]
    start = np.asarray(start if kind == "dense" else start.todense(), dtype=np.float64)
    if method in GRAPHS and method != "spectral":
        X, size = [X, dense_rows(n, d, random)], 2 * size
    links = {}
    if method == "pck-means":
        drawn = random.integers(n, size=(n // 10, 2))
        drawn = drawn[drawn[:, 0] != drawn[:, 1]]
        same = drawn[:, 0] % CLASSES == drawn[:, 1] % CLASSES
        links = {"must_link": drawn[same], "cannot_link": drawn[~same]}
    estimator("kmeans", 1, np.eye(1, 3)).fit(np.eye(3))  # what the first call of a process imports is not of the data
    forget_peak()
    before = megabytes("VmRSS")
    rounds, calls, extra = [], [], None
    while not calls or (sum(calls) < 2 and len(calls) < 5):
        begin = time.perf_counter()
        model = estimator(method, k, start).fit(X, **links)
        calls.append(time.perf_counter() - begin)
        rounds.append(round_of(method, model))
        extra = megabytes("VmHWM") - before if extra is None else extra
    return {"round": min(rounds), "total": min(calls), "data": size, "extra": extra}


def measured(point, left):
    """Figures of a point, or why there are none."""
    limit, late = POINT_LIMIT, f"not done in {POINT_LIMIT} s"
    if left < POINT_LIMIT:
        limit, late = left, f"no time was left of the {ALL_LIMIT} s of all"
    if left < 1:
        return {"failed": late}
    try:
        done = subprocess.run([sys.executable, __file__, "--point", *map(str, point)], capture_output=True, text=True,
                              check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return {"failed": late}
    if done.returncode != 0:
        return {"failed": (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]}
    return json.loads(done.stdout)


def measure(family, quick, keep):
    """Calls keep(rows) after every point, so that what ends early leaves what it has."""
    rows, end = [], time.monotonic() + ALL_LIMIT
    for what, *point in points(family, quick):
        begin = time.monotonic()
        found = measured(point, end - begin)
        rows.append({"what": what, **dict(zip(("method", "kind", "n", "d", "k"), point)), **found})
        took = found.get("failed") or f"{found['round']:.4f} s, {found['extra']:.0f} MB"
        print(f"growth: {' '.join(map(str, point))}: {took} ({time.monotonic() - begin:.0f} s)", file=sys.stderr)
        keep(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--point", nargs=5, metavar=("METHOD", "KIND", "N", "D", "K"), help="measures one, prints JSON")
    parser.add_argument("--family", choices=FAMILIES, default="kmeans", help="which methods")
    parser.add_argument("--quick", action="store_true", help="up to 1e6 rows, graph methods up to 1e4")
    parser.add_argument("--json", help="where the numbers go")
    parser.add_argument("--svg", help="where the plot goes")
    arguments = parser.parse_args()
    if arguments.point:
        method, kind, *sizes = arguments.point
        json.dump(one_point(method, kind, *map(int, sizes)), sys.stdout)
        return
    import growth_plot

    def keep(rows):
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
        with open(arguments.svg, "w", encoding="utf-8") as file:
            file.write(growth_plot.plot(arguments.family, rows))

    measure(arguments.family, arguments.quick, keep)


if __name__ == "__main__":
    main()
