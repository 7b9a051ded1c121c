"""The judge on a whole problem, with a runner that has no process."""

import ast
import json
import re
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from support.folders import copy_of
from support.memory_runner import MemoryRunner

from grader.errors import IsolationError, JudgeFault
from grader.judge import Judge
from grader.problem.folder import load_problem
from grader.result import Verdict
from grader.runner.status import RunResult, Status

ROOT = Path(__file__).resolve().parents[2]
LAYER_NORM = ROOT / "problems" / "layer_norm"
RIGHT = b"""
import numpy as np
def layer_norm(x, gamma, beta, eps=1e-6):
    d = x - np.mean(x, axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
"""
DDOF = RIGHT.replace(b"(d * d).mean(axis=-1, keepdims=True)", b"np.var(x, axis=-1, ddof=1, keepdims=True)")


@pytest.fixture(scope="module")
def problem():
    return load_problem(LAYER_NORM)


@pytest.fixture
def judge(problem, cache):
    with Judge(problem, runner=MemoryRunner("layer_norm"), cache_dir=cache) as made:
        yield made


def scripted(problem, cache, **results):
    with Judge(problem, runner=MemoryRunner("layer_norm"), cache_dir=cache) as plain:
        index = {c.name: i for i, c in enumerate(plain.bank.cases)}
    runner = MemoryRunner("layer_norm", scripted={index[k]: v for k, v in results.items()})
    return Judge(problem, runner=runner, cache_dir=cache)


def test_a_right_solution_is_accepted_with_all_points(judge):
    result = judge.grade(RIGHT, path="a.py")
    assert (result.verdict, result.score, result.message) == (Verdict.AC, 100.0, None)
    assert not result.warnings
    assert result.counterexample is None


def test_a_result_follows_the_published_schema(judge):
    schema = json.loads((ROOT / "docs" / "result.schema.json").read_text())
    for source in (RIGHT, DDOF, b"def", b"x = 1", b"def layer_norm(*a): pass"):
        jsonschema.validate(json.loads(judge.grade(source).model_dump_json()), schema)


def test_a_wrong_solution_is_told_which_mistake_it_makes(judge):
    result = judge.grade(DDOF)
    assert result.verdict == Verdict.WA
    assert result.score < 100
    assert result.diagnosis
    assert [d.mistake for d in result.diagnosis] == ["sample_variance"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(DDOF, id="named"),
        pytest.param(
            RIGHT.replace(b"gamma + beta", b"gamma + beta).round(7)").replace(b"return d", b"return (d"),
            id="measured",
        ),
    ],
)
def test_what_is_told_counts_the_failures_that_are_reported(judge, source):
    result = judge.grade(source)
    advisory = {g.name for g in result.groups if g.advisory}
    failing = [c for c in result.cases if c.verdict != Verdict.AC and c.group not in advisory]
    assert {(d.matched, d.compared) for d in result.diagnosis} == {(len(failing), len(failing))}


def test_hidden_cases_show_no_value(judge):
    result = judge.grade(DDOF)
    hidden = [c for c in result.cases if c.visibility != "sample"]
    assert hidden
    assert all(c.args is None and c.got is None and c.want is None and c.output is None for c in hidden)
    assert any(c.args for c in result.cases if c.visibility == "sample")


def test_the_owner_may_see_everything(judge):
    result = judge.grade(DDOF, show_hidden=True)
    assert all(c.args is not None and c.want is not None for c in result.cases)


def test_of_an_exception_on_a_hidden_case_only_the_builtin_class_is_told(judge):
    source = (
        RIGHT
        + b"""
class Mine(ValueError): pass
inner = layer_norm
def layer_norm(x, gamma, beta, eps=1e-6):
    if x.ndim > 2 and x.size: raise Mine(f"secret {x.ravel()[0]}")
    return inner(x, gamma, beta, eps)
"""
    )
    result = judge.grade(source)
    raised = [c for c in result.cases if c.reason == "raised" and c.visibility != "sample"]
    assert raised
    for case in raised:
        assert "secret" not in case.message
        assert "Mine" not in case.message
        assert "ValueError" in case.message
        assert "line" in case.message


def test_a_file_that_does_not_compile_is_ce_with_its_line(judge):
    result = judge.grade(b"def layer_norm(:\n")
    assert (result.verdict, result.score) == (Verdict.CE, 0.0)
    assert "line 1" in result.message


def test_a_file_without_the_function_is_ce(judge):
    assert judge.grade(b"x = 1").verdict == Verdict.CE


