"""What stands beside a verdict never changes it, whatever happens to it."""

import logging
from pathlib import Path

import pytest
from support.memory_runner import MemoryRunner

from grader.judge import Judge
from grader.outcomes.aside import Aside
from grader.problem.folder import load_problem
from grader.result import Verdict

LAYER_NORM = Path(__file__).resolve().parents[2] / "problems" / "layer_norm"
# Right on the samples, wrong on wide ones: everything is looked for.
SOURCE = b"""
import numpy as np
def layer_norm(x, gamma, beta, eps=1e-6):
    d = x - np.mean(x, axis=-1, keepdims=True)
    out = d / np.sqrt(np.mean(d * d, axis=-1, keepdims=True) + eps) * gamma + beta
    return out + 1 if x.ndim == 3 and x.shape[0] > 1 and x.shape[-1] > 2 and gamma.shape[0] != 3 else out
"""
RIGHT = SOURCE.replace(b"out + 1", b"out")
PARTS = {
    "grader.explain.explanation.lost_digits": "measuring lost digits",
    "grader.explain.explanation.open_mistakes": "the search for a known mistake",
    "grader.explain.explanation.matching": "the search for a known mistake",
    "grader.explain.explanation.depends_on_history": "the search for something kept between calls",
    "grader.explain.explanation.Search": "the search for a smaller failing input",
    "grader.explain.counterexample.smallest": "the search for a smaller failing input",
    "grader.explain.counterexample.shown": "the search for a smaller failing input",
    "grader.explain.counterexample.fewer_calls": "the search for a smaller failing input",
    "grader.explain.explanation.explain": "the explanation",
    "grader.judge.notes.nondeterministic": "comparing equal calls",
    "grader.judge.session.repeats": "comparing equal calls",
    "grader.judge.notes._parameter_names": "comparing names",
    "grader.judge.notes._in_place": "looking for changed arguments",
    "grader.judge.visible.shown": "showing a case",
    "grader.judge.visible.message_of": "showing a case",
    "grader.judge.session.message_of": "the message",
}
KINDS = [
    RuntimeError,
    ValueError,
    RecursionError,
    MemoryError,
    AssertionError,
    UnicodeError,
    StopIteration,
    OSError,
]


@pytest.fixture(scope="module")
def problem():
    return load_problem(LAYER_NORM)


def graded(problem, cache, source=SOURCE, **more):
    with (
        Judge(problem, runner=MemoryRunner("layer_norm"), cache_dir=cache) as judge,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("grader.explain.counterexample.SEARCH_CALLS", 20)
        return judge.grade(source, **more)


@pytest.fixture(scope="module")
def undisturbed(problem, cache):
    return graded(problem, cache)


def raising(error):
    def fail(*_, **__):
        raise error

    return fail


def essence(result):
    cases = [(c.name, c.verdict, c.reason) for c in result.cases]
    return result.verdict, result.score, result.groups, cases


@pytest.mark.parametrize(
    ("part", "what", "kind"), [(*p, k) for p, k in zip(PARTS.items(), KINDS * 2, strict=True)]
)
def test_whatever_fails_beside_it_the_verdict_is_the_same(
    part, what, kind, problem, cache, undisturbed, monkeypatch
):
    monkeypatch.setattr(part, raising(kind("a secret\nof two lines")))
    result = graded(problem, cache)
    assert essence(result) == essence(undisturbed)
    assert result.verdict == Verdict.WA
    (note,) = (n for n in result.warnings if n.code == "explanation_failed")
    assert note.message.startswith(f"{what} failed with {kind.__name__}")
    assert "\n" not in note.message
    assert "secret" not in note.message


@pytest.mark.parametrize("kind", KINDS)
def test_a_right_solution_stays_right(kind, problem, cache, monkeypatch):
    for part in PARTS:
        monkeypatch.setattr(part, raising(kind("no")))
    result = graded(problem, cache, RIGHT, show_hidden=True)
    assert (result.verdict, result.score) == (Verdict.AC, 100)
    assert {n.code for n in result.warnings} == {"explanation_failed"}


def test_of_two_parts_the_other_is_still_made(problem, cache, undisturbed, monkeypatch):
    monkeypatch.setattr("grader.explain.explanation.lost_digits", raising(ValueError()))
    assert graded(problem, cache).counterexample == undisturbed.counterexample
    assert undisturbed.counterexample is not None


def test_who_watches_sees_all_cases(problem, cache, undisturbed, monkeypatch):
    monkeypatch.setattr("grader.judge.visible.shown", raising(MemoryError()))
    seen = []
    result = graded(problem, cache, on_case=seen.append)
    assert tuple(seen) == result.cases
    assert essence(result) == essence(undisturbed)


def test_an_interrupt_is_no_note(problem, cache, monkeypatch):
    monkeypatch.setattr("grader.judge.notes.nondeterministic", raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        graded(problem, cache, RIGHT)


def test_where_it_failed_is_logged_for_who_asks(caplog):
    with caplog.at_level(logging.DEBUG, "grader"):
        assert Aside().attempt("it", raising(ValueError("why")), 7) == 7
    assert caplog.records[0].exc_info[1].args == ("why",)
    with pytest.raises(ValueError, match="why"):
        Aside(raising=True).attempt("it", raising(ValueError("why")), 7)
