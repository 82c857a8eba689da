"""model.npz, label files and earlier results."""
import json
import zipfile

import numpy as np

from malformed.cases import GOOD, case, cluster
from malformed.numpy_files import npy


@case("model.npz", "not a model", 3, "model.npz")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    np.savez(folder / "model.npz", x=GOOD)
    return ["predict", folder / "model.npz", folder]


@case("model.npz", "empty file", 3, "model.npz")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    (folder / "model.npz").write_bytes(b"")
    return ["predict", folder / "model.npz", folder]


@case("model.npz", "does not exist", 5, "model.npz")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    return ["predict", folder, folder]


@case("model.npz", "a step of the preparation that is not known", 3, "whiten", "this version")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    header = {"format": "mvlink-model", "format_version": 1, "method": "kmeans", "options": {},
              "views": [{"name": "x", "cols": 3}],
              "preparation": [{"view": "x", "cols": 3, "steps": [{"step": "whiten", "arrays": []}]}],
              "arrays": [{"name": "centroids", "rows": 2, "cols": 3}]}
    with zipfile.ZipFile(folder / "model.npz", "w") as archive:
        archive.writestr("header.json", json.dumps(header))
        archive.writestr("centroids.npy", npy(GOOD[:2]))
    return ["predict", folder / "model.npz", folder]


def fitted(cols):
    """A model of K-Means on one view."""
    header = {"format": "mvlink-model", "format_version": 1, "method": "kmeans", "options": {},
              "views": [{"name": "x", "cols": cols}], "preparation": [],
              "arrays": [{"name": "centroids", "rows": 2, "cols": cols}]}
    return header, GOOD[:2, :cols]


def model_case(mistake, *fragments, cols=3, header=(), cut=0, view="x", terms=""):
    def make(folder):
        np.save(folder / f"view_{view}.npy", GOOD)
        if terms:
            (folder / f"terms_{view}.txt").write_text(terms)
        head, centroids = fitted(cols)
        with zipfile.ZipFile(folder / "model.npz", "w") as archive:
            archive.writestr("header.json", json.dumps({**head, **dict(header)}))
            archive.writestr("centroids.npy", npy(centroids))
        if cut:
            (folder / "model.npz").write_bytes((folder / "model.npz").read_bytes()[:-cut])
        return ["predict", folder / "model.npz", folder]
    case("model.npz", mistake, 3, *fragments)(make)


model_case("cut in the middle", "model.npz", cut=60)
model_case("another number of columns", "2", "3", cols=2)
model_case("columns in another order", '"b"', "same order", terms="b\na\nc\n",
           header={"views": [{"name": "x", "cols": 3, "columns": ["a", "b", "c"]}]})
model_case("a method that does not exist", "k-median", header={"method": "k-median"})
model_case("a format of a later version", "9", header={"format_version": 9})


@case("labels", "files of different length", 3, "2", "3")
def _(folder):
    (folder / "a.txt").write_text("0\n1\n")
    (folder / "b.txt").write_text("0\n1\n1\n")
    return ["evaluate", "--truth", folder / "a.txt", "--labels", folder / "b.txt"]


def ids_case(mistake, truth, labels, *fragments):
    def make(folder):
        (folder / "a.csv").write_text("id,label\n" + "".join(f"{id},0\n" for id in truth))
        (folder / "b.csv").write_text("id,label\n" + "".join(f"{id},0\n" for id in labels))
        return ["evaluate", "--truth", folder / "a.csv", "--labels", folder / "b.csv"]
    case("labels", mistake, 3, *fragments)(make)


ids_case("ids of other rows", "abc", "cbd", 'b.csv has no id "a"')
ids_case("an id twice", "abc", "aab", 'b.csv: id "a" occurs twice')


@case("labels", "an empty line", 3, "a.txt")
def _(folder):
    (folder / "a.txt").write_text("0\n\n1\n")
    (folder / "b.txt").write_text("0\n1\n1\n")
    return ["evaluate", "--truth", folder / "a.txt", "--labels", folder / "b.txt"]


@case("labels", "the file does not exist", 5, "a.txt")
def _(folder):
    return ["evaluate", "--truth", folder / "a.txt", "--labels", folder / "a.txt"]


@case("--warm-start", "labels of another number of rows", 3, "8")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    (folder / "old.csv").write_text("id,label,confidence\n0,1,1.0000\n")
    return cluster(folder, "--warm-start", folder / "old.csv")
