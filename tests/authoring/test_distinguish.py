"""Survivors are told from equivalents by looking for an input, which can become a case."""

import pytest
from support.folders import edit

from grader.authoring.grow import verify_and_add
from grader.authoring.verify import VerifyOptions
from grader.problem.folder import load_problem

pytestmark = pytest.mark.kernel
DRAWS = 60


@pytest.fixture
def grown(cache):
    return lambda folder: verify_and_add(
        folder, VerifyOptions(draws=DRAWS, hurry=True, workers=1, cache_dir=cache)
    )


def states(done):
    return {survivor.what: survivor.state for survivor in done.mutation.survivors}


def test_a_survivor_is_told_apart_by_a_small_input(problem, verified):
    (problem / "cases/basic/default.toml").unlink()
    done = verified(problem, draws=DRAWS)
    survivors = done.mutation.survivors
    assert {s.state for s in survivors} == {"distinguished"}
    assert all("standard_scores(\n    np.array([" in s.code for s in survivors)
    assert all(len(s.code) < 120 for s in survivors)


def test_its_input_becomes_a_fixed_case_that_kills_it(problem, grown):
    (problem / "cases/basic/default.toml").unlink()
    done = grown(problem)
    assert done.ok
    assert done.mutation.survivors == ()
    (note,) = done.notes
    assert "added default_changed_line_4" in note
    text = (problem / "cases/basic/default_changed_line_4.toml").read_text()
    assert text.startswith('why = "the result differs if `0.01` becomes `0.')
    assert 'omit = ["eps"]' in text
    assert load_problem(problem).cases


def test_a_problem_that_needs_no_case_gets_none(problem, grown):
    before = sorted(p.name for p in problem.rglob("*"))
    done = grown(problem)
    assert done.notes == ("no case was added: no input was found that kills a survivor",)
    assert sorted(p.name for p in problem.rglob("*") if p.suffix != ".pyc") == before


def test_what_nothing_tells_apart_is_probably_equivalent_and_may_be_recorded(problem, verified):
    edit(problem / "reference.py", "deviation = x - np.mean(x)", "deviation = x + 0.0 - np.mean(x)")
    done = verified(problem, draws=DRAWS)
    found = states(done)
    assert set(found.values()) == {"probably equivalent"}
    finding = next(f for c in done.checks for f in c.findings if c.rule == "mutants")
    assert "record it in equivalents.toml with a reason" in finding.message
    entries = [f.detail.partition("\n\n")[2] for c in done.checks for f in c.findings if c.rule == "mutants"]
    text = "\n\n".join(entries).replace('reason = ""', 'reason = "adds nothing"')
    (problem / "equivalents.toml").write_text(text)
    again = verified(problem, draws=DRAWS)
    rules = {check.rule: check for check in again.checks}
    assert rules["mutants"].status == "ok"
    assert set(states(again).values()) == {"recorded"}


def test_no_more_than_a_tenth_may_be_recorded(problem, verified):
    entries = [
        f'[[equivalent]]\nline = "return deviation / np.sqrt(variance + eps)"\nmutant = "return {text}"\nreason = "?"\n'
        for text in ("deviation", "np.sqrt(variance + eps)", "deviation / (variance + eps)")
    ]
    (problem / "equivalents.toml").write_text("\n".join(entries))
    messages = [f.message for c in verified(problem).checks for f in c.findings if c.rule == "equivalents"]
    assert any("more than 2" in message for message in messages)


def test_a_recorded_equivalent_that_a_case_kills_is_an_error(problem, verified):
    (problem / "equivalents.toml").write_text(
        '[[equivalent]]\nline = "return deviation / np.sqrt(variance + eps)"\n'
        'mutant = "return deviation / np.sqrt(variance - eps)"\nreason = "eps is small"\n'
    )
    (message,) = [f.message for c in verified(problem).checks for f in c.findings]
    assert "kills 'return deviation / np.sqrt(variance - eps)': not equivalent; remove the entry" in message


def test_a_recorded_equivalent_that_a_drawn_input_kills_is_an_error(problem, verified):
    (problem / "cases/basic/default.toml").unlink()
    (problem / "equivalents.toml").write_text(
        '[[equivalent]]\nline = "def standard_scores(x, eps=0.01):"\n'
        'mutant = "def standard_scores(x, eps=0.1):"\nreason = "nobody leaves it out"\n'
    )
    quick = {c.rule: c for c in verified(problem).checks}
    assert quick["equivalents"].status == "ok"
    thorough = {c.rule: c for c in verified(problem, draws=DRAWS).checks}
    (finding,) = thorough["equivalents"].findings
    assert "an input kills 'def standard_scores(x, eps=0.1):': not equivalent" in finding.message
    assert "standard_scores(" in finding.detail
