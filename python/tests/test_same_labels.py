"""The same data, options and seed give the same labels from Python, the command line and C++, for every method."""

import json
import os
import shutil
import subprocess

import numpy as np
import pytest

import mvlink
from conftest import METHODS, SOURCE

PROGRAM = """
#include <mvlink/io.hpp>
#include <mvlink/mvlink.hpp>
#include <cstdio>

// argv: method, folder; prints one label per line.
int main(int, char** argv) {
    mvlink::Context context({.seed = 11, .threads = 2});
    const mvlink::Problem problem = mvlink::read_problem({.folder = argv[2]}, context);
    const mvlink::Result result = mvlink::run_method(argv[1], problem.data, {{{"n_clusters", "4"}}}, context);
    for (const auto& partition : result.partitions) {
        for (const int label : partition.labels) std::printf("%d\\n", label);
    }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with one view, no feature negative, and constraints, some of them wrong."""
    made = mvlink.datasets.blobs(400, 4, 5, spread=3.0, random_state=5)
    folder = tmp_path_factory.mktemp("problem")
    X = np.array(made.X)
    X -= X.min(axis=0)
    np.save(folder / "view_data.npy", X)
    rows = mvlink.constraints.sample(made.labels, 120, wrong_share=0.1, random_state=6)
    lines = ["a,b,type", *(f"{c.a},{c.b},{c.type}" for c in rows)]
    (folder / "constraints.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder, X, rows


@pytest.fixture(scope="module")
def cpp_program(tmp_path_factory):
    library = SOURCE / "build" / "lib"
    if shutil.which("g++") is None or not (library / "libmvlink.so").exists():
        pytest.skip("needs g++ and build/lib/libmvlink.so")
    place = tmp_path_factory.mktemp("cpp")
    (place / "labels.cpp").write_text(PROGRAM, encoding="utf-8")
    command = ["g++", "-std=c++20", f"-I{SOURCE / 'include'}", "labels.cpp", f"-L{library}", "-lmvlink", "-o", "labels"]
    subprocess.run(command, cwd=place, check=True)
    return place / "labels", os.environ | {"LD_LIBRARY_PATH": str(library)}


def python_labels(method, X, rows):
    estimator = getattr(mvlink, method["python_class"])(n_clusters=4, random_state=11)
    estimator.fit(X, constraints=rows)
    return getattr(estimator, "clusterings_", estimator.labels_[:, None])


@pytest.mark.filterwarnings("ignore::mvlink.MvlinkWarning")
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["name"])
def test_the_command_line_gives_the_same_labels(method, folder, mvlink_command, tmp_path):
    place, X, rows = folder
    command = [mvlink_command, "cluster", place, "-k", "4", "--method", method["name"], "--seed", "11", "-o", tmp_path]
    subprocess.run([*command, "--quiet"], check=True)
    files = sorted(tmp_path.glob("labels_*.csv"))
    written = [np.loadtxt(file, delimiter=",", skiprows=1, usecols=1, dtype=int) for file in files]
    assert np.array_equal(python_labels(method, X, rows), np.column_stack(written))
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    estimator = getattr(mvlink, method["python_class"])(n_clusters=4, random_state=11).fit(X, constraints=rows)
    assert result["objective"] == estimator.objectives_.tolist()
    model = mvlink.load(tmp_path / "model.npz")
    learnt = {"cluster_centers_", "dimension_probabilities_"} & set(vars(estimator))
    assert all(getattr(model, name).tobytes() == getattr(estimator, name).tobytes() for name in learnt)


@pytest.mark.filterwarnings("ignore::mvlink.MvlinkWarning")
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["name"])
def test_cpp_gives_the_same_labels(method, folder, cpp_program):
    place, X, rows = folder
    program, environment = cpp_program
    run = subprocess.run([program, method["name"], place], env=environment, check=True, capture_output=True, text=True)
    assert python_labels(method, X, rows).T.ravel().tolist() == [int(line) for line in run.stdout.split()]
