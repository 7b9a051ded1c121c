"""The results of a verification."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from grader.authoring.verify.evidence import Evidence

Status = Literal["ok", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation of a rule: where it is and how to fix it; `detail` is a diff or code."""

    where: str
    message: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """The outcome of a check: findings, empty if the rule is kept, and figures."""

    findings: tuple[Finding, ...] = ()
    figures: str = ""


@dataclass(frozen=True, slots=True)
class VerifyRule:
    """A rule that a problem keeps; `base` says that nothing after it makes sense if it is broken."""

    name: str
    title: str
    check: "Callable[[Evidence], RuleOutcome]"
    base: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """A rule, and whether a problem keeps it."""

    rule: str
    title: str
    status: Status
    figures: str = ""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that no fixed case kills.

    `state`: ``distinguished`` if an input kills it (`code` calls the function with it), ``unknown`` if none
    was searched for, ``probably equivalent`` if none was found, ``recorded`` if the author recorded it as
    equivalent.
    """

    fault: str
    line: int
    what: str
    diff: str
    state: Literal["distinguished", "unknown", "probably equivalent", "recorded"]
    code: str = ""


@dataclass(frozen=True, slots=True)
class MutationScore:
    """How many mutants of the reference the fixed cases kill."""

    mutants: int
    killed: int
    survivors: tuple[Survivor, ...]
    draws: int

    def count(self, state: str) -> int:
        """Return how many survivors are in a state."""
        return sum(s.state == state for s in self.survivors)

    @property
    def equivalent(self) -> int:
        """How many mutants are recorded or probable equivalents."""
        return self.count("recorded") + self.count("probably equivalent")

    @property
    def percent(self) -> float:
        """Killed mutants of those that are not recorded or probable equivalents, × 100."""
        rest = self.mutants - self.equivalent
        return 100.0 * self.killed / rest if rest else 100.0


@dataclass(frozen=True, slots=True)
class Verification:
    """A problem held to all rules."""

    slug: str
    folder: str
    checks: tuple[Checked, ...]
    mutation: MutationScore | None
    wall_s: float
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no rule is broken."""
        return not any(check.status == "failed" for check in self.checks)
