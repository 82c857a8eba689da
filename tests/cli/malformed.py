"""Malformed inputs: what is wrong, the exit status and what the message must say."""
import dataclasses
import gzip
import io
import json
import struct
import zipfile
from typing import Callable, Sequence

import numpy as np

GOOD = np.arange(24, dtype=float).reshape(8, 3) % 7


@dataclasses.dataclass(frozen=True)
class Case:
    """make(folder) writes the files into an empty folder and returns the arguments of mvlink."""
    format: str
    mistake: str
    status: int
    fragments: Sequence[str]
    make: Callable

    @property
    def name(self):
        return f"{self.format}: {self.mistake}"


CASES = []


def case(format, mistake, status, *fragments):
    def register(make):
        CASES.append(Case(format, mistake, status, fragments, make))
        return make
    return register


def cluster(folder, *more):
    return ["cluster", folder, "-k", "2", *more]


def view_case(format, mistake, content, *fragments, status=3, ext=None):
    """The only view of a dataset is a file with this content."""
    def make(folder):
        (folder / f"view_x.{ext or format}").write_bytes(content if isinstance(content, bytes) else content.encode())
        return cluster(folder)
    case(format, mistake, status, *fragments)(make)


def side_case(file, mistake, content, *fragments, status=3, ids=False, more=()):
    """A good view, and a bad file beside it."""
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        if ids:
            (folder / "ids_x.txt").write_text("".join(f"r{i}\n" for i in range(8)))
        (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())
        return cluster(folder, *more)
    case(file, mistake, status, *fragments)(make)


def option_case(mistake, arguments, *fragments, status=2):
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        return ["cluster", folder, *arguments]
    case("options", mistake, status, *fragments)(make)


# --- csv, tsv -------------------------------------------------------------------------------------------------------
view_case("csv", "empty file", "", "view_x.csv")
view_case("csv", "header and no rows", "a,b\n", "view_x.csv")
view_case("csv", "a row with too few cells", "a,b\n1,2\n3\n4,5\n", "view_x.csv", "line 3")
view_case("csv", "a row with too many cells", "a,b\n1,2\n3,4,5\n", "view_x.csv", "line 3")
view_case("csv", "a word where a number belongs", "a,b\n1,2\n3,four\n", "view_x.csv", "line 3", "four")
view_case("csv", "an empty cell", "a,b\n1,2\n3,\n", "view_x.csv", "line 3")
view_case("csv", "nan", "a,b\n1,2\nnan,4\n", "view_x.csv")
view_case("csv", "infinity", "a,b\n1,2\n3,inf\n", "view_x.csv")
view_case("csv", "a number too large", "a,b\n1,2\n3,1e999\n", "view_x.csv", "line 3")
view_case("csv", "a gap in the first row", "1,?\n2,3\n4,5\n", "view_x.csv line 1", '"1"', '"?"')
view_case("csv", "row numbers as pandas writes them", ",a,b\n0,2,1\n1,5,6\n", "view_x.csv line 1", "to_csv(index=False)")
view_case("csv", "semicolons instead of commas", "a;b\n1;2\n3;4\n", "view_x.csv line 2", "1;2", "commas")
view_case("csv", "a quote that is not closed", 'id,a\n"r0,1\nr1,2\n', "view_x.csv")
view_case("csv", "an id twice", "id,a\nr0,1\nr1,2\nr0,3\n", "view_x.csv", "r0")
view_case("csv", "an empty id", "id,a\nr0,1\n,2\n", "view_x.csv")
view_case("csv", "ids and no features", "id\nr0\nr1\n", "view_x.csv")
view_case("csv", "zero bytes", b"a,b\n1,2\n3,\0\0\n", "view_x.csv")
view_case("csv", "UTF-16", "a,b\n1,2\n".encode("utf-16"), "view_x.csv line 1", "UTF-8")
view_case("csv", "ids in Latin-1", "id,a\nr0,1\nCafé,2\n".encode("latin-1"), "view_x.csv line 3", "UTF-8")
view_case("tsv", "commas instead of tabs", "a,b\n1,2\n3,4\n", "view_x.tsv", "tabs")
view_case("tsv", "a row with too few cells", "a\tb\n1\t2\n3\n", "view_x.tsv", "line 3")


