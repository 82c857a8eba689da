"""The rows of the benchmarks' page, made from what was measured: [what, target, measured, verdict]."""

MISSING = "missing"
SHORT = {"float32": "f32", "float64": "f64"}
NAMES = {"kmeans": "K-Means", "pck": "PCK-Means", "mpck": "MPCK-Means"}
LARGE = "n = 1e6, d = 64"


def verdict(ratio, aim, at_most=True):
    return "reached" if (ratio <= aim if at_most else ratio >= aim) else "missed"


def on(threads):
    return f"{threads} thread{'s' if threads > 1 else ''}"


def one_round_row(figures, scalar, k, threads):
    times, flops = figures["least"], figures["flops"]
    peak = flops[f"peak<{scalar}>/{threads}"] / times[f"peak<{scalar}>/{threads}"] * 1000
    took, read = times[f"one_round<{scalar}>/{k}/{threads}"], times[f"read_once<{scalar}>/{threads}"]
    products = 2 * 1e6 * 64 * k / peak * 1000
    goal, result = "-", "-"
    if scalar == "float":
        bound, name = (products, "products") if k == 256 else (read, "reading")
        aim = 1.6 if k == 16 else 1.3 if threads == 1 else 1.4
        goal, result = f"<= {aim} x {name}", verdict(took / bound, aim)
        if result == "missed" and k == 16 and products > aim * read:
            result = "missed: the products alone take longer"
    return [f"{LARGE}, {'f32' if scalar == 'float' else 'f64'}, k = {k}, {on(threads)}", goal,
            f"{took:.0f} ms; products {products:.0f}, reading {read:.0f}; {took / max(products, read):.2f} x the larger"
            f", {took / read:.1f} x reading", result]


def round_rows(figures):
    """An iteration of K-Means compared with the two lower bounds of the machine."""
    return [one_round_row(figures, scalar, k, threads) for scalar in ("float", "double") for threads in (1, 2)
            for k in (256, 16)]


def pck_rows(figures):
    """An iteration of PCK-Means with and without constraints."""
    for scalar, short in (("float", "f32"), ("double", "f64")):
        for k in (16, 256):
            for threads in (1, 2):
                free, tied = (figures["least"][f"pck_round<{scalar}>/{k}/{share}/{threads}"] for share in (0, 10))
                yield [f"{LARGE}, {short}, k = {k}, {on(threads)}", "<= 1.3 x without",
                       f"{tied:.0f} / {free:.0f} ms: {tied / free:.2f} x", verdict(tied / free, 1.3)]


def sparse_rows(figures):
    times = figures["least"]
    ours, eigen, read = times["sparse_times/16/1"], times["sparse_times_eigen/16"], times["sparse_read"]
    yield ["200 000 x 20 000, 60 entries per row, f32, 16 columns", "<= 4 x reading the arrays",
           f"{ours:.0f} / {read:.1f} ms: {ours / read:.1f} x", verdict(ours / read, 4)]
    yield ["the same against Eigen", ">= 2.5 x as fast", f"{eigen:.0f} / {ours:.0f} ms: {eigen / ours:.1f} x",
           verdict(eigen / ours, 2.5, at_most=False)]
    yield ["the same, 2 threads", "-", f"{times['sparse_times/16/2']:.0f} ms", "-"]
    back, kept = times["sparse_transposed_times/16/1"], times["sparse_times_kept/16/1"]
    yield ["its transpose: by shards, and with X' stored", "-", f"{back:.0f}, {kept:.0f} ms", "-"]


KMEANS_AIMS = {("float32", 16): 2, ("float32", 256): 3, ("float64", 16): 1.5}  # one thread, scikit-learn


def aim_beside(peer, what, threads):
    """How many times as fast as the peer it should be; None if there is no target."""
    if what["method"] != "kmeans":
        return {"pck": 100, "mpck": 1000}[what["method"]]
    return KMEANS_AIMS.get((what["scalar"], what["k"])) if peer == "scikit-learn" and threads == 1 else None


def peer_rows(case):
    """Whole calls, alternating with those of other libraries."""
    what = case["what"]
    size = f"n = {what['n']:,}, d = {what['d']}, {SHORT[what['scalar']]}, k = {what['k']}, "
    size += f"{what['rounds']} iterations" if "rounds" in what else f"{what['constraints']} constraints"
    for row in case["rows"]:
        ours, title = row["seconds"]["ours"], f"{NAMES[what['method']]}, {size}, {on(row['threads'])}, against "
        for peer, seconds in row["seconds"].items():
            if peer == "ours":
                continue
            aim = aim_beside(peer, what, row["threads"])
            judged = "-" if aim is None else verdict(seconds / ours, aim, at_most=False)
            measure = "sum of squares" if what["method"] == "kmeans" else "F"
            ratio = f"{seconds / ours:{'.2f' if seconds < 100 * ours else '.0f'}} x"
            quality = f"{measure} {row['quality']['ours']:.5g} / {row['quality'][peer]:.5g}"
            yield [title + peer, "-" if aim is None else f">= {aim} x",
                   f"{ours:.3g} / {seconds:.3g} s: {ratio}; {quality}", judged if row["good"] else "missed: quality"]
        for peer in case["missing"]:
            yield [title + peer, "-", "could not be installed", MISSING]


