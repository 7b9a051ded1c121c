"""Judges side by side, for submissions that may try anything: one for them, one for an honest neighbour."""

import secrets
import threading
from contextlib import contextmanager
from dataclasses import replace

from hostile.files import HONEST, PROBLEM
from hostile.probes import Watch, descendants, faults_of_reports

from grader.judge import Judge
from grader.problem.folder import load_problem
from grader.runner import attempt
from grader.runner.client import KernelRunner

GUARD_S = 60.0
"""By then the judge has ended everything, on a machine as slow as it likes."""


class Settable:
    """A runner whose spawners take other limits than the problem's, and others again later."""

    def __init__(self, runner, **changes):
        self.runner = runner
        self.changes = changes
        self.isolation = runner.isolation

    def open(self, calls, limits):
        self.limits = replace(limits, **self.changes)
        self.spawner = self.runner.open(calls, self.limits)
        return self.spawner

    @contextmanager
    def other(self, **changes):
        """Hold the judge's clocks to other limits for a while. What the kernel limits stays."""
        self.spawner._limits = replace(self.limits, **changes)
        try:
            yield
        finally:
            self.spawner._limits = self.limits


HASTY = {"cpu_s_call": 0.1, "cpu_s_total": 0.2, "import_s": 0.15, "wall_factor": 2.0, "reforks": 0}
"""For what is expected to run into a limit of time: it need not take long."""
PATIENT = {"cpu_s_call": 2.0, "cpu_s_total": 4.0, "import_s": 4.0, "wall_factor": 20.0}


def small_judge(cache, *, isolation="kernel", problem=PROBLEM, seed=0, **limits):
    """Return a judge of the small problem and its runner."""
    found = load_problem(problem)
    runner = Settable(
        KernelRunner(
            entry_point=found.spec.entry_point,
            allowed_imports=found.spec.allowed_imports,
            isolation=isolation,
            forbidden=(found.folder,) if isolation == "kernel" else (),
        ),
        **limits,
    )
    return Judge(found, seed=seed, runner=runner, isolation=isolation, cache_dir=cache), runner


class Bench:
    """Grades submissions, each with an honest one at the same time and one after it, and looks for breaches."""

    def __init__(self, cache, working, breach, pid, **judge):
        self.judge, self.runner = small_judge(cache, **PATIENT, **judge)
        self.neighbour, _ = small_judge(cache, **PATIENT, **judge)
        self.breach = breach
        self.canary = secrets.token_hex(8)
        self.memory = f"JUDGE_CANARY_{self.canary}"  # kept in the judge's memory, as its wants are
        for judge_ in (self.judge, self.neighbour):
            assert judge_.grade(HONEST).verdict == "AC"
        self.watch = Watch(working, breach, descendants(pid))
        self._forked = attempt._forked
        attempt._forked = self._remember

    def _remember(self, process):
        pid, handle = self._forked(process)
        self.watch.forks.add(pid)
        return pid, handle

    def __enter__(self):
        return self

    def __exit__(self, *_):
        attempt._forked = self._forked
        self.judge.close()
        self.neighbour.close()

    def grade(self, source, *, path="hostile.py", hasty=False):
        """Return the result, and a line for each thing that went wrong."""
        beside = []
        thread = threading.Thread(target=lambda: beside.append(self.neighbour.grade(HONEST).verdict))
        self.watch.begin()
        thread.start()
        with self.runner.other(**(HASTY if hasty else {})):
            result = self.judge.grade(source, path=path)
        thread.join(GUARD_S)
        found = self.watch.breaches()
        if beside != ["AC"]:
            found.append(f"an honest submission at the same time got {beside}")
        after = self.judge.grade(HONEST)
        if after.verdict != "AC":
            found.append(f"an honest submission after it got {after.verdict}: {after.message}")
        found += faults_of_reports(result, self.canary)
        return result, found
