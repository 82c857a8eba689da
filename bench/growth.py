"""How time and memory of kmeans and pck-means grow with rows, clusters and columns, dense and sparse.

Every point is a process of its own, so that its peak of memory is its own. Writes figures as JSON and a plot as SVG.
"""

import argparse
import json
import math
import subprocess
import sys
import time

N = (10_000, 100_000, 1_000_000, 10_000_000)
K = (2, 10, 100, 1000)
D = (2, 20, 200, 2000)
BYTES = 2e9  # no table is larger, so that the plot can be drawn on a small machine


def points(quick):
    """(what varies, method, kind, n, d, k)"""
    most = 1_000_000 if quick else 10_000_000
    yield "large", "kmeans", "dense", most, 16, 100
    for method in ("kmeans", "pck-means"):
        for kind in ("dense", "sparse"):
            for n in N:
                if n <= most and (kind == "dense" or n <= 1_000_000):
                    yield "n", method, kind, n, 16 if kind == "dense" else 1000, 10
            for k in K:
                yield "k", method, kind, 100_000, 16 if kind == "dense" else 1000, k
            for d in D:
                if kind == "dense" or d >= 200:
                    yield "d", method, kind, 50_000, d, 10


def make(kind, n, d):
    import numpy as np

    random = np.random.default_rng(1)
    if kind == "dense":
        X = np.empty((n, d), dtype=np.float32)
        centres = 2 * random.standard_normal((50, d), dtype=np.float32)
        for begin in range(0, n, 50_000):
            part = X[begin : begin + 50_000]
            random.standard_normal(dtype=np.float32, out=part)
            part += centres[np.arange(begin, begin + len(part)) % 50]
        return X
    import scipy.sparse

    entries = 20  # a row
    columns = np.sort((random.random((n, entries)) ** 2 * d).astype(np.int32), axis=1)
    values = random.random((n, entries), dtype=np.float32)
    matrix = scipy.sparse.csr_matrix((values.ravel(), columns.ravel(), np.arange(0, n * entries + 1, entries)), (n, d))
    matrix.sum_duplicates()
    return matrix


