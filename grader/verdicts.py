"""The verdicts, one row each: every list of them in the project is made from this table.

To add a verdict, add a member and its row here, the status of a run that leads to it
(`grader.runner.status`, `grader.outcomes.outcome`) and what the judge says of it (`grader.outcomes.words`).
Reports, pages, tables and folders follow. Standard library only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Role = Literal["good", "bad", "warn", "quiet"]
"""How a verdict is coloured where there are no colours of its own, in a terminal or on a page."""

SKIPPED: Literal["skipped"] = "skipped"
"""What stands in place of a verdict for a case that was not run."""


class Verdict(StrEnum):
    """What a run means for the learner."""

    AC = "AC"
    WA = "WA"
    RTE = "RTE"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    CE = "CE"
    JE = "JE"


CaseVerdict = Verdict | Literal["skipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictRow:
    """A verdict, or `SKIPPED`, and all that consumers need to know of it.

    Attributes
    ----------
    title : str
        In words.
    letter : str
        One character for a case in maps and tables of cases.
    colours : tuple of str
        On the page of a class: on a light ground, on a dark one.
    role : str
        The style of its badge.
    folder : str
        Where authors keep solutions of this verdict; empty for what no solution can claim.
    note : str
        Follows the title in a headline.
    is_limit : bool
        Whether the submission was ended at one of its limits, so that cases may be left without an answer.
    is_gradable : bool
        Whether the submission was run, and its score means something.
    """

    code: CaseVerdict
    title: str
    letter: str
    colours: tuple[str, str]
    role: Role = "bad"
    folder: str = ""
    note: str = ""
    is_limit: bool = False
    is_gradable: bool = True

    @property
    def headline(self) -> str:
        """The title, with the note if there is one."""
        return f"{self.title}: {self.note}" if self.note else self.title


ROWS: tuple[VerdictRow, ...] = (
    VerdictRow(
        code=Verdict.AC, title="Accepted", letter=".", colours=("#1c7347", "#52b788"), role="good",
        folder="accepted",
    ),
    VerdictRow(
        code=Verdict.WA, title="Wrong answer", letter="W", colours=("#bf3046", "#f07587"),
        folder="wrong_answer",
    ),
    VerdictRow(
        code=Verdict.RTE, title="Run-time error", letter="R", colours=("#a84c05", "#f0a24a"),
        folder="run_time_error",
    ),
    VerdictRow(
        code=Verdict.TLE, title="Time limit exceeded", letter="T", colours=("#2563a8", "#6ea8ec"),
        folder="time_limit_exceeded", is_limit=True,
    ),
    VerdictRow(
        code=Verdict.MLE, title="Memory limit exceeded", letter="M", colours=("#0d6c75", "#4cc3c8"),
        folder="memory_limit_exceeded", is_limit=True,
    ),
    VerdictRow(
        code=Verdict.OLE, title="Output limit exceeded", letter="O", colours=("#7545b4", "#b692e6"),
        folder="output_limit_exceeded", is_limit=True,
    ),
    VerdictRow(
        code=Verdict.CE, title="Compile error", letter="C", colours=("#56606c", "#9aa5b1"),
        folder="compile_error", is_gradable=False,
    ),
    VerdictRow(
        code=Verdict.JE, title="Judge error", letter="J", colours=("#111827", "#ffffff"), role="warn",
        note="the judge failed, not your solution", is_gradable=False,
    ),
    VerdictRow(code=SKIPPED, title="Not run", letter="s", colours=("#b9c1ca", "#59636f"), role="quiet"),
)  # fmt: skip
"""All rows, in the order in which they are listed; `SKIPPED` is the last."""

BY_CODE: Mapping[str, VerdictRow] = {row.code: row for row in ROWS}
FOLDERS: Mapping[str, Verdict] = {row.folder: Verdict(row.code) for row in ROWS if row.folder}
"""The verdict that each folder of submissions claims."""


def is_right(verdict: str) -> bool:
    """Return whether `verdict` is that of a right solution or case."""
    return verdict == Verdict.AC


def is_judge_fault(verdict: str) -> bool:
    """Return whether the judge failed: no learner's score comes of it."""
    return verdict == Verdict.JE


def role_of(verdict: str) -> Role:
    """Return the style of a verdict's badge; of one that a later version knows, as of a wrong answer."""
    row = BY_CODE.get(verdict)
    return "bad" if row is None else row.role
