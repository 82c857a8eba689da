#!/usr/bin/env python3
"""Other programs on the datasets of `mvlink reproduce questions` that have one dense view, in the columns of its runs.csv:
COBRAS by its authors' code (cobras_ts of the Python package index), and NPU and FFQS (explore and consolidate) with
PCK-Means as the package active-semi-supervised-clustering has them.

bench/questions_peers.py DATA_FOLDER OUT.csv [--seeds 5] [--methods COBRAS FFQS NPU] [--data iris wine]
goes on where an earlier call stopped
"""
import argparse
import csv
import pathlib
import time
import warnings

import numpy as np

np.int = int  # the packages were written for an older NumPy

CHECKPOINTS = [0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100]
HEADER = ["data", "strategy", "wrong", "seed", "seconds_per_question"] + [f"ari_{c}" for c in CHECKPOINTS]
DATA = [
    ("iris", "iris", "x", "labels", [], 1),
    ("ionosphere", "ionosphere", "x", "labels", [], 1),
    ("protein", "protein", "aa", "labels", [], 1),
    ("letters {I,J,L}", "letters", "x", "labels", [8, 9, 11], 10),
    ("mfeat fou", "mfeat", "fou", "labels", [], 4),
    ("wine", "wine", "x", "labels", [], 1),
    ("pendigits {3,8,9}", "pendigits", "x", "labels", [3, 8, 9], 10),
    ("pendigits", "pendigits", "x", "labels", [], 20),
    ("stick figures, upper", "stickfigures", "pixels", "labels_upper", [], 2),
]


def read(root, folder, view, truth, classes, step):
    x = np.load(root / folder / f"view_{view}.npy").astype(float)
    labels = np.array([int(line) for line in (root / folder / f"{truth}.txt").read_text().split()])
    rows = np.arange(len(labels)) if not classes else np.flatnonzero(np.isin(labels, classes))
    rows = rows[::step]
    x, labels = x[rows], labels[rows]
    spread = x.std(axis=0)
    x = (x - x.mean(axis=0)) / np.where(spread > 0, spread, 1)
    if x.shape[1] > 100:
        u, s, _ = np.linalg.svd(x, full_matrices=False)
        x = u[:, :50] * s[:50]
    return x, labels


class Person:
    """The true answer, wrong with some probability."""

    def __init__(self, labels, wrong, seed):
        self.labels, self.wrong, self.random = labels, wrong, np.random.default_rng(seed)

    def continue_cluster_process(self):
        return True

    def update_clustering(self, clustering):
        pass

    def update_clustering_detailed(self, clustering):
        pass

    def query_points(self, a, b):
        return bool((self.labels[a] == self.labels[b]) != (self.random.random() < self.wrong))


def ari(a, b):
    n = len(a)
    _, a = np.unique(a, return_inverse=True)
    _, b = np.unique(b, return_inverse=True)
    table = np.zeros((a.max() + 1, b.max() + 1))
    np.add.at(table, (a, b), 1)
    pairs = lambda v: (v * (v - 1) / 2).sum()  # noqa: E731
    both, of_a, of_b, every = pairs(table), pairs(table.sum(1)), pairs(table.sum(0)), n * (n - 1) / 2
    expected = of_a * of_b / every
    most = (of_a + of_b) / 2
    return 1.0 if most == expected else (both - expected) / (most - expected)


def cobras(x, labels, wrong, seed):
    from cobras_ts.cobras_kmeans import COBRAS_kmeans

    _, steps, *_ = COBRAS_kmeans(x, Person(labels, wrong, seed), 100).cluster()
    return [np.zeros(len(x), int) if asked == 0 or not steps else steps[min(asked, len(steps)) - 1]
            for asked in CHECKPOINTS]


class Oracle:
    """A person with a budget, as active_semi_clustering asks it."""

    def __init__(self, person, budget):
        self.person, self.max_queries_cnt, self.queries_cnt = person, budget, 0

    def query(self, a, b):
        from active_semi_clustering.active.pairwise_constraints.example_oracle import MaximumQueriesExceeded

        if self.queries_cnt >= self.max_queries_cnt:
            raise MaximumQueriesExceeded
        self.queries_cnt += 1
        return self.person.query_points(a, b)


def pck(x, k, ml, cl):
    from active_semi_clustering.exceptions import EmptyClustersException
    from active_semi_clustering.semi_supervised.pairwise_constraints import PCKMeans

    for _ in range(20):
        try:
            return PCKMeans(n_clusters=k).fit(x, ml=ml, cl=cl).labels_
        except EmptyClustersException:
            continue
    return np.zeros(len(x), int)


def ffqs(x, labels, wrong, seed):
    from active_semi_clustering.active.pairwise_constraints import ExploreConsolidate

    k, shown = len(set(labels)), []
    for asked in CHECKPOINTS:
        np.random.seed(seed)  # the same questions, cut off earlier
        learner = ExploreConsolidate(n_clusters=k)
        learner.pairwise_constraints_ = [], []
        learner.fit(x, oracle=Oracle(Person(labels, wrong, seed), asked))
        shown.append(pck(x, k, *learner.pairwise_constraints_))
    return shown


def npu(x, labels, wrong, seed):
    from active_semi_clustering.active.pairwise_constraints import NPU

    k, oracle, seen = len(set(labels)), Oracle(Person(labels, wrong, seed), 100), {}

    class Clusterer:
        def fit(self, x, ml, cl):
            self.labels_ = seen[oracle.queries_cnt] = pck(x, k, ml, cl)

    NPU(clusterer=Clusterer()).fit(x, oracle=oracle)
    return [seen[max(count for count in seen if count <= asked)] for asked in CHECKPOINTS]


METHODS = {
    "COBRAS": ("COBRAS, authors' code", cobras),
    "FFQS": ("FFQS, pck-means, public code", ffqs),
    "NPU": ("NPU, pck-means, public code", npu),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--methods", nargs="*", default=list(METHODS), choices=list(METHODS))
    parser.add_argument("--data", nargs="*", default=[name for name, *_ in DATA])
    parser.add_argument("--wrong", nargs="*", type=float, default=[0, 0.05, 0.1, 0.15])
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    done = set()
    if arguments.out.exists():
        done = {(r["data"], r["strategy"], float(r["wrong"]), r["seed"]) for r in csv.DictReader(arguments.out.open())}
    else:
        arguments.out.write_text(",".join(HEADER) + "\n")
    wanted = [(seed, name, place, method, wrong) for seed in range(arguments.seeds) for name, *place in DATA
              if name in arguments.data for method in arguments.methods for wrong in arguments.wrong]
    for seed, name, place, method, wrong in wanted:
        title, run = METHODS[method]
        if (name, title, wrong, str(seed)) in done:
            continue
        x, labels = read(arguments.root, *place)
        np.random.seed(seed)
        start = time.process_time()
        try:
            shown = run(x, labels, wrong, seed)
        except Exception as error:  # contradictions are an exception there
            print(f"{title}, {name}, {wrong:g} wrong, seed {seed}: {type(error).__name__} {error}", flush=True)
            continue
        seconds = (time.process_time() - start) / CHECKPOINTS[-1]
        with arguments.out.open("a", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(
                [name, title, f"{wrong:g}", seed, f"{seconds:.6f}", *(f"{ari(labels, np.asarray(v)):.6f}" for v in shown)])


if __name__ == "__main__":
    main()
