"""Submissions that know cases beforehand, and answer all others wrongly."""

import numpy as np
import pytest
from hostile.bench import small_judge
from hostile.files import PROBLEM

from grader.bank.cache import open_bank
from grader.problem.folder import load_problem

pytestmark = pytest.mark.kernel


def memoriser(cases):
    """Return a submission that holds the answers to `cases`, by the bytes of their first argument."""
    known = {}
    for case in cases:
        for step, want in zip(case.steps, case.wants, strict=True):
            known[np.asarray(step["x"]).tobytes()] = (want.tobytes(), want.shape)
    return f"""
import numpy as np

KNOWN = {known!r}


def layer_norm(x, gamma, beta, eps=1e-6):
    data, shape = KNOWN.get(x.tobytes(), (bytes(x.size * 8), x.shape))
    return np.frombuffer(data).reshape(shape).copy()
""".encode()


@pytest.fixture(scope="module")
def bank(cache):
    return open_bank(load_problem(PROBLEM), seed=0, cache_dir=cache)


def test_who_knows_the_fixed_cases_fails_the_generated_ones(bank, cache):
    fixed = [c for c in bank.cases if c.visibility != "generated"]
    assert len(fixed) < len(bank.cases)
    with small_judge(cache)[0] as judge:
        result = judge.grade(memoriser(fixed))
    assert result.verdict == "WA"
    assert {c.visibility for c in result.cases if c.verdict != "AC"} == {"generated"}


def test_who_knows_the_cases_of_one_seed_fails_under_another(bank, cache):
    source = memoriser(bank.cases)
    with small_judge(cache)[0] as judge:
        assert judge.grade(source).verdict == "AC"  # the control: these are the right answers
    with small_judge(cache, seed=2**127 + 12345)[0] as judge:
        result = judge.grade(source)
    assert result.verdict == "WA"
    assert {c.visibility for c in result.cases if c.verdict != "AC"} == {"generated"}
