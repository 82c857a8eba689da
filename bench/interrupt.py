#!/usr/bin/env python3
"""Seconds from Ctrl-C to the end of the command, for every method at many rows.

    bench/interrupt.py [--rows 1000000] [--columns 10] [--after 4,9] [--threads 2] [METHOD...]

Each method runs with its defaults on one view or two mapped ones, with a thousand constraints, and gets SIGINT after each of the
times. Prints one line per run: seconds until it ended, seconds of the processor in that time, its status, and whether it
left an answer. A method that was done before the signal, or refuses so many rows, says so.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np

BINARY = pathlib.Path(os.environ.get("MVLINK_BIN", pathlib.Path(__file__).resolve().parent.parent / "build/bin/mvlink"))
LAST = 120  # seconds: whoever has not ended by then is ended
OBJECTS = "on-objects"


def write_data(folder, rows, columns, n_views, kind, seed=0):
    """Nonnegative blobs that overlap; judgements on rows of the first view, or on objects."""
    random = np.random.default_rng(seed)
    classes = random.integers(5, size=rows)
    folder.mkdir()
    for view in range(n_views):
        centres = 3 * random.random((5, columns), dtype=np.float32)
        noise = random.random((rows, columns), dtype=np.float32)
        np.save(folder / f"view_{'ab'[view]}.npy", centres[classes] + 2 * noise)
    pairs = random.integers(rows, size=(1100, 2))
    place = "" if kind == OBJECTS or n_views == 1 else "a"
    lines = [f"{place},{a},{place},{b},{'must-link' if classes[a] == classes[b] else 'cannot-link'}\n"
             for a, b in pairs[pairs[:, 0] != pairs[:, 1]][:1000]]
    (folder / "constraints.csv").write_text("view_a,a,view_b,b,type\n" + "".join(lines), encoding="ascii")


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupt(method, data, out, after, threads):
    """What to print of one run."""
    command = [BINARY, "cluster", data, "-k", "5", "--method", method, "--threads", str(threads), "-o", out, "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        process.wait(after)
        errors = process.stderr.read().strip().splitlines()
        return f"ended by itself with status {process.returncode}{': ' + errors[0][:90] if errors else ''}"
    except subprocess.TimeoutExpired:
        pass
    used, begin = processor_seconds(process.pid), time.monotonic()
    process.send_signal(signal.SIGINT)
    timer = subprocess.Popen([sys.executable, "-c", f"import os, time; time.sleep({LAST}); os.kill({process.pid}, 9)"])
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - begin
    timer.kill()
    timer.wait()
    process.returncode = os.waitstatus_to_exitcode(status)
    answer = "an answer" if (out / "result.json").exists() else "no answer"
    cpu = usage.ru_utime + usage.ru_stime - used
    return f"{seconds:6.2f} s, {cpu:6.2f} s of the processor, status {process.returncode}, {answer}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in [("rows", 1_000_000), ("columns", 10), ("threads", 2)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--after", default="4,9", help="seconds before the signal")
    parser.add_argument("methods", nargs="*")
    arguments = parser.parse_args()
    listed = json.loads(subprocess.run([BINARY, "methods", "--json"], check=True, capture_output=True).stdout)
    listed = listed if isinstance(listed, list) else listed["methods"]
    with tempfile.TemporaryDirectory(prefix="mvlink-interrupt-") as place:
        place = pathlib.Path(place)
        for entry in listed:
            if arguments.methods and entry["name"] not in arguments.methods:
                continue
            needs = entry["needs"]
            n_views = 1 if needs["max_views"] == 1 else 2
            kind = OBJECTS if needs["constraints"] == OBJECTS else "rows"
            data = place / f"data-{n_views}-{kind}"
            if not data.exists():
                write_data(data, arguments.rows, arguments.columns, n_views, kind)
            for after in map(float, arguments.after.split(",")):
                out = place / f"out-{entry['name']}-{after}"
                print(f"{entry['name']:<16} after {after:4.1f} s: "
                      f"{interrupt(entry['name'], data, out, after, arguments.threads)}", flush=True)


if __name__ == "__main__":
    main()
