import numpy as np
import pytest

from grader.authoring.identity import same_call
from grader.authoring_api import Case, Seq, fortran
from grader.problem.signature import Parameter, Signature

SIGNATURE = Signature("f", (Parameter("a", None, False),), None)
NEGATIVE_NAN = np.copysign(np.nan, -1.0)


def case(value):
    return Case(group="g", args={"a": value})


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1, True),
        (1, 1.0, False),
        (1, True, False),
        (0.0, -0.0, False),
        (np.nan, NEGATIVE_NAN, True),
        (np.array([np.nan, 1]), np.array([NEGATIVE_NAN, 1]), True),
        (np.array([complex(0, NEGATIVE_NAN)]), np.array([complex(0, np.nan)]), True),
        (np.array([1.0]), np.array([1.0], dtype=np.float32), False),
        (np.array([1.0]), [1.0], False),
        (fortran([[1.0]]), np.array([[1.0]]), False),
        (fortran([[np.nan]]), fortran([[NEGATIVE_NAN]]), True),
        ([{"x": NEGATIVE_NAN}], [{"x": np.nan}], True),
    ],
)
def test_the_same_value_type_and_layout_is_the_same_call(one, other, same):
    assert same_call(case(one), case(other), SIGNATURE) == same


def test_a_sequence_is_another_call_than_its_first_step():
    assert not same_call(case(1), Seq(group="g", calls=[{"a": 1}], reuse=True), SIGNATURE)
