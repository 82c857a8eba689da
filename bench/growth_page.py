"""What the page of benchmarks says about growth: the plot, a table, and what is absent."""

from growth_plot import LINES

AXES = {"kmeans": {"n": "rows, k = 10", "k": "clusters, n = 100,000", "d": "columns, n = 50,000, k = 10"},
        "graphs": {"n": "rows, k = 10", "k": "clusters, n = 10,000", "d": "columns, n = 10,000, k = 10"}}

KMEANS = """
## Growth

![Time and memory by rows, clusters and columns]({image})

Float, all threads, three iterations from a given start. If rows or clusters vary, dense rows have 16 columns and sparse ones
1000. Sparse rows have 20 entries. `pck-means` has n/10 constraints. Memory is the peak beyond the data; labels and
confidence, 12 bytes per row, are part of it.

{table}
{absent}"""

GRAPHS = """
## Growth of the graph methods

![Time and memory of graph methods by rows, clusters and columns]({image})

Float, all threads, default options, whole calls from the features on: neighbours, graphs, eigenvectors and the final K-Means
are part of them. `spectral` has one view, the others two. If rows or clusters vary, a view has 16 columns. Beyond
100,000 rows neighbours are approximate. Memory is the peak beyond the data.

{table}
{absent}"""

TEXTS = {"kmeans": KMEANS, "graphs": GRAPHS}


def time_text(seconds):
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def cell(points, what, size, line):
    for point in points:
        if (point["what"], point[what], point["method"], point["kind"]) == (what, size, *line):
            if "failed" in point:
                return "not measured"
            return f"{time_text(point['round'])}, {max(point['extra'], 0):.3g} MB"
    return "-"


def table(family, points):
    """Time of an iteration or a call, and the memory of a run."""
    columns = LINES[family]
    names = [f"{method}, {kind}" if family == "kmeans" else method for method, kind in columns]
    lines = ["| | " + " | ".join(names) + " |", "|---" * (1 + len(columns)) + "|"]
    for what, title in AXES[family].items():
        for size in sorted({point[what] for point in points if point["what"] == what}):
            name, _, fixed = title.partition(", ")
            cells = [f"{size:,} {name} ({fixed})", *(cell(points, what, size, line) for line in columns)]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def absent(points):
    """Names every point that has no numbers, and why."""
    return "".join(f"\nNot measured: `{point['method']}`, {point['kind']}, n = {point['n']:,}, d = {point['d']}, "
                   f"k = {point['k']}: {point['failed']}.\n" for point in points if "failed" in point)


def section(family, points, image):
    if not any(point["what"] in AXES[family] for point in points):
        return ""
    return TEXTS[family].format(image=image, table=table(family, points), absent=absent(points))
