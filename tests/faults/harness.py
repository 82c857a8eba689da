"""Lets every call of a command that can fail, fail once, and looks at what is left (see fault_shim.c).

A command is tried on a copy of the same folder again and again: with its first allocation failing, its second, and so
on; the same for writes, syncs, renames, threads and opened files; and ended as by kill -9 before every call that
touches a file. What must hold: a status of the contract, one line on standard error, the results wholly old or wholly
new, nothing left behind.

tests/faults/harness.py [--every N] [name...]    tries every N-th point (default 1) and prints the outcomes by kind
"""

import argparse
import collections
import errno
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("MVLINK_BUILD", SOURCE / "build"))
BINARY = os.environ.get("MVLINK_BIN", str(BUILD / "bin" / "mvlink"))
SHIM = str(BUILD / "lib" / "libfault_shim.so")
STATUSES = {0, 2, 3, 4, 5, 6, 130}
LIST = ".mvlink-commit.json"
KILL = "kill"
ESCAPED = "an exception escaped"
ERRORS = {"alloc": [errno.ENOMEM], "thread": [errno.EAGAIN], "write": [errno.ENOSPC, errno.EIO],
          "sync": [errno.EIO], "rename": [errno.EIO], "open": [errno.EMFILE], "files": [KILL, errno.EIO, errno.ENOSPC]}


def run(arguments, folder, fault=None, count=None):
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    if fault or count:
        environment["LD_PRELOAD"] = SHIM
    if fault:
        environment["MVLINK_FAULT"] = fault
    if count:
        environment["MVLINK_FAULT_COUNT"] = str(count)
    return subprocess.run([BINARY, *arguments], cwd=folder, env=environment, capture_output=True, text=True,
                          errors="replace", timeout=120, check=False)


def checked(arguments, folder):
    process = run(arguments, folder)
    assert process.returncode == 0, process.stderr
    return process


def listing(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


class Scenario:
    """A command, and the folder that it works in."""

    name = ""
    arguments: list = []
    threads = "1"

    def prepare(self, folder):
        """Makes the folder as it is before the command."""

    def look(self, folder, before, killed):
        """old, new, or an AssertionError."""
        return "looked"


def make_data(folder):
    rows = [(0, 0), (0, 1), (1, 0), (9, 0), (9, 1), (8, 0), (0, 9), (1, 9), (0, 8)]
    folder.mkdir(parents=True)
    (folder / "view_x.csv").write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in rows))
    (folder / "labels.txt").write_text("0\n0\n0\n1\n1\n1\n2\n2\n2\n")
    (folder / "constraints.csv").write_text("a,b,type\n0,1,must-link\n0,3,cannot-link\n")


def require_one_run(out):
    """Every file is the one that result.json lists."""
    result = json.loads((out / "result.json").read_text())
    names = {file["name"] for file in result["files"]} | {"result.json"}
    for file in result["files"]:
        content = (out / file["name"]).read_bytes()
        assert len(content) == file["bytes"] and zlib.crc32(content) == file["crc32"], f"mixed: {file['name']}"
    found = {p.name for p in out.iterdir()}
    assert found == names | {"notes.txt"}, f"left behind: {sorted(found - names)}"
    return result["options"]["n_clusters"]


class Cluster(Scenario):
    """Replaces the results of an earlier run by others; a file of the user's is among them."""

    name = "cluster"
    arguments = ["cluster", "data", "-k", "3", "--method", "pck-means", "-o", "out", "--quiet"]

    def prepare(self, folder):
        make_data(folder / "data")
        checked(["cluster", "data", "-k", "2", "--method", "kmeans", "-o", "out"], folder)
        (folder / "out" / "notes.txt").write_text("mine\n")

    def look(self, folder, before, killed):
        out = folder / "out"
        assert (out / "notes.txt").read_text() == "mine\n"
        was_pending = (out / LIST).exists()
        if not killed and not was_pending:
            require_one_run(out)
        reader = run(["predict", "out", "data", "--json"], folder)
        assert reader.returncode == 0, f"a reader is refused: {reader.stderr}"
        clusters = json.loads(reader.stdout)["views"][0]["n_clusters"]
        result = json.loads((out / "result.json").read_text())
        assert result["options"]["n_clusters"] == clusters, "mixed: model and result.json"
        if killed:  # temporaries of the dead may be there until somebody writes
            checked(["cluster", "data", "-k", str(clusters), "--method", "kmeans", "-o", "out"], folder)
        assert require_one_run(out) == clusters
        return {2: "old", 3: "new"}[clusters] + (", finished by the reader" if was_pending else "")


class Threads(Cluster):
    """Enough rows for several tasks: the pool starts its threads."""

    name = "threads"
    threads = "4"
    arguments = [*Cluster.arguments]

    def prepare(self, folder):
        super().prepare(folder)
        lines = "".join(f"{(i * 37) % 101},{(i * 53) % 97}\n" for i in range(20000))
        (folder / "data" / "view_x.csv").write_text("a,b\n" + lines)
        (folder / "data" / "labels.txt").unlink()


class Predict(Scenario):
    name = "predict"
    arguments = ["predict", "out", "data", "-o", "labels", "--quiet"]

    def prepare(self, folder):
        make_data(folder / "data")
        checked(["cluster", "data", "-k", "2", "-o", "out"], folder)
        (folder / "labels").mkdir()
        (folder / "labels" / "labels_x.csv").write_text("id,label,confidence\n0,0,1.0000\n")

    def look(self, folder, before, killed):
        names = sorted(p.name for p in (folder / "labels").iterdir())
        assert killed or names == ["labels_x.csv"], f"left behind: {names}"
        lines = (folder / "labels" / "labels_x.csv").read_text().splitlines()
        assert len(lines) in (2, 10) and lines[0] == "id,label,confidence"
        return "old" if len(lines) == 2 else "new"


