"""What happened, in a learner's words.

Each sentence comes in two forms: in full, and as it may be said of a hidden case, where nothing that the
submission could have filled with a hidden input is repeated: no message, no class name of its own, no
path, no value (the kind of operation and the line numbers of the learner's own file are left).
"""

import sys
from collections.abc import Sequence

import numpy as np

from grader.comparator.check import Check
from grader.outcomes.outcome import Outcome
from grader.outcomes.shown import corner_of
from grader.result import Verdict
from grader.runner.describe import OTHER
from grader.runner.status import Raised, RunResult, Status

# Each says what to look at, and nothing that depends on the values.
_HIDDEN_LENGTH = "a list in the result has the wrong length, or a dict the wrong keys"
_HIDDEN_CHECKS = {
    "type": "what the function returned is not of the right type",
    "shape": "the result has the wrong shape: is an axis lost, added, or in another place?",
    "dtype": "the result has the wrong dtype: are integers, truth values, float16 or float32 left in it?",
    "nonfinite": "NaN or infinity is not where it should be: was something divided by zero, "
    "or the root or logarithm of a negative number taken?",
    "value": "the values are wrong",
}
_PLAIN_ARRAY = ": a plain array is wanted, no list, tuple, single number, matrix or masked array"


def message_of(outcome: Outcome, *, allowed_imports: Sequence[str], in_full: bool) -> str | None:
    """Return one sentence on a case that is not AC, or None for one that is."""
    if outcome.verdict == Verdict.AC:
        return None
    if outcome.verdict == Verdict.JE:
        return f"the judge failed on this case: {outcome.fault}"
    if outcome.check is not None:
        return _check(outcome, outcome.check, in_full=in_full)
    return run_message(outcome.run, allowed_imports=allowed_imports, in_full=in_full)


def _check(outcome: Outcome, check: Check, *, in_full: bool) -> str:
    if in_full:
        text = check.message + _beyond_what_is_shown(outcome, check)
    elif outcome.step < len(outcome.run.values) and outcome.run.values[outcome.step] is None:
        text = "the function returned None: is a `return` missing?"
    else:
        text = _HIDDEN_CHECKS[check.reason or "value"]
        if check.reason == "shape" and not isinstance(outcome.case.wants[outcome.step], np.ndarray):
            text = _HIDDEN_LENGTH
        if check.reason == "type" and isinstance(outcome.case.wants[outcome.step], np.ndarray):
            text += _PLAIN_ARRAY
    steps = len(outcome.case.steps)
    return f"call {outcome.step + 1} of {steps}: {text}" if steps > 1 else text


def _beyond_what_is_shown(outcome: Outcome, check: Check) -> str:
    """Return got and want at the first wrong element of an array too large to be shown up to there."""
    got, want = outcome.run.values[outcome.step], outcome.case.wants[outcome.step]
    if check.reason not in ("value", "nonfinite") or check.where is None:
        return ""
    if not (isinstance(got, np.ndarray) and isinstance(want, np.ndarray) and got.shape == want.shape):
        return ""
    index = tuple(at for at in check.where if isinstance(at, int))
    if len(index) != want.ndim or all(i < n for i, n in zip(index, corner_of(want.shape), strict=True)):
        return ""
    return f" (got {_number(got[index])}, want {_number(want[index])})"


def _number(element: np.generic) -> str:
    return str(element) if isinstance(element, np.bool_) else f"{element:.17g}"


def run_message(run: RunResult, *, allowed_imports: Sequence[str], in_full: bool) -> str:
    """Return one sentence on a run that did not return a value."""
    text = _ended(run, allowed_imports, in_full=in_full)
    return f"while the file was imported: {text}" if run.at_import and run.status in _WHERE_MATTERS else text


_WHERE_MATTERS = {
    Status.RAISED,
    Status.BLOCKED,
    Status.CRASHED,
    Status.EXITED,
    Status.TIME,
    Status.MEMORY,
    Status.OUTPUT,
}


