"""Runs all benchmarks and writes docs/benchmarks.md. tools/bench.sh prepares what it needs and calls it.

Times are the least of several short repetitions, in random turn, so that both sides of a ratio see the same machine.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
WORK = BUILD / "bench"
LARGE = "n = 1e6, d = 64"


def run(*command, timeout=None, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          timeout=timeout, env=os.environ | environment)


def kernels(program, repetitions):
    """Runs a program of bench/; keeps the least milliseconds by name, and flops where stated."""
    out = WORK / f"{program}.raw.json"
    done = run(BUILD / "bin" / program, f"--benchmark_out={out}", "--benchmark_min_time=0.02",
               f"--benchmark_repetitions={repetitions}", "--benchmark_enable_random_interleaving=true")
    if done.returncode != 0:
        sys.exit(f"bench: {program}: {done.stderr}")
    least, flops = {}, {}
    for entry in json.loads(out.read_text())["benchmarks"]:
        if entry["run_type"] != "iteration":
            continue
        name = re.sub(r"/(real_time|manual_time)$", "", entry["run_name"])
        least[name] = min(least.get(name, float("inf")), entry["real_time"])
        flops[name] = entry.get("flops")
    return {"least": least, "flops": flops}


def python_of_peers():
    return WORK / "venv" / "bin" / "python", {"PYTHONPATH": str(BUILD / "python"), "PYTHONWARNINGS": "ignore"}


def cases(quick):
    python, here = python_of_peers()
    names = json.loads(run(python, ROOT / "bench" / "calls.py", **here).stdout)
    return [name for name in names if not quick or not ("1e6" in name or name == "mpck peer")]


def call(name, quick):
    """A whole call and its peers, in a process with a limit of time."""
    python, here = python_of_peers()
    more = ["--rows", "100000", "--repetitions", "1"] if quick else ["--rows", "1000000", "--repetitions", "2"]
    try:
        done = run(python, ROOT / "bench" / "calls.py", name, *more, timeout=600, **here)
    except subprocess.TimeoutExpired:
        return {"failed": "not done in 600 s"}
    if done.returncode != 0:
        return {"failed": (done.stderr.strip().splitlines() or ["?"])[-1]}
    return json.loads(done.stdout)


def growth(quick):
    target = WORK / "growth.svg" if quick else ROOT / "docs" / "images" / "growth.svg"
    figures = WORK / "growth.raw.json"
    python, here = python_of_peers()
    done = subprocess.run([python, ROOT / "bench" / "growth.py", "--json", figures, "--svg", target,
                           *(["--quick"] if quick else [])], check=False, env=os.environ | here)
    if done.returncode != 0:
        sys.exit("bench: growth failed")
    return json.loads(figures.read_text())


def parts(quick):
    """What is measured, by name. Each part is short, and can be measured again by itself."""
    return {"bench_kmeans": lambda: kernels("bench_kmeans", 2 if quick else 5),
            "bench_sparse": lambda: kernels("bench_sparse", 3 if quick else 15),
            **{name: lambda name=name: call(name, quick) for name in cases(quick)},
            "growth": lambda: growth(quick)}


def kept(name, quick):
    return WORK / ("quick" if quick else "full") / (name.replace(" ", "_") + ".json")


def measure(names, quick):
    for name in names:
        print(f"bench: {name}", file=sys.stderr, flush=True)
        file = kept(name, quick)
        file.parent.mkdir(parents=True, exist_ok=True)
        found = parts(quick)[name]()
        file.write_text(json.dumps({"date": datetime.date.today().isoformat(), "load": os.getloadavg()[0], "found": found}))


def verdict(ratio, aim, at_most=True):
    return "reached" if (ratio <= aim if at_most else ratio >= aim) else "missed"


def round_rows(times, flops):
    """A round of K-Means beside the two lower bounds of the machine."""
    for scalar, short in (("float", "f32"), ("double", "f64")):
        for threads in (1, 2):
            peak = flops[f"peak<{scalar}>/{threads}"] / times[f"peak<{scalar}>/{threads}"] * 1000
            for k, aim in ((256, 1.3 if threads == 1 else 1.4), (16, 1.6)):
                took = times[f"one_round<{scalar}>/{k}/{threads}"]
                products = 2 * 1e6 * 64 * k / peak * 1000
                read = times[f"read_once<{scalar}>/{threads}"]
                bound = max(products, read)
                judged = took / products if k == 256 else took / read
                goal = f"<= {aim} x {'products' if k == 256 else 'reading'}" if scalar == "float" else "-"
                result = verdict(judged, aim) if scalar == "float" else "-"
                if result == "missed" and products > aim * read and k == 16:
                    result = "missed: the products alone take longer"
                yield [f"K-Means round, {LARGE}, {short}, k = {k}, {threads} thread{'s' if threads > 1 else ''}", goal,
                       f"{took:.0f} ms; products {products:.0f}, reading {read:.0f}; {took / bound:.2f} x the larger, "
                       f"{took / read:.1f} x reading", result]


def pck_rows(times):
    for k in (16, 256):
        for threads in (1, 2):
            free, tied = (times[f"pck_round/{k}/{share}/{threads}"] for share in (0, 10))
            yield [f"PCK-Means round with n/10 constraints, {LARGE}, f32, k = {k}, {threads} thread"
                   f"{'s' if threads > 1 else ''}", "<= 1.3 x without", f"{tied:.0f} / {free:.0f} ms: {tied / free:.2f} x",
                   verdict(tied / free, 1.3)]


def sparse_rows(times):
    ours, eigen, read = times["sparse_times/16/1"], times["sparse_times_eigen/16"], times["sparse_read"]
    yield ["sparse x thin, 200 000 x 20 000, 60 entries a row, f32, 16 columns", "<= 4 x reading the arrays",
           f"{ours:.0f} / {read:.1f} ms: {ours / read:.1f} x", verdict(ours / read, 4)]
    yield ["the same against Eigen", ">= 2.5 x as fast", f"{eigen:.0f} / {ours:.0f} ms: {eigen / ours:.1f} x",
           verdict(eigen / ours, 2.5, at_most=False)]
    back, kept = times["sparse_transposed_times/16/1"], times["sparse_times_kept/16/1"]
    yield ["its transpose: by shards, and with X' kept", "-", f"{back:.0f}, {kept:.0f} ms", "-"]


def peer_rows(found, rows):
    aims = {"kmeans float32 k=16": 2, "kmeans float32 k=256": 3, "kmeans float64 k=16": 1.5, "pck peer": 100,
            "mpck peer": 1000}
    for name, aim in aims.items():
        case = found.get(name)
        if case is None:
            continue
        title = f"whole call, {name}, 10 rounds, n = {rows:,}, d = 64, 1 thread" if name.startswith("kmeans") else \
            f"whole call, {name.split()[0].upper()}-Means, n = 2000, 100 constraints"
        if "failed" in case:
            yield [title, f">= {aim} x the peer", case["failed"], "missing"]
            continue
        ours = case["seconds"]["ours"]
        for peer, seconds in case["seconds"].items():
            if peer == "ours":
                continue
            shown = "active-semi-supervised-clustering" if peer == "peer" else peer
            goal = f">= {aim} x {shown}" if peer != "faiss" else "-"
            quality = f"quality {case['quality']['ours']:.6g} / {case['quality'][peer]:.6g}"
            judged = verdict(seconds / ours, aim, at_most=False) if peer != "faiss" else "-"
            yield [title + f", against {shown}", goal, f"{ours:.3g} / {seconds:.3g} s: {seconds / ours:.2f} x; {quality}",
                   judged if case["good"] else "missed: quality"]
        for peer in case["missing"]:
            yield [title + f", against {peer}", "-", "could not be installed", "missing"]


def large_rows(found):
    for name, case in found.items():
        if "23000" not in name and "1e6" not in name:
            continue
        size = "23,000 x 50, k = 10, 5,000 constraints" if "23000" in name else "1e6 x 64, k = 16, 1e5 constraints"
        title = f"whole call, {name.rsplit(' ', 1)[0]}, {size}"
        goal = "<= 10 s" if "23000" in name else "-"
        if "failed" in case:
            yield [title, goal, case["failed"], "missed"]
            continue
        seconds = case["seconds"]["ours"]
        yield [title, goal, f"{seconds:.2f} s, {case['rounds']} rounds; F {case['quality']['ours']:.3f}, K-Means "
               f"{case['quality']['kmeans']:.3f}; memory {case['data']:.0f} MB of data + {case['extra']:.0f} MB",
               ("-" if goal == "-" else verdict(seconds, 10)) if case["good"] else "missed: quality"]


def memory_rows(grown):
    for point in grown:
        if point["what"] != "large":
            continue
        answer = 12 * point["n"] / 2**20  # labels and confidence
        share = max(0, point["extra"] - answer) / point["data"]
        yield [f"K-Means, n = {point['n']:,}, d = 16, k = 100, f32, all threads", "memory <= data and answer + 10 %",
               f"{point['round']:.2f} s a round; data {point['data']:.0f} MB, labels and confidence {answer:.0f} MB, "
               f"beyond them {max(0, point['extra'] - answer):.0f} MB: {100 * share:.0f} %", verdict(share, 0.1)]


def table(rows):
    lines = ["| what | aim | measured | |", "|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                  if line.startswith("model name")), platform.processor())
    caches = run("lscpu").stdout
    l3 = next((line.split(":")[1].strip() for line in caches.splitlines() if line.startswith("L3")), "unknown")
    return f"{model}, {os.cpu_count()} processors, L3 {l3}"


def versions():
    listed = json.loads(run(WORK / "venv" / "bin" / "pip", "list", "--format=json", "--disable-pip-version-check").stdout)
    wanted = ("numpy", "scikit-learn", "faiss-cpu", "active-semi-supervised-clustering")
    have = {entry["name"]: entry["version"] for entry in listed}
    return ", ".join(f"{name} {have.get(name, 'missing')}" for name in wanted)


BUSY = ": it was also at work for others, so single times are too high; run it again on a quiet machine"

GROWTH = """
## Growth

