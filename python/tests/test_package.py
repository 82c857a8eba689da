"""The package as a whole."""

import pathlib
import re
import subprocess
import sys

import pytest

import mvlink
from conftest import SOURCE


def run(program, **environment):
    import os

    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ | environment, check=False
    )


def test_the_version_is_that_of_the_library():
    text = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    assert mvlink.__version__ == re.search(r"project\(mvlink VERSION ([0-9.]+)", text)[1]


def test_the_package_is_typed():
    folder = pathlib.Path(mvlink.__file__).parent
    assert (folder / "py.typed").exists() and (folder / "_estimators.pyi").exists()


def test_everything_listed_is_there():
    for name in mvlink.__all__:
        assert getattr(mvlink, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'plots'"):
        _ = mvlink.plots
    with pytest.raises(AttributeError, match="has no attribute 'KMeanz'$"):
        _ = mvlink.KMeanz


def test_scikit_learn_is_imported_only_for_estimators():
    done = run("import sys, mvlink, mvlink.metrics, mvlink.constraints, mvlink.datasets\n"
               "assert 'sklearn' not in sys.modules and 'scipy' not in sys.modules and 'pandas' not in sys.modules")
    assert done.returncode == 0, done.stderr


WITHOUT = """
import sys
sys.modules["sklearn"] = None
import numpy as np
import mvlink
X = np.array([[0.0, 0], [0, 1], [5, 0], [5, 1]])
model = mvlink.PCKMeans(2, random_state=0)
try:
    model.predict(X)
    raise SystemExit("predicted before fit")
except ValueError as error:
    assert "not fitted" in str(error), error
labels = model.fit(X, must_link=[(0, 1)]).labels_
assert labels[0] == labels[1] != labels[2] == labels[3]
assert (model.predict(X.astype(int)) == labels).all() and model.n_features_in_ == 2
assert repr(model) == "PCKMeans(n_clusters=2, random_state=0)", model
assert model.set_params(tol=0.5).get_params()["tol"] == 0.5
for wrong in [X[0], X + 1j, X[:0], np.where(X == 5, np.nan, X), np.array([["a", "b"]])]:
    try:
        mvlink.KMeans(1).fit(wrong)
        raise SystemExit(f"took {wrong!r}")
    except ValueError:
        pass
"""


def test_it_works_without_scikit_learn():
    done = run(WITHOUT)
    assert done.returncode == 0, done.stderr + done.stdout
