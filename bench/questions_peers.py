#!/usr/bin/env python3
"""COBRAS by its authors' code (cobras_ts of the Python package index) on the datasets of `mvlink reproduce questions`
that have one dense view, in the columns of its runs.csv.

bench/questions_peers.py DATA_FOLDER OUT.csv [SEEDS]    goes on where an earlier call stopped
"""
import csv
import pathlib
import sys
import time

import numpy as np

np.int = int  # the package was written for an older NumPy
from cobras_ts.cobras_kmeans import COBRAS_kmeans  # noqa: E402

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


def run(x, labels, wrong, seed):
    np.random.seed(seed)
    start = time.perf_counter()
    _, steps, *_ = COBRAS_kmeans(x, Person(labels, wrong, seed), 100).cluster()
    seconds = (time.perf_counter() - start) / max(len(steps), 1)
    curve = []
    for asked in CHECKPOINTS:
        shown = np.zeros(len(x), int) if asked == 0 or not steps else steps[min(asked, len(steps)) - 1]
        curve.append(ari(labels, np.asarray(shown)))
    return seconds, curve


def main():
    root, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    done = set()
    if out.exists():
        done = {(r["data"], r["wrong"], r["seed"]) for r in csv.DictReader(out.open())}
    else:
        out.write_text(",".join(HEADER) + "\n")
    for seed in range(seeds):
        for name, *place in DATA:
            x, labels = read(root, *place)
            for wrong in (0, 0.05, 0.1, 0.15):
                if (name, str(wrong), str(seed)) in done:
                    continue
                seconds, curve = run(x, labels, wrong, seed)
                with out.open("a", newline="") as file:
                    csv.writer(file, lineterminator="\n").writerow(
                        [name, "COBRAS, authors' code", wrong, seed, f"{seconds:.6f}", *(f"{v:.6f}" for v in curve)])


if __name__ == "__main__":
    main()
