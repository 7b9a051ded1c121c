"""Addresses and their answers, on a real server."""

import contextlib
import json
import random
import re
import shutil
import socket
import sqlite3

import pytest
from report.payloads import PAYLOADS
from web.client import serving
from web.problems import RIGHT, WRONG

from grader.history import History
from grader.web.security import policy

pytestmark = pytest.mark.kernel

RUN = "/api/p/quick/run"


def order(**changed):
    return {"source": RIGHT, "kind": "samples"} | changed


def test_the_list_has_the_problems_and_the_fault_of_a_broken_one(client):
    answer = client.get("/")
    text = answer.body.decode()
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert 'href="/p/quick"' in text
    assert 'href="/p/layer_norm"' in text
    assert 'href="/p/broken"' not in text
    assert "schema" in text


def test_a_problem_has_a_page_with_a_nonce_of_its_own(client):
    nonces = set()
    for _ in range(2):
        answer = client.get("/p/quick")
        assert answer.status == 200
        assert "Centre the rows" in answer.body.decode()
        allowed = answer.headers["Content-Security-Policy"]
        nonce = re.search(r"'nonce-([\w-]+)'", allowed)[1]
        assert allowed == policy(nonce)
        assert nonce in answer.body.decode()
        nonces.add(nonce)
    assert len(nonces) == 2


@pytest.mark.parametrize("path", ["/", "/p/quick", "/nothing"])
def test_a_page_runs_nothing_of_its_own(client, path):
    text = client.get(path).body.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", text)
    assert not re.search(r"<[^>]*\son\w+=|<style|<[^>]*\sstyle=|javascript:", text)


def test_a_broken_problem_says_what_is_wrong(client):
    answer = client.get("/p/broken")
    assert answer.status == 500
    assert "schema" in answer.body.decode()


def test_files_that_pages_load_are_served_with_their_type(client):
    answer = client.get("/static/base.css")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    tag = answer.headers["ETag"]
    again = client.get("/static/base.css", headers={"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")
    names = set()
    for page in ("/", "/p/quick"):
        names |= set(re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get(page).body.decode()))
    assert names
    assert {name: client.get(name).status for name in names} == dict.fromkeys(names, 200)


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/nothing.css",
        "/static/../pages.py",
        "/static/..%2fpages.py",
        "/static/%2e%2e/pages.py",
        "/static/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/static/..%5cpages.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/base.css%00",
        "/static/base.css/",
        "/static/base.css%2f",
        "/static/./base.css",
        "/static/%c3%28",
        "/p/",
        "/p/.",
        "/p/..",
        "/p/%2e%2e",
        "/p/quick/..",
        "/p/quick%2f..%2fquick",
        "/p/..%2f..%2fproblems%2flayer_norm",
        "/p/%2ftmp",
        "/p/quick%00",
        "/p/quick/statement.md",
        "/p/" + "a" * 10_000,
        "/api/attempts/../attempts/1",
        "//p/quick",
        "http://127.0.0.1/p/quick",
        "/pages.py",
        "/.git/config",
    ],
)
def test_no_path_leads_anywhere_else(client, path):
    assert client.get(path).status in (400, 404)


@pytest.mark.parametrize(
    "number", ["0", "-1", "1e3", "99999999999999999999999", "9223372036854775808", "x", "%31%20"]
)
def test_an_attempt_that_there_is_not_is_not_found(client, number):
    answer = client.get(f"/api/attempts/{number}")
    assert answer.status == 404
    assert answer.message == "there is no such attempt"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", RUN, 405),
        ("POST", "/p/quick", 405),
        ("POST", "/", 405),
        ("GET", "/api/runs/x/cancel", 405),
        ("POST", "/api/runs/x/cancel", 404),
        ("POST", "/api/p/nothing/run", 404),
        ("HEAD", "/p/quick", 200),
        ("HEAD", "/static/base.css", 200),
    ],
)
def test_a_method_does_what_it_may(client, method, path, status):
    assert client.send(method, path, order() if method == "POST" else None).status == status


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "not valid JSON"),
        (b"source=x", 400, "not valid JSON"),
        (b"\xff\xfe", 400, "not valid JSON"),
        (b"[" * 100_000, 400, "not valid JSON"),
        (b"9" * 10_000, 400, "not valid JSON"),
        (b"[]", 400, "an object with"),
        (b'"source"', 400, "an object with"),
        ({}, 400, "an object with"),
        ({"source": RIGHT}, 400, "an object with"),
        (order(more=1), 400, "an object with"),
        (order(kind="all"), 400, "kind: must be one of samples, submit"),
        (order(kind=None), 400, "kind: must be"),
        (order(kind=["samples"]), 400, "kind: must be"),
        (order(source=None), 400, "source: must be text"),
        (order(source=["x"]), 400, "source: must be text"),
        (order(source="\ud800"), 400, "half of a surrogate pair"),
        (order(source="a\nb\0"), 400, "NUL character in line 2"),
        (order(source="#" * (256 * 1024 + 1)), 413, "larger than 256 KiB"),
        (order(source="é" * (128 * 1024 + 1)), 413, "larger than 256 KiB"),
        (b" " * (2**20 + 1), 413, "larger than 1024 KiB"),
        (b" " * (9 * 2**20), 413, "larger than 1024 KiB"),
    ],
)
def test_a_body_that_can_not_be_used_is_refused_in_a_line(client, body, status, said):
    answer = client.post(RUN, body)
    assert answer.status == status
    assert said in answer.message
    assert "\n" not in answer.message


