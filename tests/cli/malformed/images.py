"""Pictures that a table names."""
import struct
import zlib

from malformed.cases import FIXTURES, case


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
