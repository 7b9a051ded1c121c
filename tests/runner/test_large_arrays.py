"""Large arrays take a shorter way to the judge and back, and are looked at as closely as others."""

import numpy as np
import pytest

from grader.runner.arguments import changed, prepare
from grader.runner.encode import encode_reply, large_array
from grader.runner.status import Status
from grader.runner.values import LARGE_BYTES
from grader.runner.wire import Call

from .conftest import open_spawner

COUNT = LARGE_BYTES // 8
SIZES = [COUNT - 1, COUNT, COUNT + 1, 40_000, 131_072]


def last_changed(x):
    x[-1] += 1


def first_zero_negative(x):
    x[0] = -0.0


def other_dtype(x):
    x.dtype = np.int64


def other_shape(x):
    x.shape = (x.size // 2, 2)


def backwards(x):
    x.strides = (0,)


CHANGES = [last_changed, first_zero_negative, other_dtype, other_shape, backwards]


@pytest.mark.filterwarnings("ignore:Setting the:DeprecationWarning")
@pytest.mark.parametrize("size", [10, 40_000])
@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_an_argument_is_seen(change, size):
    prepared = prepare(Call(((np.arange(float(size)),),)))
    ((x,),) = prepared.steps
    assert changed(prepared.kept[0]) == []
    change(x)
    assert changed(prepared.kept[0]) == [0]


def test_not_a_number_is_no_change():
    prepared = prepare(Call(((np.full(40_000, np.nan),),)))
    assert changed(prepared.kept[0]) == []


@pytest.mark.parametrize("shape", [(COUNT,), (2, COUNT), (1, 1, COUNT, 1)])
def test_what_lies_there_is_what_would_have_been_encoded(shape):
    value = np.arange(float(np.prod(shape))).reshape(shape)
    head, data = large_array(value)
    assert head + bytes(data) == encode_reply(value)


@pytest.mark.parametrize(
    "value",
    [
        np.zeros(COUNT - 1),
        np.zeros(2 * COUNT)[::2],
        np.zeros((COUNT, 2)).T,
        np.broadcast_to(1.0, (COUNT,)),
        np.zeros(COUNT, ">f8"),
        np.zeros(COUNT, int),
        np.zeros(2 * COUNT, "f4"),
        np.zeros(COUNT).view(np.recarray),
        [0.0] * COUNT,
        None,
    ],
    ids=[
        "small",
        "strided",
        "transposed",
        "broadcast",
        "big-endian",
        "int",
        "float32",
        "subclass",
        "list",
        "none",
    ],
)
def test_everything_else_goes_the_usual_way(value):
    assert large_array(value) is None


@pytest.mark.parametrize("size", SIZES)
def test_values_of_every_size_arrive_in_order(size):
    calls = [Call(((np.arange(float(n)),),)) for n in (3, size, 3, size, size, 3)]
    with open_spawner(calls) as spawner:
        results = list(spawner.run(b"def f(x): return -x\n"))
    assert [result.status for result in results] == [Status.RETURNED] * 6
    for call, result in zip(calls, results, strict=True):
        assert np.array_equal(result.values[0], -call.steps[0][0])
        assert result.changed == ()


def test_a_large_argument_that_is_returned_can_be_told_from_one_that_was_changed():
    calls = [Call(((np.arange(40_000.0),),))]
    with open_spawner(calls) as spawner:
        (same,) = spawner.run(b"def f(x): return x\n")
        (other,) = spawner.run(b"def f(x):\n    x[7] = 0\n    return x\n")
    assert (same.changed, other.changed) == ((), ((0, 0),))
    assert np.array_equal(same.values[0], np.arange(40_000.0))
    assert other.values[0][7] == 0


def test_a_large_reply_that_breaks_off_is_none():
    body = b"""
import os, struct
def f(x):
    if x.size > 3:
        os.write(3, struct.pack("<IBxHIIQQQ", 1, 2, 0, 0, 400_000, 0, 0, 0) + bytes(1000))
        os._exit(0)
    return x
"""
    calls = [Call(((np.arange(float(n)),),)) for n in (3, 4, 3)]
    with open_spawner(calls) as spawner:
        results = list(spawner.run(body))
    assert [result.status for result in results] == [Status.RETURNED, Status.EXITED, Status.RETURNED]


def test_of_several_arguments_those_that_changed_are_named():
    arguments = (np.arange(3.0), [1, 2], np.arange(40_000.0), np.arange(3), np.zeros(0), 1.0)
    prepared = prepare(Call((arguments,)))
    x, items, large, whole, *_ = prepared.steps[0]
    for change, index in ((x, 0), (items, 1), (large, 2), (whole, 3)):
        change[1] = 7
        assert changed(prepared.kept[0])[-1] == index
    assert changed(prepared.kept[0]) == [0, 1, 2, 3]
