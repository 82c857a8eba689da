"""tools/tidy.py: files of the same flags are checked together, and apart where they clash."""

import json
import subprocess

import pytest

import tidy


@pytest.fixture
def commands(tmp_path, monkeypatch):
    entries = [
        {"file": f"{tidy.ROOT}/src/{name}.cpp", "command": f"clang++-14 {flags} -o {name}.o -c {tidy.ROOT}/src/{name}.cpp"}
        for name, flags in (("a", "-O2"), ("b", "-O2"), ("c", "-O3 -Imvlink_numbers.dir"))
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    monkeypatch.setattr(tidy, "COMMANDS", tmp_path / "compile_commands.json")
    monkeypatch.setattr(tidy, "UNITS", tmp_path)


def test_flags_are_those_of_the_file_without_its_names(commands):
    flags, alone = tidy.flags_by_file()
    assert flags[f"{tidy.ROOT}/src/a.cpp"] == ("-O2",)
    assert alone == {f"{tidy.ROOT}/src/c.cpp"}


def test_only_files_of_the_same_flags_are_joined(commands):
    flags, _ = tidy.flags_by_file()
    members = [[file[-5] for file in group] for _, group in tidy.groups(sorted(flags), flags)]
    assert members == [["a", "b"], ["c"]]


def test_files_that_clash_are_checked_apart(commands, monkeypatch):
    checked = []

    def run(command, **_):
        if command[0] == tidy.TIDY:
            checked.append(command[3])
            return subprocess.CompletedProcess(command, 0, "finding\n", "")
        return subprocess.CompletedProcess(command, 1, "", "redefinition")

    monkeypatch.setattr(tidy.subprocess, "run", run)
    files = [f"{tidy.ROOT}/src/{name}.cpp" for name in "ab"]
    assert tidy.check(["-O2"], files) == "finding\nfinding\n"
    assert checked == files
