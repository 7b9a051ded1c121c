"""Options shared by several commands, and checks of their values."""

import math
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from grader.cli.errors import CliSettings, show_failures
from grader.errors import UsageError
from grader.report.formats import FORMATS, names

_SEED_BITS = 128
_ELSEWHERE = ("html", *names(FORMATS))  # what other commands write


def _or(items: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(items[:-1]), items[-1])))


class IsolationName(StrEnum):
    """How a submission is isolated."""

    KERNEL = "kernel"
    PROCESS = "process"


def complete_problem(incomplete: str) -> list[str]:
    """Return the problems that start with `incomplete`."""
    from grader.problem.find import list_problems  # noqa: PLC0415 - only when a shell asks

    return [slug for slug in list_problems() if slug.startswith(incomplete)]


def _set_debug(context: typer.Context, wanted: bool) -> bool:  # noqa: FBT001 - what typer passes
    if wanted and isinstance(context.obj, CliSettings):
        context.obj.debug = True
        show_failures()
    return wanted


File = Annotated[
    Path, typer.Argument(metavar="FILE", help="The solution; - reads standard input.", show_default=False)
]
ProblemArgument = Annotated[
    str,
    typer.Argument(
        metavar="PROBLEM",
        help="The problem's name, or its folder.",
        autocompletion=complete_problem,
        show_default=False,
    ),
]
ProblemOption = Annotated[
    str | None,
    typer.Option(
        "--problem",
        "-p",
        metavar="PROBLEM",
        help="Which problem FILE solves: its name, or its folder. By default FILE determines it.",
        autocompletion=complete_problem,
    ),
]
Problems = Annotated[
    list[Path] | None,
    typer.Option(
        "--problems", metavar="DIR", help="Look for problems in DIR first. May be given several times."
    ),
]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help="The output format.")]
SubmitFormat = Annotated[
    str,
    typer.Option("--format", metavar="FORM", help=f"text, {_or(names(FORMATS))}."),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to FILE instead of standard output."),
]
StarterOutput = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="Write to FILE; - is standard output.")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing output file.")]
NoColor = Annotated[
    bool, typer.Option("--no-color", help="No colours; the variable NO_COLOR has the same effect.")
]
Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        callback=_set_debug,
        is_eager=True,
        help="Show the traceback of an error.",
        show_default=False,
    ),
]
Seed = Annotated[
    str,
    typer.Option(
        "--seed",
        metavar="N|random",
        help="Which generated cases are drawn; with random nobody can predict them.",
    ),
]
TimeFactor = Annotated[
    float, typer.Option("--time-factor", metavar="X", help="Multiply all time limits, for slow machines.")
]
IsolationOption = Annotated[
    IsolationName,
    typer.Option(
        "--isolation",
        help="The full sandbox, or a process with resource limits only, for files that you trust.",
    ),
]
ShowHidden = Annotated[
    bool, typer.Option("--show-hidden", help="Show hidden cases in full, for the problem's author.")
]
FailUnder = Annotated[
    float | None,
    typer.Option("--fail-under", metavar="SCORE", help="Exit with 0 if the score is at least SCORE."),
]


def check_format(name: str, known: Sequence[str]) -> str:
    """Return `name` if it is one of the `known` formats."""
    if name in known:
        return name
    choice = " or ".join(known)
    if name in _ELSEWHERE:
        raise UsageError(f"--format {name}: not available for this command; use {choice}")
    raise UsageError(f"--format: unknown format {name!r}; use {choice}")


def parse_seed(text: str) -> tuple[int, bool]:
    """Return the seed, and whether it was drawn at random and so is to be kept secret."""
    if text == "random":
        import secrets  # noqa: PLC0415 - not for the help

        return secrets.randbits(_SEED_BITS), True
    if not (text.isascii() and text.isdigit() and len(text) <= 39 and int(text) < 2**_SEED_BITS):
        raise UsageError(
            f"--seed: must be a whole number from 0 to 2^{_SEED_BITS} - 1, or random, got {text!r}"
        )
    return int(text), False


def check_time_factor(value: float) -> float:
    """Return `value` if time limits can be multiplied by it."""
    if not (math.isfinite(value) and 0.01 <= value <= 1000):
        raise UsageError(f"--time-factor: must be a number from 0.01 to 1000, got {value}")
    return value


def check_score(value: float | None) -> float | None:
    """Return `value` if it can be a score."""
    if value is not None and not 0 <= value <= 100:
        raise UsageError(f"--fail-under: must be a score from 0 to 100, got {value}")
    return value
