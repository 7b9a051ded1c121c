"""What a person sees: the commands on a terminal of their own."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

_SEQUENCE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def on_a_terminal(arguments, here, *, columns=80, **environment):
    """Run a command with a terminal for its output; give everything that the terminal got."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    with subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments],
        cwd=here,
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        env={**env, "TERM": "xterm-256color", **environment},
    ):
        os.close(slave)
        shown = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not piece:
                break
            shown += piece
    os.close(master)
    return shown.decode().replace("\r\n", "\n")


SHOW = ["show", "layer_norm", "--section", "problem"]


def test_a_terminal_gets_colours(here):
    shown = on_a_terminal(SHOW, here)
    assert "\x1b[1mlayer normalisation\x1b[0m" in shown


@pytest.mark.parametrize(
    ("options", "environment"),
    [(["--no-color"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})],
    ids=["--no-color", "NO_COLOR", "TERM=dumb"],
)
def test_who_wants_no_colour_gets_no_sequence_at_all(here, options, environment):
    assert "\x1b" not in on_a_terminal([*SHOW, *options], here, **environment)


def test_colour_changes_nothing_but_the_colour(here):
    plain = on_a_terminal([*SHOW, "--no-color"], here)
    assert _SEQUENCE.sub("", on_a_terminal(SHOW, here)) == plain


@pytest.mark.parametrize("columns", [40, 60])
def test_lines_fit_a_narrow_terminal(here, columns):
    shown = _SEQUENCE.sub("", on_a_terminal(SHOW, here, columns=columns))
    assert max(map(len, shown.split("\n"))) <= columns + 2  # two marks that take no room of their own
