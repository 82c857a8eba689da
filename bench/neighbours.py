"""Nearest neighbours of every row, k = 10, compared with faiss, hnswlib and scikit-learn.

    tools/bench.sh neighbours                        1e4 to 1e6 rows of 32 columns, 1e4 and 1e5 of 512
    tools/bench.sh neighbours --only "1e5 d=32"      some cases: all whose names begin so
    tools/bench.sh neighbours --large                also 1e6 x 512
    tools/bench.sh neighbours --list                 names the cases

Rows are float: 100 clusters in 16 dimensions, mapped linearly to d columns, and a little noise in each column. Ours
runs in a process of its own and finds the neighbours of all rows. Other libraries do so too, unless that would take
minutes: then the time of some queries, evenly chosen, is multiplied. Indexes are built from all rows, and their search
is as wide as needed for a recall of 0.95. Every recall is measured here, on the same rows, against products in double.
"""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
import threadpoolctl

import machine

ROOT = pathlib.Path(__file__).resolve().parent.parent
K = 10
ENOUGH = 0.95
SAMPLE = 500  # rows that recall is measured on


def rows_in_clusters(n, d, seed=1):
    random = np.random.default_rng(seed)
    centres = 2 * random.standard_normal((100, 16), dtype=np.float32)
    linear = random.standard_normal((16, d), dtype=np.float32) / 4
    X = np.empty((n, d), dtype=np.float32)
    for begin in range(0, n, 50_000):
        count = min(50_000, n - begin)
        hidden = centres[random.integers(100, size=count)] + random.standard_normal((count, 16), dtype=np.float32)
        X[begin:begin + count] = hidden @ linear + 0.05 * random.standard_normal((count, d), dtype=np.float32)
    return X


def k_nearest(X, sample):
    """The k nearest other rows of some rows, by plain products in double."""
    best = np.full((len(sample), K), np.inf)
    nearest = np.zeros((len(sample), K), dtype=np.int64)
    asked = X[sample].astype(np.float64)
    for begin in range(0, len(X), 20_000):
        block = X[begin:begin + 20_000].astype(np.float64)
        squares = (asked**2).sum(1)[:, None] + (block**2).sum(1) - 2 * asked @ block.T
        own = (sample >= begin) & (sample < begin + len(block))
        squares[np.flatnonzero(own), sample[own] - begin] = np.inf
        both = np.hstack([best, squares])
        numbers = np.hstack([nearest, np.broadcast_to(np.arange(begin, begin + len(block)), squares.shape)])
        chosen = np.argpartition(both, K, axis=1)[:, :K]
        best, nearest = np.take_along_axis(both, chosen, 1), np.take_along_axis(numbers, chosen, 1)
    return nearest


def without_self(found, numbers):
    """Lists of k + 1 rows without the row itself."""
    kept = np.empty((len(found), K), dtype=np.int64)
    for i, (row, number) in enumerate(zip(found, numbers)):
        kept[i] = row[row != number][:K]
    return kept


