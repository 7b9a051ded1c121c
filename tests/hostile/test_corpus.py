"""Every submission of the corpus: its verdict is one of its header's, and nothing shows a breach."""

import re
from collections import Counter

import pytest
from hostile.files import BIG_SOURCES, CORPUS, submission, submissions

from grader.runner.frames import HEADER

pytestmark = pytest.mark.kernel

KINDS = 30
FILES = 120


# They take a second each for what others of their kind show as well.
SLOW = (
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
        if each.family == "protocol":
            assert f'Struct("{HEADER.format}")' in each.source.decode(), each.path
