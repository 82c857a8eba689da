"""Drives Debian's chromium through its DevTools protocol over a pipe: nothing to install but the browser itself."""
import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

CHROMIUM = os.environ.get("MVLINK_CHROMIUM") or shutil.which("chromium")
PATIENCE = float(os.environ.get("MVLINK_PATIENCE", 20))  # seconds for the browser to answer, or for something to appear on the page


def _high(descriptor):
    """A copy away from 3 and 4, which the browser reads and writes."""
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD, 20)


class Browser:
    """One headless chromium with a profile of its own."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="mvlink_browser_")
        to_read, self.out = os.pipe()
        self.into, to_write = os.pipe()
        theirs = _high(to_read), _high(to_write)

        def wire():
            os.dup2(theirs[0], 3)
            os.dup2(theirs[1], 4)

        command = [CHROMIUM, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "--no-first-run",
                   "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-extensions",
                   "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=1600,1000"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        self.process = subprocess.Popen(command, preexec_fn=wire, pass_fds=(3, 4), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        for descriptor in (to_read, to_write, *theirs):
            os.close(descriptor)
        self.buffer = b""
        self.number = 0
        self.events = []

    def close(self):
        try:
            self.send("Browser.close")
        except (OSError, TimeoutError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _read(self, until):
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.into], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            got = os.read(self.into, 1 << 20)
            if not got:
                raise TimeoutError("the browser has gone")
            self.buffer += got
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        until = time.monotonic() + PATIENCE
        while True:
            reply = self._read(until)
            if reply.get("id") != self.number:
                self.events.append(reply)
                continue
            if "error" in reply:
                raise RuntimeError(f"{method}: {reply['error']['message']}")
            return reply["result"]

    def page(self, private=False):
        """A new window; private: of another person, without the cookies of this one."""
        context = {"browserContextId": self.send("Target.createBrowserContext")["browserContextId"]} if private else {}
        target = self.send("Target.createTarget", url="about:blank", **context)["targetId"]
        return Page(self, target, self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])


KEYS = {"Tab": ("Tab", 9), "Enter": ("Enter", 13), " ": ("Space", 32), "Escape": ("Escape", 27), "ArrowLeft": ("ArrowLeft", 37)}


class Page:
    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def open(self, address):
        self.send("Page.navigate", url=address)

    def js(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", expression))
        return result["result"].get("value")

    def wait(self, condition, seconds=PATIENCE):
        """Until the expression is true, and its value."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                value = self.js(condition)
                if value:
                    return value
            except RuntimeError:
                pass  # the page is on its way to another one
            time.sleep(0.02)
        raise TimeoutError(f"never true: {condition}")

    def key(self, key):
        name, code = KEYS.get(key, (key, ord(key.upper()) if len(key) == 1 else 0))
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=name, windowsVirtualKeyCode=code, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=name, windowsVirtualKeyCode=code)

    def type(self, text):
        for letter in text:
            self.key(letter)

    def place(self, selector):
        """The middle of an element in the window, which is scrolled to it."""
        return self.js(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
                       "const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")

    def mouse(self, kind, x, y):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1 if kind != "mouseReleased" else 0,
                  clickCount=1)

    def click(self, selector):
        x, y = self.place(selector)
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def drag(self, points):
        self.mouse("mousePressed", *points[0])
        for point in points[1:]:
            self.mouse("mouseMoved", *point)
        self.mouse("mouseReleased", *points[-1])

    def size(self, width, height, dark=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def screenshot(self, file, whole=False):
        data = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(data))

    def mine(self, method):
        return [event["params"] for event in self.browser.events
                if event.get("sessionId") == self.session and event.get("method") == method]

    def complaints(self):
        """Uncaught errors, and what the browser blocked or could not load."""
        thrown = [event["exceptionDetails"]["text"] for event in self.mine("Runtime.exceptionThrown")]
        logged = [f"{event['entry']['text']} {event['entry'].get('url', '')}" for event in self.mine("Log.entryAdded") if event["entry"]["level"] == "error"]
        return thrown + logged

    def addresses(self):
        return [event["request"]["url"] for event in self.mine("Network.requestWillBeSent")]
