"""Check of the reference in other interpreters: it gives the same answers, whatever the hash of a text is.

The order of a set of texts, and all that follows from `hash`, differs from one process to the next. Learners
would get another verdict on each machine, so the reference is run in interpreters with fixed seeds of the
hash, and the digests of its results are compared.
"""

import hashlib
import json
import subprocess
from pathlib import Path

from grader import python_process
from grader.authoring.verify.evidence import Evidence
from grader.authoring.verify.model import Finding, RuleOutcome
from grader.bank.calls import steps_of
from grader.comparator.expected import want_of
from grader.errors import JudgeFault, ProblemError
from grader.problem.bound import bounded
from grader.problem.folder import load_problem
from grader.runner.wire import encode_value

HASH_SEEDS = (1, 2, 3)


def repeatable(evidence: Evidence) -> RuleOutcome:
    """Run the reference on every fixed case in interpreters with different seeds of the hash."""
    started = [_start(evidence.folder.resolve(), seed) for seed in HASH_SEEDS]
    told = [_finish(process, evidence) for process in started]
    differing = [name for name in told[0] if any(one.get(name) != told[0][name] for one in told[1:])]
    figures = f"{len(told[0])} cases in {len(told)} interpreters"
    if not differing:
        return RuleOutcome(figures=figures)
    more = f" and {len(differing) - 1} more" if len(differing) > 1 else ""
    what = (
        f"on case {differing[0]}{more}: two calls differ, in interpreters with different hash seeds: does it "
        "depend on the order of a set, on `hash` or `id`, or on unseeded random numbers? Sort, or seed them"
    )
    return RuleOutcome((Finding(str(evidence.problem.place / "reference.py"), what),), figures)


def _start(folder: Path, hash_seed: int) -> "subprocess.Popen[bytes]":
    program = python_process.ours(
        "grader.authoring.verify.repeatable", str(folder), environment={"PYTHONHASHSEED": str(hash_seed)}
    )
    return python_process.start_piped(program, folder="/", errors=subprocess.PIPE)


def _finish(process: "subprocess.Popen[bytes]", evidence: Evidence) -> dict[str, str]:
    longest_s = 60.0 + len(evidence.problem.cases) * evidence.problem.longest_call_s
    try:
        out, errors = process.communicate(timeout=longest_s)
        digests: dict[str, str] = json.loads(out.splitlines()[-1])
    except (subprocess.TimeoutExpired, ValueError, IndexError):
        process.kill()
        _, errors = process.communicate()
        last = errors.decode(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
        raise JudgeFault(f"the interpreter that runs the reference again ended: {last[0][:300]}") from None
    return digests


def main(folder: str) -> None:
    """Print the digests of the reference's results as JSON: the name of each fixed case, and its digest."""
    problem = load_problem(folder)
    digests = {}
    for case in problem.cases:
        digest = hashlib.sha256()
        for args in steps_of(case, problem.signature):
            try:
                with bounded(10 * problem.longest_call_s):
                    want = want_of(problem.reference, list(args.values()))
                digest.update(encode_value(want))
            except (ProblemError, Exception) as error:  # noqa: BLE001 - told by the rule before this one
                digest.update(type(error).__name__.encode())
        digests[case.name] = digest.hexdigest()
    print(json.dumps(digests))