@case("csv", "the id column does not exist", 3, "name")
def _(folder):
    (folder / "view_x.csv").write_text("a,b\n1,2\n3,4\n")
    return cluster(folder, "--id-column", "name")


# --- one table as DATA ----------------------------------------------------------------------------------------------
def table_case(mistake, content, *fragments, status=3, more=(), name="records.csv", format="table"):
    """DATA is one file with this content."""
    def make(folder):
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return ["cluster", folder / name, "-k", "2", *more]
    case(format, mistake, status, *fragments)(make)


TABLE = "id,age,city\nr1,20,Rome\nr2,30,Oslo\nr3,,Rome\nr4,50,Oslo\n"
table_case("empty file", "", "records.csv: empty")
table_case("column names and no rows", "id,age\n", "records.csv: column names and no rows")
table_case("a row with too few cells", "id,age\nr1,20\nr2\n", "records.csv line 3")
table_case("a column name twice", "id,age,age\nr1,1,2\n", "records.csv line 1", "age")
table_case("a quote that is not closed", 'id,age\nr1,"20\n', "records.csv line 2")
table_case("two encodings in one file", "id,age\nré,20\n".encode() + b"r\xe4,30\n", "records.csv line 3", "UTF-8")
table_case("half a character of UTF-16", b"\xff\xfei\0d\0,\0x\0\n", "records.csv", "UTF-16")
table_case("ids and nothing else", "id\nr1\nr2\nr3\n", "no column becomes a feature")
table_case("a column of ids that repeats", "name,age\nr1,20\nr1,30\n", "records.csv line 3", "r1", more=("--id", "name"))
table_case("a column that does not exist", TABLE, "nage", "age", status=2, more=("--drop", "nage"))
table_case("a column said to be two things", TABLE, "city", status=2, more=("--text", "city", "--category", "city"))
table_case("numbers too large to be squared", "id,x\nr1,1e300\nr2,-1e300\nr3,2\n", "x", "too large")

# --- csv.gz ---------------------------------------------------------------------------------------------------------
PACKED = gzip.compress(TABLE.encode(), mtime=0)
for mistake, content, fragments in [
        ("not a gzip file", TABLE, ["1F 8B"]),
        ("cut in the middle", PACKED[:30], ["cut"]),
        ("damaged in the middle", PACKED[:20] + b"\xff" * 8 + PACKED[28:], ["damaged"]),
        ("a wrong checksum", PACKED[:-8] + b"\0" * 4 + PACKED[-4:], ["damaged"]),
        ("something after the end", PACKED + b"more", ["damaged"]),
        ("a bomb", gzip.compress(b"0," * (1 << 26), mtime=0), ["unpacks to more than"])]:
    table_case(mistake, content, "records.csv.gz", *fragments, name="records.csv.gz", format="csv.gz")


# --- mat ------------------------------------------------------------------------------------------------------------
def mat_element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def mat_matrix(name, rows, cols, values, number=6):
    return mat_element(14, mat_element(6, struct.pack("<II", number, 0)) + mat_element(5, struct.pack("<ii", rows, cols))
                       + mat_element(1, name.encode()) + mat_element(9, struct.pack(f"<{len(values)}d", *values)))


MAT_HEADER = b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack("<H", 0x0100) + b"IM"
MAT = MAT_HEADER + mat_matrix("X", 4, 2, range(8))
MAT_STRUCT = mat_element(14, mat_element(6, struct.pack("<II", 2, 0)) + mat_element(5, struct.pack("<ii", 1, 1))
                         + mat_element(1, b"s"))
