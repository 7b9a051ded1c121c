"""Each bundled problem keeps all rules."""

from pathlib import Path

import pytest

from grader.authoring.verify import VerifyOptions, verify

ROOT = Path(__file__).resolve().parents[3]
PROBLEMS = sorted(path.parent for path in (ROOT / "problems").glob("*/problem.toml"))


def broken(done):
    return [f"{check.rule}: {finding}" for check in done.checks for finding in check.findings]


@pytest.mark.kernel
@pytest.mark.parametrize("folder", PROBLEMS, ids=lambda path: path.name)
def test_every_bundled_problem_keeps_the_rules(folder, cache):
    done = verify(folder, VerifyOptions(draws=0, hurry=True, cache_dir=cache))
    assert broken(done) == []
    assert done.mutation.percent == 100


@pytest.mark.long
@pytest.mark.kernel
@pytest.mark.parametrize("folder", PROBLEMS, ids=lambda path: path.name)
def test_no_drawn_input_tells_a_recorded_equivalent_apart(folder, cache):
    done = verify(folder, VerifyOptions(draws=3_000, cache_dir=cache))
    assert broken(done) == []
    assert {survivor.state for survivor in done.mutation.survivors} <= {"recorded"}