![Time and memory by rows, clusters and columns](images/growth.svg)

Float, two lines a method: dense (16 columns where rows or clusters vary) and sparse (1000 columns, 20 entries a row).
`pck-means` has n/10 constraints.
"""


def page(quick, rows, level, dates, load, grown):
    notes = (ROOT / "bench" / "notes.md").read_text(encoding="utf-8")
    command = "tools/bench.sh --quick" if quick else "make bench"
    return f"""# Benchmarks

Written by `{command}`. Times are the least of several repetitions, in turn with what they are compared with. A round is
all that one round of a method does with the data. *Products* is the time that the multiplications of X with the centres
take at the highest speed of the processor, *reading* that of reading X once, both measured in the same run.

- Machine: {machine()}
- Instruction set: {level}
- Peers: {versions()}; one thread each; OPENBLAS_CORETYPE {os.environ.get("OPENBLAS_CORETYPE", "not set")}
- Date: {dates}; load of the machine up to {load:.0f}{BUSY if load > 2 * os.cpu_count() else ""}

{table(rows)}
{GROWTH if grown else ""}
{notes}"""


def write_page(quick):
    figures = {name: json.loads(kept(name, quick).read_text()) for name in parts(quick) if kept(name, quick).exists()}
    found = {name: figure["found"] for name, figure in figures.items()}
    rows = []
    if "bench_kmeans" in found:
        times, flops = found["bench_kmeans"]["least"], found["bench_kmeans"]["flops"]
        rows += [*round_rows(times, flops), *pck_rows(times)]
    rows += [*peer_rows(found, 100_000 if quick else 1_000_000), *large_rows(found)]
    if "bench_sparse" in found:
        rows += sparse_rows(found["bench_sparse"]["least"])
    rows += memory_rows(found.get("growth", []))
    rows += [[name, "-", "not measured yet", "missing"] for name in parts(quick) if name not in figures]
    python, here = python_of_peers()
    level = run(python, "-c", "import mvlink; print(mvlink._core.machine_level())", **here).stdout.strip() or "unknown"
    dates = " to ".join(sorted({figure["date"] for figure in figures.values()}))
    load = max(figure["load"] for figure in figures.values())
    target = WORK / "benchmarks.md" if quick else ROOT / "docs" / "benchmarks.md"
    target.write_text(page(quick, rows, level, dates, load, "growth" in found), encoding="utf-8")
    print(table(rows))
    print(f"bench: written to {target}")
    if any(row[3].endswith("quality") for row in rows):
        sys.exit("bench: an answer is worse than its peer's")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="a few minutes; writes build/bench/benchmarks.md instead")
    parser.add_argument("--only", nargs="*", metavar="PART", help="measures these parts alone; none: writes the page only")
    arguments = parser.parse_args()
    names = list(parts(arguments.quick)) if arguments.only is None else arguments.only
    measure(names, arguments.quick)
    if not arguments.only:
        write_page(arguments.quick)


if __name__ == "__main__":
    main()
