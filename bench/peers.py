#!/usr/bin/env python3
"""Pairwise F of MPCK-Means and PCK-Means compared with the package active-semi-supervised-clustering, on the same draws.

    bench/peers.py DATASET PAIRS [--draws 30]       DATASET: a folder with one dense view_<name>.npy and labels.txt

Prints one line per form: mean F of both, the paired difference with its 95 % interval, and how often the peer failed.
Needs mvlink, the peer and scipy in one environment. The peer loops over all pairs of rows: keep to hundreds of rows.
"""

import argparse
import pathlib
import warnings

import numpy as np
from active_semi_clustering.exceptions import EmptyClustersException
from active_semi_clustering.semi_supervised import pairwise_constraints as peer
from scipy import stats

import mvlink

STARTS = 6
PEER_ERRORS = (EmptyClustersException, FloatingPointError, np.linalg.LinAlgError)
FORMS = {
    "pck-means": (mvlink.PCKMeans, {"constraint_weight": 1}, peer.PCKMeans),
    "mpck-means S-D": (mvlink.MPCKMeans, {"metric": "diagonal", "constraint_weight": 1}, peer.MPCKMeans),
    "mpck-means M-F": (mvlink.MPCKMeans, {"metric": "full", "per_cluster": True, "constraint_weight": 1}, peer.MPCKMeansMF),
}


def read(folder):
    views = sorted(folder.glob("view_*.npy"))
    if len(views) != 1:
        raise SystemExit(f"{folder}: found {len(views)} files view_*.npy, expected one")
    classes = np.loadtxt(folder / "labels.txt", dtype=int)
    return np.load(views[0]).astype(float), np.unique(classes, return_inverse=True)[1]


def draw_pairs(classes, count, rng):
    first, second = np.triu_indices(len(classes), 1)
    chosen = rng.choice(len(first), count, replace=False)
    pairs = [(int(a), int(b)) for a, b in zip(first[chosen], second[chosen], strict=True)]
    must = [pair for pair in pairs if classes[pair[0]] == classes[pair[1]]]
    return must, [pair for pair in pairs if classes[pair[0]] != classes[pair[1]]]


def peer_labels(method, rows, k, must, cannot):
    """Labels (None if every start failed) and the number of failed starts: it throws on empty clusters and overflow."""
    failed = 0
    while failed < STARTS:
        try:
            return method(k).fit(rows, ml=must, cl=cannot).labels_, failed
        except PEER_ERRORS:
            failed += 1
    return None, failed


def compare(form, rows, classes, count, draws):
    ours, options, theirs = FORMS[form]
    k = int(classes.max()) + 1
    scores, failures = [], 0
    for draw in range(draws):
        must, cannot = draw_pairs(classes, count, np.random.default_rng([count, draw]))
        np.random.seed(draw)  # the peer draws from the global generator
        other, failed = peer_labels(theirs, rows, k, must, cannot)
        failures += failed
        if other is None:
            continue
        mine = ours(n_clusters=k, random_state=draw, **options).fit(rows, must_link=must, cannot_link=cannot).labels_
        scores.append([mvlink.metrics.f_measure(classes, mine), mvlink.metrics.f_measure(classes, other)])
    return np.array(scores), failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=pathlib.Path)
    parser.add_argument("pairs", type=int)
    parser.add_argument("--draws", type=int, default=30)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", mvlink.MvlinkWarning)
    rows, classes = read(arguments.dataset)
    for form in FORMS:
        scores, failures = compare(form, rows, classes, arguments.pairs, arguments.draws)
        difference = scores[:, 0] - scores[:, 1]
        half = stats.t.ppf(0.975, len(scores) - 1) * stats.sem(difference)
        means = "mvlink {:.3f}  peer {:.3f}".format(*scores.mean(axis=0))
        print(f"{form:15} {means}  difference {difference.mean():+.3f} +- {half:.3f}  failed starts {failures}")


if __name__ == "__main__":
    main()