for mistake, content, fragments in [
        ("another kind of file", b"anything", ["x.mat: 8 bytes"]),
        ("no mark of its byte order", MAT_HEADER[:126] + b"??" + MAT[128:], ["x.mat: not a MATLAB file"]),
        ("version 7.3, cut after its head", b"MATLAB 7.3 MAT-file".ljust(512) + b"\x89HDF\r\n\x1a\n", ["x.mat: a damaged HDF5 file"]),
        ("cut inside a matrix", MAT[:-8], ["x.mat: an element of"]),
        ("a size far larger than the file", MAT_HEADER + mat_matrix("X", 2**30, 2**30, range(8)), ["x.mat X", "expected more"]),
        ("fewer numbers than its size", MAT_HEADER + mat_matrix("X", 4, 3, range(8)), ["x.mat X"]),
        ("damaged compressed data", MAT_HEADER + mat_element(15, b"not zlib"), ["x.mat: damaged compressed data"]),
        ("no matrix", MAT_HEADER + MAT_STRUCT, ["which variable?", "struct"]),
        ("two matrices", MAT_HEADER + mat_matrix("A", 4, 2, range(8)) + mat_matrix("B", 4, 2, range(8)), ["which variable?"])]:
    table_case(mistake, content, *fragments, name="x.mat", format="mat")

# --- npy ------------------------------------------------------------------------------------------------------------
def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=True)
    return buffer.getvalue()


def npy_with_header(header, data=b"\0" * 64, version=(1, 0)):
    text = header.encode("latin-1")
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H", len(text)) + text + data


def npy_of_shape(shape, descr="<f8", data=b"\0" * 64):
    return npy_with_header(f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n", data)


view_case("npy", "empty file", b"", "view_x.npy")
view_case("npy", "another kind of file", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "view_x.npy")
view_case("npy", "cut inside the header", npy(GOOD)[:40], "view_x.npy")
view_case("npy", "cut inside the numbers", npy(GOOD)[:-9], "view_x.npy")
view_case("npy", "an unknown version", b"\x93NUMPY\x09\x00" + npy(GOOD)[8:], "view_x.npy")
view_case("npy", "a header that is not a dictionary", npy_with_header("[1, 2, 3]\n"), "view_x.npy")
view_case("npy", "code in the header", npy_with_header("__import__('os').system('true')\n"), "view_x.npy")
view_case("npy", "a negative shape", npy_of_shape("(-1, 3)"), "view_x.npy")
view_case("npy", "a shape far larger than the file", npy_of_shape("(4000000000, 4000000000)"), "view_x.npy")
view_case("npy", "a shape of a terabyte", npy_of_shape("(125000000, 1000)"), "view_x.npy")
view_case("npy", "three dimensions", npy(np.zeros((2, 3, 4))), "view_x.npy")
view_case("npy", "no rows", npy(np.zeros((0, 3))), "view_x.npy")
view_case("npy", "no columns", npy(np.zeros((3, 0))), "view_x.npy")
view_case("npy", "Python objects (pickle)", npy(np.array([[1, None]], dtype=object)), "view_x.npy")
view_case("npy", "complex numbers", npy(GOOD.astype(complex)), "view_x.npy")
view_case("npy", "text", npy(GOOD.astype("U4")), "view_x.npy")
view_case("npy", "nan", npy(np.where(GOOD == 3, np.nan, GOOD)), "view_x.npy")
view_case("npy", "infinity", npy(np.where(GOOD == 3, np.inf, GOOD)), "view_x.npy")


# --- npz ------------------------------------------------------------------------------------------------------------
def npz(members, compress=True):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED) as archive:
        for name, content in members.items():
            archive.writestr(name + ".npy", content if isinstance(content, bytes) else npy(np.asarray(content)))
    return buffer.getvalue()


def sparse(indptr, indices, data, shape=(4, 3)):
    return npz({"indptr": np.array(indptr, np.int32), "indices": np.array(indices, np.int32),
                "data": np.array(data, float), "shape": np.array(shape), "format": np.array(b"csr")})


