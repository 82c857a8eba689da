"""Whole calls of methods compared with other libraries: one case per process, its numbers as JSON.

    calls.py [--quick]             the names of the cases
    calls.py [--quick] NAME        runs one

Both sides get the same data, start and number of iterations, and run alternately, equally often; the minimum time counts. A case
states the quality of both results, and fails if ours is worse.
"""

import argparse
import json
import pathlib
import sys
import time

import numpy as np
import threadpoolctl

import mvlink
from mvlink.metrics import f_measure

THREADS = (1, 2)
SCALARS = ("float32", "float64")


def blobs(n, d, k, spread, seed, dtype):
    """Rows around k centres, `spread` apart in each column in units of their own deviation; and their classes."""
    random = np.random.default_rng(seed)
    classes = random.integers(k, size=n)
    rows = random.standard_normal((n, d), dtype=np.float32).astype(dtype, copy=False)
    rows += (spread * random.standard_normal((k, d))).astype(dtype)[classes]
    return rows, classes


def pairs(classes, count, seed):
    """Pairs of rows drawn at random, labelled by their classes."""
    random = np.random.default_rng(seed)
    drawn = random.integers(len(classes), size=(2 * count, 2))
    drawn = np.unique(np.sort(drawn[drawn[:, 0] != drawn[:, 1]], axis=1), axis=0)
    drawn = random.permutation(drawn)[:count]
    same = classes[drawn[:, 0]] == classes[drawn[:, 1]]
    return drawn[same], drawn[~same]


