"""The codec: what travels arrives as it was, what does not is named, and no bytes break the reader."""

import array
import collections
import enum
import math
import random
import struct
import types
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.runner import frames, wire
from grader.runner.wire import Call, LaidArray, UnsupportedValue, WireError

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "g", "c8", "c16", "G"]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**200), 2**200)
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | st.binary()
)
arrays = st.sampled_from(DTYPES[:12]).flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
)
values = st.recursive(
    scalars | arrays,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(inner, max_size=5).map(tuple)
        | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


def same(got, want):
    """Say whether two values are of the same types and bits."""
    if type(got) is not type(want):
        return False
    if isinstance(want, np.ndarray):
        return got.dtype == want.dtype and got.shape == want.shape and got.tobytes() == want.tobytes()
    if isinstance(want, list | tuple):
        return len(got) == len(want) and all(map(same, got, want))
    if isinstance(want, dict):
        return list(got) == list(want) and all(map(same, got.values(), want.values()))
    if isinstance(want, float):
        return struct.pack("d", got) == struct.pack("d", want) or (math.isnan(got) and math.isnan(want))
    if isinstance(want, complex):
        return same(got.real, want.real) and same(got.imag, want.imag)
    return got == want


whole = st.integers(-(2**63), 2**63 - 1)
rows = st.sampled_from(
    [st.floats(), whole, st.booleans(), whole | st.floats() | st.booleans() | st.none()]
).flatmap(lambda element: st.lists(element, max_size=40) | st.lists(element, max_size=40).map(tuple))


@given(values | rows | st.lists(rows, max_size=5))
def test_what_travels_arrives_as_it_was(value):
    assert same(wire.decode_value(wire.encode_value(value)), value)
    assert same(wire.decode_reply(wire.encode_reply(value))[0], value)


@pytest.mark.parametrize(
    ("value", "tag", "size"),
    [
        ([1.5, -0.0, math.nan], b"L", 8),
        ((1.5, math.inf), b"U", 8),
        ([1, -(2**63), 2**63 - 1], b"J", 8),
        ((1, 2), b"V", 8),
        ([True, False], b"B", 1),
        ((True, True), b"W", 1),
        ([1, 2.0], b"l", 9),
        ([1, True], b"l", None),
        ([1, 2**63], b"l", None),
        ([1.5], b"l", 9),
    ],
)
def test_numbers_of_one_kind_are_packed(value, tag, size):
    for data in (wire.encode_reply(value), wire.encode_value(value), wire.encode_strictly(value)):
        assert data[:1] == tag
        assert same(wire.decode_value(data), value)
        assert size is None or len(data) == 9 + size * len(value)


@pytest.mark.parametrize(
    ("scalars", "want"),
    [
        ([np.float64(1.5), np.float64(2)], [1.5, 2.0]),
        ([np.float32(0.5), np.float32(2)], [0.5, 2.0]),
        ([np.int64(-1), np.int64(3)], [-1, 3]),
        ([np.uint64(2**64 - 1), np.uint64(3)], [2**64 - 1, 3]),
        ([np.bool_(True), np.bool_(False)], [True, False]),
        ([np.float64(1.5), 2.5, np.int8(3), 4], [1.5, 2.5, 3, 4]),
    ],
)
def test_scalars_of_numpy_in_a_list_become_its_numbers(scalars, want):
    assert same(wire.decode_value(wire.encode_reply(scalars)), want)
    assert same(wire.decode_value(wire.encode_reply(tuple(scalars))), tuple(want))


@pytest.mark.parametrize(
    "value",
    [
        np.arange(1e6).tolist(),
        tuple(range(10**6)),
        [True, False] * 500_000,
        [0, *np.arange(1e6).tolist()],
        list(np.arange(1e6)),
        [[1.0, 2.0, 3.0]] * 200_000,
        [[i, i] for i in range(200_000)],
        [np.arange(1000.0).tolist()] * 1_000,
    ],
    ids=["floats", "ints", "bools", "mixed", "scalars", "rows", "pairs", "square"],
)
def test_a_million_numbers_travel_both_ways(value):
    reply = wire.encode_reply(value)
    got, end = wire.decode_reply(reply)
    assert end == len(reply)
    assert got == value
    assert wire.decode_value(wire.encode_value(value)) == value


def test_the_bits_of_a_nan_travel():
    (odd,) = struct.unpack("<d", bytes.fromhex("010000000000f8ff"))
    for value in (odd, [odd, 1.0], [odd, 1], {"a": (odd, odd)}):
        assert bytes.fromhex("010000000000f8ff") in wire.encode_reply(
            wire.decode_value(wire.encode_reply(value))
        )


class Hashing(type):
    def __hash__(cls):
        raise AssertionError

    def __eq__(cls, other):
        raise AssertionError


class Odd(float, metaclass=Hashing):
    __slots__ = ()


def test_packing_asks_nothing_of_a_class():
    assert wire.decode_value(wire.encode_reply([1.0, Odd(2.0), 3.0])) == [1.0, 2.0, 3.0]
    assert wire.decode_value(wire.encode_reply([Odd(2.0)] * 3)) == [2.0] * 3


@pytest.mark.parametrize("bits", [14_000, 14_001, 14_007, 14_008, 14_009])
@pytest.mark.parametrize("sign", [1, -1])
def test_both_directions_take_the_same_integers(bits, sign):
    number = sign * ((1 << bits) - 1)
    data = number.to_bytes(bits // 8 + 1, "little", signed=True)
    frame = b"I" + struct.pack("<Q", len(data)) + data
    if bits <= wire.MAX_INT_BITS:
        assert wire.decode_reply(frame)[0] == wire.decode_value(wire.encode_value(number)) == number
        return
    with pytest.raises(WireError):
        wire.decode_reply(frame)
    with pytest.raises(WireError, match=f"{bits} bits"):
        wire.encode_value(number)


def nested(depth, value=1):
    for _ in range(depth):
        value = [value]
    return value


def test_both_directions_nest_alike():
    for inner in ([1], [1.0, 2.0], (True, False), {"a": 1}, ["a"], [np.zeros(2)], [[]]):
        deepest = nested(wire.MAX_DEPTH - 1, inner)
        assert same(wire.decode_reply(wire.encode_reply(deepest))[0], deepest)
        too_deep = wire.encode_value([deepest])
        assert same(wire.decode_value(too_deep), [deepest])
        assert type(wire.decode_reply(wire.encode_reply([deepest]))[0]) is UnsupportedValue
        with pytest.raises(WireError):
            wire.decode_reply(too_deep)
        with pytest.raises(WireError, match="nested"):
            wire.encode_value(nested(wire.OWN_DEPTH, inner))


def test_both_directions_count_alike():
    for value in ([None] * 249_999, [True] * 2_499_999, {str(i): i for i in range(80_000)}):
        assert wire.decode_reply(wire.encode_reply(value))[0] == value
    for value in (
        [None] * 250_000,
        [True] * 2_500_000,
        [(1.0, 2.0)] * 250_000,
        {str(i): i for i in range(84_000)},
    ):
        assert type(wire.decode_reply(wire.encode_reply(value))[0]) is UnsupportedValue
        with pytest.raises(WireError):
            wire.decode_reply(wire.encode_value(value))


def test_no_value_is_larger_than_a_reply():
    largest = np.zeros(wire.MAX_REPLY_BYTES, np.int8)
    assert same(wire.decode_reply(wire.encode_reply(largest))[0], largest)
    for large in (np.zeros(wire.MAX_REPLY_BYTES // 8 + 40), b"x" * (wire.MAX_REPLY_BYTES + 300)):
        with pytest.raises(WireError):
            wire.decode_reply(wire.encode_value(large))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 0, 3), (1,) * 32])
def test_every_dtype_and_shape_travels(dtype, shape):
    value = np.ones(shape, dtype)
    got = wire.decode_value(wire.encode_value(value))
    assert type(got) is np.ndarray
    assert same(got, value)
    assert got.flags.writeable
    assert got.flags.owndata


@pytest.mark.parametrize("dtype", [">i2", ">u8", ">f2", ">f4", ">f8", ">c16"])
def test_byte_order_is_normalised(dtype):
    value = np.arange(5).astype(dtype)
    got = wire.decode_value(wire.encode_reply(value))
    assert got.dtype.isnative
    assert got.dtype == value.dtype.newbyteorder("=")
    assert (got == value).all()


@pytest.mark.parametrize(
    "value",
    [
        np.arange(12.0).reshape(3, 4).T,
        np.arange(12.0)[::-2],
        np.broadcast_to(np.float64(3.0), (4, 5)),
        np.asfortranarray(np.arange(24).reshape(2, 3, 4)),
    ],
)
def test_any_layout_travels_in_c_order(value):
    got = wire.decode_value(wire.encode_reply(value))
    assert got.shape == value.shape
    assert (got == value).all()
    assert got.flags.c_contiguous


class Colour(enum.IntEnum):
    RED = 7


class Text(str):
    __slots__ = ()

    def __getitem__(self, key):
        raise AssertionError

    def encode(self, *_):
        raise AssertionError


class Numbers(list):
    def __iter__(self):
        raise AssertionError

    def __len__(self):
        return 10**9


class Loud(float):
    def __float__(self):
        raise AssertionError


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (np.float64(1.5), 1.5),
        (np.float32(0.5), 0.5),
        (np.longdouble(0.25), 0.25),
        (np.int8(-3), -3),
        (np.uint64(2**64 - 1), 2**64 - 1),
        (np.bool_(True), True),
        (np.complex64(1 + 2j), 1 + 2j),
        (np.str_("word"), "word"),
        (np.bytes_(b"word"), b"word"),
        (Colour.RED, 7),
        (Loud(-0.0), -0.0),
        (Text("text"), "text"),
        (Numbers([1, 2]), [1, 2]),
        (collections.namedtuple("Pair", "a b")(1, 2.0), (1, 2.0)),  # noqa: PYI024
        (collections.Counter("aab"), {"a": 2, "b": 1}),
        (collections.OrderedDict(z=1, a=2), {"z": 1, "a": 2}),
    ],
    ids=lambda value: wire.class_name(type(value)),
)
def test_kinds_of_built_in_values_travel_as_these_without_running_their_code(value, want):
    got = wire.decode_value(wire.encode_reply(value))
    assert same(got, want)


