"""What the judge hears of a spawner that has already gone, with a socket in its place."""

import os
import socket
import threading
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from grader.errors import IsolationError
from grader.runner import frames
from grader.runner.launch import memory_file
from grader.runner.packages import Packages
from grader.runner.process import Process


@contextmanager
def gone(*said, read):
    """Give a `Process` whose spawner has said something and ended, its order read or not."""
    link, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    log, inputs = memory_file("log"), memory_file("inputs")
    closed = SimpleNamespace(link=link, ended=threading.Event(), log=log, fault=None, close=link.close)
    process = Process({"isolated": False}, Packages({}, []), inputs, started=closed)
    if read:
        for descriptor in socket.recv_fds(far, 64, 3, socket.MSG_CMSG_CLOEXEC)[1]:
            os.close(descriptor)
    for message in said:
        far.send(message)
    far.close()
    try:
        yield process
    finally:
        process.close()
        os.close(log)
        os.close(inputs)


@pytest.mark.parametrize("read", [True, False], ids=["order read", "order unread"])
def test_what_a_spawner_said_last_is_heard_though_it_has_gone(read):
    with gone(frames.FAILED + b"no such package", read=read) as process:
        with pytest.raises(IsolationError, match=r"^no such package; "):
            process.wait_until_ready(())
        assert process.receive(0.0) == (b"", [])


@pytest.mark.parametrize("read", [True, False], ids=["order read", "order unread"])
def test_a_spawner_that_went_without_a_word_is_told_as_such(read):
    with (
        gone(read=read) as process,
        pytest.raises(IsolationError, match="ended before the sandbox was ready"),
    ):
        process.wait_until_ready(())
