"""The build folders of CMakePresets.json, which lie below that of the release build."""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_no_build_folder_is_one_where_the_release_build_puts_a_part_of_the_tree():
    presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
    folders = {pathlib.PurePath(preset["binaryDir"]).name for preset in presets}
    parts = {path.parent.name for path in ROOT.glob("*/CMakeLists.txt")}
    assert "fuzz" in parts and not folders & parts