class Case:
    """One table of rows with the true neighbours of a sample; measures one library after the other."""

    def __init__(self, n, d, queries):
        self.n, self.d = n, d
        self.X = rows_in_clusters(n, d)
        self.sample = np.arange(0, n, max(1, n // SAMPLE))[:SAMPLE]
        self.truth = k_nearest(self.X, self.sample)
        step = max(1, n // queries)
        self.asked = np.arange(0, n, step)  # by the others
        self.share = n / len(self.asked)

    def recall(self, found):
        """Of lists, one per row of the sample."""
        return sum(len(np.intersect1d(a, b)) for a, b in zip(found, self.truth)) / self.truth.size

    def ours(self, search, threads):
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            file, index = pathlib.Path(folder) / "rows", pathlib.Path(folder) / "index"
            self.X.tofile(file)
            done = subprocess.run([ROOT / "build/bin/neighbours_of_file", file, str(self.n), str(self.d), str(K),
                                   str(threads), search, index], capture_output=True, text=True, check=True)
            answer = json.loads(done.stdout)
            found = np.fromfile(index, dtype=np.int32).reshape(self.n, K)
        more = f"stated {answer['recall']:.3f}; " if search == "approximate" else ""
        return answer["seconds"], self.recall(found[self.sample]), f"{more}distances {answer['checksum']}"

    def faiss_exact(self, threads):
        import faiss

        faiss.omp_set_num_threads(threads)
        index = faiss.IndexFlatL2(self.d)
        index.add(self.X)
        return self.timed(lambda rows: index.search(rows, K + 1)[1], self.note())

    def scikit_learn(self, threads):
        from sklearn.neighbors import NearestNeighbors

        model = NearestNeighbors(n_neighbors=K + 1, algorithm="brute", n_jobs=threads).fit(self.X)
        with threadpoolctl.threadpool_limits(threads):
            return self.timed(lambda rows: model.kneighbors(rows, return_distance=False), self.note())

    def faiss_hnsw(self, threads):
        import faiss

        faiss.omp_set_num_threads(threads)
        index = faiss.IndexHNSWFlat(self.d, 16)
        index.hnsw.efConstruction = 100
        begin = time.perf_counter()
        index.add(self.X)

        def widen(width):
            index.hnsw.efSearch = width

        return self.indexed(time.perf_counter() - begin, widen, lambda rows: index.search(rows, K + 1)[1])

    def hnswlib(self, threads):
        import hnswlib

        index = hnswlib.Index(space="l2", dim=self.d)
        index.init_index(max_elements=self.n, ef_construction=100, M=16)
        begin = time.perf_counter()
        index.add_items(self.X, num_threads=threads)
        build = time.perf_counter() - begin
        return self.indexed(build, index.set_ef, lambda rows: index.knn_query(rows, K + 1, num_threads=threads)[0])

    def note(self):
        return "" if self.share == 1 else f"{len(self.asked)} queries x {self.share:.0f}"

    def timed(self, search, note):
        begin = time.perf_counter()
        search(self.X[self.asked])
        seconds = (time.perf_counter() - begin) * self.share
        return seconds, self.recall(without_self(search(self.X[self.sample]), self.sample)), note

    def indexed(self, build, widen, search):
        """The least width of the search that finds enough, and the time of building with it."""
        for width in (16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024):
            widen(width)
            if self.recall(without_self(search(self.X[self.sample]), self.sample)) >= ENOUGH:
                break
        seconds, recall, note = self.timed(search, self.note())
        return build + seconds, recall, f"build {build:.1f} s, ef {width}{', ' + note if note else ''}"


EXACT = {"ours, exact": lambda case, threads: case.ours("exact", threads),
         "faiss IndexFlatL2": Case.faiss_exact, "scikit-learn brute": Case.scikit_learn}
APPROXIMATE = {"ours, approximate": lambda case, threads: case.ours("approximate", threads),
               "faiss HNSW": Case.faiss_hnsw, "hnswlib": Case.hnswlib}
OURS = ("ours, exact", "ours, approximate")
# Rows, columns, queries of the others, what runs, with how many threads ours and how many the others.
CASES = {"1e4 d=32": (10_000, 32, 10_000, EXACT | APPROXIMATE, (1, 2), (1, 2)),
         "1e4 d=512": (10_000, 512, 10_000, EXACT | APPROXIMATE, (1, 2), (1, 2)),
         "1e5 d=32": (100_000, 32, 100_000, EXACT | APPROXIMATE, (1, 2), (1, 2)),
         "1e5 d=512": (100_000, 512, 10_000, EXACT | APPROXIMATE, (1, 2), (2,)),
         "1e6 d=32": (1_000_000, 32, 100_000, APPROXIMATE, (1, 2), (2,))}
LARGE = {"1e6 d=512": (1_000_000, 512, 50_000, APPROXIMATE, (1, 2), (2,))}


def measured(name, case, what, threads):
    """One line of the table: [case, library, threads, seconds, recall, note]; a library that is missing says so."""
    watch = machine.Watch()
    try:
        seconds, recall, note = what[1](case, threads)
    except ImportError as missing:
        return [name, what[0], threads, None, None, str(missing)]
    others = watch.stop()["others"]
    busy = "" if others is None or others < 0.15 else f"; others used {others:.1f} processors"
    return [name, what[0], threads, seconds, recall, note + busy]


def line(row):
    name, library, threads, seconds, recall, note = row
    figures = "missing |" if seconds is None else f"{seconds:.2f} | {recall:.3f}"
    return f"| {name} | {library} | {threads} | {figures} | {note} |"


def run(name, size):
    n, d, queries, libraries, own_threads, other_threads = size
    case, rows = Case(n, d, queries), []
    for what in libraries.items():
        for threads in own_threads if what[0] in OURS else other_threads:
            rows.append(measured(name, case, what, threads))
            print(line(rows[-1]), flush=True)
    return rows


# Ours against each of the others: at most this many times as long, for cases whose names begin so.
AIMS = {"faiss IndexFlatL2": ("ours, exact", 1, "1e5"), "scikit-learn brute": ("ours, exact", 1 / 3, "1e5"),
        "faiss HNSW": ("ours, approximate", 3, "1e6"), "hnswlib": ("ours, approximate", 3, "1e6")}


def compared(rows):
    """One line per other library and number of threads, as the page of the benchmarks has them."""
    took = {(row[0], row[1], row[2]): row for row in rows if row[3] is not None}
    for (name, library, threads), row in took.items():
        ours, most, where = AIMS.get(library, (None, 0, ""))
        if (name, ours, threads) not in took:
            continue
        own = took[name, ours, threads]
        ratio, aimed = own[3] / row[3], name.startswith(where)
        result = "-" if not aimed else "reached" if ratio <= most and own[4] >= min(ENOUGH, row[4]) else "missed"
        yield [f"{name}, {threads} thread{'s' if threads > 1 else ''}, {ours} against {library}",
               f"<= {most:.2f} x" if aimed else "-",
               f"{own[3]:.2f} / {row[3]:.2f} s: {ratio:.2f} x; recall {own[4]:.3f} / {row[4]:.3f}", result]
    for row in rows:
        if row[3] is None:
            yield [f"{row[0]}, {row[1]}", "-", row[5], "missing"]


def same_for_all_threads(rows):
    """Of ours: one line per case."""
    sums = {}
    for name, library, _, _, _, note in rows:
        if library in OURS:
            sums.setdefault((name, library), set()).add(note.split("distances ")[-1].split(";")[0])
    for (name, library), found in sums.items():
        yield f"{name}, {library}: {'the same' if len(found) == 1 else 'NOT the same'} for any number of threads"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", action="store_true", help="also 1e6 x 512")
    parser.add_argument("--list", action="store_true", help="name the cases")
    parser.add_argument("--json", metavar="CASE", help="run one case and print its comparisons as JSON")
    parser.add_argument("--only", nargs="+", metavar="CASE", help="cases whose names begin so")
    arguments = parser.parse_args()
    if arguments.json:
        with contextlib.redirect_stdout(sys.stderr):
            rows = run(arguments.json, (CASES | LARGE)[arguments.json])
        json.dump({"rows": list(compared(rows)), "threads": list(same_for_all_threads(rows))}, sys.stdout)
        return
    cases = CASES | (LARGE if arguments.large or arguments.only else {})
    if arguments.only:
        cases = {name: size for name, size in cases.items() if name.startswith(tuple(arguments.only))}
    if arguments.list:
        print("\n".join(CASES | LARGE))
        return
    if not cases:
        sys.exit("neighbours: no such case; --list names them")
    print(f"{machine.describe_machine()}; load {os.getloadavg()[0]:.1f}")
    print("| rows | library | threads | seconds | recall | |\n|---|---|---|---|---|---|")
    rows = [row for name, size in cases.items() for row in run(name, size)]
    print("\n| what | target | measured | |\n|---|---|---|---|")
    print("\n".join("| " + " | ".join(row) + " |" for row in compared(rows)))
    print("\n" + "\n".join(same_for_all_threads(rows)) + f"\nload {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