def with_wrong_checksum(archive):
    spoilt = bytearray(archive)
    for signature, offset in ((b"PK\x03\x04", 14), (b"PK\x01\x02", 16)):
        at = spoilt.find(signature) + offset
        spoilt[at] ^= 0xFF
    return bytes(spoilt)


view_case("npz", "not a zip file", b"this is not a zip file", "view_x.npz")
view_case("npz", "cut in the middle", npz({"x": GOOD})[:-30], "view_x.npz")
view_case("npz", "a wrong checksum", with_wrong_checksum(npz({"x": GOOD})), "view_x.npz")
view_case("npz", "no arrays", npz({}), "view_x.npz")
view_case("npz", "several arrays", npz({"a": GOOD, "b": GOOD}), "view_x.npz")
view_case("npz", "Python objects (pickle)", npz({"x": np.array([[1, None]], dtype=object)}), "view_x.npz")
view_case("npz", "sparse: a column that does not exist", sparse([0, 1, 2, 3, 4], [0, 1, 7, 0], [1, 1, 1, 1]),
          "view_x.npz")
view_case("npz", "sparse: a negative column", sparse([0, 1, 2, 3, 4], [0, 1, -1, 0], [1, 1, 1, 1]), "view_x.npz")
view_case("npz", "sparse: offsets that fall", sparse([0, 3, 1, 3, 4], [0, 1, 2, 0], [1, 1, 1, 1]), "view_x.npz")
view_case("npz", "sparse: offsets past the end", sparse([0, 1, 2, 3, 9], [0, 1, 2, 0], [1, 1, 1, 1]), "view_x.npz")
view_case("npz", "sparse: nan", sparse([0, 1, 2, 3, 4], [0, 1, 2, 0], [1, np.nan, 1, 1]), "view_x.npz")
view_case("npz", "sparse: shape and offsets differ", sparse([0, 1, 2], [0, 1], [1, 1], (9, 3)), "view_x.npz")

# --- mtx ------------------------------------------------------------------------------------------------------------
BANNER = "%%MatrixMarket matrix coordinate real general\n"
view_case("mtx", "empty file", "", "view_x.mtx")
view_case("mtx", "no banner", "3 3 1\n1 1 1\n", "view_x.mtx")
view_case("mtx", "complex numbers", BANNER.replace("real", "complex") + "3 3 1\n1 1 1 0\n", "view_x.mtx")
view_case("mtx", "no size line", BANNER + "% only a comment\n", "view_x.mtx")
view_case("mtx", "a negative size", BANNER + "-3 3 1\n1 1 1\n", "view_x.mtx")
view_case("mtx", "row 0 (rows count from 1)", BANNER + "3 3 1\n0 1 1\n", "view_x.mtx", "line 3")
view_case("mtx", "a row that does not exist", BANNER + "3 3 1\n4 1 1\n", "view_x.mtx", "line 3")
view_case("mtx", "a column that does not exist", BANNER + "3 3 1\n1 4 1\n", "view_x.mtx", "line 3")
view_case("mtx", "fewer entries than declared", BANNER + "3 3 5\n1 1 1\n2 2 1\n", "view_x.mtx")
view_case("mtx", "more entries than declared", BANNER + "3 3 1\n1 1 1\n2 2 1\n", "view_x.mtx")
view_case("mtx", "a word where a number belongs", BANNER + "3 3 1\n1 1 one\n", "view_x.mtx", "line 3")
view_case("mtx", "nan", BANNER + "3 3 1\n1 1 nan\n", "view_x.mtx")
view_case("mtx", "a trillion declared entries", BANNER + "1000000 1000000 1000000000000\n1 1 1\n", "view_x.mtx")
view_case("mtx", "a trillion declared rows", BANNER + "1000000000000 3 1\n1 1 1\n", "view_x.mtx")


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
side_case("ids_x.txt", "too few ids", "a\nb\n", "ids_x.txt", "8")
side_case("ids_x.txt", "an id twice", "a\nb\nc\nd\ne\nf\ng\na\n", "ids_x.txt", "a")
side_case("ids_x.txt", "an empty id", "a\nb\n\nd\ne\nf\ng\nh\n", "ids_x.txt")
side_case("ids_x.txt", "ids in Latin-1", "r0\nCafé\n".encode("latin-1"), "ids_x.txt line 2", "UTF-8")
side_case("labels.txt", "too few labels", "0\n1\n", "labels.txt")
side_case("labels.txt", "empty file", "", "labels.txt")

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