_SIGNALS = {
    "SIGSEGV": "invalid memory access, as in a recursion too deep for C",
    "SIGBUS": "invalid memory access",
    "SIGABRT": "a library gave up",
    "SIGFPE": "an arithmetic fault in compiled code",
    "SIGILL": "illegal instruction",
}
# The detail of any other status is something that a submission could fill with a hidden input.
_TOLD_BY_THE_JUDGE = {Status.BLOCKED, Status.CRASHED, Status.TIME, Status.MEMORY, Status.OUTPUT}
_UNNAMED = "an operation was tried that is not possible here"

_SENTENCES = {
    Status.BLOCKED: "ended by the sandbox",
    Status.CRASHED: "the process crashed",
    Status.EXITED: "the submission ended its process instead of returning a value",
    Status.TIME: "took longer than the time limit",
    Status.MEMORY: "needed more memory than the limit",
    Status.OUTPUT: "printed more than the output limit",
    Status.PROTOCOL: "the process sent something that is not an answer",
}


def _ended(run: RunResult, allowed_imports: Sequence[str], *, in_full: bool) -> str:
    if run.status in (Status.RAISED, Status.BLOCKED) and run.raised is not None:
        return _raised(run.raised, allowed_imports, in_full=in_full)
    if run.status == Status.NOT_COMPILED:
        return f"does not compile: {_compile(run)}"
    if run.status == Status.NO_ENTRY_POINT:
        there_is = f": {run.detail}" if run.detail else ""
        return f"the file does not define the function that the problem asks for{there_is}"
    if run.status == Status.SKIPPED:
        return run.detail or "not run: too many crashes before it"
    detail = run.detail if in_full or run.status in _TOLD_BY_THE_JUDGE else ""
    if run.status == Status.CRASHED and detail in _SIGNALS:
        detail = f"{detail}: {_SIGNALS[detail]}"
    sentence = _SENTENCES.get(run.status, "raised an exception")
    return f"{sentence}{_in(detail)}{_lines(run.raised, in_full=in_full)}"


def _raised(raised: Raised, allowed_imports: Sequence[str], *, in_full: bool) -> str:
    allowed = " and ".join([*allowed_imports, "the standard library"])
    if in_full and (missing := _missing(raised, allowed_imports)):
        return (
            f"{missing} is not available for this problem; allowed: {allowed}{_lines(raised, in_full=True)}"
        )
    if raised.operation is not None:
        target = f" {raised.target}" if in_full and raised.target else ""
        named = raised.operation.replace(" a ", " the ", 1) if target else raised.operation
        what = _UNNAMED if raised.operation == OTHER else f"{named}{target} is not possible here"
        return (
            f"{what}: a submission may use {allowed}, no files, network, processes or threads"
            f"{_lines(raised, in_full=in_full)}"
        )
    if not in_full:
        return f"raised {raised.builtin}{_lines(raised, in_full=False)}"
    message = f": {raised.message}" if raised.message else ""
    return f"raised {raised.type_name}{message}{_lines(raised, in_full=True)}"


def _missing(raised: Raised, allowed_imports: Sequence[str]) -> str | None:
    """Return the package that could not be imported because it is not allowed."""
    if raised.builtin != "ModuleNotFoundError" or raised.module is None:
        return None
    package = raised.module.split(".")[0]
    return None if package in allowed_imports or package in sys.stdlib_module_names else raised.module


def _compile(run: RunResult) -> str:
    if run.raised is None:
        return run.detail or "the file could not be read as Python"
    message = f": {run.raised.message}" if run.raised.message else ""
    return f"{run.raised.type_name}{message}{_lines(run.raised, in_full=True)}"


def _lines(raised: Raised | None, *, in_full: bool) -> str:
    if raised is None or not raised.lines:
        return ""
    number, function = raised.lines[-1]
    named = in_full and function not in ("", "<module>")  # a function's name can be made at run time
    return f" (line {number}, in {function})" if named else f" (line {number})"


def _in(detail: str) -> str:
    return f" ({detail})" if detail else ""
