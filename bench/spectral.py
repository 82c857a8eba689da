#!/usr/bin/env python3
"""Spectral clustering of mvlink against scikit-learn's SpectralClustering.

    bench/spectral.py [--rows 10000] [--columns 32] [--clusters 10] [--neighbors 10] [--turns 3] [--threads 2]

Two comparisons, each side in turn, the minimum time counts: on the same given graph (metric and affinity "precomputed"), and end to
end from the features. States the accuracy of both sides. Beyond 30,000 rows the second side is scipy's eigsh and scikit-learn's
KMeans, because SpectralClustering itself takes too long. Needs mvlink, scikit-learn and scipy in one environment.
"""

import argparse
import json
import time
import warnings

import numpy as np
import threadpoolctl
from scipy.sparse import csr_matrix, diags
from scipy.sparse.linalg import eigsh
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.neighbors import kneighbors_graph

import mvlink
from mvlink.metrics import acc

MOST_ROWS_OF_PEER = 30_000


def rows_and_classes(rows, columns, clusters, seed=0):
    """Clusters that overlap a little, so that the graph is connected."""
    random = np.random.default_rng(seed)
    classes = random.integers(clusters, size=rows)
    centres = random.standard_normal((clusters, columns))
    return 0.8 * random.standard_normal((rows, columns)) + centres[classes], classes


def joined(X, neighbors):
    """The graph of nearest neighbours with weight 1, as SpectralClustering builds it."""
    W = kneighbors_graph(X, neighbors, include_self=False, n_jobs=-1)
    return csr_matrix(0.5 * (W + W.T))


def eigsh_and_kmeans(W, clusters):
    degree = np.asarray(W.sum(axis=1)).ravel()
    D = diags(1 / np.sqrt(degree))
    _, vectors = eigsh(D @ W @ D, k=clusters, which="LA", tol=1e-8, v0=np.ones(W.shape[0]))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return KMeans(clusters, n_init=10, random_state=0).fit_predict(vectors)


def peer(given, clusters, neighbors, is_graph):
    if given.shape[0] > MOST_ROWS_OF_PEER:
        return eigsh_and_kmeans(given if is_graph else joined(given, neighbors), clusters)
    affinity = "precomputed" if is_graph else "nearest_neighbors"
    model = SpectralClustering(clusters, affinity=affinity, n_neighbors=neighbors, random_state=0, n_jobs=-1)
    return model.fit_predict(given)


def ours(given, clusters, neighbors, is_graph, threads):
    how = {"metric": "precomputed"} if is_graph else {"n_neighbors": neighbors, "affinity": "binary"}
    model = mvlink.SpectralClustering(n_clusters=clusters, random_state=0, n_jobs=threads, **how).fit(given)
    return model.labels_


def compare(name, given, classes, arguments, is_graph):
    sides = {
        "mvlink": lambda: ours(given, arguments.clusters, arguments.neighbors, is_graph, arguments.threads),
        "peer": lambda: peer(given, arguments.clusters, arguments.neighbors, is_graph),
    }
    seconds, labels = dict.fromkeys(sides, np.inf), {}
    with threadpoolctl.threadpool_limits(arguments.threads):
        for _ in range(arguments.turns):
            for side, run in sides.items():
                start = time.perf_counter()
                labels[side] = run()
                seconds[side] = min(seconds[side], time.perf_counter() - start)
    score = {side: round(acc(classes, found), 4) for side, found in labels.items()}
    row = {"case": name, "seconds": {s: round(t, 3) for s, t in seconds.items()}, "accuracy": score,
           "ratio": round(seconds["peer"] / seconds["mvlink"], 2)}
    print(json.dumps(row), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in [("rows", 10_000), ("columns", 32), ("clusters", 10), ("neighbors", 10), ("turns", 3), ("threads", 2)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    arguments = parser.parse_args()
    X, classes = rows_and_classes(arguments.rows, arguments.columns, arguments.clusters)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compare("same graph", joined(X, arguments.neighbors), classes, arguments, True)
        compare("end to end", X, classes, arguments, False)


if __name__ == "__main__":
    main()