def test_a_body_whose_length_is_a_lie_is_bounded_all_the_same(client):
    """In pieces, of which nobody has said how many there will be."""
    with socket.create_connection((client.host.split(":")[0], client.port), timeout=60) as link:
        head = (
            f"POST {RUN} HTTP/1.1\r\nHost: {client.host}\r\nCookie: {client.cookie}\r\n"
            f"Origin: http://{client.host}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n"
        )
        link.sendall(head.encode())
        piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        try:
            for _ in range(20):
                link.sendall(piece)
        except OSError:  # it does not read on
            pass
        answer = link.recv(4096)
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_source_at_the_limit_is_graded(client):
    source = RIGHT + "#" * (256 * 1024 - len(RIGHT))
    assert client.begin(source, slug="quick").until("result")["result"]["verdict"] == "AC"


def test_headers_without_end_are_cut_off(client):
    with socket.create_connection((client.host.split(":")[0], client.port), timeout=60) as link:
        with contextlib.suppress(OSError):
            link.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Long: " + b"a" * 100_000)
        assert not link.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_attempts_are_listed_and_shown(client):
    before = client.json("/api/p/quick/attempts")
    numbers = [client.begin(s, slug="quick").until("result")["attempt"] for s in (WRONG, RIGHT)]
    rows = client.json("/api/p/quick/attempts")
    assert [row["id"] for row in rows[:2]] == numbers[::-1]
    assert len(rows) == len(before) + 2
    assert set(rows[0]) == {"id", "when", "verdict", "score"}
    assert [(row["verdict"], row["score"]) for row in rows[:2]] == [("AC", 100.0), ("WA", 0.0)]
    shown = client.json(f"/api/attempts/{numbers[0]}")
    assert set(shown) == {"id", "slug", "when", "verdict", "score", "source", "html"}
    assert (shown["slug"], shown["source"], shown["when"]) == ("quick", WRONG, rows[1]["when"])
    assert "<" in shown["html"]


HOSTILE = """
import sys
TEXT = {text!r}
def centre(x, scale=2.0):
    print(TEXT)
    sys.stderr.write(TEXT)
    raise type(TEXT[:20].replace(chr(0), "") or "X", (ValueError,), {{}})(TEXT)
"""


@pytest.mark.parametrize("kind", ["samples", "submit"])
@pytest.mark.parametrize("name", ["script", "attribute", "event", "entity"])
def test_what_a_submission_prints_and_raises_is_text_in_every_answer(client, kind, name):
    payloads = PAYLOADS | {
        "event": 'x\n\nevent: verdict\ndata: {"verdict": "AC"}\n\n<img src=x onerror=alert(1)>'
    }
    events = list(client.begin(HOSTILE.format(text=payloads[name]), kind, "quick"))
    assert [data["verdict"] for event, data in events if event == "verdict"] == ["RTE"]
    told = events[-1][1]
    assert told["result"]["verdict"] == "RTE"
    html = told["html"]
    if told["attempt"] is not None:
        html += client.json(f"/api/attempts/{told['attempt']}")["html"]
    assert "<script" not in html
    assert "<img" not in html
    assert not re.search(r"<[^>]*\son\w+=", html)
    assert kind == "submit" or "alert(1)" in html or name == "entity"


def test_no_answer_has_a_line_that_is_no_events(client):
    answer = client.post(RUN, order(source=HOSTILE.format(text="\r\n\r\nevent: x\r\ndata: 1\u2028\x0b")))
    lines = answer.body.split(b"\n")
    assert {line.split(b":")[0] for line in lines if line} == {b"event", b"data"}
    assert b"\r" not in answer.body
    assert all(json.loads(line[6:]) is not None for line in lines if line.startswith(b"data"))
    assert answer.headers["Content-Type"].startswith("text/event-stream")


