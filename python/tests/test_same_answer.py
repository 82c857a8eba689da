"""The command and Python go through one pipeline: `auto`, mappings, names, preparation and warm starts agree too."""

import json
import subprocess

import numpy as np
import pytest

import mvlink
from conftest import METHODS

pd = pytest.importorskip("pandas")
pytestmark = pytest.mark.filterwarnings("ignore::mvlink.MvlinkWarning")
SEED = "11"


@pytest.fixture(scope="module")
def views():
    """Two tables of the same 60 things, no feature negative."""
    random = np.random.default_rng(4)
    classes = random.integers(0, 3, 60)
    return [np.abs(random.normal(size=(3, d))[classes] * 4 + random.normal(size=(60, d))) for d in (4, 5)]


class Command:
    """Runs `mvlink cluster` on tables that it first writes into a folder."""

    def __init__(self, program, folder):
        self.program, self.folder, self.out = program, folder / "data", folder / "out"
        self.folder.mkdir()

    def write(self, tables, **files):
        for name, table in tables.items():
            np.save(self.folder / f"view_{name}.npy", np.asarray(table))
            if hasattr(table, "index"):
                (self.folder / f"ids_{name}.txt").write_text("\n".join(map(str, table.index)) + "\n")
        for name, lines in files.items():
            (self.folder / name.replace("__", ".")).write_text("\n".join(lines) + "\n")

    def cluster(self, *arguments, out=None):
        out = out or self.out
        command = [self.program, "cluster", self.folder, "--seed", SEED, "--quiet", "-o", out, *arguments]
        subprocess.run([str(part) for part in command], check=True)
        return mvlink.load_result(out)


@pytest.fixture
def command(mvlink_command, tmp_path):
    return Command(mvlink_command, tmp_path)


def agree(stored, estimator, names):
    """Labels to the bit, the course of the objective, and what was said about it."""
    labels = estimator.labels_ if isinstance(estimator.labels_, list) else [estimator.labels_]
    for name, found in zip(names, labels):
        assert stored.labels[name].tolist() == found.tolist()
    assert stored.objective.tolist() == estimator.objectives_.tolist()
    if hasattr(estimator, "object_labels_"):
        assert stored.labels["objects"].tolist() == estimator.object_labels_.tolist()
    assert [code for code, _, _ in stored.warnings] == [warning["code"] for warning in estimator.warnings_]


def frames(views, first, second):
    return {"a": pd.DataFrame(views[0], index=first), "b": pd.DataFrame(views[1], index=second)}


THINGS = [f"thing{i}" for i in range(60)]
MAPPINGS = {
    "rows": lambda views: dict(zip("ab", views)),
    "ids in the same order": lambda views: frames(views, THINGS, THINGS),
    "ids in another order": lambda views: frames(views, THINGS, THINGS[::-1]),
    "some equal ids": lambda views: frames(views, THINGS, THINGS[30:] + [f"other{i}" for i in range(30)]),
    "no equal id": lambda views: frames(views, THINGS, [f"other{i}" for i in range(60)]),
    "ids in one view": lambda views: {"a": pd.DataFrame(views[0], index=THINGS), "b": views[1]},
    "different lengths": lambda views: {"a": views[0], "b": views[1][:50]},
}


@pytest.mark.parametrize("kind", MAPPINGS)
def test_what_maps_without_a_word(kind, views, command):
    tables = MAPPINGS[kind](views)
    command.write(tables)
    stored = command.cluster("-k", "3", "--method", "cmvnmf")
    agree(stored, mvlink.CMVNMF(3, random_state=int(SEED)).fit(tables), tables)


def test_a_stated_mapping_and_none(views, command):
    tables = dict(zip("ab", views))
    pairs = [(i, 59 - i) for i in range(0, 60, 2)]
    command.write(tables, mapping__csv=["view_a,a,view_b,b", *(f"a,{a},b,{b}" for a, b in pairs)])
    estimator = mvlink.CMVNMF(3, random_state=int(SEED))
    agree(command.cluster("-k", "3", "--method", "cmvnmf"), estimator.fit(tables, mapping=pairs), tables)
    unmapped = command.cluster("-k", "3", "--method", "cmvnmf", "--unmapped")
    agree(unmapped, estimator.fit(tables, mapping=None), tables)