def test_samples_only_has_no_score_and_hides_nothing(judge):
    result = judge.grade(DDOF, samples_only=True)
    assert result.score is None
    assert {c.visibility for c in result.cases} == {"sample"}
    assert result.counterexample is None


@pytest.mark.parametrize("fault", [JudgeFault("the sandbox fell over"), RuntimeError("a bug"), KeyError("x")])
def test_a_fault_of_the_judge_is_je_and_has_no_score(problem, cache, fault):
    with Judge(problem, runner=MemoryRunner("layer_norm", fault=fault), cache_dir=cache) as judge:
        result = judge.grade(RIGHT)
    assert (result.verdict, result.score) == (Verdict.JE, None)


def test_a_missing_sandbox_is_no_verdict(problem, cache):
    runner = MemoryRunner("layer_norm", fault=IsolationError("no Landlock"))
    with Judge(problem, runner=runner, cache_dir=cache) as judge, pytest.raises(IsolationError):
        judge.grade(RIGHT)


def test_an_advisory_group_costs_nothing(problem, cache):
    with Judge(problem, runner=MemoryRunner("layer_norm"), cache_dir=cache) as judge:
        names = [c.name for c in judge.bank.cases if problem.spec.groups[c.group].advisory]
    assert names
    with scripted(problem, cache, **{names[0]: RunResult(0, Status.CRASHED, detail="SIGSEGV")}) as judge:
        result = judge.grade(RIGHT)
    assert (result.verdict, result.score) == (Verdict.AC, 100.0)
    assert [c.name for c in result.cases if c.verdict != Verdict.AC] == names[:1]


def test_the_seed_is_kept_when_it_is_secret(problem, cache):
    with Judge(
        problem, seed=0, secret_seed=True, runner=MemoryRunner("layer_norm"), cache_dir=cache
    ) as judge:
        assert judge.grade(RIGHT).environment.seed is None
        assert judge.grade(RIGHT, show_hidden=True).environment.seed == 0


def test_a_reproducible_result(judge):
    def essence(result):
        return result.model_copy(
            update={
                "resources": None,
                "cases": tuple(c.model_copy(update={"wall_s": 0, "cpu_s": 0}) for c in result.cases),
            }
        )

    assert essence(judge.grade(DDOF)) == essence(judge.grade(DDOF))


ONLY_WIDE = (
    RIGHT
    + b"""
inner = layer_norm
def layer_norm(x, gamma, beta, eps=1e-6):
    out = inner(x, gamma, beta, eps)
    return out + 1 if x.ndim == 3 and x.shape[0] > 1 and x.shape[-1] > 2 and gamma.shape[0] != 3 else out
"""
)


def test_a_counterexample_is_pasteable_and_wrong(judge, problem):
    result = judge.grade(ONLY_WIDE)
    if any(c.verdict != Verdict.AC for c in result.cases if c.visibility == "sample"):
        pytest.fail("the samples show it: choose another fault")
    assert result.counterexample is not None
    space = {}
    exec(ONLY_WIDE, space)
    *statements, last = ast.parse(result.counterexample.code).body
    exec(compile(ast.Module(statements, []), "code", "exec"), space)
    got = eval(compile(ast.Expression(last.value), "code", "eval"), space)
    assert got.shape == tuple(result.counterexample.want.shape)
    assert got.ravel().tolist() == np.ravel(result.counterexample.got.data).tolist()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "while True: pass",
            r"on case \w+: compare.py: compare is still running after 0\.2 s: it must answer",
        ),
        (
            "import sys; sys.exit(0)",
            r"compare.py: compare ends the program with SystemExit: 0: it must answer",
        ),
        (
            "import os; os._exit(0)",
            r"compare.py: compare ends the program with os._exit\(0\): it must answer",
        ),
    ],
)
def test_a_comparison_that_does_not_come_back_is_the_judges_fault(body, said, tmp_path, cache, monkeypatch):
    monkeypatch.setattr("grader.problem.folder._LEAST_S", 0.2)
    folder = copy_of("two_factors", tmp_path)
    with (folder / "problem.toml").open("a") as file:
        file.write("\n[limits]\ncpu_s_call = 0.01\n")
    (folder / "compare.py").write_text(f"def compare(got, want, args):\n    {body}\n")
    with Judge(load_problem(folder), runner=MemoryRunner("two_factors"), cache_dir=cache) as judge:
        result = judge.grade(b"def two_factors(n):\n    return (2, 3)\n")
    assert (result.verdict, result.score) == (Verdict.JE, None)
    assert re.search(said, result.message), result.message
