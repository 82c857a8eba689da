"""What must hold of every command that has ended, whatever it was asked for."""
import dataclasses
import json
import re
import shlex
import zlib

from combinations.commands import Case, without
from combinations.data import ROWS

STATUSES = {0, 2, 3, 4, 5, 6, 130}
REFUSED = range(2, 7)
NOT_FINITE = re.compile(r"\bnan\b|\binf\b")


@dataclasses.dataclass(frozen=True)
class Finished:
    """`made` and `changed`: paths that were not there before, or that hold something else now."""
    case: Case
    status: int
    out: str
    err: str
    made: list
    changed: list


def findings(run, place):
    """Kind and detail of everything that must not be."""
    for judge in (of_status, of_error, of_answer, of_files):
        yield from judge(run)
    if run.status == 0:
        yield from of_results(run, place)


def of_status(run):
    if run.status < 0:
        yield "signal", f"signal {-run.status}: {run.err}"
    elif run.status not in STATUSES:
        yield "status", f"{run.status}: {run.err}"
    elif run.status == 6 and "memory" not in run.err and " GB" not in run.err:
        yield "internal error", run.err


def of_error(run):
    """One line on standard error says what is wrong; nothing else is printed."""
    if run.status not in REFUSED:
        return
    lines = run.err.splitlines()
    if len(lines) != 1 or not lines[0].startswith("mvlink: ") or not run.err.endswith("\n"):
        yield "error is not one line", f"{len(lines)} lines: {run.err}"
    if run.out:
        yield "output beside an error", f"{run.out[:80]} | {run.err}"


def of_answer(run):
    if run.status != 0 or run.case.serves:
        return
    if run.case.as_json and run.out.strip():
        try:
            json.loads(run.out)
        except ValueError as error:
            yield "not JSON", f"{error}: {run.out[:100]}"
    words = run.case.words
    may_say_so = words[0] in ("methods", "data") or "--help" in words or {"nan", "inf"} & set(words)
    if NOT_FINITE.search(run.out) and not may_say_so:
        yield "nan or inf in the output", next(line for line in run.out.splitlines() if NOT_FINITE.search(line))
    if "--quiet" in words and run.err:
        yield "not quiet", run.err


def of_files(run):
    """Nothing is left behind or made by a call that is refused, and only --force replaces files of the user's."""
    temporary = [path for path in run.made if ".mvlink-" in path or path.endswith(".tmp")]
    if temporary:
        yield "left behind", str(temporary)
    elif run.made and run.status in REFUSED:
        yield "made although it failed", f"status {run.status}: {run.made}"
    words = run.case.words
    named = {words[i + 1] for i, word in enumerate(words[:-1]) if word in ("-o", "--join", "--labels")}
    changed = set(run.changed) - (named if "--force" in words else set())
    if changed:
        yield "input changed", f"status {run.status}: {sorted(changed)}"


def of_results(run, place):
    """Results are whole: all files that result.json lists, all rows of a joined table."""
    for path in run.made:
        file = place / path
        if file.name == "result.json":
            yield from of_folder(file)
        elif file.name == "joined.csv" and len(file.read_text().splitlines()) != ROWS + 1:
            yield "half written", path


def of_folder(file):
    for listed in json.loads(file.read_text()).get("files", []):
        content = file.parent / listed["name"]
        if not content.exists() or zlib.crc32(content.read_bytes()) != listed["crc32"]:
            yield "half written", listed["name"]


def advised(run):
    """The call with what the message of a refusal advises to try, if it does."""
    advice = re.search(r"; try (--.*)$", run.err.strip())
    if run.status not in (2, 3) or run.case.serves or not advice:
        return None
    more = shlex.split(advice.group(1))
    words = run.case.words if more[0] in ("--prep", "--set") else without(run.case.words, more[:1])
    return Case(words + more, run.case.stdin)


def recommended(run):
    """The call that `select` recommends, where its data can be read again."""
    words = run.case.words
    if run.status != 0 or words[0] != "select" or not run.case.as_json or words[1] == "-":
        return None
    return Case(shlex.split(json.loads(run.out)["command"])[1:])
