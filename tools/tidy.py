#!/usr/bin/env python3
"""clang-tidy over files, several at once: nearly all of its time goes into the headers that every file includes again.

    tools/tidy.py [--jobs N] [FILE...]      all of src/, cli/ and serve/ if none is named

Files are joined as #include lines of one unit. Where two of them clash (both have a `Point` of their own), the unit is
halved until none do. What the build joins in the same way is also compiled file by file, without code: that finds
missing includes.
Needs build/clang/compile_commands.json (tools/configure.sh clang).
"""

import argparse
import concurrent.futures
import json
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMANDS = ROOT / "build/clang/compile_commands.json"
UNITS = ROOT / "build/clang/tidy"
AT_ONCE = 8
TIDY = "clang-tidy-14"
# The unit itself includes .cpp files.
CHECKS = "--checks=-bugprone-suspicious-include"


def flags_by_file():
    """What each file is compiled with, without its own name and that of its object; and which are always alone."""
    found, alone = {}, set()
    for entry in json.loads(COMMANDS.read_text()):
        words = shlex.split(entry["command"])
        keep, skip = [], False
        for word in words[1:]:
            if skip or word in ("-c", entry["file"]):
                skip = False
            elif word == "-o":
                skip = True
            else:
                keep.append(word)
        found[entry["file"]] = tuple(keep)
        if "mvlink_numbers.dir" in entry["command"]:
            alone.add(entry["file"])
    return found, alone


def groups(files, flags):
    """Neighbours in the tree with the same flags."""
    same = {}
    for file in files:
        same.setdefault(flags[file], []).append(file)
    for words, members in same.items():
        for first in range(0, len(members), AT_ONCE):
            yield list(words), members[first : first + AT_ONCE]


def compiles(flags, file):
    return subprocess.run(["clang++-14", *flags, "-fsyntax-only", file], capture_output=True, text=True, check=False)


def unit_of(members):
    name = str(pathlib.Path(members[0]).relative_to(ROOT)).replace("/", "_")
    unit = UNITS / f"{len(members)}_{name}"
    unit.write_text("".join(f'#include "{file}"\n' for file in members))
    return str(unit)


def check(flags, members):
    """The findings in these files."""
    unit = members[0] if len(members) == 1 else unit_of(members)
    if len(members) > 1 and compiles(flags, unit).returncode != 0:
        half = len(members) // 2
        return check(flags, members[:half]) + check(flags, members[half:])
    done = subprocess.run([TIDY, "--quiet", CHECKS, unit, "--", *flags], capture_output=True, text=True, check=False)
    return done.stdout + (done.stderr if done.returncode != 0 and not done.stdout else "")


def check_alone(flags, file):
    return compiles(flags, file).stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    flags, alone = flags_by_file()
    wanted = {str((ROOT / file).resolve()) for file in arguments.files}
    here = tuple(str(ROOT / folder) + "/" for folder in ("src", "cli", "serve"))
    files = sorted(file for file in flags if file in wanted or (not wanted and file.startswith(here)))
    UNITS.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        work = [pool.submit(check, *group) for group in groups(files, flags)]
        work += [pool.submit(check_alone, flags[file], file) for file in files if file not in alone]
        found = False
        for one in concurrent.futures.as_completed(work):
            sys.stdout.write(one.result())
            sys.stdout.flush()
            found = found or bool(one.result())
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
