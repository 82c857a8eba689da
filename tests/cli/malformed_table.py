#!/usr/bin/env python3
"""Prints what the command says to every malformed input, as a table in Markdown: format, mistake, status, message.

malformed_table.py --memory prints how much memory it used at most while it did, by format.
"""
import pathlib
import sys
import tempfile

from conftest import run_measured
from malformed import CASES


def line_of(case, process, folder):
    """The message without the place of the temporary folder."""
    text = process.stderr.strip().replace(f"{folder}/", "").replace(str(folder), "data")
    text = text.removeprefix("mvlink: ").replace("|", "\\|")
    return f"| {case.format} | {case.mistake} | {process.returncode} | `{text}` |"


def run_case(case, folder):
    """What the command says to the malformed folder; results would go beside it."""
    arguments = case.make(folder)
    out = [] if arguments[0] in ("evaluate", "ask") else ["-o", folder.parent / "out"]
    return run_measured(*arguments, *out)


def size_of(folder):
    """MB of all files in it, as far as they are on the disk."""
    return sum(file.stat().st_blocks * 512 for file in folder.rglob("*") if file.is_file()) / 1e6


def every_case():
    """(case, finished process, folder, MB of its files) of all mistakes."""
    for case in CASES:
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place) / "data"
            folder.mkdir()
            process = run_case(case, folder)
            yield case, process, folder, size_of(folder)


def table():
    lines = ["| format | mistake | status | message |", "|---|---|---|---|"]
    lines += [line_of(case, process, folder) for case, process, folder, _ in every_case()]
    return "\n".join(lines) + "\n"


def memory_table():
    most = {}
    for case, process, _, size in every_case():
        count, peak, mistake = most.get(case.format, (0, 0, ""))
        found = process.peak - size
        most[case.format] = (count + 1, *((found, case.mistake) if found > peak else (peak, mistake)))
    lines = ["| format | mistakes | most memory beyond the data |", "|---|---|---|"]
    lines += [f"| {form} | {count} | {peak:.0f} MB ({mistake}) |" for form, (count, peak, mistake) in most.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(memory_table() if "--memory" in sys.argv else table())
