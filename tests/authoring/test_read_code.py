"""What is written of a counterexample is read back as the very same case."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from grader.authoring.identity import same_call
from grader.authoring.read_code import case_from_code
from grader.authoring_api import Case, Seq, backwards, fortran, readonly, strided
from grader.bank.code import code_for
from grader.errors import UsageError
from grader.problem.signature import Parameter, Signature

SIGNATURE = Signature(
    "f", (Parameter("a", None, False), Parameter("b", None, False), Parameter("c", None, True, 3)), None
)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=5),
    st.binary(max_size=4), st.complex_numbers(),
)  # fmt: skip
NESTED = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text("ab_", max_size=3), inner, max_size=2),
    ),
    max_leaves=6,
)
DTYPES = st.sampled_from(["bool", "int8", "uint16", "int64", "float16", "float32", "float64", "complex128"])
ARRAYS = DTYPES.flatmap(lambda d: arrays.arrays(d, arrays.array_shapes(min_dims=0, min_side=0, max_side=3)))
LAID = st.tuples(
    ARRAYS.filter(lambda a: a.ndim and a.size), st.sampled_from([fortran, strided, backwards, readonly])
)
VALUES = st.one_of(NESTED, ARRAYS, LAID.map(lambda pair: pair[1](pair[0])))


def same(case):
    read = case_from_code(code_for("f", case), SIGNATURE, group="basic")
    assert read.group == "basic"
    return same_call(read, case, SIGNATURE)


@settings(max_examples=150, deadline=None)
@given(st.lists(VALUES, min_size=2, max_size=3))
def test_one_call(values):
    assert same(Case(group="basic", args=dict(zip("abc", values, strict=False))))


@pytest.mark.parametrize("reuse", [False, True])
@pytest.mark.parametrize("overwrite_results", [False, True])
def test_several_calls_in_a_row(reuse, overwrite_results):
    calls = [{"a": np.arange(3.0) + i, "b": 1.5, "c": i} for i in range(3)]
    assert same(Seq(group="basic", calls=calls, reuse=reuse, overwrite_results=overwrite_results))


def test_what_is_missing_at_the_end_is_left_to_its_default():
    read = case_from_code("f(\n    1,  # a\n    2,  # b\n)", SIGNATURE, group="basic")
    assert (read.args, read.omit) == ({"a": 1, "b": 2}, ("c",))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import os\nos.system('true')", "line 2"),
        ("f(open('x'), 2)", "`open` is not a function"),
        ("f(np.loadtxt('x'), 2)", "`np.loadtxt` is not a function"),
        ("f(__import__('os'), 2)", "is not a function"),
        ("f(np.empty((1000000000,)), 2)", "without values"),
        ("f(np.resize(np.array([1]), (1000000000,)), 2)", "10,000,000"),
        ("f(a, 2)", "`a` is not a value"),
        ("f(1, ", "can't be read"),
        ("x = 3", "calls nothing"),
        ("f(1, 2)\n# … too long to show", "too large for the result"),
        ("f(" + "-" * 50_000 + "1, 2)", "can't be read"),
        ("f(" + "(" * 50_000, "can't be read"),
        (" " * 70_000 + "f(1, 2)", "characters"),
    ],
)  # fmt: skip
def test_other_code_is_refused(code, said):
    with pytest.raises(UsageError, match=r".") as refused:
        case_from_code(code, SIGNATURE, group="basic")
    assert said in str(refused.value)
