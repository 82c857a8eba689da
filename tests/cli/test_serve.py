"""`mvlink serve` without a browser: how it starts, what it refuses, what a socket may send."""
import http.client
import json
import re
import signal
import socket
import subprocess
import time
import urllib.request

import numpy as np
import pytest
from conftest import BINARY, assert_refused, run_mvlink, write_dataset


class Served:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([BINARY, "serve", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)
        self.address = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/enter\?token=[0-9a-f]{64}", self.address), self.process.stderr.read()
        self.port = int(self.address.split(":")[2].split("/")[0])

    def send(self, data):
        """What comes back for raw bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            connection.sendall(data)
            answer = b""
            while got := connection.recv(65536):
                answer += got
        return answer

    def stop(self, how=signal.SIGINT):
        self.process.send_signal(how)
        status = self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


@pytest.fixture
def served(blobs):
    server = Served(blobs, "-k", 3)
    yield server
    if server.process.poll() is None:
        server.stop()


def test_answers_go_to_the_journal_beside_the_data(served, blobs):
    with urllib.request.urlopen(served.address) as response:
        cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    connection = http.client.HTTPConnection("127.0.0.1", served.port)
    headers = {"Cookie": cookie.split(";")[0]}
    connection.request("GET", "/api/state", headers=headers)
    response = connection.getresponse()
    state = json.loads(response.read())
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "Access-Control-Allow-Origin" not in response.headers
    question = state["question"]
    body = {"version": state["version"], "answer": "same", **{end: {k: question[end][k] for k in ("view", "row")} for end in "ab"}}
    headers |= {"Origin": f"http://127.0.0.1:{served.port}", "Content-Type": "application/json"}
    connection.request("POST", "/api/answer", json.dumps(body), headers)
    assert json.loads(connection.getresponse().read())["progress"]["answers"] == 1
    served.process.kill()  # whatever was answered is on disk
    lines = (blobs / "answers.jsonl").read_text().splitlines()
    assert any('"same"' in line for line in lines)


def test_rows_of_a_table_are_shown_as_the_file_has_them(tmp_path):
    lines = [f"Item {i},{i % 2 * 100 + i}.25 kg,{'a' if i % 2 else 'b'}" for i in range(30)]
    (tmp_path / "t.csv").write_text("\n".join(["thing,weight,class", *lines]) + "\n")
    server = Served(tmp_path / "t.csv", "-k", 2)
    with urllib.request.urlopen(server.address) as response:
        cookie = response.headers["Set-Cookie"].split(";")[0]
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}/api/pair?va=0&a=0&vb=0&b=3", headers={"Cookie": cookie})
    with urllib.request.urlopen(request) as response:
        shown = json.load(response)["views"]
    server.stop()
    assert [(row["name"], row["a"], row["b"], row["differs"]) for row in shown[0]["rows"]] == [
        ("thing", "Item 0", "Item 3", False), ("weight", "0.25 kg", "103.25 kg", True)]
    assert len(shown) == 1


def test_ctrl_c_ends_it_well(served):
    assert served.stop() == 0


def test_two_servers_do_not_share_a_journal(served, blobs):
    assert_refused(run_mvlink("serve", blobs, "-k", 3), 5, "answers.jsonl")


def test_a_port_that_is_taken_is_named(blobs):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert_refused(run_mvlink("serve", blobs, "-k", 3, "--port", port), 5, f"port {port}", "another program")


def test_a_dataset_that_changed_is_refused_with_what_changed(served, blobs):
    served.stop()
    x = np.load(blobs / "view_x.npy")
    x[0, 0] += 1
    np.save(blobs / "view_x.npy", x)
    assert_refused(run_mvlink("serve", blobs, "-k", 3), 3, "answers.jsonl", "other data", "view x:")


def test_a_file_that_is_no_journal_is_refused(blobs, tmp_path):
    (tmp_path / "other.jsonl").write_text("hello\nworld\n")
    assert_refused(run_mvlink("serve", blobs, "-k", 3, "--journal", tmp_path / "other.jsonl"), 3, "other.jsonl")


@pytest.mark.parametrize("arguments, words", [
    (["--strategy", "skeletn"], ["skeleton"]),
    (["--port", "65536"], ["65536"]),
    (["--port", "-1"], ["-1"]),
    (["--idle-stop", "x"], ["x"]),
])
def test_bad_arguments_are_refused(blobs, arguments, words):
    assert_refused(run_mvlink("serve", blobs, "-k", 3, *arguments), 2, *words)


def test_a_socket_that_sends_too_much_is_cut_off(served):
    host = f"Host: 127.0.0.1:{served.port}\r\n".encode()
    assert b" 431 " in served.send(b"GET / HTTP/1.1\r\n" + host + b"X: " + b"x" * 9000 + b"\r\n\r\n")
    assert b" 413 " in served.send(b"POST /api/answer HTTP/1.1\r\n" + host + b"Content-Length: 70000\r\n\r\n")
    assert b" 400 " in served.send(b"nonsense\r\n\r\n")
    chunked = b"POST /api/answer HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n"
    assert b" 400 " in served.send(chunked)
    assert b" 403 " in served.send(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    assert b" 403 " in served.send(b"GET / HTTP/1.0\r\n\r\n")


def test_only_this_machine_is_answered(served):
    addresses = {entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in addresses - {"127.0.0.1", "127.0.1.1"}:
        with pytest.raises(OSError):
            socket.create_connection((address, served.port), timeout=2)


def test_many_connections_are_bounded(served):
    held = [socket.create_connection(("127.0.0.1", served.port), timeout=10) for _ in range(64)]
    time.sleep(0.3)
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as more:
        try:
            assert more.recv(1) == b""
        except ConnectionResetError:
            pass
    for connection in held:
        connection.close()
    time.sleep(0.3)
    assert b" 403 " in served.send(b"GET / HTTP/1.0\r\n\r\n")
