"""What a bank holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from grader.runner.wire import Call


@dataclass(frozen=True, slots=True, eq=False)
class BankCase:
    """A case with everything that judging needs.

    `steps`: arguments by name for each call, in the order of the signature, defaults left out.
    `wants`, `tolerances`: one for each step; a tolerance has the structure of its want, an array of
    float64 where the want has an array of floats, a float where it has a float, None where it is exact.
    `call` is what the submission's process gets: the same arguments by position.
    """

    name: str
    group: str
    visibility: Literal["sample", "hidden", "generated"]
    why: str
    steps: tuple[Mapping[str, Any], ...]
    call: Call
    wants: tuple[Any, ...]
    tolerances: tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """All cases of a problem for one seed, samples first, in the order of the groups."""

    slug: str
    seed: int
    digest: str  # SHA-256 over all arguments, wants and tolerances
    cases: tuple[BankCase, ...]
