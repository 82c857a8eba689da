"""Runs the benchmarks and writes docs/benchmarks.md. tools/bench.sh prepares what it needs and calls it.

Times are the least of several short repetitions, in random turn, so that both sides of a ratio see the same machine.
What a part found is kept under build/bench, so that one part can be measured again by itself.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

import growth_page
import machine
import rows

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
WORK = BUILD / "bench"
LEVELS = BUILD / "package" / "levels.json"
LIMIT = 600  # seconds per part, except growth, which has its own
BUSY = 0.15  # processors; if others use more than that, the times of a part are doubtful


class PartFailed(Exception):
    """Says in one line why a part has no numbers."""


def run(*command, **environment):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                              timeout=LIMIT, env=os.environ | environment)
    except subprocess.TimeoutExpired as late:
        raise PartFailed(f"not done in {LIMIT} s") from late
    if done.returncode != 0:
        raise PartFailed((done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1])
    return done.stdout


def kernels(program, which, repetitions):
    """Runs a program of bench/; keeps the minimum milliseconds by name, and flops if stated."""
    out = WORK / "kernels.raw.json"
    run(BUILD / "bin" / program, f"--benchmark_out={out}", "--benchmark_min_time=0.02", f"--benchmark_filter={which}",
        f"--benchmark_repetitions={repetitions}", "--benchmark_enable_random_interleaving=true")
    least, flops = {}, {}
    for entry in json.loads(out.read_text())["benchmarks"]:
        if entry["run_type"] != "iteration":
            continue
        name = re.sub(r"/(real_time|manual_time)$", "", entry["run_name"])
        least[name] = min(least.get(name, float("inf")), entry["real_time"])
        flops[name] = entry.get("flops")
    return {"least": least, "flops": flops}


def python_of_peers(script, *arguments):
    """Runs a script of bench/ in the environment that has mvlink and the other libraries."""
    return run(WORK / "venv" / "bin" / "python", ROOT / "bench" / script, *arguments,
               PYTHONPATH=str(BUILD / "python"), PYTHONWARNINGS="ignore", **machine.blas_setting())


GROWTH = {"growth": ("kmeans", "growth.svg"), "graph growth": ("graphs", "graph-growth.svg")}  # family, picture


def growth(name, quick):
    family, picture = GROWTH[name]
    target = WORK / picture if quick else ROOT / "docs" / "images" / picture
    figures = WORK / f"{family}-growth.raw.json"
    python_of_peers("growth.py", "--family", family, "--json", figures, "--svg", target, *(["--quick"] if quick else []))
    return {"points": json.loads(figures.read_text())}


def growth_sections(found, quick):
    return "".join(growth_page.section(family, found.get(name, {}).get("points", []), ("" if quick else "images/") + picture)
                   for name, (family, picture) in GROWTH.items())


def neighbour_cases(quick):
    """1e6 x 512 is left to tools/bench.sh neighbours --large."""
    listed = python_of_peers("neighbours.py", "--list").splitlines()
    return [case for case in listed if case != "1e6 d=512" and (not quick or case.startswith("1e4"))]


def parts(quick):
    """What is measured: one function per name."""
    more = ["--quick"] if quick else []
    calls = json.loads(python_of_peers("calls.py", *more))
    return {"kmeans rounds": lambda: kernels("bench_kmeans", "one_round|peak|read_once", 2 if quick else 8),
            "pck rounds": lambda: kernels("bench_kmeans", "pck_round", 1 if quick else 4),
            "sparse products": lambda: kernels("bench_sparse", ".", 3 if quick else 15),
            **{name: lambda name=name: json.loads(python_of_peers("calls.py", name, *more)) for name in calls},
            "eigenvectors": lambda: json.loads(python_of_peers("eigenvectors.py", *more)),
            **{f"neighbours {case}": lambda case=case: json.loads(python_of_peers("neighbours.py", "--json", case))
               for case in neighbour_cases(quick)},
            **{name: lambda name=name: growth(name, quick) for name in GROWTH}}


def chosen(wanted, names):
    """The named parts: full names, or common beginnings of several."""
    found = {want: [name for name in names if name == want or name.startswith(want + " ")] for want in wanted}
    for want, matches in found.items():
        if not matches:
            sys.exit(f'bench: "{want}" is not a part; tools/bench.sh --list names them')
    return [name for name in names if any(name in matches for matches in found.values())]


def kept(name, quick):
    return WORK / ("quick" if quick else "full") / (name.replace(" ", "_") + ".json")


def measure(name, part, quick):
    print(f"bench: {name}", end="", file=sys.stderr, flush=True)
    watch = machine.Watch()
    try:
        found = part()
    except PartFailed as failure:
        found = {"failed": str(failure)}
    watched = watch.stop()
    failed = f", {found['failed']}" if "failed" in found else ""
    print(f": {watched['seconds']:.0f} s, load {watched['load'][0]:.1f} to {watched['load'][1]:.1f}{failed}",
          file=sys.stderr, flush=True)
    file = kept(name, quick)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"date": datetime.date.today().isoformat(), **watched, "found": found}))


SECTIONS = {
    "One iteration of K-Means": "Everything that one iteration does with the data. *Products* is the time of the "
    "multiplications of X with the centres\nat the peak speed of the processor, *reading* the time of reading X once, "
    "both measured in the same run.",
    "One iteration of PCK-Means": "With n/10 constraints, compared with one without.",
    "Whole calls compared with other libraries": "Ours first. Same data and threads; for K-Means also the same start "
    "and number of iterations.",
    "Whole calls with many constraints": "",
    "Nearest neighbours": "The ten nearest of every row, f32, 100 clusters. Ours first; other libraries with indexes "
    "are as accurate as ours must be,\na recall of 0.95. `bench/neighbours.py` says how.",
    "Sparse rows times a thin matrix": "One thread unless stated otherwise.",
    "Eigenvectors of graphs": "The ten largest eigenvalues of the normalized graph of ten neighbours with local scaling, with vectors. "
    "The times\ninclude the normalization. Residuals are |S x - lambda x| / 2, the largest of the ten.",
    "Memory": "The peak of a run beyond the memory used before it.",
    "Instruction sets": "The library of the package as compiled for each level, from `make package`.",
}


def section_of(part):
    """Title of its section, and what makes rows of its numbers."""
    own = {"kmeans rounds": ("One iteration of K-Means", rows.round_rows),
           "pck rounds": ("One iteration of PCK-Means", rows.pck_rows),
           "sparse products": ("Sparse rows times a thin matrix", rows.sparse_rows),
           "eigenvectors": ("Eigenvectors of graphs", rows.eigen_rows),
           "growth": ("Memory", rows.memory_rows),
           "graph growth": ("Memory", lambda found: [])}  # its figures are the table of its own section
    if part in own:
        return own[part]
    if part.startswith("neighbours"):
        return "Nearest neighbours", rows.neighbour_rows
    if part.startswith("kmeans") or " peer" in part:
        return "Whole calls compared with other libraries", rows.peer_rows
    return "Whole calls with many constraints", rows.large_rows


def filled_sections(names, found, levels):
    """{title: rows}, in the order of the page; a part without numbers is named with the reason."""
    filled = {title: [] for title in SECTIONS}
    for name in names:
        title, make = section_of(name)
        reason = found.get(name, {"failed": "not measured yet"}).get("failed")
        filled[title] += [[name, "-", reason, rows.MISSING]] if reason else make(found[name])
    if levels:
        filled["Instruction sets"] += rows.level_rows(levels)
    return {title: made for title, made in filled.items() if made}


def peers_line(found, versions):
    blas = sorted({library for figures in found.values() for library in figures.get("blas", [])})
    kind = machine.blas_setting().get("OPENBLAS_CORETYPE", "not set")
    return f"{versions}; OPENBLAS_CORETYPE {kind}{' (' + ', '.join(blas) + ')' if blas else ''}"


def watched_table(figures):
    """Seconds, load and the work of other processes, for each part."""
    lines = ["| part | seconds | load at start | at end | processors used by others |", "|---|---|---|---|---|"]
    for name, figure in figures.items():
        others = "unknown" if figure["others"] is None else f"{figure['others']:.2f}"
        before, after = figure["load"]
        lines.append(f"| {name} | {figure['seconds']:.0f} | {before:.1f} | {after:.1f} | {others} |")
    return "\n".join(lines)


def quiet_line(figures):
    busy = [name for name, figure in figures.items() if (figure["others"] or 0) > BUSY]
    if not busy:
        return "no other process disturbed the measurement"
    named = ", ".join(busy) if len(busy) < 5 else f"{len(busy)} of {len(figures)} parts"
    return (f"other processes used the machine during {named}: those times are too high; measure them again with "
            "`tools/bench.sh --only`")


def count_line(filled):
    results = [row[3].split(":")[0] for made in filled.values() for row in made]
    aims = results.count("reached") + results.count("missed")
    missing = f"; {results.count(rows.MISSING)} without numbers" if rows.MISSING in results else ""
    return f"{results.count('reached')} of {aims} targets reached{missing}"


def page(quick, filled, figures, versions, level):
    found = {name: figure["found"] for name, figure in figures.items()}
    dates = " to ".join(sorted({figure["date"] for figure in figures.values()}))
    seconds = sum(figure["seconds"] for figure in figures.values())
    tables = "\n\n".join(f"## {title}\n\n" + (f"{SECTIONS[title]}\n\n" if SECTIONS[title] else "") + rows.table(made)
                         for title, made in filled.items())
    return f"""# Benchmarks