def megabytes(field):
    """VmRSS: resident now; VmHWM: the most since forget_peak()."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(field + ":")) / 1024


def forget_peak():
    with open("/proc/self/clear_refs", "w", encoding="ascii") as refs:
        refs.write("5")


def one_point(method, kind, n, d, k):
    import numpy as np

    import mvlink

    X = make(kind, n, d)
    size = (X.nbytes if kind == "dense" else X.data.nbytes + X.indices.nbytes + X.indptr.nbytes) / 2**20
    start = X[:: n // k][:k]
    start = np.asarray(start if kind == "dense" else start.todense(), dtype=np.float64)
    rounds = 3
    random = np.random.default_rng(2)
    drawn = random.integers(n, size=(n // 10, 2))
    drawn = drawn[drawn[:, 0] != drawn[:, 1]]
    same = drawn[:, 0] % 50 == drawn[:, 1] % 50
    mvlink.KMeans(1).fit(np.eye(3))  # what the first call of a process imports is not of the data
    forget_peak()
    before = megabytes("VmRSS")
    begin = time.perf_counter()
    if method == "kmeans":
        model = mvlink.KMeans(k, init=start, max_iter=rounds, tol=0, random_state=0).fit(X)
    else:
        model = mvlink.PCKMeans(k, init=start, max_iter=rounds, tol=0, random_state=0).fit(
            X, must_link=drawn[same], cannot_link=drawn[~same])
    total = time.perf_counter() - begin
    spent = model.seconds_
    return {"round": (spent["assign"] + spent["means"]) / model.n_iter_, "total": total, "data": size,
            "extra": megabytes("VmHWM") - before}


def measure(quick, keep):
    """Calls keep(rows) after every point, so that what ends early leaves what it has."""
    rows = []
    for what, method, kind, n, d, k in points(quick):
        if kind == "dense" and 4 * n * d > BYTES:
            continue
        done = subprocess.run([sys.executable, __file__, "--point", method, kind, str(n), str(d), str(k)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"growth: {method} {kind} n={n} d={d} k={k}: {done.stderr}")
        rows.append({"what": what, "method": method, "kind": kind, "n": n, "d": d, "k": k, **json.loads(done.stdout)})
        print(f"growth: {method} {kind} n={n} d={d} k={k}: {rows[-1]['round']:.4f} s a round", file=sys.stderr)
        keep(rows)


COLOURS = {"kmeans dense": "#2a6fb0", "kmeans sparse": "#7db3e0", "pck-means dense": "#b0462a",
           "pck-means sparse": "#e0997d"}


def nice(value):
    return f"{value:g}" if 0.01 <= value < 1000 else f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e")


class Panel:
    """Lines over two logarithmic axes."""

    WIDTH, HEIGHT, LEFT, TOP = 250, 190, 52, 34

    def __init__(self, column, title, across, up, series):
        self.x = column * (self.WIDTH + self.LEFT + 16) + self.LEFT
        self.title, self.across, self.up, self.series = title, across, up, series
        xs = [x for line in series.values() for x, _ in line]
        ys = [max(y, 1e-6) for line in series.values() for _, y in line]
        self.low = (math.log10(min(xs)), math.floor(math.log10(min(ys))))
        self.high = (math.log10(max(xs)), math.ceil(math.log10(max(ys)) + 1e-9))

    def place(self, x, y):
        across = (math.log10(x) - self.low[0]) / max(1e-9, self.high[0] - self.low[0])
        up = (math.log10(max(y, 1e-6)) - self.low[1]) / max(1e-9, self.high[1] - self.low[1])
        return self.x + across * self.WIDTH, self.TOP + (1 - up) * self.HEIGHT

    def svg(self):
        bottom = self.TOP + self.HEIGHT
        yield f'<text x="{self.x}" y="{self.TOP - 14}" class="title">{self.title}</text>'
        yield f'<text x="{self.x + self.WIDTH / 2}" y="{bottom + 34}" class="middle">{self.across}</text>'
        for power in range(self.low[1], self.high[1] + 1):
            y = self.place(10 ** self.low[0], 10.0**power)[1]
            yield f'<line x1="{self.x}" x2="{self.x + self.WIDTH}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
            yield f'<text x="{self.x - 6}" y="{y + 4:.1f}" class="end">{nice(10.0**power)}{self.up}</text>'
        for x in sorted({x for line in self.series.values() for x, _ in line}):
            yield f'<text x="{self.place(x, 1)[0]:.1f}" y="{bottom + 16}" class="middle">{nice(x)}</text>'
        for name, line in self.series.items():
            spots = [self.place(x, y) for x, y in sorted(line)]
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
            yield f'<polyline points="{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>'
            for x, y in spots:
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[name]}"/>'


def plot(rows):
    def series(what, axis, value):
        lines = {}
        for row in rows:
            if row["what"] == what:
                lines.setdefault(f"{row['method']} {row['kind']}", []).append((row[axis], row[value]))
        return lines

    panels = [Panel(0, "Rows: seconds a round (k = 10)", "n", "", series("n", "n", "round")),
              Panel(1, "Clusters: seconds a round (n = 100 000)", "k", "", series("k", "k", "round")),
              Panel(2, "Columns: seconds a round (n = 50 000, k = 10)", "d", "", series("d", "d", "round")),
              Panel(3, "Rows: memory beyond the data, MB", "n", "", series("n", "n", "extra"))]
    width = 4 * (Panel.WIDTH + Panel.LEFT + 16) + 8
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 300" font-family="sans-serif" font-size="11">',
             "<style>.grid{stroke:#ddd}.title{font-weight:bold}.middle{text-anchor:middle}.end{text-anchor:end}</style>",
             f'<rect width="{width}" height="300" fill="white"/>']
    for panel in panels:
        lines += panel.svg()
    for place, (name, colour) in enumerate(COLOURS.items()):
        lines.append(f'<circle cx="{60 + 170 * place}" cy="286" r="4" fill="{colour}"/>')
        lines.append(f'<text x="{70 + 170 * place}" y="290">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--point", nargs=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json")
    parser.add_argument("--svg")
    arguments = parser.parse_args()
    if arguments.point:
        method, kind, *sizes = arguments.point
        json.dump(one_point(method, kind, *map(int, sizes)), sys.stdout)
        return

    def keep(rows):
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
        if {"n", "k", "d"} <= {row["what"] for row in rows}:
            with open(arguments.svg, "w", encoding="utf-8") as file:
                file.write(plot(rows))

    measure(arguments.quick, keep)


if __name__ == "__main__":
    main()