# --- constraints.csv ------------------------------------------------------------------------------------------------
side_case("constraints.csv", "empty file", "", "constraints.csv")
side_case("constraints.csv", "a column is missing", "a,type\n0,must-link\n", "constraints.csv")
side_case("constraints.csv", "an unknown type", "a,b,type\n0,1,often\n", "constraints.csv line 2", "often")
side_case("constraints.csv", "a pair of a row with itself", "a,b,type\n1,1,must-link\n", "constraints.csv line 2")
side_case("constraints.csv", "a row that does not exist", "a,b,type\n0,1,ml\n0,8,cl\n", "constraints.csv line 3", "8")
side_case("constraints.csv", "a negative row", "a,b,type\n0,-1,ml\n", "constraints.csv line 2")
side_case("constraints.csv", "a negative weight", "a,b,type,weight\n0,1,ml,-2\n", "constraints.csv line 2", "weight")
side_case("constraints.csv", "a weight of nan", "a,b,type,weight\n0,1,ml,nan\n", "constraints.csv line 2", "weight")
side_case("constraints.csv", "a weight that is not a number", "a,b,type,weight\n0,1,ml,big\n", "constraints.csv line 2",
          "big")
side_case("constraints.csv", "an unknown id", "a,b,type\nr0,r9,ml\n", "constraints.csv line 2", "r9", ids=True)
side_case("constraints.csv", "a view that does not exist", "view_a,a,view_b,b,type\nx,0,z,1,ml\n",
          "constraints.csv line 2", "z")
side_case("constraints.csv", "row: without a number", "a,b,type\nrow:0,row:one,ml\n", "constraints.csv line 2",
          "row:one", ids=True)
side_case("constraints.csv", "a line with too few cells", "a,b,type\n0,1\n", "constraints.csv", "line 2")


# --- judgements -----------------------------------------------------------------------------------------------------
for mistake, content, fragments in [
        ("an answer that is none", "first,second,answer\nr1,r2,often\n", ["judgements.csv line 2", "often"]),
        ("one name only", "first,answer\nr1,yes\n", ["judgements.csv line 1", '"second"']),
        ("no answers", "first,second,why\nr1,r2,near\n", ["judgements.csv line 1", '"type"']),
        ("two columns that could be the pair", "wine 1,wine 2,city 1,city 2,same\nr1,r2,x,y,1\n",
         ["judgements.csv line 1", '"wine 1"', '"city 1"', "rename"]),
        ("two columns of answers", "wine 1,wine 2,red,dry\nr1,r2,yes,no\n", ["judgements.csv line 1", '"red"', '"dry"']),
        ("a misspelt name", "left,right,same\nr1,r22,1\n", ["judgements.csv line 2", 'did you mean "r2"?']),
        ("a row number where there are ids", "left,right,same\nr1,3000,1\n", ["judgements.csv line 2", "row:3000"]),
        ("a pair of a row with itself", "a,b,answer\nr1,r1,yes\n", ["judgements.csv line 2"])]:
    def make(folder, content=content):
        (folder / "records.csv").write_text(TABLE)
        (folder / "judgements.csv").write_text(content)
        return ["cluster", folder / "records.csv", "-k", "2", "--constraints", folder / "judgements.csv"]
    case("judgements", mistake, 3, *fragments)(make)


