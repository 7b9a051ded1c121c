"""Runs a problem's strategies, in an interpreter that holds nothing else (see `grader.bank.interpreter`).

The source of this module is sent to that interpreter as text and becomes a module without a file, and so
do the few modules of this package that it needs: Hypothesis draws constants from the files of loaded
modules, so a module that came from a checkout would change every draw.
"""

import hashlib
import os
import select
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

import hypothesis
import hypothesis.extra.numpy  # what strategies import is loaded before the first draw
import hypothesis.strategies

from grader.problem.case import Case, Laid, Seq
from grader.runner.wire import LaidArray, encode_value

NOT_INTERESTING, INTERESTING = b"0", b"1"

# Of each run the first example is the simplest there is, the same every time; the second is a free draw.
# (One long run would go on with small examples and variations of earlier ones: of 200 draws of a seed in
# 0 … 2³¹, 123 were below 10 and 53 distinct; of 200 runs of two examples, 4 and 191.)
_EXAMPLES = 2
# A run that ends without an example takes a quarter of a second; after so many of them there are none.
_PATIENCE = 5


class _StrategyError(Exception):
    """An author's fault, in the author's words."""


class _ShrinkEnd(Exception):
    """The example is interesting: how Hypothesis learns of it."""


def main(request: dict[str, Any], to_judge: int, from_judge: int) -> None:
    """Answer one request: draw candidates for some groups, or search in one."""
    work = {"draw": _draw, "search": _search}[request["mode"]]
    _send(to_judge, ("ready", "", "", None))
    strategies: ModuleType | None = None
    why = ""
    try:
        strategies = _load(request["path"], request["strategies"])
    except _StrategyError as error:
        why = str(error)
    for group in request["groups"]:
        if strategies is None:
            _send(to_judge, ("fault", "", why, None))
        else:
            try:
                work(_strategy(strategies, group), group, to_judge, from_judge)
            except _StrategyError as error:
                _send(to_judge, ("fault", group["name"], str(error), None))
        os.read(from_judge, 1)


def _send(to_judge: int, message: tuple[Any, ...]) -> None:
    data = encode_value(message)
    view = memoryview(struct.pack("<Q", len(data)) + data)
    while view:
        view = view[os.write(to_judge, view) :]


def _load(path: str, source: str) -> ModuleType:
    module = ModuleType("strategies")
    sys.modules["strategies"] = module
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - trusted code
    except (Exception, SystemExit) as error:
        raise _StrategyError(f"{_reason(error)}; it must load without error") from error
    return module


def _strategy(module: ModuleType, group: dict[str, Any]) -> Any:
    """Return the strategy of a group; write into `group` what the function says besides."""
    function = getattr(module, group["name"], None)
    if not callable(function):
        raise _StrategyError("is not a function; define it with def")
    try:
        strategy = function()
    except (Exception, SystemExit) as error:
        raise _StrategyError(f"{_reason(error)}; it must return a strategy") from error
    if not isinstance(strategy, hypothesis.strategies.SearchStrategy):
        raise _StrategyError(f"returns a {type(strategy).__name__}; return a strategy of cases")
    lines = (getattr(function, "__doc__", None) or "").strip().splitlines()
    group["why"] = lines[0].strip() if lines else f"drawn by the strategy {group['name']}"
    group["shrink"] = bool(getattr(function, "shrink", True))
    return strategy


def _settings(*phases: hypothesis.Phase) -> hypothesis.settings:
    """Return settings in which nothing is left to a default, a profile or the environment."""
    return hypothesis.settings(
        max_examples=_EXAMPLES,
        derandomize=False,
        database=None,
        verbosity=hypothesis.Verbosity.quiet,
        phases=phases,
        stateful_step_count=1,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        deadline=None,
        print_blob=False,
        backend="hypothesis",
    )


def _draw(strategy: Any, group: dict[str, Any], to_judge: int, from_judge: int) -> None:
    """Send one candidate for each seed, until the judge has enough or the seeds are used up."""
    name, why = group["name"], group["why"]
    latest: list[Any] = []
    drawn = 0

    def take(value: Any) -> None:
        # Made to travel at once, as the next draw may write into the same arrays.
        latest[:] = [encode_value(_travelling(value))]

    for index in range(group["indices"]):
        if select.select([from_judge], [], [], 0)[0]:
            break
        latest.clear()
        _run(take, strategy, _seed(group, index), hypothesis.Phase.generate)
        if latest:
            drawn += 1
            _send(to_judge, ("case", name, why, latest[0], index))
        elif not drawn and index + 1 >= _PATIENCE:
            raise _StrategyError("filters out whatever it draws; let it draw what is wanted")
    _send(to_judge, ("done", name, "", None))


