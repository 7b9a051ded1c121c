"""A running `grader serve`, and a browser's side of the conversation, without a browser."""

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
GUARD_S = 120.0
RIGHT = (ROOT / "submissions" / "layer_norm" / "accepted" / "vectorized.py").read_text()


@contextmanager
def serving(folder, *words, environment=None, program=(sys.executable, "-m", "grader")):
    """Run ``grader serve`` in `folder` and yield a `Client` for it; end it by an interrupt."""
    env = {
        **os.environ,
        "GRADER_HISTORY": str(folder / "history.sqlite3"),
        "GRADER_CACHE_DIR": str(folder / "cache"),
        **(environment or {}),
    }
    process = subprocess.Popen(
        [*map(str, program), "serve", *map(str, words)],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        address = process.stdout.readline().strip()
        assert address, process.stderr.read()
        yield Client(address, process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(GUARD_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        process.stderr.close()


class Client:
    """Speaks with a server as a browser would: with the cookie, and as the same origin."""

    def __init__(self, address, process=None):
        parts = urlsplit(address)
        self.address = address
        self.process = process
        self.host = parts.netloc
        self.port = parts.port
        self.token = parts.query.removeprefix("token=")
        answer = self.send("GET", f"/?token={self.token}", cookie=None)
        assert answer.status == 303, answer.status
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def send(self, method, path, body=None, *, cookie="", headers=None, stream=False):
        """Return the answer to a request, or with `stream` the open response. Headers that are None are left out."""
        own = {"Host": self.host, "Connection": "close", "Cookie": self.cookie if cookie == "" else cookie}
        if method == "POST":
            own |= {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
        own |= headers or {}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=GUARD_S)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if data is not None and "Content-Length" not in own:
            own["Content-Length"] = str(len(data))
        for name, value in own.items():
            if value is not None:
                connection.putheader(name, value)
        try:
            connection.endheaders(data)
            response = connection.getresponse()  # closes the connection with the response
        except BaseException:
            connection.close()
            raise
        if stream:
            return response
        with response:
            return Answer(response.status, response.headers, response.read())

    def get(self, path, **how):
        return self.send("GET", path, **how)

    def post(self, path, body, **how):
        return self.send("POST", path, body, **how)

    def json(self, path):
        answer = self.send("GET", path)
        assert answer.status == 200, answer.body
        return json.loads(answer.body)

    def begin(self, source, kind="submit", slug="layer_norm"):
        """Begin a run and return its events."""
        answer = self.send("POST", f"/api/p/{slug}/run", {"source": source, "kind": kind}, stream=True)
        assert answer.status == 200, answer.read()
        return Events(answer)

    def cancel(self, number):
        return self.send("POST", f"/api/runs/{number}/cancel", {}).status


class Answer(NamedTuple):
    """A response that was read to its end."""

    status: int
    headers: object
    body: bytes

    @property
    def message(self):
        return json.loads(self.body)["message"]


class Events:
    """The events of a run, one after the other."""

    def __init__(self, response):
        self._response = response

    def __iter__(self):
        return self

    def __next__(self):
        name, data = None, None
        for line in self._response:
            if line == b"\n" and name:
                return name, json.loads(data)
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                data = value
        self.leave()
        raise StopIteration

    def until(self, *names):
        """Return the data of the next event with one of these names."""
        for name, data in self:
            if name in names:
                return data
        raise AssertionError(f"none of {names} came")

    def leave(self):
        """Close the connection, as a browser does whose page is left."""
        self._response.close()
