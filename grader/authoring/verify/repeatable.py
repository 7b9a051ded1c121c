"""Check of the reference in other interpreters: it gives the same results for every hash seed.

The order of a set of strings, and everything that depends on `hash`, differs between processes. Learners
would get different verdicts on different machines. So the reference runs in interpreters with fixed hash
seeds, and the digests of its results are compared.
"""

import hashlib
import json
import tempfile

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
    told = _digests(evidence)
    differing = [name for name in told[0] if any(one.get(name) != told[0][name] for one in told[1:])]
    figures = f"{len(told[0])} cases in {len(told)} interpreters"
    if not differing:
        return RuleOutcome(figures=figures)
    more = f" and {len(differing) - 1} more" if len(differing) > 1 else ""
    what = (
        f"on case {differing[0]}{more}: two calls differ, between interpreters with different hash seeds: "
        "does it depend on the order of a set, on `hash` or `id`, or on unseeded random numbers? "
        "Sort, or seed them"
    )
    return RuleOutcome((Finding(str(evidence.problem.place / "reference.py"), what),), figures)


def _digests(evidence: Evidence) -> list[dict[str, str]]:
    """Return what each interpreter says: for the name of each case the digest of its results."""
    problem = evidence.problem
    longest_s = 60.0 + len(problem.cases) * problem.longest_call_s
    with tempfile.TemporaryFile() as errors:
        started = [
            python_process.start_piped(
                python_process.ours(
                    "grader.authoring.verify.repeatable",
                    str(evidence.folder.resolve()),
                    environment={"PYTHONHASHSEED": str(seed)},
                ),
                folder="/",
                errors=errors,
            )
            for seed in HASH_SEEDS
        ]
        said = [python_process.output_of(process, longest_s) for process in started]
        try:
            return [json.loads(text.splitlines()[-1]) for text in said]
        except (ValueError, IndexError):
            errors.seek(0)
            last = errors.read(2**16).decode(errors="replace").strip().splitlines()[-1:]
            what = last[0][:300] if last else "it said nothing"
            raise JudgeFault(f"an interpreter that runs the reference again ended: {what}") from None


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
