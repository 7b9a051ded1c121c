"""The models of a history: attempts, and the standing at a problem."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Origin = Literal["submit", "serve"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One submission to the problem `slug`; `digest` names the very files that it was judged by.

    `when` is in UTC; `sha256` and `size_bytes` are those of the code, `origin` says what it came through.
    """

    id: int
    slug: str
    digest: str
    when: datetime
    verdict: str
    score: float | None
    sha256: str
    size_bytes: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Standing:
    """A learner's standing at a problem.

    It is solved once an attempt was accepted, by whichever version of the problem: that its author mended a
    sentence later takes nothing away.
    """

    solved: bool
    best_score: float | None
    attempts: int
    last: datetime
