"""Stored runs, read back and compared."""

import json
import subprocess

import numpy as np
import pytest

import mvlink
from mvlink import metrics


@pytest.fixture
def runs(mvlink_command, tmp_path):
    X = np.random.default_rng(0).normal(size=(40, 3))
    np.save(tmp_path / "view_x.npy", X)
    for k in (2, 3):
        subprocess.run([mvlink_command, "cluster", tmp_path, "-k", str(k), "-o", tmp_path / f"k{k}", "--quiet"],
                       capture_output=True, check=True)
    return tmp_path / "k2", tmp_path / "k3"


def test_a_comparison_is_that_of_the_command(mvlink_command, runs):
    found = mvlink.compare_results(*runs)
    told = subprocess.run([mvlink_command, "compare", *runs, "--json"], capture_output=True, text=True, check=True)
    assert found == json.loads(told.stdout)
    labels = [mvlink.load_result(run).labels["x"] for run in runs]
    assert found["agreements"][0]["ari"] == pytest.approx(metrics.ari(*labels))


def test_what_cannot_be_compared_is_refused(runs):
    with pytest.raises(mvlink.InputError, match="found 1 result; expected two or more"):
        mvlink.compare_results(runs[0])
    with pytest.raises(mvlink.FileError, match="nowhere"):
        mvlink.compare_results(runs[0], runs[0] / "nowhere")
    (runs[1] / "result.json").write_text("{")
    with pytest.raises(mvlink.InputError, match="k3: result.json: not valid JSON"):
        mvlink.compare_results(*runs)