@case("--constraints", "the file does not exist", 5, "nowhere.csv")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    return cluster(folder, "--constraints", folder / "nowhere.csv")


def strict_case(mistake, lines, *fragments):
    """Constraints that cop-kmeans cannot keep with two clusters."""

    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        (folder / "constraints.csv").write_text("\n".join(["a,b,type", *lines]) + "\n")
        return ["cluster", folder, "-k", "2", "--method", "cop-kmeans"]

    case("cop-kmeans", mistake, 3, *fragments)(make)


strict_case("a cannot-link between rows that must-links join", ["0,1,ml", "1,2,ml", "0,2,cl"], "rows 0 and 2", "0 - 1 - 2")
strict_case("more separated groups than clusters", ["0,1,cl", "1,2,cl", "0,2,cl"], "row 0; row 1; row 2",
            "n_clusters >= 3")


@case("rca-kmeans", "a sparse view", 3, "view \"x\" is sparse", "dense")
def _(folder):
    (folder / "view_x.mtx").write_text("%%MatrixMarket matrix coordinate real general\n3 2 2\n1 1 1\n3 2 5\n")
    return ["cluster", folder, "-k", "2", "--method", "rca-kmeans"]


# --- questions ------------------------------------------------------------------------------------------------------
def answers_case(mistake, text, *fragments):
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        (folder / "answers.csv").write_text(text)
        return ["ask", folder, "-k", "2", "--answers", folder / "answers.csv"]

    case("answers.csv", mistake, 3, "answers.csv", *fragments)(make)


def journal_case(mistake, text, *fragments):
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        (folder / "answers.jsonl").write_text(text)
        return ["ask", folder, "-k", "2", "--next", "1"]

    case("journal", mistake, 3, "answers.jsonl line", *fragments)(make)


answers_case("empty file", "", "expected the columns")
answers_case("no column for the answer", "a,b\n0,1\n", "\"answer\"")
answers_case("an unknown answer", "a,b,answer\n0,1,often\n", "line 2", "often")
answers_case("a row that does not exist", "a,b,answer\n0,1,same\n0,99,no\n", "line 3", "99")
answers_case("a row compared with itself", "a,b,answer\n1,1,same\n", "line 2", "itself")
journal_case("another file", "hello\n", "not a journal")
journal_case("another JSON file", '{"a": 1}\n', "not a journal")
journal_case("a damaged line", '{"mvlink":"journal","version":1,"data":[],"crc":"00000000"}\n{"n":1}\n', "not a journal")

# --- options --------------------------------------------------------------------------------------------------------
option_case("no number of clusters", [], "-k")
option_case("no clusters", ["-k", "0"], "0")
option_case("a negative number of clusters", ["-k", "-3"], "-3")
option_case("a number of clusters that is not a number", ["-k", "three"], "three")
option_case("half a cluster", ["-k", "2.5"], "2.5")
option_case("a number of clusters that 32 bits cannot hold", ["-k", "99999999999999999999"], "99999999999999999999",
            "out of range", "32 bits")
option_case("more clusters than rows", ["-k", "9"], "9", "8", status=3)
option_case("several numbers of clusters", ["-k", "3,4", "--method", "kmeans"], "3,4")
option_case("several numbers of clusters when auto makes one clustering", ["-k", "3,4"], "auto chose kmeans", "3,4",
            "smvc")
option_case("an unknown method", ["-k", "2", "--method", "kmean"], "kmean", "kmeans")
option_case("an unknown option of the method", ["-k", "2", "--method", "kmeans", "--set", "maxiter=5"], "maxiter",
            "max_iter")
option_case("an option that no method has", ["-k", "2", "--set", "tolx=5"], "tolx", "any method", "did you mean tol?")
option_case("an option of a method that auto does not choose", ["-k", "2", "--set", "constraint_weight=5"],
            "auto chose kmeans (one view and no constraints)", "constraint_weight", "max_iter")