class Tensor(np.ndarray):
    def __array_finalize__(self, obj):
        pass

    def tobytes(self, *_):
        raise AssertionError


class Named(type):
    @property
    def __name__(cls):
        raise AssertionError


class Pretender(metaclass=Named):
    @property
    def __class__(self):
        return np.ndarray

    def __array__(self, *_):
        raise AssertionError


def deep(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


cycle: list = []
cycle.append(cycle)
fan: list = [1.0]
for _ in range(25):
    fan = [fan, fan]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (np.array([None, 1]), "an array of dtype object"),
        (np.array(["a"]), "an array of dtype str"),
        (np.array([b"a"]), "an array of dtype bytes"),
        (np.zeros(2, "M8[s]"), "an array of dtype datetime64"),
        (np.zeros(2, "i4,f8"), "an array of dtype void (structured)"),
        (np.zeros(4).view(Tensor), "an ndarray subclass `Tensor`"),
        (np.zeros((1, 1)).view(np.matrix), "a matrix"),
        (np.ma.masked_array([1.0]), "a masked array"),
        (Pretender(), "a `Pretender`"),
        (object(), "an `object`"),
        ({1, 2}, "a `set`"),
        (range(3), "a `range`"),
        ((i for i in "ab"), "a `generator`"),
        (array.array("d", [1.0]), "an `array`"),
        (memoryview(b"x"), "a `memoryview`"),
        (types, "a `module`"),
        (NotImplemented, "a `NotImplementedType`"),
        ({1: 2}, "a dict whose keys are not all str"),
        ("\ud800", "a str with lone surrogates"),
        (1 << 14_001, "an int of 14002 bits"),
        (deep(40), "a value nested more than 32 deep"),
        (cycle, "a value nested more than 32 deep"),
        (fan, "a value of more than 250,000 parts"),
        ([None] * 300_000, "a value of more than 250,000 parts"),
        ("x" * 2**25, "a value too large to hand over"),
        (np.zeros(3 * 2**20), "an array of 1 axes and 25165824 bytes, too large to hand over"),
        (np.lib.stride_tricks.as_strided(np.zeros(1), (2,) * 32, (0,) * 32), "too large to hand over"),
        (np.datetime64("2020-01-01"), "a `datetime64`"),
    ],
    ids=lambda value: wire.class_name(type(value)),
)
def test_what_does_not_travel_is_named(value, name):
    got = wire.decode_value(wire.encode_reply(value))
    assert type(got) is UnsupportedValue
    assert name in got.name


