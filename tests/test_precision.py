"""The numbers that follow from the margin of derived tolerances, and that nobody else writes them down."""

import ast
from pathlib import Path

import numpy as np
import pytest

from grader import precision
from grader.comparator.derived import derive
from grader.comparator.noise import size_of_error
from grader.comparator.values import leaves

PACKAGE = Path(precision.__file__).parent
# Exponents of two that say something of float64 or of the margin: 26, 42, 43 and 52 to 54; 11 where it is a share.
OWNED = {-11, *range(-60, -25)}


def test_all_numbers_follow_from_the_bits_of_a_float_and_those_that_are_forgiven():
    assert precision.DOUBLE_UNIT == np.finfo(np.float64).eps / 2 == 2.0**-53
    assert (precision.MARGIN, precision.ATTAINABLE) == (2.0**11, 2.0**-11)
    assert (precision.DERIVED_UNIT, precision.SURELY_RIGHT) == (2.0**-42, 2.0**-43)
    assert precision.HALF_THE_DIGITS == 2.0**-26
    assert (precision.DOUBLE_DIGITS, precision.DERIVED_DIGITS) == (16, 12)


def test_the_unit_is_that_of_the_perturbed_runs():
    assert size_of_error(np.dtype(np.float64), 1) == precision.DERIVED_UNIT


def test_every_derived_tolerance_forgives_the_unit():
    want = derive(np.multiply, (np.array([1.0, -3.0, 1e30, 1e-30]), 0.1))
    for (_, leaf), (_, tolerance) in zip(leaves(want.want), leaves(want.tolerance), strict=True):
        assert np.all(tolerance >= precision.DERIVED_UNIT * np.abs(leaf))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = 2.0**-42", [-42]),
        ("x = 2 ** -43", [-43]),
        ("x = y * 2.0**-53", [-53]),
        ("x = 2.0 ** -11", [-11]),
        ("x = 2**20 + 2.0**-1000 + 2.0**-n", []),
    ],
)
def test_a_power_of_two_is_found_as_code_writes_it(text, found):
    assert [exponent for _, exponent in _powers(text)] == found


def test_no_other_module_writes_one_of_them_down():
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: 2**{exponent}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name != "precision.py"
        for line, exponent in _powers(path.read_text("utf-8"))
    ]
    assert found == []


def _powers(text):
    """Yield line and exponent of each power of two that `OWNED` has."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.BinOp(
                left=ast.Constant(value=2),
                op=ast.Pow(),
                right=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(bits))),
            ) if -bits in OWNED:
                yield node.lineno, -bits