class Reproduce(Scenario):
    """Continues a log; what it held must still be there."""

    name = "reproduce"
    arguments = ["reproduce", "bilenko2004", "figure2", "--dataset", "data", "--method", "plain=kmeans", "--method",
                 "own=pck-means", "--sweep", "2", "--repetitions", "2", "--resume", "-o", "out", "--jobs", "1", "--quiet"]

    def prepare(self, folder):
        make_data(folder / "data")
        checked(self.arguments, folder)
        log = folder / "out" / "runs.csv"
        self.lines = log.read_text().splitlines(keepends=True)
        log.write_text("".join(self.lines[:4]))

    def look(self, folder, before, killed):
        lines = (folder / "out" / "runs.csv").read_text().splitlines(keepends=True)
        assert lines[:4] == self.lines[:4], "finished runs are lost"
        resumed = run(self.arguments, folder)
        assert resumed.returncode == 0, f"cannot be resumed: {resumed.stderr}"
        names = {p.name for p in (folder / "out").iterdir()}
        assert names == {name.split("/", 1)[1] for name in before if name.startswith("out/")}, f"left behind: {names}"
        return "resumed"


class Generate(Scenario):
    name = "generate"
    arguments = ["generate", "blobs", "--rows", "6", "-o", "blobs", "--quiet"]

    def look(self, folder, before, killed):
        if not (folder / "blobs").exists():
            return "nothing"
        decided = (folder / "blobs" / LIST).exists() or (folder / "blobs" / "dataset.json").exists()
        if decided:
            checked(["cluster", "blobs", "-k", "2", "--quiet"], folder)
        names = sorted(p.name for p in (folder / "blobs").iterdir())
        assert killed or not [name for name in names if name.startswith(".")], f"left behind: {names}"
        assert not decided or "dataset.json" in names, f"incomplete: {names}"
        return "new" if decided else "nothing"


SCENARIOS = {scenario.name: scenario for scenario in (Cluster(), Threads(), Predict(), Reproduce(), Generate())}


class Trial:
    """One scenario in a folder of its own."""

    def __init__(self, scenario, place):
        self.scenario = scenario
        self.fresh = place / "fresh"
        self.work = place / "work"
        self.fresh.mkdir()
        scenario.prepare(self.fresh)
        self.before = listing(self.fresh)
        self.arguments = list(scenario.arguments)
        if scenario.arguments[0] in ("cluster", "predict"):
            self.arguments += ["--threads", scenario.threads]

    def renew(self):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.fresh, self.work)

    def counts(self):
        self.renew()
        file = self.work.parent / "counts"
        process = run(self.arguments, self.work, count=file)
        assert process.returncode == 0, process.stderr
        return {kind: int(number) for kind, number in (line.split() for line in file.read_text().splitlines())}

    def at(self, kind, number, error):
        """What comes of it if this call fails."""
        self.renew()
        process = run(self.arguments, self.work, fault=f"{kind}:{number}:{error}")
        killed = error == KILL
        where = f"{self.scenario.name}, {kind} {number}, {error}: status {process.returncode}: {process.stderr}"
        if killed:
            assert process.returncode in (-9, 0), where
        else:
            assert process.returncode in STATUSES, where
            lines = process.stderr.splitlines()
            assert process.returncode == 0 or (len(lines) == 1 and lines[0].startswith("mvlink: ")), where
        try:
            state = self.scenario.look(self.work, self.before, killed)
        except AssertionError as failure:
            raise AssertionError(f"{where}: {failure}") from None
        if killed:
            return "killed", state
        return f"status {process.returncode}" + (", escaped" if ESCAPED in process.stderr else ""), state


def enumerate_points(scenario, kinds, every=1, offset=0, last=None):
    """Outcomes by kind of call, as counters; only of the last so many calls, if said."""
    outcomes = {}
    with tempfile.TemporaryDirectory(prefix="mvlink-faults-") as place:
        trial = Trial(scenario, pathlib.Path(place))
        counts = trial.counts()
        for kind in kinds:
            for error in ERRORS[kind]:
                name = error if error == KILL else errno.errorcode[error]
                counter = outcomes.setdefault(f"{kind} {name}", collections.Counter())
                skipped = 0 if last is None else max(0, counts[kind] - last)
                for number in range(1 + skipped + offset % every, counts[kind] + 1, every):
                    counter[trial.at(kind, number, error)] += 1
    return outcomes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(ERRORS))
    parser.add_argument("names", nargs="*", default=list(SCENARIOS))
    arguments = parser.parse_args()
    points = 0
    for name in arguments.names or SCENARIOS:
        kinds = arguments.kinds.split(",")
        if name == "threads":
            kinds = [kind for kind in kinds if kind == "thread"]
        for kind, counter in enumerate_points(SCENARIOS[name], kinds, arguments.every).items():
            points += sum(counter.values())
            shown = "; ".join(f"{count} x {status}, {state}" for (status, state), count in sorted(counter.items()))
            print(f"{name}: {kind}: {sum(counter.values())} points: {shown}", flush=True)
    print(f"{points} points, nothing mixed, nothing left behind")


if __name__ == "__main__":
    sys.exit(main())
