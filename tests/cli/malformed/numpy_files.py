"""npy and npz."""
import io
import struct
import zipfile

import numpy as np

from malformed.cases import GOOD, view_case


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
