"""Runs every pair of options of every command on tiny data, and every option of every method at odd values.

tests/combinations [--draws N] [--seed S] [name...]    a name is a command, or "methods of cluster"

Values and data are drawn N times for every pair (default 1). What must hold: a status of the contract, one line on
standard error, results that are whole, inputs as they were, nothing left behind, advice that helps. Findings are
printed by kind, and the status is 1 if there are any.
"""
import argparse
import os
import pathlib
import random
import sys
import tempfile

sys.path[0] = str(pathlib.Path(__file__).resolve().parents[1])  # the folder of the package, not the package
from combinations import data, methods, pairs  # noqa: E402  (found by the line above)
from combinations.commands import COMMANDS  # noqa: E402
from combinations.harness import Harness, command_line  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("MVLINK_BIN", str(SOURCE / "build" / "bin" / "mvlink"))
METHODS = "methods of cluster"


def cases_of(name, arguments):
    chance = random.Random(f"{arguments.seed} {name}")
    if name == METHODS:
        return methods.cases(BINARY, chance, 1000 * arguments.draws)
    return pairs.cases(BINARY, name, chance, arguments.draws)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("names", nargs="*", metavar="name")
    arguments = parser.parse_args()
    names = [*COMMANDS, METHODS]
    unknown = set(arguments.names) - set(names)
    if unknown:
        parser.error(f"{sorted(unknown)}: expected some of {names}")
    arguments.names = arguments.names or names
    return arguments


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="mvlink-combinations-") as place:
        place = pathlib.Path(place)
        data.write_all(place / "fresh", BINARY)
        harness = Harness(BINARY, place / "fresh", place / "work")
        for name in arguments.names:
            before = harness.runs
            for case in cases_of(name, arguments):
                harness.run(case)
            print(f"{name}: {harness.runs - before} runs", flush=True)
    found = harness.report()
    for line in found:
        print(line)
    seconds, case = harness.slowest
    statuses = dict(sorted(harness.statuses.items()))
    print(f"{harness.runs} runs, statuses {statuses}, {len(found)} kinds of findings")
    print(f"the slowest took {seconds:.2f} s: {command_line(case)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