def test_an_odd_part_is_named_by_itself():
    assert wire.decode_value(wire.encode_reply([1, {2}, (3.0, object())])) == [
        1,
        UnsupportedValue("a `set`"),
        (3.0, UnsupportedValue("an `object`")),
    ]


def test_the_judges_own_values_have_to_travel():
    with pytest.raises(WireError, match="a `set` does not travel"):
        wire.encode_value([1, {2}])


def test_names_are_bounded_and_printable():
    kind = type("\x1b[31m\u202e" + "x" * 500, (), {})
    got = wire.decode_value(wire.encode_reply(kind()))
    assert got.name.isprintable()
    assert len(got.name) <= 200


@pytest.mark.parametrize("order", ["C", "F", "strided", "backwards"])
@pytest.mark.parametrize("readonly", [False, True])
def test_calls_travel_with_their_layouts(order, readonly):
    call = Call(steps=((LaidArray(np.arange(6).reshape(2, 3), order, readonly), 1e-6), (2,)), reuse=True)
    got = wire.decode_call(wire.encode_call(call))
    ((laid, eps), (second,)) = got.steps
    assert (laid.order, laid.readonly, eps, second) == (order, readonly, 1e-6, 2)
    assert (laid.array == np.arange(6).reshape(2, 3)).all()
    assert (got.reuse, got.overwrite_results) == (True, False)


