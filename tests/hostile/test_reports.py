"""Whatever a submission can choose, judged for real and shown in every form: nothing of it acts there."""

import re

import pytest
from hostile.bench import PATIENT, small_judge
from hostile.probes import faults_of_reports
from report.payloads import PAYLOADS

from grader.report import escape
from grader.report import json as json_report

pytestmark = pytest.mark.kernel

# How a payload gets into a result: by what is raised, returned, printed, named, left with, or read.
WAYS = {
    "message": "raise ValueError(P)",
    "class": "raise type(P.replace('\\0', '') or 'E', (ValueError,), {})('m')",
    "function": "f = (lambda: 1 / 0); f.__code__ = f.__code__.replace(co_name=P); f()",
    "exit": "import sys; sys.exit(P)",
    "file": "open(P.replace('\\0', '') + '/x', 'w')",
    "module": "import importlib; importlib.import_module(P.replace('\\0', '').strip('.') or 'm')",
    "value": "return P",
    "nested": "return {P: [P, (P, {P: P})]}",
    "type": "return type(P.replace('\\0', '') or 'T', (), {})()",
    "printed": "import os; os.write(1, P.encode('utf-8', 'surrogatepass')); return None",
    "note": "e = ValueError('m'); e.add_note(P); raise e",
}
SHORT = {name: text[:5_000] for name, text in PAYLOADS.items()}


@pytest.fixture(scope="module")
def judge(cache):
    made, _ = small_judge(cache, **PATIENT)
    with made:
        yield made


@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_a_submission_chooses_acts_in_a_report(way, judge):
    for name, payload in SHORT.items():
        source = f"P = {payload!a}\ndef layer_norm(x, gamma, beta, eps=1e-6):\n    {WAYS[way]}\n".encode()
        result = judge.grade(source, path=f"{payload[:60]}.py", samples_only=True)
        assert result.verdict in ("RTE", "WA"), (way, name, result.message)
        assert faults_of_reports(result, "no such secret") == [], (way, name)
        _in_other_forms(result)


def test_names_of_parameters_and_broken_source_act_in_no_report(judge):
    for payload in SHORT.values():
        parameter = "".join(c if c.isidentifier() else "ａ" for c in payload[:80]) or "a"
        sources = (
            f"def layer_norm(a{parameter}, b, c, d=1): return 1".encode("utf-8", "surrogatepass"),
            b"def f(:  # " + payload.encode("utf-8", "surrogatepass"),
            payload.encode("utf-8", "surrogatepass"),
        )
        for source in sources:
            result = judge.grade(source, path=payload[:60], samples_only=True)
            assert result.verdict in ("RTE", "WA", "CE")
            assert faults_of_reports(result, "no such secret") == []
            _in_other_forms(result)


_TAG = re.compile(r"<[a-z!/?]", re.IGNORECASE)


def _in_other_forms(result):
    """Hold each text of a result to what CSV, HTML, XML and Markdown make of it."""
    texts = [
        result.message or "",
        *(c.message or "" for c in result.cases[:3]),
        *(c.output or "" for c in result.cases[:3]),
    ]
    texts += [w.message for w in result.warnings] + [result.submission.path or ""]
    for text in texts:
        for shown in (escape.html(text), escape.xml(text)):
            assert not _TAG.search(shown)
            assert '"' not in shown
        cell = escape.csv(text)
        assert not cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r"))
        assert "\n" not in cell
        assert not re.search(r"(?<!\\)[<`\[]", escape.markdown(text))
    assert json_report.render(result).isascii()
