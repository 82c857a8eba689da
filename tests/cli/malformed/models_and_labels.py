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
