"""What comes out of the judge: frozen models, and their JSON form (schema version 1).

Who may see what is decided when a `Result` is made (`grader.judge`): a value that may not be shown is
None here, so that no report can leak it.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from grader.verdicts import CaseVerdict as CaseVerdict  # noqa: PLC0414 - exported: a part of the models
from grader.verdicts import Verdict as Verdict  # noqa: PLC0414

SCHEMA_VERSION: Literal[1] = 1

Reason = Literal[
    "type", "shape", "dtype", "nonfinite", "value",
    "raised", "crashed", "exited", "blocked", "limit", "protocol",
]  # fmt: skip
WarningCode = Literal[
    "in_place", "parameter_names", "nondeterministic", "search_cut_short", "isolation_process",
    "explanation_failed",
]  # fmt: skip
Visibility = Literal["sample", "hidden", "generated"]


class Frozen(BaseModel):
    """Base of all models here: immutable, no unknown keys, NaN and infinities as strings in JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")


class ShownValue(Frozen):
    """A value as a report may show it; `data` is nested lists of at most 1,000 elements.

    `tuples` has the paths to those inner lists of `data` that are tuples: JSON has lists only.
    """

    type: str
    dtype: str | None = None
    shape: tuple[int, ...] | None = None
    data: JsonValue = None
    tuples: tuple[tuple[int | str, ...], ...] = ()
    truncated: bool = False


class ProblemInfo(Frozen):
    """Which problem was asked; `digest` names the very files that were read.

    With `many_answers` a want is one of several right answers.
    """

    slug: str
    title: str
    digest: str
    many_answers: bool = False


class SubmissionInfo(Frozen):
    """Which file was graded."""

    path: str | None
    sha256: str
    size_bytes: int


class GroupResult(Frozen):
    """A group of cases that earns its points together."""

    name: str
    points: float
    max_points: float
    verdict: CaseVerdict
    passed: int
    total: int
    advisory: bool = False
    visible: bool = False


class CaseResult(Frozen):
    """One case; `call` is the index of a sequence's first wrong call."""

    name: str
    group: str
    visibility: Visibility
    verdict: CaseVerdict
    reason: Reason | None = None
    message: str | None = None
    args: tuple[dict[str, ShownValue], ...] | None = None
    got: ShownValue | None = None
    want: ShownValue | None = None
    call: int | None = None
    output: str | None = None
    wall_s: float = 0.0
    cpu_s: float = 0.0


class Diagnosis(Frozen):
    """A named mistake that behaves as the submission does: `matched` of `compared` cases."""

    mistake: str
    matched: int
    compared: int
    message: str
    hint: int | None = None


class Counterexample(Frozen):
    """The smallest failing input that was found; `code` can be pasted into a Python session."""

    args: dict[str, ShownValue]
    got: ShownValue | None
    want: ShownValue | None
    code: str
    message: str


class Note(Frozen):
    """Something to know that costs no points."""

    code: WarningCode
    message: str


class Resources(Frozen):
    """CPU time and memory of the submission's run, by the kernel; `wall_s` includes the explanation."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_bytes: int = 0


class Environment(Frozen):
    """What the verdict was reached with; `seed` is null when it is kept secret."""

    grader: str
    python: str
    numpy: str
    hypothesis: str
    platform: str
    isolation: Literal["kernel", "process"]
    seed: int | None


Score = Annotated[float, Field(ge=0, le=100)]


class Result(Frozen):
    """The verdict on one submission, with everything that a report may say about it."""

    schema_version: Literal[1] = SCHEMA_VERSION
    problem: ProblemInfo
    submission: SubmissionInfo
    verdict: Verdict
    score: Score | None
    max_score: Literal[100] = 100
    message: str | None = None
    groups: tuple[GroupResult, ...] = ()
    cases: tuple[CaseResult, ...] = ()
    diagnosis: tuple[Diagnosis, ...] = ()
    counterexample: Counterexample | None = None
    warnings: tuple[Note, ...] = ()
    resources: Resources = Resources()
    environment: Environment
