"""Which limit of time is told, on clocks that the test sets."""

from types import SimpleNamespace

import pytest

from grader.runner import clock as module
from grader.runner.clock import Clock, Over, Spent
from grader.runner.status import Limits

LIMITS = Limits(cpu_s_call=2.0, cpu_s_total=5.0, import_s=3.0, wall_factor=3.0)


@pytest.fixture
def now(monkeypatch):
    """The two clocks: `cpu_s` of the process and `wall_s` of the judge."""
    times = SimpleNamespace(cpu_s=0.0, wall_s=100.0, ready_s=0.0)
    fake = SimpleNamespace(clock_gettime=lambda _: times.cpu_s, monotonic=lambda: times.wall_s)
    monkeypatch.setattr(module, "time", fake)

    class Schedule:
        def read_text(self):
            return f"0 {int(times.ready_s * 1e9)} 0"

    monkeypatch.setattr(module, "Path", lambda _: Schedule())
    return times


@pytest.mark.parametrize(
    ("cpu_s", "wall_s", "before_s", "told"),
    [
        pytest.param(1.9, 1.9, 0.0, None, id="nothing yet"),
        pytest.param(2.1, 2.1, 0.0, "2 s of CPU time for one call", id="a call"),
        pytest.param(2.1, 2.1, 4.0, "5 s of CPU time in all", id="all, seen late: both are over"),
        pytest.param(9.0, 9.0, 0.0, "2 s of CPU time for one call", id="a call, seen late: both are over"),
        pytest.param(1.2, 1.2, 4.0, "5 s of CPU time in all", id="all"),
        pytest.param(0.1, 6.1, 0.0, "6 s of waiting for one call", id="a call that waits"),
        pytest.param(0.1, 40.0, 0.0, "6 s of waiting for one call", id="a call that waits, seen late"),
        pytest.param(9.0, 40.0, 0.0, "2 s of CPU time for one call", id="CPU comes before waiting"),
    ],
)
def test_the_limit_that_was_reached_first_is_told(now, cpu_s, wall_s, before_s, told):
    clock = Clock(1, LIMITS, Spent(calls_cpu_s=before_s))
    now.cpu_s += cpu_s
    now.wall_s += wall_s
    found = clock.look(importing=False)
    assert isinstance(found, float) if told is None else found == Over(told, final=found.final)
    if told is not None:
        assert found.final == (not told.endswith("CPU time for one call"))


def test_waiting_for_the_processor_is_nobodys(now):
    clock = Clock(1, LIMITS, Spent())
    now.wall_s += 40.0
    now.ready_s = 39.0
    assert clock.look(importing=False) == pytest.approx(1.98, abs=0.1)


def test_an_import_has_its_own_limit(now):
    clock = Clock(1, LIMITS, Spent(calls_cpu_s=99.0))
    now.cpu_s = 2.9
    assert isinstance(clock.look(importing=True), float)
    now.cpu_s = 3.1
    assert clock.look(importing=True) == Over("3 s of CPU time for the import")


def test_an_import_may_wait_for_less_than_twice_its_limit(now):
    clock = Clock(1, LIMITS, Spent())
    now.wall_s += 4.4
    assert isinstance(clock.look(importing=True), float)
    now.wall_s += 0.2
    assert clock.look(importing=True) == Over("4.5 s of waiting for the import", final=True)


BUDGET_S = 1.5 * 3.0 + 3.0 * 5.0


@pytest.mark.parametrize("importing", [True, False])
def test_all_processes_together_have_one_budget(now, importing):
    clock = Clock(1, LIMITS, Spent(wall_s=BUDGET_S - 1.0))
    now.wall_s += 0.9
    assert isinstance(clock.look(importing=importing), float)
    now.wall_s += 0.2
    assert clock.look(importing=importing) == Over("19.5 s for the imports and all calls", final=True)


def test_neither_the_judges_own_work_nor_a_busy_processor_counts_for_the_budget(now):
    clock = Clock(1, LIMITS, Spent(wall_s=BUDGET_S - 1.0))
    clock.leave()
    now.wall_s += 50.0
    clock.enter()
    now.wall_s += 30.0
    now.ready_s = 29.9
    assert isinstance(clock.look(importing=True), float)


def test_what_a_process_waited_is_paid_for_once_it_has_ended(now):
    spent = Spent()
    clock = Clock(1, LIMITS, spent)
    now.wall_s += 2.5
    now.ready_s = 1.0
    assert isinstance(clock.look(importing=True), float)
    clock.leave()
    clock.add_to_spent(calls=False)
    assert (spent.wall_s, spent.calls_wall_s) == (1.5, 0.0)
