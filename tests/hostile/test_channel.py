"""The judge on a channel whose other end does as it likes, and the frames that come over it."""

import numpy as np
import pytest
from hostile.bench import small_judge
from hostile.files import CORPUS, submissions

from grader.runner import frames
from grader.runner.claims import read_parameters, read_raised
from grader.runner.frames import CHANGE, HEADER, IMPORT, Kind, missing_bytes, read_values, take_reply
from grader.runner.wire import UnsupportedValue, WireError, decode_value, encode_reply, encode_value

pytestmark = pytest.mark.kernel

# What every file about frames begins with, so that its frames are well formed but for the attack.
PRELUDE = (CORPUS / "protocol" / "answers_twice.py").read_text("utf-8").split("COUNT = [0]")[0]
RIGHT = """
def honest(x, gamma, beta, eps=1e-6):
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
"""


@pytest.fixture(scope="module")
def judge(cache):
    made, _ = small_judge(cache, wall_factor=4.0)
    with made:
        yield made


def test_right_values_in_frames_of_its_own_are_right_values(judge):
    # The control of all files about frames: what they forge is taken for a reply, and judged by its values.
    source = f"""{PRELUDE}{RIGHT}
def layer_norm(x, gamma, beta, eps=1e-6):
    calls = next(o for o in everything() if type(o) is list and o and type(o[0]).__name__ == "Prepared")
    for position, call in enumerate(calls):
        steps = call.steps
        if len(steps) > 1:
            for step in call.refills:
                pass
        values = [array(honest(*step)) for step in steps]
        if call.refills and any(call.refills):
            values = []
            for step, pairs in zip(steps, call.refills):
                for target, data in pairs:
                    target[...] = data
                values.append(array(honest(*step)))
        send(frame(position, VALUES, b"".join(values)))
    wait()
"""
    result = judge.grade(source.encode())
    assert (result.verdict, result.score) == ("AC", 100.0), result.message


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("send(frame(IMPORT, LOADED) * 2); wait()", "the answer to another call than the one that was asked"),
        (
            "send(frame(IMPORT, LOADED) + frame(1, VALUES, array(np.zeros(4)))); wait()",
            "the answer to another call",
        ),
        ("send(frame(IMPORT, 99)); wait()", "no reply begins like this"),
        ("send(frame(IMPORT, VALUES, array(np.zeros(4)))); wait()", "an answer of the wrong kind"),
        ("send(frame(IMPORT, LOADED) + frame(0, VALUES, array(np.zeros(4)) * 2)); wait()", "bytes left over"),
        ("send(frame(IMPORT, LOADED) + frame(0, RAISED, b'N')); wait()", "an exception that is none"),
        ("send(frame(IMPORT, LOADED) + frame(0, VALUES, b'?')); wait()", "no value begins with"),
    ],
)
def test_what_is_no_answer_is_told_as_such(judge, lines, message):
    result = judge.grade((PRELUDE + lines).encode())
    assert result.verdict == "RTE"
    assert "the process sent something that is not an answer" in result.message
    assert message in result.message


def reply(position=0, kind=Kind.VALUES, payload=b"", *, changes=0, length=None, end=0):
    size = len(payload) if length is None else length
    return HEADER.pack(position, kind, 0, changes, size, end, 0, 0) + payload


@pytest.mark.parametrize("cut", range(HEADER.size + 12))
def test_a_reply_that_is_not_all_there_is_waited_for_by_its_bytes(cut):
    whole = reply(payload=encode_reply(np.arange(3.0)))
    part = whole[:cut]
    assert take_reply(part, 0) is None
    assert 0 < missing_bytes(part, 0) <= len(whole) - cut