def test_constraints_by_id_and_by_row(views, command):
    tables = frames(views, THINGS, THINGS)
    named = [("thing1", "thing2", "must-link"), ("thing3", "thing9", "cannot-link")]
    rows = [(("a", 5), ("b", 7), "must-link")]
    lines = [*(f",{a},,{b},{kind}" for a, b, kind in named), "a,row:5,b,row:7,must-link"]
    command.write(tables, constraints__csv=["view_a,a,view_b,b,type", *lines])
    estimator = mvlink.CMVNMF(3, random_state=int(SEED)).fit(tables, constraints=[*named, *rows])
    stored = command.cluster("-k", "3", "--method", "cmvnmf")
    agree(stored, estimator, tables)
    assert stored.constraints == estimator.constraints_report_


@pytest.mark.parametrize("negative", [False, True])
@pytest.mark.parametrize("several", [False, True])
def test_auto_chooses_prepares_and_answers_alike(several, negative, views, command):
    tables = {name: table - 2 * negative for name, table in zip("ab", views)}
    if not several:
        del tables["b"]
    command.write(tables)
    stored = command.cluster("-k", "3")
    estimator = mvlink.cluster(tables if several else tables["a"], 3, random_state=int(SEED))
    assert stored.method == estimator._method
    assert [steps for _, steps in stored.preparation] == [["minmax"]] * (2 * (several and negative))
    agree(stored, estimator, tables)


def test_auto_with_constraints_and_a_stated_preparation(views, command):
    pairs = [(0, 1), (2, 3), (4, 9)]
    command.write({"a": views[0]}, constraints__csv=["a,b,type", *(f"{a},{b},must-link" for a, b in pairs)])
    stored = command.cluster("-k", "3", "--prep", "standardize,pca=2")
    estimator = mvlink.cluster(views[0], 3, must_link=pairs, prep="standardize,pca=2", random_state=int(SEED))
    assert stored.method == estimator._method == "mpck-means" and "one view and 3 constraints" in estimator.reason_
    assert estimator.prep == "standardize,pca=2"
    agree(stored, estimator, ["a"])


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["name"])
def test_a_warm_start_from_the_labels_of_a_run_for_every_method(method, views, command, tmp_path):
    several = method["needs"]["max_views"] != 1
    tables = dict(zip("ab", views[: 2 if several else 1]))
    command.write(tables)
    options = ("-k", "3", "--method", method["name"])
    command.cluster(*options)
    for model in command.out.glob("model.npz"):
        model.unlink()  # so that the labels are left to start from, as a refit in Python does
    X = tables if several else views[0]
    estimator = getattr(mvlink, method["python_class"])(3, random_state=int(SEED), warm_start=True).fit(X)
    if not method["starts"]["labels"]:
        with pytest.raises(ValueError, match="cannot start from labels"):
            estimator.fit(X)
        with pytest.raises(subprocess.CalledProcessError):
            command.cluster(*options, "--warm-start", command.out, out=tmp_path / "again")
        return
    again = command.cluster(*options, "--warm-start", command.out, out=tmp_path / "again")
    estimator.fit(X)
    names = tables if "clusterings_" not in vars(estimator) else ["clustering1"]
    agree(again, estimator, names)


@pytest.mark.parametrize(("method", "options"), [("KMeans", ()), ("MPCKMeans", ()), ("NMF", ("--prep", "minmax"))])
def test_a_warm_start_from_a_stored_run(method, options, views, command, tmp_path):
    command.write({"a": views[0]})
    name = getattr(mvlink, method)._method
    command.cluster("-k", "3", "--method", name, *options)
    again = command.cluster("--method", name, "--warm-start", command.out, out=tmp_path / "again")
    estimator = mvlink.load(command.out).set_params(warm_start=True, random_state=int(SEED))
    agree(again, estimator.fit(views[0]), ["a"])


def test_a_warm_start_from_labels(views, command, tmp_path):
    command.write({"a": views[0]})
    command.cluster("-k", "3", "--method", "pck-means")
    again = command.cluster("-k", "3", "--method", "pck-means", "--warm-start", command.out / "labels_a.csv",
                            out=tmp_path / "again")
    estimator = mvlink.PCKMeans(3, random_state=int(SEED), warm_start=True).fit(views[0])
    agree(again, estimator.fit(views[0]), ["a"])


def test_several_numbers_of_clusters_come_from_the_run_to_start_from(views, command, tmp_path):
    command.write({"a": np.hstack(views)})
    command.cluster("-k", "2,3", "--method", "smvc")
    again = command.cluster("--method", "smvc", "--warm-start", command.out, out=tmp_path / "again")
    assert json.loads((tmp_path / "again" / "result.json").read_text())["options"]["n_clusters"] == "2,3"
    assert len(again.labels) == 2
