"""Cases as an author writes them: a call, or a sequence of calls, with arguments and layouts.

This module needs numpy and the standard library only: it is loaded by itself into the process that
draws generated cases (`grader.bank.draw`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal

import numpy as np

Order = Literal["C", "F", "strided", "backwards"]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """An array with the memory layout in which the submission shall receive it.

    ``strided``: every second element of a larger block along the last axis. ``backwards``: negative
    strides along every axis. The layout is made where the call is made; the values are those of `array`.
    """

    array: np.ndarray[Any, Any]
    order: Order = "C"
    readonly: bool = False


def _laid(a: Any) -> Laid:
    return a if isinstance(a, Laid) else Laid(np.asarray(a))


def fortran(a: Any) -> Laid:
    """Return `a` to be passed in column-major order."""
    laid = _laid(a)
    return Laid(laid.array, "F", laid.readonly)


def strided(a: Any) -> Laid:
    """Return `a` to be passed as every second element of a larger block."""
    laid = _laid(a)
    return Laid(laid.array, "strided", laid.readonly)


def backwards(a: Any) -> Laid:
    """Return `a` to be passed with negative strides along every axis."""
    laid = _laid(a)
    return Laid(laid.array, "backwards", laid.readonly)


def readonly(a: Any) -> Laid:
    """Return `a` to be passed with its write flag cleared."""
    laid = _laid(a)
    return Laid(laid.array, laid.order, readonly=True)


@dataclass(frozen=True, slots=True, eq=False)
class HandWorked:
    """A value worked by hand: |reference - value| ≤ 0.5·10^-decimals is checked with the folder.

    Without `decimals` the reference must equal it.
    """

    value: Any
    decimals: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One call.

    `args` holds the arguments by parameter name, arrays plain or as `Laid`; parameters named in `omit`
    are left to the submission's own defaults. `why` says in one line what the case is there to catch.
    A strategy leaves out `name` and `group`, which are not its to say.
    """

    name: str = ""
    _: KW_ONLY
    group: str = ""
    args: Mapping[str, Any]
    omit: tuple[str, ...] = ()
    want: HandWorked | None = None
    why: str = ""

    @property
    def calls(self) -> tuple[Mapping[str, Any], ...]:
        """The one call, in the form that a sequence has."""
        return (self.args,)


@dataclass(frozen=True, slots=True, eq=False)
class Seq:
    """Several calls in one process, whose results are handed over after the last.

    A parameter with a default may be missing from a call. `reuse` refills the same array objects between
    the calls; `overwrite_results` overwrites a returned array, once copied, before the next call.
    """

    name: str = ""
    _: KW_ONLY
    group: str = ""
    calls: Sequence[Mapping[str, Any]]
    reuse: bool = False
    overwrite_results: bool = False
    why: str = ""


AnyCase = Case | Seq