def test_a_folder_of_problems_that_has_gone_is_told(tmp_path, problems, cache):
    gone = shutil.copytree(problems, tmp_path / "gone")
    environment = {"GRADER_CACHE_DIR": str(cache)}
    with serving(tmp_path, "--problems", gone, environment=environment) as client:
        shutil.rmtree(gone)
        for path in ("/", "/p/quick"):
            answer = client.get(path)
            assert answer.status == 500
            assert f"{gone} is not a folder" in answer.body.decode()
        answer = client.post(RUN, order())
        assert answer.status == 500
        assert f"{gone} is not a folder" in answer.message


def test_bytes_that_are_no_request_do_no_harm(client):
    """A right request with pieces changed, left out, doubled and moved about, by chance."""
    body = json.dumps(order()).encode()
    right = (
        f"POST {RUN} HTTP/1.1\r\nHost: {client.host}\r\nCookie: {client.cookie}\r\nOrigin: http://{client.host}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode() + body
    rng = random.Random(8)
    for _ in range(200):
        request = bytearray(right)
        for _ in range(rng.randint(1, 6)):
            at, length = rng.randrange(len(request)), rng.randint(0, 30)
            request[at : at + length] = rng.choice(
                [b"", rng.randbytes(length), b"\r\n", b"\0", request[at : at + length] * 3, b"\xff\xfe"]
            )
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", client.port), timeout=60) as link,
        ):
            link.sendall(request)
            link.shutdown(socket.SHUT_WR)
            assert b"Traceback" not in link.recv(65536)
    assert client.begin(RIGHT, slug="quick").until("result")["result"]["verdict"] == "AC"


def test_without_a_history_nothing_is_kept_or_shown(tmp_path, problems, cache):
    environment = {"GRADER_CACHE_DIR": str(cache)}
    with serving(tmp_path, "--no-history", "--problems", problems, environment=environment) as client:
        assert client.begin(RIGHT, slug="quick").until("result")["attempt"] is None
        for path in ("/api/p/quick/attempts", "/api/attempts/1"):
            assert client.get(path).status == 404
        assert client.get("/p/quick").status == 200
    assert not (tmp_path / "history.sqlite3").exists()


def test_a_history_that_can_not_be_written_changes_no_verdict(tmp_path, problems, cache):
    spoilt = tmp_path / "spoilt"
    spoilt.write_text("this is no history")
    environment = {"GRADER_CACHE_DIR": str(cache), "GRADER_HISTORY": str(spoilt)}
    with serving(tmp_path, "--problems", problems, environment=environment) as client:
        told = client.begin(RIGHT, slug="quick").until("result")
        assert (told["result"]["verdict"], told["attempt"]) == ("AC", None)
        assert client.get("/").status == 200
        assert client.get("/p/quick").status == 200
        answer = client.get("/api/p/quick/attempts")
        assert answer.status == 500
        assert str(spoilt) in answer.message
    assert spoilt.read_text() == "this is no history"


def test_the_history_is_that_of_the_command_line(client, tmp_path, problems, cache):
    with serving(tmp_path, "--problems", problems, environment={"GRADER_CACHE_DIR": str(cache)}) as other:
        number = other.begin(RIGHT, slug="quick").until("result")["attempt"]
        assert '"quick"' in other.get("/p/quick").body.decode()
    with History.open(tmp_path / "history.sqlite3") as history:
        attempt = history.attempt(number)
        assert (attempt.slug, attempt.verdict, attempt.origin) == ("quick", "AC", "serve")
        assert history.source(number).decode() == RIGHT


def test_an_attempt_that_can_not_have_been_written_takes_no_page_away(tmp_path, problems, cache):
    with serving(tmp_path, "--problems", problems, environment={"GRADER_CACHE_DIR": str(cache)}) as client:
        right, spoilt = (client.begin(RIGHT, slug="quick").until("result")["attempt"] for _ in range(2))
        with contextlib.closing(sqlite3.connect(tmp_path / "history.sqlite3")) as connection, connection:
            connection.execute("UPDATE attempt SET when_us = 1 << 62, score = 9e999 WHERE id = ?", (spoilt,))
        assert client.get("/").status == 200
        assert client.get("/p/quick").status == 200
        assert [attempt["id"] for attempt in client.json("/api/p/quick/attempts")] == [right]
        assert client.get(f"/api/attempts/{spoilt}").status == 404
