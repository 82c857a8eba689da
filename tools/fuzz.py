#!/usr/bin/env python3
"""Searches with fuzz targets for a time of the processor, so that a busy machine does not make the search shorter.

tools/fuzz.py [--seconds N] [--build FOLDER] [name...]    searches N processor seconds with each target (default 60, all
                                                         targets); prints a table; exits with 1 if anything was found

New inputs are kept in FOLDER/corpus/<name>, findings in FOLDER/findings, what libFuzzer said in FOLDER/fuzz_<name>.log.
"""

import argparse
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# "#1048576  pulse  cov: 512 ft: 2048 corp: 99/12Kb exec/s: 900 rss: 200Mb"
STATUS = re.compile(r"^#(\d+)\s+\S+\s+cov: (\d+) ft: (\d+) corp: (\d+)/", re.MULTILINE)
GRACE = 60  # seconds for the input at work to end


def processor_seconds(pid):
    """User and system time of a process so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_for(command, seconds, log):
    """Runs a search and asks it to stop after this much processor time. Its exit status and the time it took."""
    environment = os.environ | {"LLVM_PROFILE_FILE": os.devnull}  # which lines tests reach is not asked here
    with open(log, "wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                   env=environment)
    asked = None
    used = 0.0
    while process.poll() is None:
        time.sleep(0.2)
        used = max(used, processor_seconds(process.pid))
        if asked is None and used >= seconds:
            process.send_signal(signal.SIGUSR1)
            asked = used
        elif asked is not None and used > asked + GRACE:
            process.kill()
    return process.returncode, used


def summary(text):
    """Executions, edges, features and inputs of the last status line; zeros if there is none."""
    lines = STATUS.findall(text)
    return tuple(map(int, lines[-1])) if lines else (0, 0, 0, 0)


def search(name, seconds, build):
    """Searches with one target; returns a row of the table and whether something was found."""
    corpus, findings = build / "corpus" / name, build / "findings"
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(findings.iterdir())
    command = [build / "bin" / f"fuzz_{name}", f"-artifact_prefix={findings}/{name}-", "-handle_usr1=1", "-timeout=300",
               "-rss_limit_mb=2048", "-reload=0", "-print_final_stats=1", "-detect_leaks=1"]
    words = ROOT / "fuzz" / f"{name}.dict"
    command += [f"-dict={words}"] if words.exists() else []
    command += [corpus] + [folder for folder in [ROOT / "fuzz" / "corpus" / name] if folder.is_dir()]
    log = build / f"fuzz_{name}.log"
    status, used = run_for(command, seconds, log)
    text = log.read_text(encoding="utf-8", errors="replace")
    found = sorted(path.name for path in set(findings.iterdir()) - before)
    if status != 0:
        print("\n".join(text.splitlines()[-30:]), file=sys.stderr)
    executions, edges, features, inputs = summary(text)
    row = f"{name:<14} {used:>8.0f} {executions:>12} {edges:>8} {features:>9} {inputs:>8}  " \
          f"{', '.join(found) or ('none' if status == 0 else f'status {status}')}"
    return row, status != 0 or bool(found)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "sanitize")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    build = options.build.resolve()
    names = options.names or sorted(path.name.removeprefix("fuzz_") for path in (build / "bin").glob("fuzz_*"))
    if not names:
        print(f"fuzz: no targets in {build / 'bin'}; expected fuzz_<name>", file=sys.stderr)
        return 1
    print(f"{'target':<14} {'seconds':>8} {'executions':>12} {'edges':>8} {'features':>9} {'inputs':>8}  findings")
    failed = False
    for name in names:
        row, found = search(name, options.seconds, build)
        print(row, flush=True)
        failed = failed or found
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
