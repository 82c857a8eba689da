"""The dataset folder, --view, and the files beside the views."""
import numpy as np

from malformed.cases import GOOD, case, cluster, side_case


# --- the folder -----------------------------------------------------------------------------------------------------
@case("folder", "does not exist", 5, "nowhere")
def _(folder):
    return cluster(folder / "nowhere")


@case("folder", "has no views", 3, "view_")
def _(folder):
    (folder / "notes.txt").write_text("nothing\n")
    return cluster(folder)


@case("folder", "two files of one view", 3, "view_x")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    (folder / "view_x.csv").write_text("a,b\n1,2\n3,4\n")
    return cluster(folder)


@case("folder", "a view that does not exist is chosen", 2, "y", "x")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    return cluster(folder, "--views", "y")


@case("folder", "a file of another kind", 3, "x.pkl")
def _(folder):
    (folder / "x.pkl").write_bytes(b"\x80\x04\x95\xff")
    return cluster(folder / "x.pkl")


@case("--view", "the file does not exist", 5, "nowhere.csv")
def _(folder):
    return ["cluster", "--view", f"x={folder}/nowhere.csv", "-k", "2"]


@case("--view", "a folder where the file belongs", 5, "inner.csv")
def _(folder):
    (folder / "inner.csv").mkdir()
    return ["cluster", "--view", f"x={folder}/inner.csv", "-k", "2"]


@case("--view", "an ending that is not known", 3, "x.xlsx", "csv")
def _(folder):
    (folder / "x.xlsx").write_text("1,2\n")
    return ["cluster", "--view", f"x={folder}/x.xlsx", "-k", "2"]


@case("--view", "no name", 2, "name=file")
def _(folder):
    np.save(folder / "x.npy", GOOD)
    return ["cluster", "--view", folder / "x.npy", "-k", "2"]


@case("--view", "a name that is taken (objects)", 2, "objects")
def _(folder):
    np.save(folder / "x.npy", GOOD)
    return ["cluster", "--view", f"objects={folder}/x.npy", "-k", "2"]


@case("dataset.json", "lists a view whose file is missing", 5, "view_y.npy")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    (folder / "dataset.json").write_text('{"views": [{"name": "y", "file": "view_y.npy"}]}')
    return cluster(folder)


side_case("dataset.json", "not JSON", "{views: x", "dataset.json")
side_case("dataset.json", "views that are not a list", '{"views": 3}', "dataset.json")
side_case("dataset.json", "a file outside the folder", '{"views": [{"name": "x", "file": "../../etc/passwd"}]}',
          "dataset.json")
side_case("dataset.json", "a view twice", '{"views": [{"name": "x", "file": "view_x.npy"}, {"name": "x", "file": "view_x.npy"}]}',
          "dataset.json", "x")
side_case("dataset.json", "a view without a file", '{"views": [{"name": "x"}]}', "dataset.json", "file")
side_case("dataset.json", "a file of classes that is missing", '{"labels": [{"file": "labels_kind.txt"}]}', "labels_kind.txt",
          status=5)
side_case("ids_x.txt", "too many ids", "a\nb\nc\nd\ne\nf\ng\nh\ni\n", "ids_x.txt", "8")
side_case("ids_x.txt", "too few ids", "a\nb\n", "ids_x.txt", "8")
side_case("ids_x.txt", "an id twice", "a\nb\nc\nd\ne\nf\ng\na\n", "ids_x.txt", "a")
side_case("ids_x.txt", "an empty id", "a\nb\n\nd\ne\nf\ng\nh\n", "ids_x.txt")
side_case("ids_x.txt", "ids in Latin-1", "r0\nCafé\n".encode("latin-1"), "ids_x.txt line 2", "UTF-8")
side_case("labels.txt", "too few labels", "0\n1\n", "labels.txt")
side_case("labels.txt", "empty file", "", "labels.txt")
side_case("labels.txt", "too many labels", "0\n" * 9, "labels.txt", "8")
side_case("labels.txt", "an empty line", "0\n1\n\n0\n1\n0\n1\n0\n", "labels.txt", "line 3")
side_case("labels.txt", "classes in Latin-1", "Café\n".encode("latin-1") * 8, "labels.txt", "UTF-8")


# --- mapping.csv ----------------------------------------------------------------------------------------------------
def mapping_case(mistake, content, *fragments):
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        np.save(folder / "view_y.npy", GOOD)
        (folder / "mapping.csv").write_text(content)
        return cluster(folder, "--views", "x,y")
    case("mapping.csv", mistake, 3, "mapping.csv", *fragments)(make)


mapping_case("a column is missing", "view_a,a,b\nx,0,1\n", "view_b")
mapping_case("a view that does not exist", "view_a,a,view_b,b\nx,0,z,1\n", "line 2", "z")
mapping_case("a row that does not exist", "view_a,a,view_b,b\nx,0,y,8\n", "line 2", "8")
mapping_case("a view mapped to itself", "view_a,a,view_b,b\nx,0,x,1\n", "line 2")
mapping_case("empty file", "", "view_a,a,view_b,b")
mapping_case("a line with too few cells", "view_a,a,view_b,b\nx,0,y\n", "line 2")
mapping_case("a word where a row belongs", "view_a,a,view_b,b\nx,zero,y,1\n", "line 2", "zero")
