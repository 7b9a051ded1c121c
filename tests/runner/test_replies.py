"""Replies count in the order of the calls, whole, and up to the first that breaks the protocol."""

import os

import pytest

from grader.runner.frames import HEADER, IMPORT, Kind
from grader.runner.replies import ReplyOrder, ReplyPipe


def reply(position, kind, payload=b""):
    return HEADER.pack(position, int(kind), 0, 0, len(payload), 0, 0, 0) + payload


LOADED = reply(IMPORT, Kind.LOADED)


@pytest.mark.parametrize(
    ("data", "taken", "due", "faulty"),
    [
        (b"", 0, IMPORT, False),
        (LOADED, 1, 0, False),
        (LOADED + reply(0, Kind.VALUES) + reply(1, Kind.RAISED), 3, 2, False),
        (LOADED + reply(1, Kind.VALUES), 1, 0, True),
        (LOADED + reply(0, Kind.VALUES) * 2, 2, 1, True),
        (LOADED + reply(0, Kind.VALUES) + reply(1, Kind.VALUES) + reply(2, Kind.VALUES), 3, 2, True),
        (LOADED + reply(0, Kind.LOADED), 1, 0, True),
        (reply(IMPORT, Kind.VALUES), 0, IMPORT, True),
        (reply(IMPORT, Kind.NOT_COMPILED), 1, 2, False),
    ],
)
def test_replies_answer_the_calls_in_order(data, taken, due, faulty):
    order = ReplyOrder(2)
    order.take(data)
    assert (len(order.queue), order.due, bool(order.fault)) == (taken, due, faulty)


def test_a_reply_that_waited_and_was_written_counts_once():
    order = ReplyOrder(2)
    order.take(LOADED + reply(0, Kind.VALUES))
    order.take_waiting(reply(0, Kind.VALUES) + reply(1, Kind.VALUES))
    assert [item.position for item in order.queue] == [IMPORT, 0, 1]
    assert order.due == 2


@pytest.mark.parametrize("cut", [1, HEADER.size - 1, HEADER.size, HEADER.size + 500])
def test_a_reply_that_comes_in_parts_is_put_together(cut):
    pipe, order = ReplyPipe(), ReplyOrder(1)
    whole = reply(IMPORT, Kind.LOADED, bytes(range(250)) * 4)
    try:
        for part in (whole[:cut], whole[cut:]):
            os.write(pipe.write_end, part)
            more = True
            while more:
                data, more = pipe.read()
                if data is not None and (at := order.take(data)) < len(data):
                    pipe.keep(data, at)
        assert bytes(order.queue[0].payload) == whole[HEADER.size :]
    finally:
        os.close(pipe.write_end)
        pipe.close()
