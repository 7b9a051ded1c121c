"""Every submission of the corpus: its verdict is one of its header's, and nothing shows a breach."""

import re
from collections import Counter

import pytest
from hostile.bench import small_judge
from hostile.files import BIG_SOURCES, CORPUS, submission, submissions

from grader.runner import attempt
from grader.runner.frames import HEADER

pytestmark = pytest.mark.kernel

KINDS = 36
FILES = 350


# They take a second each for what others of their kind show as well.
SLOW = (
    "exhaust/deep_c_recursion.py",
    "exhaust/compile_nested_exec.py",
    "exhaust/mem_small_objects.py",
    "protocol/raised_with_many_lines.py",
)


def _listed():
    return [
        pytest.param(s, id=s.path, marks=[pytest.mark.long] if s.path in SLOW else []) for s in submissions()
    ]


@pytest.mark.parametrize("each", _listed())
def test_no_submission_gets_more_than_its_due(each, bench):
    result, found = bench.grade(each.aimed_at(bench.breach), path=each.path, hasty="TLE" in each.expect)
    assert result.verdict in each.expect, result.message
    assert found == []
    if each.expect == ("TLE",):
        assert "took longer than the time limit" in result.message  # ended by the judge, not by itself


@pytest.mark.parametrize("name", BIG_SOURCES)
def test_a_big_source_is_ended_like_any_other(name, bench):
    expect, make = BIG_SOURCES[name]
    result, found = bench.grade(make(), path="big.py")
    assert result.verdict in expect, result.message
    assert found == []


def test_what_one_submission_leaves_is_not_there_for_the_next(bench):
    source = submission("escape/state_left_for_next.py").source
    verdicts = [bench.grade(source)[0].verdict for _ in range(3)]
    assert verdicts == ["RTE"] * 3


SLEEP_S = 0.4
SLEEPERS = {
    "hold2_40s": ((b"sleep(40.0)", b"> 1e4"), (b"sleep(%g)" % SLEEP_S, b"> 0")),
    "exit_each_call_slow_import": ((b"sleep(20)",), (b"sleep(%g)" % SLEEP_S,)),
}


@pytest.mark.parametrize("name", SLEEPERS)
def test_who_sleeps_in_each_fork_does_not_hold_the_judge_for_the_sum(name, cache, monkeypatch):
    source = submission(f"exhaust/{name}.py").source
    for was, made in zip(*SLEEPERS[name], strict=True):
        assert was in source
        source = source.replace(was, made)
    forks = []
    fork = attempt._forked
    monkeypatch.setattr(attempt, "_forked", lambda process: forks.append(process) or fork(process))
    judge, runner = small_judge(cache, import_s=0.3, wall_factor=2.0)
    with judge:
        result = judge.grade(source)
    assert result.verdict in submission(f"exhaust/{name}.py").expect, result.message
    # All the waiting that one run may do, once for the verdict and once for the smaller input.
    longest_s = (runner.limits.import_s + runner.limits.cpu_s_total) * runner.limits.wall_factor
    assert len(forks) * SLEEP_S <= 2 * longest_s, f"{len(forks)} forks, and each slept {SLEEP_S} s"


def test_the_table_and_the_headers_say_the_same():
    files = {p.relative_to(CORPUS).as_posix() for p in CORPUS.rglob("*.py")}
    assert files == {s.path for s in submissions()}
    for each in submissions():
        head = each.source[:4000].decode("utf-8", "replace")
        if found := re.search(r"# expect: (.*?)\r?[\n\r]", head):
            assert tuple(found[1].split("|")) == each.expect, each.path


def test_there_are_enough_of_enough_kinds():
    kinds = Counter((s.family, s.kind) for s in submissions() if s.family != "benign")
    assert len(kinds) >= KINDS
    assert sum(kinds.values()) >= FILES
    assert min(kinds.values()) >= 2


def test_the_forged_frames_are_those_of_this_version():
    # A frame of another form would be refused for its form, and the attack never be tried.
    for each in submissions():
        if each.family == "protocol" and b"Struct(" in each.source:
            assert f'Struct("{HEADER.format}")' in each.source.decode(), each.path
