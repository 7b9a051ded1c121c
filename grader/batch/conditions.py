"""The conditions under which results were made; a resumed run must have the same."""

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

from grader.errors import UsageError
from grader.problem.folder import Problem
from grader.version import __version__

_SAID = {
    "digest": "another version of the problem",
    "seed": "another seed",
    "isolation": "another isolation",
    "time_factor": "another time factor",
    "versions": "other versions of grader, Python, numpy or Hypothesis",
}


@dataclass(frozen=True, slots=True)
class RunConditions:
    """What verdicts depend on besides the submission. `seed` is None where what is there decides."""

    seed: int | None = None
    secret_seed: bool = False
    isolation: Literal["kernel", "process"] = "kernel"
    time_factor: float = 1.0


def settled(
    asked: RunConditions, problem: Problem, run: Mapping[str, Any] | None, *, out: Path, restart: bool
) -> RunConditions:
    """Return the conditions of this run: those asked for, the seed perhaps from the run before.

    Raises
    ------
    UsageError
        If results are there that were made under others.
    """
    if run is None or restart:
        return RunConditions(asked.seed or 0, asked.secret_seed, asked.isolation, asked.time_factor)
    seed, secret = run.get("seed"), run.get("secret_seed") is True
    if not isinstance(seed, int):
        raise UsageError(
            f"{out}: its run.json is damaged; run again with --restart to grade everything again"
        )
    # Of a seed that was drawn at random, the one that was drawn counts.
    goes_on = asked.seed is None or (asked.secret_seed and secret)
    made = RunConditions(
        seed if goes_on else asked.seed, secret if goes_on else asked.secret_seed,
        asked.isolation, asked.time_factor,
    )  # fmt: skip
    want = record(made, problem)
    differing = [said for key, said in _SAID.items() if run.get(key) != want[key]]
    if (run.get("problem") or {}).get("slug") != problem.slug:
        differing = ["another problem"]
    if differing:
        raise UsageError(
            f"{out}: holds results made with {' and '.join(differing)}; --restart grades everything again, "
            "-o writes to another folder"
        )
    return made


def record(conditions: RunConditions, problem: Problem) -> dict[str, Any]:
    """Return what `run.json` says of the conditions."""
    return {
        "problem": {"slug": problem.slug, "title": problem.spec.title, "digest": problem.digest},
        "digest": problem.digest,
        "seed": conditions.seed,
        "secret_seed": conditions.secret_seed,
        "isolation": conditions.isolation,
        "time_factor": conditions.time_factor,
        "versions": versions(),
    }


def versions() -> dict[str, str]:
    """Return the versions on which verdicts may depend."""
    return {
        "grader": __version__,
        "python": platform.python_version(),
        "numpy": _version("numpy"),
        "hypothesis": _version("hypothesis"),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
