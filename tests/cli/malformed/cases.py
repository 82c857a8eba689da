"""How a malformed input is stated: its files, the exit status and what the message must say."""
import dataclasses
import pathlib
from typing import Callable, Sequence

import numpy as np

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "fixtures"
GOOD = np.arange(24, dtype=float).reshape(8, 3) % 7


@dataclasses.dataclass(frozen=True)
class Case:
    """make(folder) writes the files into an empty folder and returns the arguments of mvlink."""
    format: str
    mistake: str
    status: int
    fragments: Sequence[str]
    make: Callable

    @property
    def name(self):
        return f"{self.format}: {self.mistake}"


CASES = []


def case(format, mistake, status, *fragments):
    def register(make):
        CASES.append(Case(format, mistake, status, fragments, make))
        return make
    return register


def cluster(folder, *more):
    return ["cluster", folder, "-k", "2", *more]


def view_case(format, mistake, content, *fragments, status=3, ext=None):
    """The only view of a dataset is a file with this content."""
    def make(folder):
        (folder / f"view_x.{ext or format}").write_bytes(content if isinstance(content, bytes) else content.encode())
        return cluster(folder)
    case(format, mistake, status, *fragments)(make)


def side_case(file, mistake, content, *fragments, status=3, ids=False, more=()):
    """A good view, and a bad file beside it."""
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        if ids:
            (folder / "ids_x.txt").write_text("".join(f"r{i}\n" for i in range(8)))
        (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())
        return cluster(folder, *more)
    case(file, mistake, status, *fragments)(make)


def option_case(mistake, arguments, *fragments, status=2):
    def make(folder):
        np.save(folder / "view_x.npy", GOOD)
        return ["cluster", folder, *arguments]
    case("options", mistake, status, *fragments)(make)


def table_case(mistake, content, *fragments, status=3, more=(), name="records.csv", format="table"):
    """DATA is one file with this content."""
    def make(folder):
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return ["cluster", folder / name, "-k", "2", *more]
    case(format, mistake, status, *fragments)(make)


TABLE = "id,age,city\nr1,20,Rome\nr2,30,Oslo\nr3,,Rome\nr4,50,Oslo\n"
