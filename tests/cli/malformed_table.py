#!/usr/bin/env python3
"""Prints what the command says to every malformed input, as a table in Markdown: format, mistake, status, message."""
import pathlib
import sys
import tempfile

from conftest import run_mvlink
import malformed_binary  # noqa: F401  adds its cases
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
    return run_mvlink(*arguments, *out)


def table():
    lines = ["| format | mistake | status | message |", "|---|---|---|---|"]
    for case in CASES:
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place) / "data"
            folder.mkdir()
            lines.append(line_of(case, run_case(case, folder), folder))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
