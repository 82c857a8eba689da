"""Malformed HDF5 files and pictures, and rules about groups that cannot be kept; added to the cases of malformed.py."""
import pathlib
import struct
import zlib

from malformed import case, table_case

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "fixtures"


# --- h5, mat 7.3 ----------------------------------------------------------------------------------------------------
PLAIN = (FIXTURES / "hdf5" / "plain.h5").read_bytes()
CHUNKED = (FIXTURES / "hdf5" / "chunked.h5").read_bytes()
CELLS = (FIXTURES / "hdf5" / "cells73.mat").read_bytes()


def replaced(content, old, new):
    assert content.count(old) >= 1
    return content.replace(old, new, 1)


def damaged_chunk():
    place = CHUNKED.index(b"\x78\x9c") if b"\x78\x9c" in CHUNKED else CHUNKED.index(b"\x78\x5e")
    return CHUNKED[:place + 4] + b"\xff" * 8 + CHUNKED[place + 12:]


DIMS = struct.pack("<QQ", 12, 3)
for mistake, content, fragments in [
        ("another kind of file", b"anything", ["x.h5: not an HDF5 file"]),
        ("empty file", b"", ["x.h5: not an HDF5 file"]),
        ("cut in the middle", PLAIN[:1500], ["x.h5: a damaged HDF5 file"]),
        ("an unknown version", PLAIN[:8] + b"\x09" + PLAIN[9:], ["x.h5: an HDF5 file of version 9"]),
        ("a size far larger than the file", replaced(PLAIN, DIMS, struct.pack("<QQ", 1 << 40, 3)), ["x.h5 X"]),
        ("more values than it stores", replaced(PLAIN, DIMS, struct.pack("<QQ", 12, 9)), ["x.h5 X", "bytes of values"]),
        ("a damaged chunk", damaged_chunk(), ["x.h5 group/X: damaged chunks"]),
        ("a compression of its own", (FIXTURES / "hdf5" / "lzf.h5").read_bytes(), ["lzf", "expected gzip"]),
        ("words", (FIXTURES / "hdf5" / "words.h5").read_bytes(), ["which variable?"])]:
    table_case(mistake, content, *fragments, name="x.h5", format="h5")
MATRIX = (FIXTURES / "hdf5" / "matrix73.mat").read_bytes()
SIZE = struct.pack("<QQ", 3, 12)  # MATLAB stores columns first
for mistake, content in [
        ("cut inside the values", MATRIX[:-120]),
        ("an unknown version", MATRIX[:520] + b"\x09" + MATRIX[521:]),
        ("a size far larger than the file", MATRIX.replace(SIZE, struct.pack("<QQ", 3, 1 << 40))),
        ("more values than it stores", MATRIX.replace(SIZE, struct.pack("<QQ", 9, 12))),
        ("no size at all", MATRIX.replace(SIZE, bytes(16)))]:
    table_case(mistake, content, "x.mat", name="x.mat", format="mat 7.3")
table_case("a cell that refers to nothing", CELLS[:1200] + b"\0" * 64 + CELLS[1264:], "x.mat", name="x.mat",
           format="mat 7.3")


# --- images ---------------------------------------------------------------------------------------------------------
PNG = (FIXTURES / "images" / "gradient.png").read_bytes()
JPEG = (FIXTURES / "images" / "gradient.jpg").read_bytes()


def png_of(width, height, data):
    """A PNG of any size, whose checksums are right."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return PNG[:8] + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def image_case(mistake, content, *fragments, status=3):
    """A table whose third picture is this; None: there is no such file."""
    def make(folder):
        for name in ("a.png", "b.png", "d.png"):
            (folder / name).write_bytes(PNG)
        if content is not None:
            (folder / "c.png").write_bytes(content)
        (folder / "records.csv").write_text("id,photo\nr1,a.png\nr2,b.png\nr3,c.png\nr4,d.png\n")
        return ["cluster", folder / "records.csv", "-k", "2"]
    case("image", mistake, status, "records.csv line 4", "photo", "c.png", *fragments)(make)


image_case("the file does not exist", None, status=5)
image_case("empty file", b"", "expected a PNG or JPEG")
image_case("another kind of file", b"hello", "not a picture")
image_case("a GIF", b"GIF89a" + b"\0" * 20, "a GIF")
image_case("a PNG that is cut", PNG[:90], "damaged PNG")
image_case("a JPEG that is cut", JPEG[:700], "damaged JPEG")
image_case("a PNG of a terapixel", png_of(900_000, 900_000, b"\0" * 100), "expected at most 50 million")
image_case("fewer pixels than its size", png_of(100, 100, b"\0" * 100), "damaged PNG")
image_case("a JPEG for printing", (FIXTURES / "images" / "cmyk.jpg").read_bytes(), "CMYK")


@case("image", "a folder where the picture belongs", 5, "records.csv line 2", "photo")
def _(folder):
    (folder / "a.png").mkdir()
    (folder / "records.csv").write_text("id,photo\nr1,a.png\nr2,b.png\n")
    return ["cluster", folder / "records.csv", "-k", "2"]


# --- rules about groups ---------------------------------------------------------------------------------------------
RECORDS = "id,price,source\nr1,1,web\nr2,2,web\nr3,9,web\nr4,10,shop\n"


def rule_case(mistake, arguments, *fragments, status=3, files=()):
    def make(folder):
        (folder / "records.csv").write_text(RECORDS)
        for name, content in files:
            (folder / name).write_text(content)
        return ["cluster", folder / "records.csv", "-k", "2",
                *(folder / argument if argument in dict(files) else argument for argument in arguments)]
    case("--at-most-one", mistake, status, *fragments)(make)


rule_case("a group larger than k", ("--at-most-one", "source", "--quiet"), '3 rows have "web"', "at least 3")
rule_case("a column that does not exist", ("--at-most-one", "sauce"), "sauce", "source", status=2)
rule_case("a method that cannot keep it", ("--at-most-one", "source", "--method", "kmeans", "--quiet"), "kmeans cannot keep",
          "pck-means", status=2)
rule_case("a file with too few lines", ("--at-most-one", "groups.txt"), "groups.txt", "2 values", "4 rows",
          files=[("groups.txt", "web\nshop\n")])
rule_case("a file that names a row that does not exist", ("--at-most-one", "groups.csv"), "groups.csv", "r9",
          files=[("groups.csv", "id,label\nr9,web\n")])
