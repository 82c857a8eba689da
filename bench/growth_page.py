"""What the page of benchmarks says about growth: the plot, a table, and what is absent."""

AXES = {"n": "rows, k = 10", "k": "clusters, n = 100,000", "d": "columns, n = 50,000, k = 10"}
LINES = [("kmeans", "dense"), ("pck-means", "dense"), ("kmeans", "sparse"), ("pck-means", "sparse")]

TEXT = """
## Growth

![Time and memory by rows, clusters and columns]({image})

Float, all threads, three iterations from a given start. If rows or clusters vary, dense rows have 16 columns and sparse ones
1000. Sparse rows have 20 entries. `pck-means` has n/10 constraints. Memory is the peak beyond the data; labels and
confidence, 12 bytes per row, are part of it.

{table}
{absent}"""


def time_text(seconds):
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def cell(points, what, size, line):
    for point in points:
        if (point["what"], point[what], point["method"], point["kind"]) == (what, size, *line):
            if "failed" in point:
                return "not measured"
            return f"{time_text(point['round'])}, {max(point['extra'], 0):.3g} MB"
    return "-"


def table(points):
    """Time of an iteration and the memory of a run."""
    lines = ["| | " + " | ".join(f"{method}, {kind}" for method, kind in LINES) + " |", "|---" * (1 + len(LINES)) + "|"]
    for what, title in AXES.items():
        for size in sorted({point[what] for point in points if point["what"] == what}):
            name, _, fixed = title.partition(", ")
            cells = [f"{size:,} {name} ({fixed})", *(cell(points, what, size, line) for line in LINES)]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def absent(points):
    """Names every point that has no numbers, and why."""
    return "".join(f"\nNot measured: `{point['method']}`, {point['kind']}, n = {point['n']:,}, d = {point['d']}, "
                   f"k = {point['k']}: {point['failed']}.\n" for point in points if "failed" in point)


def section(points, image):
    if not any(point["what"] in AXES for point in points):
        return ""
    return TEXT.format(image=image, table=table(points), absent=absent(points))
