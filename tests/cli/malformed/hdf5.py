"""h5, and mat from version 7.3 on."""
import struct

from malformed.cases import FIXTURES, table_case


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
