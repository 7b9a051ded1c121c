"""A number of 50 digits that numpy's object arrays can compute with, by its operators and methods."""

from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from typing import Any

import numpy as np

PRECISION = 50  # digits; a float64 has 16, so that even 30 digits of cancellation leave an exact answer
CONTEXT = Context(prec=PRECISION, Emax=999_999, Emin=-999_999, traps=[])  # 1/0 is infinite, as in numpy


def decimal_of(value: Any) -> Decimal | None:
    """Return the exact value of a real number of any kind, None for what is none."""
    if isinstance(value, Exact):
        return value.value
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int | np.integer | np.bool_):
        return Decimal(int(value))
    return Decimal(float(value)) if isinstance(value, float | np.floating) else None


def _two(operation: Callable[[Decimal, Decimal], Any]) -> Callable[["Exact", Any], Any]:
    def apply(self: "Exact", other: Any) -> Any:
        right = decimal_of(other)
        return NotImplemented if right is None else _as_exact(operation(self.value, right))

    return apply


def _swapped(operation: Callable[[Decimal, Decimal], Any]) -> Callable[["Exact", Any], Any]:
    return _two(lambda left, right: operation(right, left))


def _one(operation: Callable[[Decimal], Any]) -> Callable[["Exact"], Any]:
    return lambda self: _as_exact(operation(self.value))


def _as_exact(result: Any) -> Any:
    return Exact(result) if isinstance(result, Decimal) else result


@lru_cache(maxsize=1)
def _pi() -> Decimal:
    """Return pi to 100 digits: the mean of Gauss and Legendre doubles them in each step."""
    with localcontext(CONTEXT) as context:
        context.prec = 110
        a, b, t, p = Decimal(1), 1 / Decimal(2).sqrt(), Decimal("0.25"), 1
        for _ in range(7):
            mean = (a + b) / 2
            b, t = (a * b).sqrt(), t - p * (a - mean) ** 2
            a, p = mean, 2 * p
        return (a + b) ** 2 / (4 * t)


def _sine(angle: Decimal) -> Decimal:
    if not angle.is_finite():
        return Decimal("nan")
    with localcontext() as context:
        context.prec = PRECISION + 20 + max(0, angle.adjusted())  # what the reduction to one turn costs
        reduced = angle.remainder_near(2 * _pi())
        term = total = reduced
        k = 1
        while term and term.adjusted() > total.adjusted() - context.prec:
            term *= -reduced * reduced / ((k + 1) * (k + 2))
            total += term
            k += 2
    return +total


class Exact:
    """A real number in decimal arithmetic; what it can't do is a TypeError, never a loss of digits.

    There is no `__float__`: a cast to float64 in the middle of a reference must not go unseen.
    """

    __slots__ = ("value",)

    def __init__(self, value: Decimal) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Exact({self.value})"

    def __hash__(self) -> int:
        return hash(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    __add__ = _two(Decimal.__add__)
    __radd__ = _swapped(Decimal.__add__)
    __sub__ = _two(Decimal.__sub__)
    __rsub__ = _swapped(Decimal.__sub__)
    __mul__ = _two(Decimal.__mul__)
    __rmul__ = _swapped(Decimal.__mul__)
    __truediv__ = _two(Decimal.__truediv__)
    __rtruediv__ = _swapped(Decimal.__truediv__)
    __pow__ = _two(Decimal.__pow__)
    __rpow__ = _swapped(Decimal.__pow__)
    __lt__ = _two(Decimal.__lt__)
    __le__ = _two(Decimal.__le__)
    __gt__ = _two(Decimal.__gt__)
    __ge__ = _two(Decimal.__ge__)
    __eq__ = _two(Decimal.__eq__)
    __ne__ = _two(Decimal.__ne__)
    __neg__ = _one(lambda a: -a)
    __pos__ = _one(lambda a: a)
    __abs__ = _one(abs)

    # What numpy calls for np.sqrt and its like on an array of objects.
    sqrt = _one(Decimal.sqrt)
    exp = _one(Decimal.exp)
    log = _one(Decimal.ln)
    log10 = _one(Decimal.log10)
    log2 = _one(lambda a: a.ln() / Decimal(2).ln())
    exp2 = _one(lambda a: Decimal(2) ** a)
    expm1 = _one(lambda a: a.exp() - 1)
    log1p = _one(lambda a: (1 + a).ln())
    sinh = _one(lambda a: (a.exp() - (-a).exp()) / 2)
    cosh = _one(lambda a: (a.exp() + (-a).exp()) / 2)
    tanh = _one(lambda a: 1 - 2 / ((2 * a).exp() + 1))
    conjugate = _one(lambda a: a)
    sin = _one(_sine)
    cos = _one(lambda a: _sine(a + _pi() / 2))
    tan = _one(lambda a: _sine(a) / _sine(a + _pi() / 2))
