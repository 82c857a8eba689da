#!/usr/bin/env python3
"""Constraint propagation between two large views: processor seconds per round and phase, and memory.

    bench/propagation.py [--rows 100000] [--mapped 20000] [--constraints 2000] [--columns 8] [--base pck-means] [--threads 1]

Five Gaussian clusters per view. The constraints are between rows of the first view or of the second, as many each. Prints one line of JSON.
"""

import argparse
import json
import resource
import time
import warnings

import numpy as np

import mvlink
from mvlink.metrics import ari

CLUSTERS = 5


def views_and_classes(rows, columns, seed=0):
    random = np.random.default_rng(seed)
    classes = random.integers(CLUSTERS, size=rows)
    views = []
    for _ in range(2):
        centres = 5 * random.standard_normal((CLUSTERS, columns))
        views.append(random.standard_normal((rows, columns)) + centres[classes])
    return views, classes


def constraints_within_views(classes, count, seed=1):
    random = np.random.default_rng(seed)
    found = []
    for view in range(2):
        for a, b in random.integers(len(classes), size=(count // 2, 2)):
            if a != b:
                found.append(((view, int(a)), (view, int(b)), "must-link" if classes[a] == classes[b] else "cannot-link"))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in [("rows", 100_000), ("mapped", 20_000), ("constraints", 2_000), ("columns", 8), ("threads", 1)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--base", default="pck-means")
    arguments = parser.parse_args()
    views, classes = views_and_classes(arguments.rows, arguments.columns)
    constraints = constraints_within_views(classes, arguments.constraints)
    model = mvlink.ConstraintPropagation(n_clusters=CLUSTERS, base=arguments.base, random_state=0, n_jobs=arguments.threads,
                                         validate=None)  # the method alone, without held-out runs
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    computing = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(views, mapping=[(row, row) for row in range(arguments.mapped)], constraints=constraints)
    computing = time.process_time() - computing
    ends = [len({row for (view, row), *_ in constraints if view == v} | {row for _, (view, row), _ in constraints if view == v}) for v in range(2)]
    print(json.dumps({
        **vars(arguments), "processor_seconds": round(computing, 2), "rounds": model.n_iter_,
        "per_round": round(computing / model.n_iter_, 2), "phases": getattr(model, "seconds_", None),
        "gigabytes": round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 2**20, 2),
        "endpoints": ends, "ari": [round(ari(classes, labels), 4) for labels in model.labels_]}))


if __name__ == "__main__":
    main()
