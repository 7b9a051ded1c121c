"""A case as code does what the case does."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from support.folders import PROBLEMS

from grader.bank.build import CaseMaker, build_bank
from grader.bank.code import MAX_CODE, MAX_ELEMENTS, code_for, is_whole, literal
from grader.problem.case import Case, Seq, backwards, fortran, readonly, strided
from grader.problem.folder import load_problem
from grader.runner.arguments import prepare
from grader.runner.wire import encode_value


def called(code, name="f"):
    """Run code and return the arguments of each call, copied."""
    calls = []

    def record(*args):
        calls.append([a.copy() if isinstance(a, np.ndarray) else a for a in args])
        return np.zeros(3)

    exec(compile(code, "pasted", "exec"), {name: record})
    return calls


VALUES = [
    None, True, 3, -(2**70), 0.1, -0.0, math.nan, math.inf, -math.inf, 1e-320, complex(0.1, -0.0),
    complex(math.nan, math.inf), "añ\n'\"\ud7ff\u202e", b"\0x", [], [1, [2.5]], (), (1,), (1, "a"), {"a": (None, 1.5)},
    np.array(3.0), np.array([]), np.zeros((0, 3)), np.zeros((2, 0), np.int8), np.array([0.1, np.nan, -np.inf, -0.0]),
    np.array([[1, -2]]), np.array([True, False]), np.array([1, 2], np.uint8), np.array([0.1], np.float32),
    np.array([0.1], np.float16), np.array([0.1, 1e-4000], np.longdouble), np.array([1 + 2j, complex(np.nan, -0.0)]),
    np.array([1j], np.complex64), np.arange(6).reshape(1, 2, 3),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_literal_is_the_value_to_the_last_bit(value):
    code = code_for("f", {"x": value})
    assert code.isascii()
    ((got,),) = called(code)
    assert same_bits(got, value)


def same_bits(got, want):
    """Compare encodings; of longdouble, which is encoded with what lies between its numbers, the numbers."""
    if isinstance(want, np.ndarray) and want.dtype == np.longdouble:
        signs = np.array_equal(np.signbit(got), np.signbit(want))
        return got.dtype == want.dtype and signs and np.array_equal(got, want, equal_nan=True)
    return encode_value(got) == encode_value(want)


@given(
    st.one_of(
        st.floats(),
        st.complex_numbers(),
        hnp.arrays(hnp.floating_dtypes(endianness="<"), hnp.array_shapes(min_dims=0, min_side=0, max_side=3)),
        hnp.arrays(hnp.integer_dtypes(endianness="<"), hnp.array_shapes(max_side=3)),
    )
)
def test_any_number_or_array_comes_back(value):
    got = eval(literal(value), {"np": np})
    if isinstance(value, np.ndarray):
        assert got.dtype == value.dtype
        assert got.shape == value.shape
    assert np.array_equal(got, value, equal_nan=True)
    assert np.array_equal(np.signbit(np.real(got)), np.signbit(np.real(value))) or np.isnan(value).any()


@pytest.mark.parametrize("lay", [fortran, strided, backwards, readonly, lambda a: readonly(strided(a))])
def test_a_layout_is_made_again(lay):
    problem = load_problem(PROBLEMS / "centre")
    asked = Case(group="layouts", args={"x": lay(np.arange(6.0).reshape(2, 3))})
    case = CaseMaker(problem).make("c", asked, "generated")
    want = prepare(case.call).steps[0][0]
    seen = []
    exec(code_for("f", case), {"f": seen.append})
    assert np.array_equal(seen[0], want)
    assert seen[0].flags.writeable == want.flags.writeable
    if lay is not readonly:
        assert seen[0].strides == want.strides or not want.flags.writeable


def test_a_single_call_names_its_arguments():
    assert code_for("f", {"x": np.array([1.0]), "eps": 1e-6}) == (
        "import numpy as np\n\nf(\n    np.array([1.0]),  # x\n    1e-06,  # eps\n)"
    )
    assert code_for("f", {"k": 3}) == "f(\n    3,  # k\n)"


def test_long_arrays_are_broken_into_lines():
    x = np.random.RandomState(3).standard_normal((4, 30))
    code = code_for("f", {"x": x, "y": x.astype(np.longdouble)})
    assert max(map(len, code.splitlines())) <= 110
    ((first, second),) = called(code)
    assert np.array_equal(first, x)
    assert np.array_equal(second, x)


def test_a_sequence_refills_and_overwrites_as_its_case_does():
    x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    code = code_for("f", Seq("s", group="g", calls=[{"x": x, "k": 1}, {"x": y, "k": 2}], reuse=True, why="w"))
    assert code.count("x[...] = ") == 1
    calls = called(code)
    assert [c[0].tolist() for c in calls] == [[1.0, 2.0], [3.0, 4.0]]
    assert [c[1] for c in calls] == [1, 2]
    code = code_for(
        "f",
        Seq(
            "s",
            group="g",
            calls=[{"x": x}, {"x": np.array([1])}],
            reuse=True,
            overwrite_results=True,
            why="w",
        ),
    )
    assert "x[...]" not in code  # another shape is another object
    assert "result_1[...] = np.nan" in code
    assert "result_2 = f(x)" in code
    assert "result_2[...]" not in code  # nothing follows that could trip over it
    called(code)


def test_every_case_of_a_bank_can_be_pasted():
    for slug in ("hypotenuse", "centre", "top_words", "two_factors"):
        for case in build_bank(load_problem(PROBLEMS / slug), 0).cases:
            calls = called(code_for("f", case))
            assert len(calls) == len(case.steps)
            for got, want in zip(calls, case.steps, strict=True):
                assert encode_value(got) == encode_value(list(want.values()))


@pytest.mark.parametrize(
    "value",
    [
        np.arange(MAX_ELEMENTS + 1),
        "x" * 10**6,
        b"x" * 10**6,
        list(range(10**5)),
        [[1.5] * 900] * 900,
        {"a": "y" * 10**5},
    ],
)
def test_what_is_large_is_described_in_code_that_still_compiles(value):
    code = code_for("f", {"x": value, "k": 3})
    assert len(code) <= MAX_CODE + 50
    if not isinstance(value, list):
        compile(code, "pasted", "exec")


@pytest.mark.parametrize(
    "period", [np.array([0.1, -0.0, 3.0]), np.array([1, 2], np.int8), np.array([np.nan])]
)
def test_a_large_array_that_repeats_itself_is_whole(period):
    value = np.resize(period, (3, MAX_ELEMENTS))
    code = code_for("f", {"x": value, "y": fortran(value)})
    assert is_whole(code)
    assert len(code) < 300
    ((got, laid),) = called(code)
    assert encode_value(got) == encode_value(value)
    assert encode_value(np.ascontiguousarray(laid)) == encode_value(value)


def test_code_says_whether_anything_is_left_out():
    large = np.arange(MAX_ELEMENTS + 1.0)
    assert not is_whole(code_for("f", {"x": large}))
    assert not is_whole(code_for("f", dict.fromkeys("abcde", large[1:] / 7)))
    assert is_whole(code_for("f", {"x": large[1:]}))
