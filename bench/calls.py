"""Whole calls of methods beside their peers: one case a process, its figures as JSON.

Both sides get the same data, start and number of rounds, and run in turn, equally often; the least time counts. A case
states the quality of both answers, and fails where ours is the worse one.
"""

import argparse
import json
import sys
import time

import numpy as np
import threadpoolctl

import mvlink
from mvlink.metrics import f_measure


def blobs(n, d, k, spread, seed, dtype):
    """Rows around k centres, `spread` apart in each column in units of their own deviation; and their classes."""
    random = np.random.default_rng(seed)
    classes = random.integers(k, size=n)
    rows = random.standard_normal((n, d), dtype=np.float32).astype(dtype, copy=False)
    rows += (spread * random.standard_normal((k, d))).astype(dtype)[classes]
    return rows, classes


def pairs(classes, count, seed):
    """Pairs of rows drawn at random, as a classes' owner would answer them."""
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


def in_turn(repetitions, **sides):
    """The least seconds of each side, and its last answer."""
    seconds = dict.fromkeys(sides, float("inf"))
    answers = {}
    for _ in range(repetitions):
        for name, call in sides.items():
            begin = time.perf_counter()
            answers[name] = call()
            seconds[name] = min(seconds[name], time.perf_counter() - begin)
    return seconds, answers


def kmeans_call(scalar, k, n, repetitions):
    """K-Means from given centres, ten rounds, one thread: against scikit-learn, and faiss for float."""
    dtype = np.dtype(scalar)
    X, _ = blobs(n, 64, 32, 1.0, 1, dtype)
    start = X[:: n // k][:k].copy()
    from sklearn.cluster import KMeans as Peer

    def ours():
        return mvlink.KMeans(k, init=start, max_iter=10, tol=0, n_jobs=1, random_state=0).fit(X).objective_

    def scikit_learn():
        return Peer(k, init=start, n_init=1, max_iter=10, tol=0, algorithm="lloyd").fit(X).inertia_

    sides = {"ours": ours, "scikit-learn": scikit_learn}
    missing = []
    if dtype == np.float32:
        try:
            import faiss

            faiss.omp_set_num_threads(1)

            def with_faiss():
                peer = faiss.Kmeans(64, k, niter=10, max_points_per_centroid=n, min_points_per_centroid=1)
                peer.train(X, init_centroids=start)
                return float(peer.index.search(X, 1)[0].sum())

            sides["faiss"] = with_faiss
        except ImportError:
            missing.append("faiss-cpu")
    with threadpoolctl.threadpool_limits(1):
        seconds, quality = in_turn(repetitions, **sides)
    # Peers add up in float, and their last labels may be a round older.
    good = quality["ours"] <= 1.0005 * quality["scikit-learn"]
    return {"seconds": seconds, "quality": {side: float(value) for side, value in quality.items()}, "good": bool(good),
            "missing": missing}


def constrained_call(method, repetitions):
    """2000 rows, 100 constraints, against active-semi-supervised-clustering."""
    from active_semi_clustering.semi_supervised import pairwise_constraints as peers

    X, classes = blobs(2000, 10, 5, 0.9, 2, np.float64)
    must, cannot = pairs(classes, 100, 3)
    ml, cl = [tuple(map(int, p)) for p in must], [tuple(map(int, p)) for p in cannot]
    ours_class = {"pck": mvlink.PCKMeans, "mpck": mvlink.MPCKMeans}[method]
    peer_class = {"pck": peers.PCKMeans, "mpck": peers.MPCKMeans}[method]

    def ours():
        return ours_class(5, n_jobs=1, random_state=0).fit(X, must_link=must, cannot_link=cannot).labels_

    def peer():
        np.random.seed(0)
        found = peer_class(n_clusters=5)
        found.fit(X, ml=ml, cl=cl)
        return found.labels_

    with threadpoolctl.threadpool_limits(1):
        seconds, labels = in_turn(repetitions, ours=ours, peer=peer)
    quality = {side: float(f_measure(classes, answer)) for side, answer in labels.items()}
    return {"seconds": seconds, "quality": quality, "good": quality["ours"] >= quality["peer"] - 1e-9, "missing": []}


def large_call(method, metric, per_cluster, n, d, k, count, dtype, repetitions):
    """Many rows and constraints; there is no peer to wait for."""
    X, classes = blobs(n, d, k, 0.6, 4, dtype)
    must, cannot = pairs(classes, count, 5)

    def ours():
        if method == "pck":
            model = mvlink.PCKMeans(k, random_state=0)
        else:
            model = mvlink.MPCKMeans(k, metric=metric, per_cluster=per_cluster, random_state=0)
        return model.fit(X, must_link=must, cannot_link=cannot)

    mvlink.KMeans(1).fit(np.eye(3))  # what the first call of a process imports is not of the data
    forget_peak()
    before = megabytes("VmRSS")
    seconds, models = in_turn(repetitions, ours=ours)
    extra = megabytes("VmHWM") - before
    score = float(f_measure(classes, models["ours"].labels_))
    plain = float(f_measure(classes, mvlink.KMeans(k, n_init=3, random_state=0).fit(X).labels_))
    return {"seconds": seconds, "quality": {"ours": score, "kmeans": plain}, "good": score >= plain - 0.01,
            "missing": [], "rounds": int(models["ours"].n_iter_), "data": X.nbytes / 2**20, "extra": extra}


def large_cases():
    small = {"n": 23_000, "d": 50, "k": 10, "count": 5_000, "dtype": np.float64}
    cases = {"pck 23000": lambda r: large_call("pck", None, None, repetitions=r, **small)}
    for metric in ("diagonal", "full"):
        for per_cluster in (False, True):
            name = f"mpck {metric}{' per cluster' if per_cluster else ''} 23000"
            cases[name] = lambda r, m=metric, p=per_cluster: large_call("mpck", m, p, repetitions=r, **small)
    huge = {"n": 1_000_000, "d": 64, "k": 16, "count": 100_000, "dtype": np.float32}
    cases["pck 1e6"] = lambda r: large_call("pck", None, None, repetitions=1, **huge)
    cases["mpck 1e6"] = lambda r: large_call("mpck", "diagonal", False, repetitions=1, **huge)
    return cases


def all_cases(n):
    cases = {f"kmeans {scalar} k={k}": lambda r, s=scalar, k=k: kmeans_call(s, k, n, r)
             for scalar, k in (("float32", 16), ("float32", 256), ("float64", 16))}
    cases["pck peer"] = lambda r: constrained_call("pck", r)
    cases["mpck peer"] = lambda r: constrained_call("mpck", 1)
    return cases | large_cases()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", nargs="?")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repetitions", type=int, default=3)
    arguments = parser.parse_args()
    cases = all_cases(arguments.rows)
    if arguments.case is None:
        print(json.dumps(list(cases)))
        return
    json.dump(cases[arguments.case](arguments.repetitions), sys.stdout)


if __name__ == "__main__":
    main()
