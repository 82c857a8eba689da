"""Eigenvectors of neighbourhood graphs compared with other libraries: the numbers as JSON.

    eigenvectors.py [--quick] [--table]     --table: prints a table for people instead

Every side gets the weights of the same graph and returns the ten largest eigenvalues of its normalized form, with
vectors. The times include the normalization. Sides run alternately; the minimum counts. The largest residual |S x - lambda x| / 2 of each is stated.
"""

import argparse
import glob
import json
import os
import pathlib
import subprocess
import sys
import time

import numpy as np
import scipy.sparse as sparse
from scipy.sparse.linalg import eigsh
from scipy.spatial import cKDTree

BUILD = pathlib.Path(__file__).resolve().parent.parent / "build"
COUNT, TOL, NEIGHBOURS = 10, 1e-8, 10


def graph_folder(n, d):
    """Ten clusters that overlap, 10 neighbours, local scaling; made once."""
    folder = BUILD / "bench" / f"graph_{n}_{d}"
    if (folder / "weights.bin").exists():
        return folder
    random = np.random.default_rng(1)
    rows = random.standard_normal((n, d)) + 1.5 * random.standard_normal((10, d))[random.integers(10, size=n)]
    distance, index = cKDTree(rows).query(rows, k=NEIGHBOURS + 1, workers=-1)
    distance, index = distance[:, 1:], index[:, 1:]
    scale = distance[:, -1]
    weights = np.exp(-(distance**2) / (scale[:, None] * scale[index]))
    graph = sparse.csr_matrix((weights.ravel(), index.ravel(), np.arange(0, NEIGHBOURS * n + 1, NEIGHBOURS)), shape=(n, n))
    graph = graph.maximum(graph.T).tocsr()
    graph.sort_indices()
    folder.mkdir(parents=True, exist_ok=True)
    graph.indptr.astype(np.int64).tofile(folder / "offsets.bin")
    graph.indices.astype(np.int32).tofile(folder / "columns.bin")
    graph.data.tofile(folder / "weights.bin")
    return folder


def in_child(command, **environment):
    """What it printed, as JSON."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          env=os.environ | environment)
    if done.returncode != 0:
        raise RuntimeError((done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1])
    return json.loads(done.stdout)


def ours(folder, threads):
    return in_child([BUILD / "bin" / "solve_graph", folder, COUNT, TOL, threads, 1])


def arpack(folder):
    offsets = np.fromfile(folder / "offsets.bin", np.int64).astype(np.int32)
    columns, weights = np.fromfile(folder / "columns.bin", np.int32), np.fromfile(folder / "weights.bin")
    graph = sparse.csr_matrix((weights, columns, offsets))
    begin = time.perf_counter()
    scale = sparse.diags(1 / np.sqrt(np.asarray(graph.sum(axis=1)).ravel()))
    S = (scale @ graph @ scale).tocsr()
    values, vectors = eigsh(S, COUNT, which="LA", tol=TOL)
    seconds = time.perf_counter() - begin
    residual = np.linalg.norm(S @ vectors - vectors * values, axis=0).max() / 2
    return {"seconds": seconds, "residual": float(residual), "values": sorted(values.tolist(), reverse=True)}


def slepc(folder):
    """Debian keeps the modules where the system's Python does not look by itself."""
    modules = [path for kind in ("petsc", "slepc")
               for path in glob.glob(f"/usr/lib/{kind}dir/*/*-real/lib/python3/dist-packages")]
    script = pathlib.Path(__file__).with_name("slepc_side.py")
    return in_child(["/usr/bin/python3", script, folder, COUNT, TOL], PYTHONPATH=":".join(modules), OMP_NUM_THREADS="1")


def compared(n, d, turns, sides):
    """The fastest answer of every side, or why it has none."""
    folder, best, failed = graph_folder(n, d), {}, {}
    for _ in range(turns):
        for name, call in sides.items():
            if name in failed:
                continue
            try:
                answer = call(folder)
            except (RuntimeError, OSError) as reason:
                failed[name] = str(reason)
                continue
            if name not in best or answer["seconds"] < best[name]["seconds"]:
                best[name] = answer
    exact = np.array(best["ours, 1 thread"]["values"])
    for name, answer in best.items():
        answer["difference"] = float(np.abs(np.array(answer["values"]) - exact[: len(answer["values"])]).max())
    return {"n": n, "d": d, "edges": (folder / "columns.bin").stat().st_size // 8, "sides": best, "failed": failed}


def measured(quick):
    one, two = {"ours, 1 thread": lambda f: ours(f, 1)}, {"ours, 2 threads": lambda f: ours(f, 2)}
    peers = {"SciPy (ARPACK)": arpack, "SLEPc": slepc}
    n = 10_000 if quick else 100_000
    cases = [compared(n, d, 2 if quick else 3, one | two | peers) for d in (4, 8)]
    return {"cases": cases if quick else [*cases, compared(1_000_000, 4, 1, one | two)]}


def table(found):
    for case in found["cases"]:
        print(f"n = {case['n']:,}, d = {case['d']}, {case['edges']:,} edges, {COUNT} vectors")
        for name, side in case["sides"].items():
            more = f", {side['products']} block products, {side['megabytes']:.0f} MB" if "products" in side else ""
            print(f"  {name:16} {side['seconds']:8.3f} s  residual {side['residual']:.1e}, values differ by "
                  f"{side['difference']:.0e}{more}")
        for name, reason in case["failed"].items():
            print(f"  {name:16} {reason}")
    print("load", *os.getloadavg())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    found = measured(arguments.quick)
    if arguments.table:
        table(found)
    else:
        json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
