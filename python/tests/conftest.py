import json
import os
import pathlib

import numpy as np
import pytest

import mvlink
from mvlink import _core

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
METHODS = json.loads(_core.methods_json())
ESTIMATORS = [getattr(mvlink, method["python_class"]) for method in METHODS]


@pytest.fixture
def blobs():
    """Three blobs, no feature negative so that every method takes them: data and classes."""
    problem = mvlink.datasets.blobs(150, 3, 4, random_state=1)
    X = np.array(problem.X)
    return X - X.min(axis=0), np.array(problem.labels)


@pytest.fixture
def streaks():
    """Streaks that K-Means cuts across: data and classes."""
    problem = mvlink.datasets.streaks(240, 3, random_state=1)
    return np.array(problem.X), np.array(problem.labels)


@pytest.fixture(scope="session")
def mvlink_command():
    """The command line of the build."""
    command = pathlib.Path(os.environ.get("MVLINK_BIN", SOURCE / "build" / "bin" / "mvlink"))
    if not command.exists():
        pytest.skip(f"needs the command line at {command}")
    return command
