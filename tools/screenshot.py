#!/usr/bin/env python3
"""A picture of a page, taken with headless chromium over its debugging pipe: any width, light or dark.

tools/screenshot.sh PAGE.html WIDTH light|dark OUT.png [--height PIXELS] [--run SCRIPT]

Without --height the picture is as tall as the page. --run is JavaScript to run first, such as a click. Says on standard
error what the page logged, and exits with 1 if the page is wider than WIDTH, so that overflow is noticed.
"""

import argparse
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--hide-scrollbars", "--remote-debugging-pipe", "--force-color-profile=srgb"]
PATIENCE = 60  # seconds


class Browser:
    """Chromium and the two pipes it talks through: messages are JSON, each ended by a zero byte."""

    def __init__(self, profile):
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()

        def hand_over():  # chromium reads from descriptor 3 and writes to 4
            read, write = os.dup(command_read), os.dup(answer_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(["chromium", *FLAGS, f"--user-data-dir={profile}"], preexec_fn=hand_over,
                                        close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.buffer, self.events, self.last, self.session = b"", [], 0, None

    def receive(self):
        while b"\0" not in self.buffer:
            chunk = os.read(self.answers, 1 << 20)
            if not chunk:
                sys.exit("chromium ended before it answered")
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event):
        while not any(seen.get("method") == event for seen in self.events):
            self.events.append(self.receive())

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            sys.exit(f"the script failed: {result['exceptionDetails']}")
        return result["result"].get("value")

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)


def open_page(browser, page, width, scheme):
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log"):
        browser.call(f"{domain}.enable")
    resize(browser, width, 900)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.events.clear()
    browser.call("Page.navigate", url=page.resolve().as_uri())
    browser.wait_for("Page.loadEventFired")


def resize(browser, width, height):
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)


def complaints(browser):
    for event in browser.events:
        if event.get("method") == "Runtime.exceptionThrown":
            details = event["params"]["exceptionDetails"]
            yield details.get("exception", {}).get("description", details["text"])
        if event.get("method") == "Log.entryAdded":
            yield event["params"]["entry"]["text"]


def take(browser, options):
    open_page(browser, options.page, options.width, options.scheme)
    if options.run:
        browser.evaluate(options.run)
        time.sleep(0.4)  # what fades has faded
    wide = browser.evaluate("document.documentElement.scrollWidth")
    height = options.height or browser.evaluate("document.documentElement.scrollHeight")
    resize(browser, options.width, height)
    picture = browser.call("Page.captureScreenshot", format="png")
    options.out.write_bytes(base64.b64decode(picture["data"]))
    for text in complaints(browser):
        print(f"{options.page}: {text}", file=sys.stderr)
    if wide > options.width:
        print(f"{options.page}: {wide} pixels wide, more than {options.width}", file=sys.stderr)
    return int(wide > options.width)


def main():
    parser = argparse.ArgumentParser(prog="screenshot.sh", description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("width", type=int)
    parser.add_argument("scheme", choices=["light", "dark"])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--height", type=int)
    parser.add_argument("--run", metavar="SCRIPT")
    options = parser.parse_args()
    if not options.page.is_file():
        sys.exit(f"{options.page} does not exist")
    profile = tempfile.mkdtemp(prefix="screenshot-")
    browser = Browser(profile)
    try:
        return take(browser, options)
    finally:
        browser.close()
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
