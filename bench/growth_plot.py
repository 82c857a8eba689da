"""The plot of growth as SVG: time and memory over rows, clusters and columns, on logarithmic axes."""

import math

WIDTH, HEIGHT = 262, 160  # of the area of a panel
LEFT, RIGHT, TOP, BOTTOM = 60, 132, 42, 40  # around it
LINES = {"kmeans": [("kmeans", "dense"), ("pck-means", "dense"), ("kmeans", "sparse"), ("pck-means", "sparse")],
         "graphs": [("spectral", "dense"), ("amgl", "dense"), ("coreg-spectral", "dense"), ("mvcsc", "dense")]}
TITLES = {"kmeans": {"n": ("rows n", "k = 10"), "k": ("clusters k", "n = 100k"), "d": ("columns d", "n = 50k, k = 10")},
          "graphs": {"n": ("rows n", "k = 10"), "k": ("clusters k", "n = 10k"), "d": ("columns d", "n = 10k, k = 10")}}
TIMED = {"kmeans": "an iteration", "graphs": "a call"}
FLOOR = {"round": 1e-6, "extra": 0.1}  # seconds, megabytes: less cannot be told from nothing

STYLE = """
.card{fill:#fff}.grid{stroke:#e3e6ea}.text{fill:#4a5260}.strong{fill:#1c222b;font-weight:600;font-size:13px}
.guide{stroke:#a2aab5;fill:none;stroke-dasharray:1 4;stroke-linecap:round}.faint{fill:#78818d}
.kmeans,.spectral{--tone:#1763a6}.pck-means,.mvcsc{--tone:#b8431a}.amgl{--tone:#1d7a55}.coreg-spectral{--tone:#7a4bb5}
.line{stroke:var(--tone);fill:none;stroke-width:2;stroke-linejoin:round}.sparse.line{stroke-dasharray:6 4}
.dot{fill:var(--tone);stroke:var(--tone);stroke-width:1.5}.label{fill:var(--tone);font-weight:600}
.sparse.dot{fill:#fff}
.middle{text-anchor:middle}.end{text-anchor:end}
@media (prefers-color-scheme:dark){
.card{fill:#14181e}.grid{stroke:#2b323c}.text{fill:#aeb7c3}.strong{fill:#eef1f5}
.guide{stroke:#626c79}.faint{fill:#8a94a1}
.kmeans,.spectral{--tone:#6bb1f2}.pck-means,.mvcsc{--tone:#ff9669}.amgl{--tone:#57c795}.coreg-spectral{--tone:#bd9bf0}
.sparse.dot{fill:#14181e}}
""".replace("\n", "")


def count_text(value):
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= 10 * size or (value >= size and size > 1e3):
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def time_text(seconds):
    for size, unit in ((1, "s"), (1e-3, "ms")):
        if seconds >= 0.999 * size:
            return f"{seconds / size:g} {unit}"
    return f"{seconds / 1e-6:g} µs"


def memory_text(megabytes):
    return f"{megabytes / 1000:g} GB" if megabytes >= 999 else f"{megabytes:g} MB"