def test_layouts_are_no_replies():
    data = wire.encode_value(LaidArray(np.zeros(1)))
    with pytest.raises(WireError):
        wire.decode_reply(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"?",
        b"i\0",
        b"d\0\0",
        b"s" + struct.pack("<Q", 2**63) + b"x",
        b"s" + struct.pack("<Q", 2) + b"\xff\xff",
        b"l" + struct.pack("<Q", 2**62),
        b"t" + struct.pack("<Q", 5) + b"NN",
        b"L" + struct.pack("<Q", 2**61),
        b"m" + struct.pack("<Q", 1) + struct.pack("<Q", 9),
        b"l\x01\0\0\0\0\0\0\0" * 40 + b"N",
        b"l" + struct.pack("<Q", 260_000) + b"N" * 260_000,
        b"I" + struct.pack("<Q", 4000) + b"\1" * 4000,
        b"I" + struct.pack("<Q", 2**62) + b"\1",
        b"J" + struct.pack("<Q", 2**61),
        b"V" + struct.pack("<Q", 2**64 - 1),
        b"J" + struct.pack("<Q", 2) + bytes(15),
        b"B" + struct.pack("<Q", 2**62),
        b"W" + struct.pack("<Q", 3) + b"\1\1",
        b"B" + struct.pack("<Q", 2_600_000) + bytes(2_600_000),
        b"l" + struct.pack("<Q", 2_600_000) + b"T" * 2_600_000,
        b"a",
        b"a\xff\0",
        b"a\x0b\xff",
        b"a\x0b\x01" + struct.pack("<Q", 2**61),
        b"a\x0b\x02" + struct.pack("<QQ", 2**32, 2**32),
        b"a\x0b\x02" + struct.pack("<QQ", 2**63, 0),
        b"a\x0b\x01" + struct.pack("<Q", 2) + b"\0" * 15,
        b"f" + struct.pack("<Q", 1) + b"\xff",
        b"A\0\0",
    ],
    ids=len,
)
def test_bytes_that_are_no_value_are_refused(data):
    with pytest.raises(WireError):
        wire.decode_reply(data)


def test_a_truth_value_is_never_of_a_third_kind():
    data = bytearray(wire.encode_value(np.zeros(3, bool)))
    data[-1] = 7
    got = wire.decode_value(data)
    assert got.tolist() == [False, False, True]
    assert got.view(np.uint8).max() == 1


