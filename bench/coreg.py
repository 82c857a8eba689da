#!/usr/bin/env python3
"""Co-regularized spectral clustering of mvlink against mvlearn's MultiviewCoRegSpectralClustering, and MVCSC beside them.

    bench/coreg.py DATASET... [--turns 3]        DATASET: a folder with view_*.npy or view_*.mtx and labels.txt (mfeat), or with ids_<view>.txt (3sources)

Each side in turn on one thread, the minimum time counts; accuracy of each. mvlearn needs every object in every view: of 3sources it gets the
stories that all sources have, and so do we. Needs mvlink, mvlearn, scikit-learn and scipy in one environment. mvlearn 0.5.0 asks
for versions that no longer install; this does: pip install 'numpy<2' scipy scikit-learn threadpoolctl seaborn dill, then pip install --no-deps mvlearn.
"""

import argparse
import json
import pathlib
import time
import warnings

import numpy as np
import threadpoolctl
from mvlearn.cluster import MultiviewCoRegSpectralClustering
from scipy.io import mmread
from sklearn.feature_extraction.text import TfidfTransformer

import mvlink
from mvlink.metrics import acc


def read_view(path):
    if path.suffix == ".npy":
        return np.load(path).astype(float)
    return np.asarray(TfidfTransformer().fit_transform(mmread(path).tocsr()).todense())


def read(folder):
    """Views on the objects that all of them hold, and the classes."""
    paths = sorted([*folder.glob("view_*.npy"), *folder.glob("view_*.mtx")])
    views = [read_view(path) for path in paths]
    names = [path.stem.removeprefix("view_") for path in paths]
    if not (folder / f"ids_{names[0]}.txt").exists():
        return views, np.loadtxt(folder / "labels.txt", dtype=int)
    ids = [(folder / f"ids_{name}.txt").read_text().split() for name in names]
    shared = sorted(set.intersection(*map(set, ids)))
    rows = [[own.index(name) for name in shared] for own in ids]
    classes = np.loadtxt(folder / f"labels_{names[0]}.txt", dtype=int)[rows[0]]
    return [view[own] for view, own in zip(views, rows, strict=True)], classes


def compare(folder, turns):
    views, classes = read(folder)
    k = len(np.unique(classes))
    sides = {
        "mvlearn": lambda: MultiviewCoRegSpectralClustering(n_clusters=k, random_state=0).fit_predict(views),
        "mvlink coreg-spectral": lambda: mvlink.CoRegSpectral(n_clusters=k, random_state=0, n_jobs=1).fit(views).object_labels_,
        "mvlink mvcsc": lambda: mvlink.MVCSC(n_clusters=k, random_state=0, n_jobs=1).fit(views).object_labels_,
    }
    seconds, score = dict.fromkeys(sides, np.inf), {}
    with threadpoolctl.threadpool_limits(1):
        for _ in range(turns):
            for side, run in sides.items():
                start = time.perf_counter()
                labels = run()
                seconds[side] = min(seconds[side], time.perf_counter() - start)
                score[side] = round(float(acc(classes, labels)), 4)
    print(json.dumps({"data": folder.name, "objects": len(classes), "accuracy": score,
                      "seconds": {side: round(value, 3) for side, value in seconds.items()}}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="+", type=pathlib.Path)
    parser.add_argument("--turns", type=int, default=3)
    arguments = parser.parse_args()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for folder in arguments.datasets:
            compare(folder, arguments.turns)


if __name__ == "__main__":
    main()