def neighbour_rows(case):
    """The comparisons that neighbours.py makes itself, and whether bits depend on threads."""
    yield from case["rows"]
    for line in case["threads"]:
        what, found = line.split(": ")
        yield [what, "the same for any threads", found, "missed" if found.startswith("NOT") else "reached"]


def form_of(what):
    """The method with its metric."""
    metric = f" {what['metric']}{', one per cluster' if what['per_cluster'] else ''}" if "metric" in what else ""
    return NAMES[what["method"]] + metric


def large_rows(case):
    """Whole calls without a counterpart."""
    what = case["what"]
    limit = 10 if what["n"] == 23_000 else None  # seconds
    for row in case["rows"]:
        seconds = row["seconds"]["ours"]
        judged = "-" if limit is None else verdict(seconds, limit)
        yield [f"{form_of(what)}, {what['n']:,} x {what['d']}, {SHORT[what['scalar']]}, k = {what['k']}, "
               f"{what['constraints']:,} constraints, {on(row['threads'])}", "-" if limit is None else f"<= {limit} s",
               f"{seconds:.2f} s, {case['rounds']} iterations; F {row['quality']['ours']:.3f}, K-Means "
               f"{row['quality']['kmeans']:.3f}; memory {case['data']:.0f} MB of data + {case['extra']:.0f} MB",
               judged if row["good"] else "missed: quality"]


EIGEN_AIMS = {"SciPy (ARPACK)": 2, "SLEPc": 1 / 1.6}  # how many times as fast, one thread


def eigen_rows(figures):
    """Eigenvectors of graphs, alternating with other libraries."""
    for case in figures["cases"]:
        title, sides = f"n = {case['n']:,}, d = {case['d']}, {case['edges']:,} edges", case["sides"]
        for name, side in sides.items():
            if name not in EIGEN_AIMS:
                yield [f"{title}, {name}", "-", f"{side['seconds']:.2f} s, {side['products']} products with 16 columns; "
                       f"residual {side['residual']:.1e}; {side['megabytes']:.0f} MB with the graph", "-"]
                continue
            ours, aim = sides["ours, 1 thread"], EIGEN_AIMS[name]
            ratio = side["seconds"] / ours["seconds"]
            yield [f"{title}, 1 thread, against {name}", f">= {aim:.3g} x",
                   f"{ours['seconds']:.2f} / {side['seconds']:.2f} s: {ratio:.2f} x; residual {ours['residual']:.1e} / "
                   f"{side['residual']:.1e}; values differ by {side['difference']:.0e}", verdict(ratio, aim, at_most=False)]
        for name, reason in case["failed"].items():
            yield [f"{title}, against {name}", "-", reason, MISSING]


def memory_rows(figures):
    """Peak of memory of the largest runs on dense rows."""
    largest = max((point["n"] for point in figures["points"]), default=0)
    for point in figures["points"]:
        if point["n"] < largest or point["kind"] == "sparse" or (point["method"], point["what"]) == ("kmeans", "n"):
            continue
        links = f", {point['n'] // 10:,} constraints" if point["method"] == "pck-means" else ""
        title = f"{point['method']}, n = {point['n']:,}, d = 16, k = {point['k']}, f32{links}, all threads"
        if "failed" in point:
            yield [title, "<= data and result + 10 %", point["failed"], MISSING]
            continue
        answer = 12 * point["n"] / 2**20  # labels and confidence
        beyond = max(0, point["extra"] - answer)
        yield [title, "<= data and result + 10 %",
               f"{point['round']:.2f} s per iteration; data {point['data']:.0f} MB, labels and confidence "
               f"{answer:.0f} MB, beyond them {beyond:.0f} MB: {100 * beyond / point['data']:.0f} %",
               verdict(beyond / point["data"], 0.1)]


def level_rows(levels):
    """The library as compiled for each instruction set of the package."""
    for level, milliseconds in levels["milliseconds"].items():
        took = "this machine cannot run it"
        if milliseconds is not None:
            took = f"{milliseconds:.0f} ms per iteration; load {levels['load']:.1f}"
        yield [f"{level}: {levels['what']}", "-", took, "-"]


def table(rows):
    lines = ["| what | target | measured | |", "|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