def megabytes(field):
    """VmRSS: resident now; VmHWM: the most since forget_peak()."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(field + ":")) / 1024


def forget_peak():
    with open("/proc/self/clear_refs", "w", encoding="ascii") as refs:
        refs.write("5")


def in_turn(sides, threads, budget, fewest=2, most=5):
    """{threads: {side: minimum seconds}} and the last results likewise.

    After `budget` seconds no turn beyond the fewest begins. A side is a function of the number of threads; libraries
    that have threads of their own are limited to that number meanwhile.
    """
    pools = threadpoolctl.ThreadpoolController()
    seconds = {count: dict.fromkeys(sides, float("inf")) for count in threads}
    answers = {count: {} for count in threads}
    start = time.perf_counter()
    for turn in range(most):
        if turn >= fewest and time.perf_counter() - start > budget:
            break
        for count in threads:
            for name, call in sides.items():
                with pools.limit(limits=count):
                    begin = time.perf_counter()
                    answers[count][name] = call(count)
                    seconds[count][name] = min(seconds[count][name], time.perf_counter() - begin)
    return seconds, answers


def blas_libraries():
    """Each BLAS that was loaded: whose it is, its version, and the processor it takes this one for."""
    loaded = [pool for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"]
    return sorted({f"{pathlib.Path(pool['filepath']).parent.name.removesuffix('.libs')}: {pool['internal_api']} "
                   f"{pool['version']} {pool.get('architecture', '')}".strip() for pool in loaded})


def figures(what, seconds, quality, good, **more):
    """One row per number of threads."""
    return {"what": what, "blas": blas_libraries(), "missing": [], **more,
            "rows": [{"threads": count, "seconds": seconds[count], "quality": quality[count],
                      "good": bool(good(quality[count]))} for count in seconds]}


def faiss_side(X, start, missing):
    """Nothing where faiss is absent, or has no such kind of number."""
    if X.dtype != np.float32:
        return {}
    try:
        import faiss
    except ImportError:
        missing.append("faiss-cpu")
        return {}

    def with_faiss(threads):
        faiss.omp_set_num_threads(threads)
        k, d = start.shape
        peer = faiss.Kmeans(d, k, niter=10, max_points_per_centroid=len(X), min_points_per_centroid=1)
        peer.train(X, init_centroids=start)
        return float(peer.index.search(X, 1)[0].sum())

    return {"faiss": with_faiss}


def kmeans_call(scalar, k, quick):
    """K-Means from given centres, ten iterations: against scikit-learn, and faiss for float."""
    n = 100_000 if quick else 1_000_000
    X, _ = blobs(n, 64, 32, 1.0, 1, np.dtype(scalar))
    start = X[:: n // k][:k].copy()
    from sklearn.cluster import KMeans as Peer

    def ours(threads):
        return mvlink.KMeans(k, init=start, max_iter=10, tol=0, n_jobs=threads, random_state=0).fit(X).objective_

    def scikit_learn(_threads):
        return Peer(k, init=start, n_init=1, max_iter=10, tol=0, algorithm="lloyd").fit(X).inertia_

    missing = []
    sides = {"ours": ours, "scikit-learn": scikit_learn, **faiss_side(X, start, missing)}
    seconds, answers = in_turn(sides, THREADS, budget=1 if quick else 20, fewest=1 if quick else 3)
    quality = {count: {side: float(value) for side, value in found.items()} for count, found in answers.items()}
    # The others add up in float, and their last labels may be one iteration older.
    return figures({"method": "kmeans", "scalar": scalar, "n": n, "d": 64, "k": k, "rounds": 10}, seconds, quality,
                   lambda q: q["ours"] <= 1.0005 * q["scikit-learn"], missing=missing)


def peer_call(method, scalar, threads, budget, fewest=2):
    """2000 rows, 100 constraints, against active-semi-supervised-clustering."""
    from active_semi_clustering.semi_supervised import pairwise_constraints as peers

    X, classes = blobs(2000, 10, 5, 0.9, 2, np.dtype(scalar))
    must, cannot = pairs(classes, 100, 3)
    ml, cl = [tuple(map(int, p)) for p in must], [tuple(map(int, p)) for p in cannot]
    ours_class = {"pck": mvlink.PCKMeans, "mpck": mvlink.MPCKMeans}[method]
    peer_class = {"pck": peers.PCKMeans, "mpck": peers.MPCKMeans}[method]

    def ours(threads):
        return ours_class(5, constraint_weight=1, n_jobs=threads, random_state=0).fit(X, must_link=must, cannot_link=cannot).labels_

    def peer(_threads):
        np.random.seed(0)
        found = peer_class(n_clusters=5)
        found.fit(X, ml=ml, cl=cl)
        return found.labels_

    ours_class(2).fit(X[:100])  # what the first call of a process imports is not of the method
    seconds, answers = in_turn({"ours": ours, "active-semi-supervised-clustering": peer}, threads, budget, fewest)
    quality = {count: {side: float(f_measure(classes, labels)) for side, labels in found.items()}
               for count, found in answers.items()}
    what = {"method": method, "scalar": scalar, "n": 2000, "d": 10, "k": 5, "constraints": 100}
    return figures(what, seconds, quality,
                   lambda q: q["ours"] >= q["active-semi-supervised-clustering"] - 1e-9)


def large_call(method, size, scalar, threads, budget, metric="diagonal", per_cluster=False, fewest=1):
    """Many rows and constraints; there is no other library to wait for."""
    n, d, k, count = size
    X, classes = blobs(n, d, k, 0.6, 4, np.dtype(scalar))
    must, cannot = pairs(classes, count, 5)

    def ours(threads):
        if method == "pck":
            model = mvlink.PCKMeans(k, constraint_weight=1, n_jobs=threads, random_state=0)
        else:
            model = mvlink.MPCKMeans(k, metric=metric, per_cluster=per_cluster, constraint_weight=1, n_jobs=threads,
                                     random_state=0)
        return model.fit(X, must_link=must, cannot_link=cannot)

    mvlink.KMeans(1).fit(np.eye(3))  # what the first call of a process imports is not of the data
    forget_peak()
    before = megabytes("VmRSS")
    seconds, models = in_turn({"ours": ours}, threads, budget, fewest)
    extra = megabytes("VmHWM") - before
    plain = float(f_measure(classes, mvlink.KMeans(k, n_init=3, random_state=0).fit(X).labels_))
    quality = {count: {"ours": float(f_measure(classes, found["ours"].labels_)), "kmeans": plain}
               for count, found in models.items()}
    what = {"method": method, "scalar": scalar, "n": n, "d": d, "k": k, "constraints": count}
    if method == "mpck":
        what |= {"metric": metric, "per_cluster": per_cluster}
    return figures(what, seconds, quality, lambda q: q["ours"] >= q["kmeans"] - 0.01, data=X.nbytes / 2**20,
                   extra=extra, rounds=int(models[threads[0]]["ours"].n_iter_))


SMALL = (23_000, 50, 10, 5_000)  # rows, columns, clusters, constraints
LARGE = (1_000_000, 64, 16, 100_000)


def all_cases(quick):
    cases = {f"kmeans {scalar} k={k}": lambda s=scalar, k=k: kmeans_call(s, k, quick)
             for scalar in SCALARS for k in (16, 256)}
    budget = 1 if quick else 5
    for scalar in SCALARS:
        cases[f"pck peer {scalar}"] = lambda s=scalar: peer_call("pck", s, THREADS, budget)
    for scalar in SCALARS:
        cases[f"pck 23000 {scalar}"] = lambda s=scalar: large_call("pck", SMALL, s, THREADS, budget)
    for scalar in SCALARS if not quick else ():
        cases[f"pck 1e6 {scalar}"] = lambda s=scalar: large_call("pck", LARGE, s, THREADS, budget)
    for metric in ("diagonal", "full"):
        for per_cluster in (False, True):
            name = f"mpck {metric}{' per cluster' if per_cluster else ''} 23000"
            cases[name] = lambda m=metric, p=per_cluster: large_call("mpck", SMALL, "float64", (2,), budget, m, p)
    if not quick:
        cases["mpck 1e6"] = lambda: large_call("mpck", LARGE, "float32", (2,), 0)
        cases["mpck peer"] = lambda: peer_call("mpck", "float64", (1,), 0, fewest=1)
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="?")
    parser.add_argument("--quick", action="store_true", help="fewer rows and turns, without the longest cases")
    arguments = parser.parse_args()
    cases = all_cases(arguments.quick)
    json.dump(list(cases) if arguments.case is None else cases[arguments.case](), sys.stdout)


if __name__ == "__main__":
    main()
