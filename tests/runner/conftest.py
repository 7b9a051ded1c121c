"""Spawners that many tests share: starting one costs more than all that these tests do with it."""

from collections.abc import Callable, Iterator

import pytest

from grader.runner.client import KernelRunner, KernelSpawner
from grader.runner.confine import missing
from grader.runner.status import Limits, RunResult
from grader.runner.wire import Call

SMALL = Limits(
    cpu_s_call=0.3,
    cpu_s_total=1.5,
    import_s=1.0,
    memory_bytes=192 * 2**20,
    output_bytes=256 * 1024,
    wall_factor=3.0,
)
NO_ARGUMENTS = Call(steps=((),))


def open_spawner(calls=(NO_ARGUMENTS,), *, isolation=None, limits=SMALL, **runner) -> KernelSpawner:
    """Open a spawner for the entry point ``f``; by default isolated as well as this machine can."""
    isolation = isolation or ("process" if missing() else "kernel")
    return KernelRunner(entry_point="f", isolation=isolation, **runner).open(list(calls), limits)


@pytest.fixture(scope="session")
def spawner() -> Iterator[KernelSpawner]:
    """Run submissions on one call without arguments."""
    with open_spawner() as opened:
        yield opened


@pytest.fixture(scope="session")
def by_isolation() -> Iterator[Callable[[str], KernelSpawner]]:
    """Give a spawner for one call without arguments, confined by the kernel or not."""
    opened: dict[str, KernelSpawner] = {}

    def get(isolation: str) -> KernelSpawner:
        if isolation not in opened:
            opened[isolation] = open_spawner(isolation=isolation)
        return opened[isolation]

    yield get
    for each in opened.values():
        each.close()


@pytest.fixture(scope="session")
def run(spawner) -> Callable[[str | bytes], RunResult]:
    """Run a submission and give the only result."""

    def run_source(source: str | bytes) -> RunResult:
        (result,) = spawner.run(source.encode() if isinstance(source, str) else source)
        return result

    return run_source
