#!/usr/bin/env python3
"""How fast files are read, beside NumPy, SciPy and pandas: the same numbers as csv, csv.gz, mtx, npy and mat.

    bench/reading.py [--megabytes 1000] [--folder DIR] [FORMAT...]

Every reader runs in a process of its own, ours and the other alternately; the file is in the page cache. Prints seconds of
the processor (they count under load too), of the clock, and the memory at the peak beyond the values themselves.
"""

import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

COLUMNS = 50
TURNS = 2
FORMATS = ("npy", "csv", "csv.gz", "mtx", "mat")
PEERS = {"npy": "numpy.load", "csv": "pandas.read_csv", "csv.gz": "pandas.read_csv", "mtx": "scipy.io.mmread", "mat": "scipy.io.loadmat"}
MEASURE = """
import json, sys, time
{imports}
path = sys.argv[1]
def peak():  # of this program alone: ru_maxrss counts what the parent had
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1024
before, wall, cpu = peak(), time.perf_counter(), time.process_time()
rows = {read}
print(json.dumps(dict(wall=time.perf_counter() - wall, cpu=time.process_time() - cpu, peak=peak() - before,
                      shape=list(rows.shape), total=float(rows.sum()))))
"""
READERS = {
    "ours": ("import mvlink.datasets", "mvlink.datasets.load_folder(path.rsplit('/', 1)[0]).X"),
    "numpy.load": ("import numpy", "numpy.load(path)"),
    "pandas.read_csv": ("import pandas", "pandas.read_csv(path).to_numpy()"),
    "scipy.io.mmread": ("import scipy.io", "scipy.io.mmread(path).tocsr()"),
    "scipy.io.loadmat": ("import scipy.io", "scipy.io.loadmat(path)['X']"),
}


def write_text(path, rows, values):
    """A csv of six significant digits, a block at a time."""
    opened = open(path, "w", encoding="ascii")
    if path.suffix == ".gz":
        opened = gzip.open(path, "wt", compresslevel=1, encoding="ascii")
    block = ["%.6g" % value for value in values.ravel()]
    lines = [",".join(block[i : i + COLUMNS]) for i in range(0, len(block), COLUMNS)]
    with opened as file:
        file.write(",".join(f"c{col}" for col in range(COLUMNS)) + "\n")
        for first in range(0, rows, len(lines)):
            file.write("\n".join(lines[: min(len(lines), rows - first)]) + "\n")


def write_market(path, megabytes):
    """One entry per line, every twentieth cell of a wide table."""
    lines = [f"{{}} {col} {0.5 + col % 97}\n" for col in range(1, 1000, 20)]
    rows = int(megabytes * 1e6 / sum(len(line) + 4 for line in lines))
    with open(path, "w", encoding="ascii") as file:
        file.write(f"%%MatrixMarket matrix coordinate real general\n{rows} 1000 {rows * len(lines)}\n")
        for row in range(1, rows + 1):
            file.write("".join(lines).replace("{}", str(row)))


def write(form, folder, megabytes):
    """view_x.<form> of about that size (csv.gz: before it is packed)."""
    import numpy as np
    import scipy.io

    path = folder / f"view_x.{form}"
    random = np.random.default_rng(0)
    if form == "mtx":
        write_market(path, megabytes)
    elif form.startswith("csv"):
        write_text(path, int(megabytes * 1e6 / (9.6 * COLUMNS)), random.standard_normal((20_000, COLUMNS)))
    else:
        rows = random.standard_normal((int(megabytes * 1e6 / (8 * COLUMNS)), COLUMNS))
        if form == "npy":
            np.save(path, rows)
        else:
            scipy.io.savemat(path, {"X": rows}, do_compression=False)
    return path


def measure(side, path):
    imports, read = READERS[side]
    done = subprocess.run([sys.executable, "-c", MEASURE.format(imports=imports, read=read), path], capture_output=True,
                          text=True, check=True)
    return json.loads(done.stdout)


def compare(form, folder, megabytes):
    path = write(form, folder, megabytes)
    size = path.stat().st_size / 1e6
    best = {}
    for _ in range(TURNS):
        for side in ("ours", PEERS[form]):
            found = measure(side, str(path))
            if side not in best or found["cpu"] < best[side]["cpu"]:
                best[side] = found
    ours, other = best["ours"], best[PEERS[form]]
    same = ours["shape"] == other["shape"] and abs(ours["total"] - other["total"]) <= 1e-6 * (1 + abs(other["total"]))
    path.unlink()
    print(f"| {form}, {size:.0f} MB | {ours['cpu']:.2f} / {other['cpu']:.2f} s of {PEERS[form]}: "
          f"{other['cpu'] / ours['cpu']:.2f} x | {ours['wall']:.2f} / {other['wall']:.2f} s | "
          f"{ours['peak']:.0f} / {other['peak']:.0f} MB | {'equal' if same else 'DIFFERENT'} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("formats", nargs="*", default=FORMATS, metavar="FORMAT")
    parser.add_argument("--megabytes", type=float, default=1000)
    parser.add_argument("--folder", type=pathlib.Path)
    asked = parser.parse_args()
    print("| file | processor: ours / the other | clock | memory at the peak | values |\n|---|---|---|---|---|")
    for form in asked.formats:
        with tempfile.TemporaryDirectory(dir=asked.folder) as place:
            compare(form, pathlib.Path(place), asked.megabytes)


if __name__ == "__main__":
    main()