def test_bytes_after_the_value_are_refused():
    with pytest.raises(WireError, match="left over"):
        wire.decode_value(b"NN")


def _samples():
    rng = np.random.RandomState(0)
    yield wire.encode_value(rng.randn(3, 4))
    yield wire.encode_value([1, 2.5, None, "text", b"bytes", (True, 1j), {"k": [1.0, 2.0]}])
    yield wire.encode_value((np.arange(5, dtype="u2"), {"a": np.zeros((2, 0)), "b": 2**90}))
    yield wire.encode_value([[1.0, 2.0], [3.0, 4.0], UnsupportedValue("a `set`")])
    yield wire.encode_value([[1, 2], (3, 4), [True, False], (False, True, True), [1, 2.5, True, -(2**63)]])
    yield wire.encode_value((1 << 13_998, -(1 << 13_999), [2**70, 1.5], "t\u00e9xt", {"": [True] * 9}))


def _frame(payload, **fields):
    header = {"position": 0, "kind": frames.Kind.VALUES, "step": 0, "changes": 0, "output": 0} | fields
    return (
        frames.HEADER.pack(
            header["position"],
            header["kind"],
            header["step"],
            header["changes"],
            len(payload),
            header["output"],
            1,
            1,
        )
        + payload
    )


def _mutated(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(len(data))
        way = rng.randrange(5)
        if way == 0:
            data[at] = rng.randrange(256)
        elif way == 1:
            data[at] ^= 1 << rng.randrange(8)
        elif way == 2:
            del data[at : at + rng.randrange(1, 9)]
        elif way == 3:
            data[at:at] = rng.randbytes(rng.randrange(1, 9))
        else:
            data[at : at + 8] = struct.pack("<Q", rng.choice((0, 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1)))
        if not data:
            data = bytearray(b"\0")
    return bytes(data)


def _fuzz(count):
    rng = random.Random(20)
    samples = list(_samples())
    decoded = refused = 0
    for _ in range(count):
        data = _mutated(_frame(rng.choice(samples)), rng)
        try:
            reply = frames.take_reply(data, 0)
            if reply is None or reply.kind != frames.Kind.VALUES:
                refused += 1
                continue
            told, _ = frames.read_values(reply, rng.choice((1, 1, 1, 2)))
        except WireError:
            refused += 1
            continue
        decoded += 1
        for value in told:  # whatever decodes can be encoded, by the judge and as a reply
            assert same(wire.decode_value(wire.encode_value(value)), value)
            assert same(wire.decode_reply(wire.encode_reply(value))[0], value)
    assert decoded > count // 50
    assert refused > count // 2


def test_no_frame_breaks_the_reader():
    _fuzz(4_000)


@pytest.mark.long
def test_no_frame_of_very_many_breaks_the_reader():
    _fuzz(100_000)


@given(st.binary(max_size=200))
@settings(max_examples=300)
def test_no_bytes_break_the_reader(data):
    for buffer in (data, bytearray(data)):
        with suppress(WireError):
            wire.decode_reply(buffer)
        with suppress(WireError):
            frames.take_reply(buffer, 0)


tags = st.sampled_from([bytes([tag]) for tag in b"NTFidcIsbltLUJVBWmaAf?"])
counts = st.integers(0, 9).map(lambda n: struct.pack("<Q", n)) | st.just(struct.pack("<Q", 1751))
pieces = tags | counts | st.binary(max_size=20) | st.sampled_from([bytes(8), b"\xff" * 1751, b"\x0b\x01"])


@given(st.lists(pieces, max_size=30).map(b"".join))
@settings(max_examples=500)
def test_whatever_decodes_can_be_encoded_to_the_same_value(data):
    with suppress(WireError):
        value, end = wire.decode_reply(data)
        assert end <= len(data)
        assert same(wire.decode_value(wire.encode_value(value)), value)
        assert same(wire.decode_reply(wire.encode_reply(value))[0], value)


@given(st.text(), st.integers(1, 50))
def test_printable_text_is_bounded_and_printable(text, limit):
    got = wire.printable(text, limit)
    assert got.isprintable()
    assert len(got) <= limit
    if text.isprintable() and len(text) <= limit:
        assert got == text
