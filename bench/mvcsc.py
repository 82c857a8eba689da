#!/usr/bin/env python3
"""MVCSC on many objects: seconds per phase, memory, iterations and accuracy.

    bench/mvcsc.py [--rows 100000] [--columns 32] [--clusters 10] [--neighbors 10] [--threads 2] [--beta 3]

Two views of clusters that overlap a little, each with noise of its own, and one constraint per hundred objects. Prints one line of JSON.
How long a step takes next to the products that it cannot avoid: tools/bench.sh kernels --benchmark_filter=mvcsc.
"""

import argparse
import json
import resource
import time
import warnings

import numpy as np

import mvlink
from mvlink.metrics import acc


def views_and_classes(rows, columns, clusters, seed=0):
    random = np.random.default_rng(seed)
    classes = random.integers(clusters, size=rows)
    views = []
    for _ in range(2):
        centres = random.standard_normal((clusters, columns)).astype(np.float32)
        noise = 0.8 * random.standard_normal((rows, columns), dtype=np.float32)
        views.append(noise + centres[classes])
    return views, classes


def constraints(classes, count, seed=1):
    pairs = np.random.default_rng(seed).integers(len(classes), size=(2 * count, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]][:count]
    kinds = ["must-link" if classes[a] == classes[b] else "cannot-link" for a, b in pairs]
    return [((0, int(a)), (0, int(b)), kind) for (a, b), kind in zip(pairs, kinds, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in [("rows", 100_000), ("columns", 32), ("clusters", 10), ("neighbors", 10), ("threads", 2)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--beta", type=float, help="fixed; without it beta=auto tries four")
    arguments = parser.parse_args()
    views, classes = views_and_classes(arguments.rows, arguments.columns, arguments.clusters)
    beta = {} if arguments.beta is None else {"beta": arguments.beta}
    model = mvlink.MVCSC(n_clusters=arguments.clusters, n_neighbors=arguments.neighbors, random_state=0,
                         n_jobs=arguments.threads, validate=None, **beta)  # the method alone, without held-out runs
    start, computing = time.perf_counter(), time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(views, constraints=constraints(classes, arguments.rows // 100))
    print(json.dumps({
        "rows": arguments.rows, "processor_seconds": round(time.process_time() - computing, 2), "seconds": round(time.perf_counter() - start, 2), "phases": getattr(model, "seconds_", None),
        "gigabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, 2), "iterations": model.n_iter_,
        "accuracy": round(acc(classes, model.object_labels_), 4), "weights": np.round(model.view_weights_, 3).tolist()}))


if __name__ == "__main__":
    main()
