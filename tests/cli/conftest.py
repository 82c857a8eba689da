"""Runs the command as a user does. MVLINK_BIN names it; else build/bin/mvlink of this source tree."""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import numpy as np
import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("MVLINK_BIN", str(SOURCE / "build" / "bin" / "mvlink"))
RESULTS = ["labels_x.csv", "model.npz", "report.html", "result.json"]  # of a run on a view x


def run_mvlink(*arguments, cwd=None, env=None, timeout=120, **options):
    """The finished process, its output as text."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **(env or {})}
    return subprocess.run([BINARY, *map(str, arguments)], cwd=cwd, env=environment, timeout=timeout,
                          capture_output=True, text=True, errors="replace", **options)


# The peak of a process counts what its parent had when it was started, so a small parent starts it.
MEASURE = """
import os, sys
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
with open(sys.argv[1], "w") as file:
    file.write(str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status) % 256)
"""


def run_measured(*arguments):
    """As run_mvlink, with `peak`: the memory in MB that the process used at most."""
    with tempfile.NamedTemporaryFile("r") as peak:
        process = subprocess.run([sys.executable, "-S", "-E", "-c", MEASURE, peak.name, BINARY, *map(str, arguments)],
                                 env={**os.environ, "LC_ALL": "C.UTF-8"}, timeout=120, capture_output=True, text=True,
                                 errors="replace")
        process.peak = int(peak.read()) / 1024
    return process


def limited_files(size):
    """For preexec_fn: no file of the process may become larger."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def names(folder):
    return sorted(p.name for p in pathlib.Path(folder).iterdir())


def assert_refused(process, status, *fragments):
    """The status, and one line on standard error that holds every fragment."""
    assert process.returncode == status, process.stderr + process.stdout
    lines = process.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("mvlink: "), process.stderr
    for fragment in fragments:
        assert fragment in lines[0], lines[0]


def write_dataset(folder, x, labels=None, ids=None, constraints=None, name="x"):
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / f"view_{name}.npy", x)
    if labels is not None:
        (folder / "labels.txt").write_text("".join(f"{label}\n" for label in labels))
    if ids is not None:
        (folder / f"ids_{name}.txt").write_text("".join(f"{i}\n" for i in ids))
    if constraints is not None:
        (folder / "constraints.csv").write_text(
            "a,b,type\n" + "".join(f"{a},{b},{kind}\n" for a, b, kind in constraints))
    return folder


def read_labels(file):
    """Ids, labels and confidences of a labels_<view>.csv."""
    lines = pathlib.Path(file).read_text().splitlines()
    assert lines[0] == "id,label,confidence"
    cells = [line.rsplit(",", 2) for line in lines[1:]]
    return ([c[0] for c in cells], np.array([int(c[1]) for c in cells]), np.array([float(c[2]) for c in cells]))


def same_partition(a, b):
    """Equal up to the names of the clusters."""
    pairs = set(zip(np.asarray(a).tolist(), np.asarray(b).tolist()))
    return len(pairs) == len(set(p[0] for p in pairs)) == len(set(p[1] for p in pairs))


@pytest.fixture(scope="session")
def blob_arrays():
    """Three well separated blobs: 90 rows, 3 columns, and their classes in random order."""
    random = np.random.default_rng(7)
    labels = random.permutation(np.repeat([0, 1, 2], 30))
    centres = np.array([[0, 0, 0], [8, 0, 4], [0, 9, -4]], float)
    return centres[labels] + random.normal(size=(90, 3)), labels


@pytest.fixture
def blobs(tmp_path, blob_arrays):
    x, labels = blob_arrays
    return write_dataset(tmp_path / "blobs", x, labels)


@pytest.fixture
def constrained(tmp_path, blob_arrays):
    """Blobs with ids and a few true constraints."""
    x, labels = blob_arrays
    ids = [f"r{i}" for i in range(len(x))]
    pairs = [(f"r{i}", f"r{i + 1}", "must-link" if labels[i] == labels[i + 1] else "cannot-link")
             for i in range(0, 40, 2)]
    return write_dataset(tmp_path / "constrained", x, labels, ids, pairs)


@pytest.fixture(scope="session")
def data_folder():
    """Real data: MVLINK_DATA, or ../shared/data next to the source tree."""
    folder = pathlib.Path(os.environ.get("MVLINK_DATA", SOURCE.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("no real data: set MVLINK_DATA to the folder of datasets")
    return folder


def json_of(process):
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)
