"""How `grader serve` starts, what it says, and how it refuses."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

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
        assert (
            client.process.stderr.read()
            == "grader: open this address in a browser; Ctrl+C stops the server\n"
        )


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


def test_a_module_in_the_current_folder_is_never_imported(tmp_path, cache):
    for name in ("numpy", "random", "starlette", "uvicorn", "jinja2"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'was_run')!r}, 'w').close()\n")
    banks = {"GRADER_CACHE_DIR": str(cache)}
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
        told = f"grader: --port: {port} is in use; give another, or leave out --port for the next free one\n"
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
    assert warning.startswith("grader: warning: anyone who can reach")
    assert len(rest) == 1


@pytest.fixture
def browser(tmp_path):
    """Give a program that notes what it is started with, and a function that waits for that."""
    program = tmp_path / "browser"
    noted = tmp_path / "asked"
    program.write_text(f'#!/bin/sh\necho "$@" >{noted}.part\nmv {noted}.part {noted}\n')
    program.chmod(0o755)

    def asked():
        end = time.monotonic() + GUARD_S
        while not noted.exists():
            assert time.monotonic() < end
            time.sleep(0.01)
        return noted.read_text().strip()

    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return {"BROWSER": str(program), "TMPDIR": str(scratch)}, asked


def test_a_browser_is_opened_with_a_file_that_only_the_user_can_read(tmp_path, browser):
    environment, asked = browser
    with serving(tmp_path, "--open", environment=environment) as client:
        line = asked()
        path = Path(line.removeprefix("file://"))
        assert path.is_relative_to(environment["TMPDIR"])
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        start, token = re.search(r'url=([^"]+)[?]token=([\w-]+)"', path.read_text()).groups()
        assert start == f"http://{client.host}/"
        assert token != client.token
        assert token not in line
        assert client.token not in line


def test_the_file_is_removed_once_it_was_used_and_leads_in_once(tmp_path, browser):
    environment, asked = browser
    with serving(tmp_path, "--open", environment=environment) as client:
        path = Path(asked().removeprefix("file://"))
        token = re.search(r"token=([\w-]+)", path.read_text())[1]
        headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        answers = [client.get(f"/?token={token}", cookie=None, headers=headers) for _ in range(2)]
        assert [answer.status for answer in answers] == [200, 403]
        cookie = answers[0].headers["Set-Cookie"].split(";")[0]
        assert client.get("/", cookie=cookie).status == 200
        assert not path.parent.exists()


def test_a_file_that_was_not_used_is_removed_at_the_end(tmp_path, browser):
    environment, asked = browser
    with serving(tmp_path, "--open", environment=environment) as client:
        path = Path(asked().removeprefix("file://"))
        client.process.terminate()
        client.process.wait(GUARD_S)
    assert not path.parent.exists()
