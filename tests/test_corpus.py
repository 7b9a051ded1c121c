"""Judging the judge: right, unstable and wrong solutions with the verdicts that they must get."""

from pathlib import Path

import pytest

from grader.judge import Judge
from grader.problem.folder import load_problem

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "tests" / "corpus" / "layer_norm"
pytestmark = pytest.mark.kernel


def expected():
    for line in (CORPUS / "EXPECT.tsv").read_text().splitlines()[1:]:
        path, verdicts, *_ = line.split("\t")
        yield path, verdicts


@pytest.fixture(scope="module")
def judge(cache):
    """A patient one: how quick the machine is says nothing of a solution."""
    with Judge(load_problem(ROOT / "problems" / "layer_norm"), cache_dir=cache, time_factor=5) as made:
        yield made


@pytest.fixture(scope="module")
def hasty_judge(cache):
    """For files that may run into the time limit: they do so in a tenth of it as well."""
    with Judge(load_problem(ROOT / "problems" / "layer_norm"), cache_dir=cache, time_factor=0.1) as made:
        yield made


@pytest.mark.parametrize(("path", "verdicts"), list(expected()), ids=[p for p, _ in expected()])
def test_a_solution_gets_a_verdict_that_it_deserves(path, verdicts, judge, hasty_judge):
    source = (CORPUS / path).read_bytes()
    allowed = verdicts.split("|")
    result = (hasty_judge if "TLE" in allowed else judge).grade(source, path=path, explained=False)
    if "AC+warning" in allowed and result.verdict == "AC":
        assert "in_place" in {w.code for w in result.warnings}
    else:
        assert result.verdict in allowed, result.message
    if path.startswith("right/"):
        assert not result.warnings
        assert result.score == 100


@pytest.mark.parametrize("path", [p for p, _ in expected() if p.startswith("unstable/")])
def test_an_unstable_solution_loses_the_groups_that_ask_for_digits(path, judge):
    notes = {
        p: n for p, *_, n in (row.split("\t") for row in (CORPUS / "EXPECT.tsv").read_text().splitlines())
    }
    result = judge.grade((CORPUS / path).read_bytes(), path=path, explained=False)
    verdicts = {g.name: g.verdict for g in result.groups}
    if notes[path].startswith("one-pass"):
        assert (verdicts["basic"], verdicts["shapes"], verdicts["stability"]) == ("AC", "AC", "WA")
    else:
        assert (verdicts["basic"], verdicts["precision"]) == ("WA", "WA")
