#!/usr/bin/env python3
"""Time to the same objective |X - V U'|^2: NMF of mvlink against sklearn.decomposition.NMF with both of its solvers.

    bench/nmf.py [--rows 100000] [--clusters 10] [--kind sparse|dense] [--seeds 3] [--most-rounds 500]

The target is what a solver of scikit-learn reaches with its own defaults (tol 1e-4, at most 200 iterations) from a random start;
mvlink's solvers stop when they are there. "-" means that the target was not reached. Times are those of fit, labels included
for mvlink. Needs mvlink, scikit-learn and scipy in one environment.
"""

import argparse
import itertools
import time
import warnings

import numpy as np
import scipy.sparse as sparse
from sklearn.decomposition import NMF as Peer
from sklearn.exceptions import ConvergenceWarning

import mvlink


def dense_rows(rows, clusters, rng, columns=50):
    """Mixtures of parts, and noise."""
    weights = rng.gamma(0.3, 1.0, (rows, clusters))
    parts = rng.gamma(0.3, 1.0, (clusters, columns))
    return weights @ parts + 0.1 * rng.random((rows, columns))


def sparse_rows(rows, clusters, rng, columns=20_000, words=100):
    """Documents of as many different words, most of them from the topic of the document."""
    topic = rng.integers(clusters, size=rows)
    rank = np.minimum(rng.zipf(1.3, (rows, 2 * words)) - 1, columns - 1)
    common = rng.random((rows, 2 * words)) < 0.5
    order = np.array([rng.permutation(columns) for _ in range(clusters + 1)])
    columns_of = np.where(common, order[-1][rank], order[topic[:, None], rank])
    extra = rng.integers(columns, size=(rows, words))
    chosen = np.array([np.unique(np.concatenate(pair))[:words] for pair in zip(columns_of, extra)])
    values = rng.integers(1, 6, size=chosen.size).astype(float)
    offsets = np.arange(rows + 1) * words
    return sparse.csr_matrix((values, chosen.ravel(), offsets), shape=(rows, columns))


def peer(X, clusters, seed, solver):
    start = time.perf_counter()
    model = Peer(clusters, init="random", solver=solver, random_state=seed).fit(X)
    return time.perf_counter() - start, model.reconstruction_err_**2, model.n_iter_


def ours(X, clusters, seed, aim, most, solver):
    model = mvlink.NMF(
        n_clusters=clusters, solver=solver, assign="argmax", normalize="none", n_init=1, max_iter=most, tol=0,
        random_state=seed,
    )
    start = time.perf_counter()
    model.fit(X, callback=lambda progress: bool(progress.objective <= aim))
    return time.perf_counter() - start, model.objective_, model.n_iter_


def line(name, seconds, objective, rounds, aim):
    reached = f"{seconds:8.2f} s" if objective <= aim * (1 + 1e-9) else "       - "
    print(f"  {name:18} {reached} {rounds:5} iterations, objective {objective:.6g}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--clusters", type=int, default=10)
    parser.add_argument("--kind", choices=("sparse", "dense"), default="dense")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--most-rounds", type=int, default=500)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)
    warnings.simplefilter("ignore", mvlink.MvlinkWarning)
    make = sparse_rows if arguments.kind == "sparse" else dense_rows
    X = make(arguments.rows, arguments.clusters, np.random.default_rng(0))
    print(f"{arguments.kind}, {X.shape[0]} x {X.shape[1]}, {arguments.clusters} clusters")
    for seed, solver in itertools.product(range(arguments.seeds), ("cd", "mu")):
        seconds, aim, rounds = peer(X, arguments.clusters, seed, solver)
        print(f" seed {seed}, the target is that of scikit-learn {solver}")
        line(f"scikit-learn {solver}", seconds, aim, rounds, aim)
        for own in ("hals", "mu"):
            line(f"mvlink {own}", *ours(X, arguments.clusters, seed, aim, arguments.most_rounds, own), aim)


if __name__ == "__main__":
    main()
