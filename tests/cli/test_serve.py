"""How `grader serve` starts, what it says, and how it refuses."""

import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest
from web.client import GUARD_S, serving

pytestmark = pytest.mark.kernel


def refused(*words, program="from grader.cli import main; main()", cwd=None):
    done = subprocess.run(
        [sys.executable, "-c", program, "serve", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=GUARD_S,
        cwd=cwd,
        env={**os.environ, "GRADER_HISTORY": "off"},
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_the_address_is_all_that_is_printed(tmp_path):
    with serving(tmp_path) as client:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{43}", client.address)
        assert client.get("/").status == 200
        client.process.terminate()
        client.process.wait(GUARD_S)
        assert client.process.stdout.read() == ""
        assert client.process.stderr.read() == "grader: open this address in a browser; Ctrl+C ends it\n"


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_however_it_is_told_to_end_it_puts_away_what_it_made(tmp_path, number, code):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with serving(tmp_path, environment={"TMPDIR": str(scratch)}) as client:
        assert client.get("/").status == 200
        assert list(scratch.iterdir()) != []
        client.process.send_signal(number)
        assert client.process.wait(GUARD_S) == code
        assert list(scratch.iterdir()) == []


def test_a_module_in_the_current_folder_is_never_imported(tmp_path, tmp_path_factory):
    for name in ("numpy", "random", "starlette", "uvicorn", "jinja2"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'was_run')!r}, 'w').close()\n")
    banks = {"GRADER_CACHE_DIR": str(tmp_path_factory.getbasetemp() / "banks")}
    with serving(tmp_path, environment=banks) as client:
        assert client.get("/p/layer_norm").status == 200
        events = client.begin("", "samples")
        assert events.until("verdict")["verdict"] == "CE"
        events.leave()
    assert not (tmp_path / "was_run").exists()


def test_two_servers_take_two_ports_and_two_secrets(tmp_path):
    with serving(tmp_path) as one, serving(tmp_path) as other:
        assert one.port != other.port
        assert one.token != other.token
        assert other.get("/", cookie=one.cookie).status == 403
        foreign = one.cookie.replace(str(one.port), str(other.port))
        assert other.get("/", cookie=foreign).status == 403


def test_a_port_in_use_is_refused_in_a_line():
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        told = f"grader: --port: {port} is in use; name another, or leave --port out for the next free one\n"
        assert refused("--port", port) == (2, told)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "70000"), "--port: must be a number from 0 to 65535, got 70000"),
        (("--port", "-1"), "--port: must be a number"),
        (("--host", "192.0.2.1"), "--host: can't listen on 192.0.2.1"),
        (("--problems", "nowhere"), "--problems: nowhere is not a folder"),
        (("--time-factor", "0"), "--time-factor: must be"),
        (("--isolation", "none"), "--isolation"),
    ],
)
def test_what_can_not_be_done_is_refused_in_a_line(words, said, tmp_path):
    code, told = refused(*words, cwd=tmp_path)
    assert code == 2
    assert said in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_without_the_extra_it_says_what_to_install(missing):
    program = f"import sys; sys.modules[{missing!r}] = None; from grader.cli import main; main()"
    code, told = refused(program=program)
    assert (code, told) == (2, "grader: grader serve needs two more packages: pip install 'numgrader[web]'\n")


def test_a_machine_without_the_sandbox_is_refused():
    program = (
        "from grader.runner import confine\nconfine.missing = lambda: 'no Landlock'\n"
        "from grader.cli import main; main()"
    )
    code, told = refused(program=program)
    assert code == 3
    assert told.startswith("grader: no Landlock; ")
    assert "--isolation process" in told


def test_an_address_that_others_reach_is_warned_of(tmp_path):
    with serving(tmp_path, "--host", "0.0.0.0", "--no-history") as client:
        assert client.host == f"{socket.gethostname()}:{client.port}"
        assert client.get("/", headers={"Host": f"127.0.0.1:{client.port}"}).status == 200
        assert client.get("/", headers={"Host": f"elsewhere.example:{client.port}"}).status == 421
        client.process.terminate()
        client.process.wait(GUARD_S)
        warning, *rest = client.process.stderr.read().splitlines()
    assert warning.startswith("grader: warning: whoever can reach")
    assert len(rest) == 1


def test_a_browser_is_opened_with_a_token_that_works_once(tmp_path):
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$1" >{tmp_path}/asked.part\nmv {tmp_path}/asked.part {tmp_path}/asked\n'
    )
    browser.chmod(0o755)
    with serving(tmp_path, "--open", environment={"BROWSER": str(browser)}) as client:
        end = time.monotonic() + GUARD_S
        while not (tmp_path / "asked").exists():
            assert time.monotonic() < end
            time.sleep(0.01)
        address = (tmp_path / "asked").read_text().strip()
        start, token = address.split("?token=")
        assert start == f"http://{client.host}/"
        assert token != client.token
        statuses = [client.get(f"/?token={token}", cookie=None).status for _ in range(2)]
        assert statuses == [303, 403]
