"""What is measured about one argument is measured of numbers, and never fails on what is none."""

import numpy as np
import pytest

from grader.bank.model import BankCase
from grader.comparator.derived import derive
from grader.explain.quantised import quantised_argument
from grader.runner.wire import Call


def masked(x, mask):
    return np.where(mask, x, 0.0) * 1.0


def picked(x, index):
    return x[index] * 1.0


def scaled(x, factor):
    return x * factor


MASKS = np.arange(24).reshape(4, 6) % 3 == 0
SECOND = {
    "a mask": (masked, MASKS),
    "indices": (picked, np.array([2, 0, 1])),
    "a flag": (lambda x, flag: x * 1.0 if flag else x * 2.0, True),
    "text": (lambda x, how: x * 1.0, "plain"),
    "nothing": (lambda x, mask: x * 1.0, None),
    "a list": (lambda x, axes: x * 1.0, [0, 1]),
}


def answered(function, second, answer, count=6):
    rng = np.random.RandomState(5)
    for i in range(count):
        args = {"x": rng.standard_normal((4, 6)), "second": second}
        made = derive(function, list(args.values()))
        call = Call((tuple(args.values()),))
        case = BankCase(str(i), "basic", "hidden", "", (args,), call, (made.want,), (made.tolerance,))
        yield case, answer(*args.values())


@pytest.mark.parametrize("kind", SECOND)
def test_an_argument_that_is_no_number_is_passed_over(kind):
    function, second = SECOND[kind]
    failing = list(answered(function, second, lambda *args: function(*args) + 1e-3))
    assert quantised_argument(function, failing, []) == ""


@pytest.mark.parametrize("kind", SECOND)
def test_a_number_beside_one_that_is_none_is_still_told(kind):
    function, second = SECOND[kind]
    failing = list(answered(function, second, lambda x, s: function(np.float64(np.float32(x)), s)))
    assert quantised_argument(function, failing, []) == "x is cut down to float32"


def test_a_number_that_is_rounded_is_told():
    failing = list(answered(scaled, 1.23456789, lambda x, factor: x * round(factor, 4)))
    assert quantised_argument(scaled, failing, []) == "second is rounded to 4 decimals"


def test_a_small_error_that_goes_by_chance_is_no_evidence():
    """A factor that is off by a few tolerances is off by about as much when it is cut down to float32."""
    factor = 1.2345679
    off = float(np.float32(factor))
    tolerance = 2.0**-42 * factor
    for error in (3, 6):
        near = [
            (case, got)
            for case, got in answered(scaled, off + error * tolerance, lambda x, f: x * off)
            if np.any(np.abs(got - case.wants[0]) > case.tolerances[0])
        ]
        assert len(near) == 6
        assert quantised_argument(scaled, near, []) == ""
