"""Judging the judge: no report shows a hidden case, and every wrong answer is explained."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from corpus_tables.files import ROOT, layer_norm, solutions

from grader.cli.app import run
from grader.judge import Judge
from grader.report import feedback, gradescope, json, junit, prairielearn, terminal, text
from grader.report.content import submit_report

pytestmark = pytest.mark.kernel

FORMATS = {
    "text": lambda result: text.render(submit_report(result)),
    "wide text": lambda result: text.render(submit_report(result), width=400),
    "terminal": lambda result: terminal.render(submit_report(result), width=100),
    "json": json.render,
    "junit": junit.render,
    "gradescope": gradescope.render,
    "prairielearn": prairielearn.render,
    "markdown": lambda result: feedback.feedback(result, title="a"),
}
# What a submission says of the arguments is no way to read them either.
TELLING = b"""
import numpy as np
def layer_norm(x, gamma, beta, eps=1e-6):
    print(x.tolist(), gamma.tolist(), beta.tolist(), eps)
    %s
    d = x - np.mean(x, axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta + 1e-3
"""
TELLERS = {
    "prints": TELLING % b"pass",
    "raises what it got": TELLING % b"if x.ndim != 2: raise ValueError(repr(x.tolist()))",
    "raises a class of what it got": TELLING
    % b"if x.ndim != 2: raise type('E' + repr(x.tolist()), (ValueError,), {})()",
    "returns a class of what it got": TELLING
    % b"if x.ndim != 2: return type('E' + repr(x.tolist()), (), {})()",
    "opens a file of that name": TELLING % b"if x.ndim != 2: open('/tmp/' + repr(x.ravel()[:3].tolist()))",
    "imports a module of that name": TELLING
    % b"if x.ndim != 2: __import__('m' + repr(x.ravel()[:3].tolist()))",
    "exits with it": TELLING % b"if x.ndim != 2: raise SystemExit(repr(x.tolist()))",
}
SOME = {s.path: s.source for s in solutions("wrong", "unstable") if not s.may_hang}
SOME = dict(list(SOME.items())[::48]) | TELLERS
NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?|-?\d{6,}")


@pytest.fixture(scope="module")
def judge(cache):
    with Judge(layer_norm(), cache_dir=cache) as made:
        yield made


def numbers(values):
    """Return the numbers of some arrays as a report may write them, those that are not round."""
    found = set()
    for value in values:
        for number in np.ravel(value)[:2000].tolist():
            for form in (repr(number), f"{number:.6g}", f"{number:.8g}", f"{number:.12g}"):
                if len(form.lstrip("-").replace(".", "").lstrip("0").partition("e")[0]) >= 6:
                    found.add(form)
    return found


def leaked(report, hidden):
    """Return what numbers of a report are hidden ones. Two of six digits may be the same by chance."""
    found = set(NUMBER.findall(report)) & hidden
    exact = {number for number in found if len(number.strip("-0.")) >= 10}
    return exact or (found if len(found) > 2 else set())


@pytest.fixture(scope="module")
def bank_numbers(judge):
    """The numbers of hidden cases, without those that other cases have as well."""

    def of(*visibilities):
        cases = [c for c in judge.bank.cases if c.visibility in visibilities]
        return numbers([v for c in cases for step in c.steps for v in step.values()]) | numbers(
            [w for c in cases for w in c.wants]
        )

    return of("hidden") - of("sample", "generated")


def hidden_numbers(judge, outcomes, bank_numbers):
    got = [
        v
        for o in outcomes
        if o.case.visibility == "hidden"
        for v in o.run.values
        if isinstance(v, np.ndarray)
    ]
    shown = [
        v
        for o in outcomes
        if o.case.visibility != "hidden"
        for v in o.run.values
        if isinstance(v, np.ndarray)
    ]
    plain = [v for v in got if v.dtype.kind in "fiu"]
    return bank_numbers | (numbers(plain) - numbers([v for v in shown if v.dtype.kind in "fiu"]))


@pytest.mark.parametrize("name", SOME)
def test_no_report_shows_a_number_of_a_hidden_case(name, judge, bank_numbers):
    result = judge.grade(SOME[name], path="a.py")
    hidden = hidden_numbers(judge, judge._run(SOME[name], samples_only=False).outcomes, bank_numbers)
    assert len(hidden) > 1000
    for form, render in FORMATS.items():
        assert not leaked(render(result), hidden), form
    for case in result.cases:
        if case.visibility != "sample":
            assert (case.args, case.got, case.want, case.output) == (None, None, None, None)


def test_the_search_for_numbers_would_find_them(judge, bank_numbers):
    result = judge.grade(TELLERS["prints"], path="a.py", show_hidden=True)
    assert len(leaked(FORMATS["json"](result), bank_numbers)) > 100


def test_no_file_of_a_batch_shows_a_number_of_a_hidden_case(cache, tmp_path, bank_numbers):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for number, content in enumerate([*TELLERS.values(), SOME["wrong/affine__abs_gamma.py"]]):
        (source / f"learner_{number}.py").write_bytes(content)
    command = [
        sys.executable,
        "-m",
        "grader",
        "batch",
        source,
        "-p",
        ROOT / "problems" / "layer_norm",
        "-o",
        out,
    ]
    env = {**os.environ, "GRADER_CACHE_DIR": str(cache)}
    formats = ["--format", "junit,gradescope,prairielearn"]
    done = subprocess.run([*command, *formats, "-j", "1"], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    files = [p for p in out.rglob("*") if p.is_file()]
    assert {p.suffix for p in files} >= {".html", ".csv", ".jsonl", ".md", ".xml", ".json"}
    for file in files:
        assert not leaked(file.read_text("utf-8"), bank_numbers), file


WRONG_ANSWERS = sorted((ROOT / "submissions" / "layer_norm" / "wrong_answer").glob("*.py"))


@pytest.mark.parametrize("file", WRONG_ANSWERS, ids=lambda f: f.stem)
def test_every_wrong_answer_is_explained(file, cache, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("GRADER_CACHE_DIR", str(cache))
    monkeypatch.chdir(tmp_path)
    path = Path(shutil.copy(file, tmp_path))
    assert run(["submit", str(path), "-p", str(ROOT / "problems" / "layer_norm")]) == 1
    report = capsys.readouterr().out
    named = re.search(r"explains \d+ of \d+ wrong cases", report)
    # A sample that fails is an example already: with its input, what was got and what is wanted.
    sample = re.search(r"group sample · [\s\S]*\n +got\b[\s\S]*\bwant\b", report)
    assert named or sample or "Smallest failing input" in report