def _search(strategy: Any, group: dict[str, Any], to_judge: int, from_judge: int) -> None:
    """Send the smallest interesting case that can be found within ``group["calls"]`` questions.

    An answer is remembered, as Hypothesis runs an example again; past the budget every new one is taken as
    not interesting, so that the search ends where a longer one would stand at that question.
    """
    name, why = group["name"], group["why"]
    if not group["shrink"]:
        _send(to_judge, ("fixed", name, "", None))
        return
    answers: dict[bytes, bool] = {}
    best: list[bytes] = []
    left = group["calls"]

    def look(value: Any) -> None:
        nonlocal left
        sent = encode_value(_travelling(value))
        key = hashlib.sha256(sent).digest()
        if key not in answers and left > 0:
            left -= 1
            _send(to_judge, ("try", name, why, sent, 0))
            answer = os.read(from_judge, 1)
            if answer not in (INTERESTING, NOT_INTERESTING):
                left = 0
            answers[key] = answer == INTERESTING
        if answers.get(key):
            best[:] = [sent]
            raise _ShrinkEnd

    for index in group["indices"]:
        _run(look, strategy, _seed(group, index), hypothesis.Phase.generate, hypothesis.Phase.shrink)
        if best or left <= 0:
            break
    _send(to_judge, ("found" if best else "none", name, why, best[0] if best else None))


def _seed(group: dict[str, Any], index: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{group['seed']} {index}".encode()).digest())


def _run(look: Callable[[Any], None], strategy: Any, seed: int, *phases: hypothesis.Phase) -> None:
    """Run one short Hypothesis test, whatever it ends with."""

    @hypothesis.seed(seed)
    @_settings(*phases)
    @hypothesis.given(strategy)
    def test(value: Any) -> None:
        _forget_files()
        look(value)

    _forget_files()
    try:
        test()
    except (_ShrinkEnd, hypothesis.errors.Unsatisfiable, hypothesis.errors.Flaky):
        return
    except _StrategyError:
        raise
    except (Exception, SystemExit) as error:
        raise _StrategyError(_reason(error)) from error


def _travelling(value: Any) -> tuple[list[dict[str, Any]], bool, bool, str]:
    """Return an example as (calls, reuse, overwrite_results, why)."""
    if isinstance(value, dict):
        value = Case(args=value)
    elif isinstance(value, (list, tuple)):
        value = Seq(calls=value)
    if not isinstance(value, (Case, Seq)) or not all(isinstance(args, dict) for args in value.calls):
        raise _StrategyError(f"draws a {type(value).__name__}; draw a dict of arguments or a list of them")
    omit = value.omit if isinstance(value, Case) else ()
    reuse, overwrite_results = (
        (value.reuse, value.overwrite_results) if isinstance(value, Seq) else (False, False)
    )
    calls = [{k: _laid(v) for k, v in args.items() if k not in omit} for args in value.calls]
    try:
        encode_value(calls)
    except (ValueError, TypeError) as error:
        raise _StrategyError(f"draws what can't be passed on: {error}") from error
    return calls, reuse, overwrite_results, value.why


def _laid(value: Any) -> Any:
    if isinstance(value, Laid):
        return LaidArray(value.array, value.order, value.readonly)
    return value


def _forget_files() -> None:
    """Let no loaded module have a file, whichever way it came in: no constants are drawn from it."""
    if len(sys.modules) == _forgotten[0]:
        return
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) is not None and not module.__name__.startswith("hypothesis"):
            with suppress(AttributeError, TypeError):
                module.__file__ = None
    _forgotten[0] = len(sys.modules)


_forgotten = [0]


def _reason(error: BaseException) -> str:
    """Return an error of the strategies in one line, with the line of the file where it left it."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == "strategies":
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        line = error.lineno
    text = " ".join(str(error).split())[:200]
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if isinstance(error, SystemExit):
        said = f"ends the program with {said}"
    return f"line {line}: {said}" if line else said


def start(request: dict[str, Any]) -> None:
    """Answer `request` on standard output, being asked on standard input."""
    to_judge, from_judge = os.dup(1), os.dup(0)
    os.dup2(2, 1)  # what a strategy prints or reads has no part in this
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    main(request, to_judge, from_judge)
