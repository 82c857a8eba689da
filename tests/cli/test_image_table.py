"""A column of image files becomes a view of their colours, light and edges."""
import json
import struct
import zlib

import numpy as np
from conftest import run_mvlink


def write_png(file, pixels):
    """pixels: height x width x 3 bytes."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    height, width, _ = pixels.shape
    raw = b"".join(b"\0" + row.tobytes() for row in pixels)
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def picture(kind, random):
    """Upright stripes, level stripes, or a disc, of any size and colours alike."""
    side = int(random.integers(30, 90))
    y, x = np.mgrid[0:side, 0:side] / side
    shape = [np.sin(25 * x) > 0, np.sin(25 * y) > 0, (x - .5) ** 2 + (y - .5) ** 2 < .12][kind]
    noise = random.integers(0, 30, (side, side, 3))
    return (np.where(shape[..., None], 200, 40) + noise).astype(np.uint8)


def album(folder, count=30, gap=False):
    random = np.random.default_rng(1)
    (folder / "photos").mkdir()
    lines = ["id,photo,price,kind"]
    for i in range(count):
        write_png(folder / "photos" / f"{i}.png", picture(i % 3, random))
        photo = "" if gap and i == 4 else f"photos/{i}.png"
        lines.append(f"r{i},{photo},{random.normal():.3f},k{i % 3}")
    (folder / "records.csv").write_text("\n".join(lines) + "\n")
    return folder / "records.csv"


def test_pictures_are_clustered_by_what_they_show(tmp_path):
    process = run_mvlink("cluster", album(tmp_path), "-k", "3", "--truth-column", "kind", "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert result["views"][0]["name"] == "images" and result["views"][0]["cols"] == 256
    assert result["measures"]["images"]["kind"]["ari"] == 1
    assert "left out beside image" in " ".join(process.stdout.split())
    new = run_mvlink("predict", tmp_path / "out", tmp_path / "records.csv", "-o", tmp_path / "again")
    assert new.returncode == 0, new.stderr
    assert [line.split(",")[:2] for line in (tmp_path / "out" / "labels_images.csv").read_text().splitlines()] == \
        [line.split(",")[:2] for line in (tmp_path / "again" / "labels_images.csv").read_text().splitlines()]


def test_names_of_pictures_that_are_not_there_are_left_out(tmp_path):
    file = album(tmp_path)
    for photo in (tmp_path / "photos").iterdir():
        photo.unlink()
    process = run_mvlink("cluster", file, "-k", "2", "--drop", "kind")
    assert process.returncode == 0, process.stderr
    assert "names of image files that are not there" in " ".join(process.stdout.split())


def test_gaps_are_marked_and_layouts_are_heeded(tmp_path):
    file = album(tmp_path, gap=True)
    for layout, views in (("kinds", {"fields", "images"}), ("joined", {"table"})):
        process = run_mvlink("cluster", file, "-k", "3", "--layout", layout, "--drop", "kind", "--method",
                             "spectral", "--json")
        assert process.returncode == 0, process.stderr
        assert {view["name"] for view in json.loads(process.stdout)["views"]} == views