Written by `{"tools/bench.sh --quick" if quick else "make bench"}`. Times are the minimum of several repetitions,
alternating with what they are compared with.

- Machine: {machine.describe_machine()}
- Instruction set: {level}
- Other libraries: {peers_line(found, versions)}
- Date: {dates}, {seconds / 60:.0f} minutes; {quiet_line(figures)}
- {count_line(filled)}

{tables}
{growth_sections(found, quick)}
## Load of the machine

Load is the average over one minute, so it includes the part itself. The last column is what all other processes
used, including time taken by the host.

{watched_table(figures)}

{(ROOT / "bench" / "notes.md").read_text(encoding="utf-8")}"""


def versions_of_peers():
    listed = json.loads(run(WORK / "venv" / "bin" / "pip", "list", "--format=json", "--disable-pip-version-check"))
    wanted = ("numpy", "scikit-learn", "faiss-cpu", "hnswlib", "active-semi-supervised-clustering")
    have = {entry["name"]: entry["version"] for entry in listed}
    return ", ".join(f"{name} {have.get(name, 'missing')}" for name in wanted)


def write_page(names, quick):
    figures = {name: json.loads(kept(name, quick).read_text()) for name in names if kept(name, quick).exists()}
    levels = json.loads(LEVELS.read_text()) if LEVELS.exists() else None
    filled = filled_sections(names, {name: figure["found"] for name, figure in figures.items()}, levels)
    level = run(WORK / "venv" / "bin" / "python", "-c", "import mvlink; print(mvlink._core.machine_level())",
                PYTHONPATH=str(BUILD / "python")).strip()
    target = WORK / "benchmarks.md" if quick else ROOT / "docs" / "benchmarks.md"
    target.write_text(page(quick, filled, figures, versions_of_peers(), level), encoding="utf-8")
    for title, made in filled.items():
        print(f"\n{title}\n{rows.table(made)}")
    print(f"\nbench: {count_line(filled)}; written to {target}")
    results = {row[3] for made in filled.values() for row in made}
    if "missed: quality" in results:
        sys.exit("bench: a result is worse than that of another library")
    if rows.MISSING in results:
        sys.exit("bench: not everything could be measured")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few minutes; writes build/bench/benchmarks.md")
    parser.add_argument("--list", action="store_true", help="name the parts")
    parser.add_argument("--only", nargs="*", metavar="PART",
                        help="measure these parts only (full names, or common beginnings) and store the numbers; "
                        "without a part: write the page from the stored numbers")
    arguments = parser.parse_args()
    todo = parts(arguments.quick)
    if arguments.list:
        print("\n".join(todo))
        return
    for name in list(todo) if arguments.only is None else chosen(arguments.only, list(todo)):
        measure(name, todo[name], arguments.quick)
    if not arguments.only:
        write_page(list(todo), arguments.quick)


if __name__ == "__main__":
    main()