@pytest.mark.parametrize(
    "bad",
    [
        reply(kind=0),
        reply(kind=max(Kind) + 1),
        reply(length=frames.MAX_PAYLOAD_BYTES + 1),
        reply(length=2**32 - 1),
        reply(changes=1, payload=b"abc"),
        reply(changes=65535, payload=bytes(100)),
    ],
)
def test_a_header_that_none_of_ours_sends_is_refused_before_its_payload_is_waited_for(bad):
    with pytest.raises(WireError):
        take_reply(bad[: HEADER.size], 0)


def test_more_changes_than_there_can_be_arguments_are_refused():
    many = CHANGE.pack(0, 0) * 65
    told = take_reply(reply(payload=many + encode_reply(1.0), changes=65), 0)
    with pytest.raises(WireError, match="more changes"):
        read_values(told, 1)


def _seeds():
    rng = np.random.default_rng(5)
    values = (
        rng.standard_normal((3, 4)), np.arange(5), np.float32(2), 1.5, 7, -(2**80), "text", b"bytes", None, True,
        [1.0, 2.0, 3.0], [1, "a", None], (1.0, (2.0, [3.0])), {"a": np.zeros(2), "b": [{}]}, UnsupportedValue("a matrix"), 2 + 1j,
        np.ones((2, 0)), np.array(3.0), np.arange(4) > 1, [1, 2, -(2**63)], (3, 4), [True, False] * 4, (True, True),
        [[1, 2], [3, 4.5]], [0, 1.5, True, 2**64], 1 << 13_999, -(1 << 13_999),
    )  # fmt: skip
    described = ("E", "ValueError", "no", ((3, "f"),), None, None, None, 0, None)
    for value in values:
        yield reply(payload=encode_reply(value))
    yield reply(payload=CHANGE.pack(0, 1) * 2 + encode_reply(1.0), changes=2)
    yield reply(kind=Kind.RAISED, payload=encode_value(described))
    yield reply(IMPORT, Kind.LOADED, b"x gamma beta")


_LENGTHS = (0, 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1)


def _mutated(rng, seeds):
    data = bytearray(seeds[rng.integers(len(seeds))])
    for _ in range(rng.integers(1, 5)):
        how = rng.integers(6)
        at = int(rng.integers(len(data) or 1))
        if how == 0 and data:  # one byte
            data[at] = rng.integers(256)
        elif how == 1:  # cut short
            del data[at:]
        elif how == 2:  # a length that is not so
            data[at : at + 8] = _LENGTHS[rng.integers(len(_LENGTHS))].to_bytes(8, "little")
        elif how == 3:  # more of it
            data[at:at] = bytes(rng.integers(0, 256, rng.integers(1, 40), dtype=np.uint8))
        elif how == 4:  # something of another, as in a replay
            other = seeds[rng.integers(len(seeds))]
            data[at:] = other[int(rng.integers(len(other))) :]
        else:  # the same once more
            data += data[: 2**12]
    return bytes(data)


@pytest.mark.parametrize("count", [3_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_no_bytes_bring_the_judge_to_anything_but_a_refusal(count):
    rng = np.random.default_rng(11)
    seeds = list(_seeds())
    refused = 0
    for _ in range(count):
        data = _mutated(rng, seeds)
        at = 0
        returned = []
        try:
            while (told := take_reply(data, at)) is not None:
                at += HEADER.size + len(told.payload)
                if told.kind == Kind.VALUES:
                    values, _ = read_values(told, int(rng.integers(1, 4)))
                    returned += values
                elif told.kind == Kind.LOADED:
                    read_parameters(told.payload)
                else:
                    raised, _, leave = read_raised(told.payload)
                    assert f"{raised}{leave}".isprintable()
            assert missing_bytes(data, at) > 0
        except WireError:
            refused += 1
        for value in returned:  # the judge encodes arguments that came back: it must be able to
            again = encode_value(value)
            assert encode_value(decode_value(again)) == again
    assert count // 10 < refused < count


def test_every_family_and_kind_has_a_probe():
    assert all(s.attack and s.probe for s in submissions())
