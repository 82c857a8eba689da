"""mat up to version 7."""
import struct

from malformed.cases import table_case


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
