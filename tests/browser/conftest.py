"""A page that is served, and a browser to look at it. Skipped as a whole where there is no chromium."""
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import urllib.request

import numpy as np
import pytest
from devtools import CHROMIUM, Browser

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("MVLINK_BIN", str(SOURCE / "build" / "bin" / "mvlink"))


def pytest_collection_modifyitems(items):
    if CHROMIUM is None:
        for item in items:
            item.add_marker(pytest.mark.skip(reason="no chromium: install Debian's package, or set MVLINK_CHROMIUM"))


def write_flowers(folder, rows=90, hard=1.0):
    """Three groups; the first letter of an id is the group. One name would be markup if a page read it so."""
    random = np.random.default_rng(3)
    folder.mkdir(parents=True)
    lines = ["id,petal length,petal width,sepal length,sepal width,<i>height</i>"]
    for row in range(rows):
        group = row % 3
        values = np.array([1.5 + 2.1 * group, 0.3 + 0.8 * group, 5 + 0.7 * group, 3.3 - 0.3 * (group == 1), 12.0])
        values = values + hard * random.normal(size=5) * [0.5, 0.25, 0.5, 0.35, 2]
        lines.append(f"{'abc'[group]}{row}," + ",".join(f"{value:.2f}" for value in values))
    (folder / "view_flowers.csv").write_text("\n".join(lines) + "\n")
    return folder


class Served:
    """A running `mvlink serve`."""

    def __init__(self, *arguments, file_limit=None):
        def limit():
            if file_limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))

        self.process = subprocess.Popen([BINARY, "serve", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, preexec_fn=limit)
        self.address = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/enter\?token=[0-9a-f]{64}", self.address), \
            self.address + self.process.stderr.read()
        self.origin = self.address.split("/enter")[0]
        self.cookie = None

    def enter(self):
        """Comes in without a browser."""
        with urllib.request.urlopen(self.address) as response:
            self.cookie = response.headers["Set-Cookie"].split(";")[0]
        return self

    def get(self, path):
        request = urllib.request.Request(self.origin + path, headers={"Cookie": self.cookie})
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read())

    def post(self, path, body):
        headers = {"Cookie": self.cookie, "Origin": self.origin, "Content-Type": "application/json"}
        request = urllib.request.Request(self.origin + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read())

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.returncode


@pytest.fixture(scope="session")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def serve(request):
    running = []

    def start(*arguments, **options):
        running.append(Served(*arguments, **options))
        return running[-1]

    yield start
    for served in running:
        served.stop()


@pytest.fixture
def flowers(tmp_path):
    return write_flowers(tmp_path / "flowers")