def apart(heights, least, low, high):
    """The heights moved as little as keeps their order and `least` between neighbours, within low and high."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    moved = {}
    previous = low - least
    for i in order:
        previous = moved[i] = max(heights[i], previous + least)
    limit = high + least
    for i in reversed(order):
        limit = moved[i] = min(moved[i], limit - least)
    return [moved[i] for i in range(len(heights))]


class Panel:
    """Lines over two logarithmic axes, each named at its end."""

    def __init__(self, place, title, axis, value, points, lines):
        column, row = place
        self.x = column * (LEFT + WIDTH + RIGHT) + LEFT
        self.y = row * (TOP + HEIGHT + BOTTOM) + TOP
        self.title, self.axis, self.value = title, axis, value
        self.unit = time_text if value == "round" else memory_text
        self.points = [point for point in points if point["what"] == axis and "failed" not in point]
        self.series = {line: sorted((point[axis], max(point[value], FLOOR[value])) for point in self.points
                                    if (point["method"], point["kind"]) == line) for line in lines}
        self.guide_name, self.guide = self.guide_line()
        drawn = [spot for line in [*self.series.values(), self.guide] for spot in line]
        xs, ys = [x for x, _ in drawn], [y for _, y in drawn]
        self.low = (math.log10(min(xs)) - 0.08, math.floor(math.log10(min(ys)) + 1e-9))
        self.high = (math.log10(max(xs)) + 0.08, math.ceil(math.log10(max(ys)) - 1e-9))
        self.high = (self.high[0], max(self.high[1], self.low[1] + 1))

    def guide_line(self):
        """What to compare with: the dense data in memory, in time a line that grows as the axis does."""
        if self.value == "extra":
            sizes = {point[self.axis]: point["data"] for point in self.points if point["kind"] == "dense"}
            return "dense data", sorted(sizes.items())
        line = next(line for line in self.series.values() if line)
        (first, begin), last = line[0], line[-1][0]
        return f"∝ {self.axis}", [(first, begin), (last, begin * last / first)]

    def place(self, spot):
        share = [(math.log10(spot[i]) - self.low[i]) / (self.high[i] - self.low[i]) for i in (0, 1)]
        return self.x + share[0] * WIDTH, self.y + (1 - share[1]) * HEIGHT

    def axes(self):
        bottom = self.y + HEIGHT
        yield f'<text x="{self.x}" y="{self.y - 14}" class="strong">{self.title}</text>'
        for power in range(self.low[1], self.high[1] + 1):
            y = self.place((10 ** self.low[0], 10.0**power))[1]
            yield f'<line x1="{self.x}" x2="{self.x + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
            yield f'<text x="{self.x - 7}" y="{y + 4:.1f}" class="text end">{self.unit(10.0**power)}</text>'
        for size in sorted({x for line in self.series.values() for x, _ in line}):
            x = self.place((size, 10.0 ** self.low[1]))[0]
            yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{self.y}" y2="{bottom}" class="grid"/>'
            yield f'<text x="{x:.1f}" y="{bottom + 16}" class="text middle">{count_text(size)}</text>'

    def svg(self):
        yield from self.axes()
        yield f'<polyline points="{path(map(self.place, self.guide))}" class="guide"/>'
        names, ends = [("faint", self.guide_name)], [self.place(self.guide[-1])[1]]
        for (method, kind), line in self.series.items():
            if not line:
                continue
            spots = [self.place(spot) for spot in line]
            yield f'<polyline points="{path(spots)}" class="{method} {kind} line"/>'
            yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" class="{method} {kind} dot"/>' for x, y in spots)
            names.append((f"{method} label", method + (", sparse" if kind == "sparse" else "")))
            ends.append(spots[-1][1])
        heights = apart(ends, 13, self.y + 2, self.y + HEIGHT)
        for (style, name), y in zip(names, heights):
            yield f'<text x="{self.x + WIDTH + 4}" y="{y + 4:.1f}" class="{style}">{name}</text>'


def path(spots):
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)


def plot(family, points):
    named = " and ".join(dict.fromkeys(method for method, _ in LINES[family]))
    width, height = 2 * (LEFT + WIDTH + RIGHT), 3 * (TOP + HEIGHT + BOTTOM)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
             'font-family="system-ui,sans-serif" font-size="11.5" role="img">',
             f"<title>Time and memory of {named} by rows, clusters and columns</title>",
             f"<style>{STYLE}</style>", f'<rect width="{width}" height="{height}" rx="8" class="card"/>']
    for row, (axis, (by, fixed)) in enumerate(TITLES[family].items()):
        if any(point["what"] == axis and "failed" not in point for point in points):
            title = f"Time of {TIMED[family]} by {by} ({fixed})"
            lines += Panel((0, row), title, axis, "round", points, LINES[family]).svg()
            lines += Panel((1, row), f"Memory beyond the data by {by}", axis, "extra", points, LINES[family]).svg()
    return "\n".join([*lines, "</svg>"]) + "\n"