option_case("a value that no method takes", ["-k", "2", "--set", "tol=nan"], "tol: nan is out of range")
option_case("a value of the wrong kind", ["-k", "2", "--method", "kmeans", "--set", "max_iter=many"], "max_iter",
            "many")
option_case("a value out of range", ["-k", "2", "--method", "kmeans", "--set", "max_iter=0"], "max_iter")
option_case("a choice that does not exist", ["-k", "2", "--method", "kmeans", "--set", "init=rnadom"], "init", "random")
option_case("--set without a value", ["-k", "2", "--set", "max_iter"], "name=value")
option_case("an unknown flag", ["-k", "2", "--sede", "3"], "--sede", "--seed")
option_case("a seed that is not a number", ["-k", "2", "--seed", "x"], "--seed")
option_case("a negative number of threads", ["-k", "2", "--threads=-1"], "--threads")
option_case("--map with nothing that the method could show", ["-k", "2", "--method", "kmeans", "--map", "metric"],
            "kmeans learns no metric", "auto, pca or spectral")
option_case("an unknown map", ["-k", "2", "--map", "tsne"], "--map", "tsne", "pca")
option_case("--mapping with --unmapped", ["-k", "2", "--mapping", "m.csv", "--unmapped"], "--mapping", "--unmapped")

PREP = ["-k", "2", "--prep"]
option_case("a misspelt step of --prep", [*PREP, "standardise"], "standardise", "did you mean standardize")
option_case("an empty step of --prep", [*PREP, "l2,"], "empty step")
option_case("a step of --prep twice", [*PREP, "l2,minmax,l2"], "l2", "twice")
option_case("none and other steps of --prep", [*PREP, "none,l2"], "none")
option_case("--prep for a view that does not exist", [*PREP, "y:l2"], '"y"', "the views are x")
option_case("--prep twice for one view", [*PREP, "x:l2", "--prep", "x:minmax"], '"x"', "twice")
option_case("--prep without a view before the colon", [*PREP, ":l2"], "without a name")
option_case("pca without a number", [*PREP, "pca"], "pca=10")
option_case("pca with something that is not a number", [*PREP, "pca=two"], '"two"')
option_case("pca with more dimensions than columns", [*PREP, "pca=4"], "8 rows and 3 columns", "pca=3", status=3)


option_case("spectral without a number", [*PREP, "spectral"], "spectral=10")
option_case("spectral with as many dimensions as rows", [*PREP, "spectral=8"], "8 rows", "spectral=7", status=3)


@case("options", "spectral on rows that are all equal", 3, "all equal")
def _(folder):
    np.save(folder / "view_x.npy", np.ones((8, 3)))
    return cluster(folder, "--prep", "spectral=2")


@case("options", "pca on one column", 3, "one column")
def _(folder):
    np.save(folder / "view_x.npy", GOOD[:, :1])
    return cluster(folder, "--prep", "pca=1")


@case("options", "tfidf on a negative value", 3, 'view "x": row 2, column 1', "-3")
def _(folder):
    counts = GOOD.copy()
    counts[2, 1] = -3
    np.save(folder / "view_x.npy", counts)
    return cluster(folder, "--prep", "tfidf")


@case("options", "standardize on a large sparse view", 3, "standardize", '"x"', "256 MB", "pca=D")
def _(folder):
    entries = "".join(f"1 {column} 2.5\n" for column in range(1, 1001))
    (folder / "view_x.mtx").write_text(f"%%MatrixMarket matrix coordinate real general\n40000 1000 1000\n{entries}")
    return cluster(folder, "--prep", "standardize")


@case("options", "a one-view method on two views", 2, "x", "y", "--views")
def _(folder):
    np.save(folder / "view_x.npy", GOOD)
    np.save(folder / "view_y.npy", GOOD)
    return cluster(folder, "--method", "kmeans")


# --- models, labels -------------------------------------------------------------------------------------------------
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
