#!/usr/bin/env python3
"""Runs the code blocks of README.md and docs/**/*.md, so that what they show is what happens.

    console, sh   lines that begin with `$ ` are run in order, in one fresh folder per document, with build/bin in PATH; the
                  lines up to the next `$ ` are what they must print (standard output and error together), `...` standing
                  for anything. A command without such lines only has to end with status 0.
    cpp           compiled against the library of the build and run in that folder; has to end with status 0
    python        run with PYTHONPATH=build/python
A block whose opening line also says `no-run` is left alone, and so is every other language.
A command shown to fail ends with a line `[status N]` after its output.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^(\s*)(```+|~~~+)\s*(.*)$")
STATUS = re.compile(r"^\[status (\d+)\]$")
LANGUAGES = {"console", "sh", "cpp", "python"}
SECONDS_A_STEP = 300


@dataclasses.dataclass
class Block:
    line: int  # of the first line inside
    language: str
    text: str


@dataclasses.dataclass
class Step:
    line: int
    command: str
    expected: list
    status: int = 0


def blocks_of(text):
    """The fenced blocks that are to be run."""
    opened, lines, start, info = None, [], 0, []
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if opened is None and fence:
            opened, info, lines, start = fence, fence[3].split(), [], number + 1
        elif opened and fence and fence[2].startswith(opened[2]) and not fence[3]:
            if info and info[0] in LANGUAGES and "no-run" not in info:
                yield Block(start, info[0], "\n".join(lines) + "\n")
            opened = None
        elif opened:
            lines.append(line.removeprefix(opened[1]))


def steps_of(block):
    """The commands of a console block, each with what it must print."""
    steps = []
    continued = False
    for number, line in enumerate(block.text.splitlines(), block.line):
        if continued:
            steps[-1].command += "\n" + line
        elif line.startswith("$ "):
            steps.append(Step(number, line[2:], []))
        elif steps and STATUS.match(line):
            steps[-1].status = int(STATUS.match(line)[1])
        elif steps:
            steps[-1].expected.append(line)
        continued = bool(steps) and (continued or line.startswith("$ ")) and line.endswith("\\")
    for step in steps:
        while step.expected and not step.expected[-1].strip():
            step.expected.pop()
    return steps


def matches(expected, printed):
    """Whether the printed text is the expected lines, `...` standing for anything (alone in a line: for any lines)."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    text = printed if not printed or printed.endswith("\n") else printed + "\n"
    return re.fullmatch(pattern + r"\s*", text) is not None


class Runner:
    """Runs the blocks of one document in one folder."""

    def __init__(self, build, source, folder):
        self.build, self.source, self.folder = build, source, folder
        self.environment = os.environ | {
            "PATH": f"{build / 'bin'}:{os.environ['PATH']}",
            "LD_LIBRARY_PATH": str(build / "lib"),
            "PYTHONPATH": str(build / "python"),
            "HOME": str(folder),
        }

    def run(self, command):
        """Exit status and what was printed."""
        try:
            done = subprocess.run(
                command,
                shell=isinstance(command, str),
                executable="/bin/bash" if isinstance(command, str) else None,
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=SECONDS_A_STEP,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return -1, f"(not done after {SECONDS_A_STEP} seconds)\n"
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def problems(self, block):
        """What went wrong in a block: pairs of line and text. Stops at the first problem, as the rest may depend on it."""
        if block.language in {"console", "sh"}:
            for step in steps_of(block):
                status, printed = self.run(step.command)
                if status != step.status:
                    return [(step.line, f"`{step.command}` ended with status {status}, not {step.status}:\n{printed}")]
                if step.expected and not matches(step.expected, printed):
                    shown = "\n".join(step.expected)
                    return [(step.line, f"`{step.command}` printed\n{printed}instead of\n{shown}\n")]
            return []
        commands = self.cpp_commands(block) if block.language == "cpp" else self.python_commands(block)
        for command in commands:
            status, printed = self.run(command)
            if status != 0:
                return [(block.line, f"`{' '.join(command)}` ended with status {status}:\n{printed}")]
        return []

    def cpp_commands(self, block):
        (self.folder / "snippet.cpp").write_text(block.text, encoding="utf-8")
        compiler = os.environ.get("CXX", "g++")
        yield [compiler, "-std=c++20", f"-I{self.source / 'include'}", "snippet.cpp", f"-L{self.build / 'lib'}", "-lmvlink",
               "-o", "snippet"]
        yield ["./snippet"]

    def python_commands(self, block):
        (self.folder / "snippet.py").write_text(block.text, encoding="utf-8")
        yield [sys.executable, "snippet.py"]


def check_document(document, build, source):
    """Number of blocks run and the problems found, as `file:line: what`."""
    blocks = list(blocks_of(document.read_text(encoding="utf-8")))
    with tempfile.TemporaryDirectory(prefix="mvlink-snippets-") as folder:
        runner = Runner(build, source, pathlib.Path(folder))
        for block in blocks:
            problems = runner.problems(block)
            if problems:
                name = document.relative_to(source) if document.is_relative_to(source) else document
                return len(blocks), [f"{name}:{line}: {text}" for line, text in problems]
    return len(blocks), []


def main(arguments=None):
    source = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description="Runs the code blocks of the documentation.")
    parser.add_argument("--build", type=pathlib.Path, default=source / "build", help="the build folder")
    parser.add_argument("documents", nargs="*", type=pathlib.Path, help="default: README.md and docs/**/*.md")
    given = parser.parse_args(arguments)
    documents = given.documents or [source / "README.md", *sorted((source / "docs").rglob("*.md"))]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", 2))) as pool:
        results = pool.map(lambda document: check_document(document.resolve(), given.build.resolve(), source), documents)
    for document, (count, problems) in zip(documents, results):
        for problem in problems:
            print(problem)
        failed += bool(problems)
        print(f"{document.resolve().relative_to(source) if document.resolve().is_relative_to(source) else document}: "
              f"{count} blocks, {'a mismatch' if problems else 'ok'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
