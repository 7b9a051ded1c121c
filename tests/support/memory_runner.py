"""A runner without a process, for tests of the judge's logic. No command can reach it."""

import copy
import time
import warnings

import numpy as np

from grader.runner.status import Raised, RunResult, Status, Usage


class MemoryRunner:
    """Runs a source in this interpreter; `scripted` replaces the result of chosen calls."""

    isolation = "kernel"

    def __init__(self, entry_point, *, scripted=None, fault=None):
        self.entry_point = entry_point
        self.scripted = scripted or {}
        self.fault = fault

    def open(self, calls, limits):
        return MemorySpawner(self, calls, limits)


class MemorySpawner:
    def __init__(self, runner, calls, limits):
        self.runner, self.calls, self.limits = runner, calls, limits

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        pass

    def run(self, source, *, calls=None):
        return MemoryRun(self, source, range(len(self.calls)) if calls is None else calls)

    def run_one(self, source, call, *, wall_s=None):
        function, failed = _load(source, self.runner.entry_point)
        return _replace_call(failed, 0) if failed else _call(function, call, 0)


class MemoryRun:
    def __init__(self, spawner, source, indices):
        self.usage = Usage()
        self._results = self._iterate(spawner, source, list(indices))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._results)

    def wait(self, longest_s):
        return True

    def _iterate(self, spawner, source, indices):
        started_s = time.perf_counter()
        if spawner.runner.fault is not None:
            raise spawner.runner.fault
        function, failed = _load(source, spawner.runner.entry_point)
        for index in indices:
            if failed is not None:
                yield _replace_call(failed, index)
            elif index in spawner.runner.scripted:
                yield _replace_call(spawner.runner.scripted[index], index)
            else:
                yield _call(function, spawner.calls[index], index)
        self.usage.wall_s = time.perf_counter() - started_s


def _replace_call(result, index):
    return RunResult(
        index,
        result.status,
        values=result.values,
        raised=result.raised,
        at_import=result.at_import,
        step=result.step,
        detail=result.detail,
        changed=result.changed,
        output=result.output,
    )


def _load(source, entry_point):
    namespace = {"__name__": "solution"}
    try:
        code = compile(source, "solution.py", "exec")
    except SyntaxError as error:
        raised = Raised("SyntaxError", "SyntaxError", str(error.msg), ((error.lineno or 0, ""),))
        return None, RunResult(0, Status.NOT_COMPILED, raised=raised, at_import=True)
    try:
        exec(code, namespace)
    except Exception as error:  # noqa: BLE001 - what a submission raises is its result
        return None, RunResult(0, Status.RAISED, raised=_raised(error), at_import=True)
    if not callable(namespace.get(entry_point)):
        return None, RunResult(0, Status.NO_ENTRY_POINT, at_import=True)
    return namespace[entry_point], None


def _raised(error):
    builtin = next(c.__name__ for c in type(error).__mro__ if c.__module__ == "builtins")
    lines = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "solution.py":
            lines.append((trace.tb_lineno, trace.tb_frame.f_code.co_name))
        trace = trace.tb_next
    return Raised(type(error).__name__, builtin, str(error), tuple(lines))


def _argument(value):
    return np.array(getattr(value, "array", value)) if hasattr(value, "array") else copy.deepcopy(value)


def _call(function, call, index):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # a submission's warnings are no error of the test
        return _called(function, call, index)


def _called(function, call, index):
    values, kept = [], []
    for step in call.steps:
        try:
            kept.append(function(*[_argument(a) for a in step]))
        except Exception as error:  # noqa: BLE001 - what a submission raises is its result
            return RunResult(index, Status.RAISED, raised=_raised(error), step=len(kept))
        if call.overwrite_results:
            values.append(copy.deepcopy(kept[-1]))
            if isinstance(kept[-1], np.ndarray):
                kept[-1][...] = 0
    return RunResult(index, Status.RETURNED, values=tuple(values if call.overwrite_results else kept))
