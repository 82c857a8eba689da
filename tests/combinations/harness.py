"""Runs commands one after the other in a folder of tiny data, and keeps what must not be."""
import collections
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading

from combinations import judging
from combinations.commands import Case
from combinations.data import KEYS, listing

LIMIT = 60  # seconds; nothing takes one, but the machine may be busy and the command sanitized


class Harness:
    """`fresh` holds the data and is never touched; `work`, a copy of it, is what the commands see."""

    def __init__(self, program, fresh, work):
        self.program, self.fresh, self.work = program, fresh, work
        self.runs = 0
        self.statuses = collections.Counter()
        self.slowest = (0.0, Case([]))
        self.found = {}  # (kind, detail without names and numbers): [(words, detail)]
        self.renew()

    def renew(self):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.fresh, self.work)
        self.before = listing(self.work)

    def run(self, case):
        """The case, and what it advises or recommends."""
        run = self.finish(case)
        for kind, detail in judging.findings(run, self.work):
            self.note(kind, case, detail)
        self.restore(run)
        advised, recommended = judging.advised(run), judging.recommended(run)
        if advised and self.again(advised).err == run.err:
            self.note("the advice does not help", advised, run.err)
        if recommended and self.again(recommended).status != 0:
            self.note("the recommended command fails", recommended, " ".join(case.words))
        return run

    def again(self, case):
        run = self.finish(case)
        self.restore(run)
        return run

    def finish(self, case):
        """The case when it has ended, with what it did to the folder."""
        before = os.times()
        process = self.start(case)
        watch = threading.Timer(LIMIT, process.kill)
        watch.start()
        ready = stop_when_ready(process) if case.serves else b""
        out, err = process.communicate()
        watch.cancel()
        self.count(case, process.returncode, seconds_since(before))
        after = listing(self.work)
        made = sorted(path for path in after if path not in self.before)
        changed = [path for path, state in self.before.items() if after.get(path, "gone") != state]
        return judging.Finished(case, process.returncode, text(ready + out), text(err), made, changed)

    def start(self, case):
        stdin = KEYS if case.words[0] == "ask" and not case.stdin else case.stdin or os.devnull
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        with open(self.work / stdin, "rb") as file:
            return subprocess.Popen([self.program, *case.words], cwd=self.work, env=environment, stdin=file,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)

    def count(self, case, status, seconds):
        self.runs += 1
        self.statuses[status] += 1
        self.slowest = max(self.slowest, (seconds, case), key=lambda run: run[0])

    def restore(self, run):
        """Every case finds the same folder."""
        if run.changed:
            self.renew()
            return
        for path in run.made:
            if (self.work / path).is_dir():
                shutil.rmtree(self.work / path)
            else:
                (self.work / path).unlink(missing_ok=True)

    def note(self, kind, case, detail):
        detail = detail.strip()
        alike = re.sub(r'"[^"]*"|[0-9.]+|\S*/\S*', "_", detail)[:100]
        self.found.setdefault((kind, alike), []).append((case, detail[:300]))

    def report(self):
        """One line per kind of finding: the shortest command line that shows it."""
        lines = []
        for (kind, _), cases in self.found.items():
            case, detail = min(cases, key=lambda found: len(command_line(found[0])))
            lines.append(f"{kind} ({len(cases)} runs): {command_line(case)}: {detail!r}")
        return lines


def stop_when_ready(process):
    """Ctrl-C after the first line of the server, which is returned."""
    first = process.stdout.readline()
    if first:
        process.send_signal(signal.SIGINT)
    return first


def seconds_since(before):
    now = os.times()
    return now.children_user + now.children_system - before.children_user - before.children_system


def command_line(case):
    return "mvlink " + shlex.join(case.words) + (f" < {case.stdin}" if case.stdin else "")


def text(output):
    return output.decode("utf-8", "replace")
