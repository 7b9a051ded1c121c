"""Every text that a submission can choose, through every report format."""

import json
import re

import pytest
from report.payloads import PAYLOADS
from report.results import ARGS, case, groups, result
from support.markup import harmless

from grader.report import fragments, terminal, text
from grader.report import json as json_report
from grader.report.content import check_report, submit_report
from grader.result import (
    Counterexample,
    Diagnosis,
    Note,
    ShownValue,
    SubmissionInfo,
)

TABLE = pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def hostile(payload):
    value = ShownValue(type=payload[:200], data=payload[:2000])
    nested = ShownValue(type="dict", data={payload[:100]: [payload[:100], {"a": payload[:100]}]})
    failing = case(
        payload[:100],
        verdict="WA",
        reason="value",
        message=payload,
        args=(ARGS[0] | {payload[:50]: value, "nested": nested},),
        got=value,
        want=nested,
        output=payload[: 64 * 1024],
    )
    return result(
        "WA",
        score=0.0,
        message=payload,
        submission=SubmissionInfo(path=payload, sha256="0" * 64, size_bytes=1),
        groups=groups("WA", 3),
        cases=(failing, case("b", "edge", "hidden", "RTE", message=payload)),
        warnings=(Note(code="parameter_names", message=payload),),
        diagnosis=(Diagnosis(mistake=payload, matched=3, compared=3, message=payload),),
        counterexample=Counterexample(
            args={payload[:50]: value}, got=nested, want=value, code=payload, message=payload
        ),
    )


@TABLE
@pytest.mark.parametrize("width", [40, 80])
def test_plain_text_is_printable_lines(payload, width):
    for report in (submit_report(hostile(payload)), check_report(hostile(payload), hidden_cases=3)):
        shown = text.render(report, width=width)
        assert all(line.isprintable() for line in shown.split("\n"))
        assert len(shown) < 200_000
        shown.encode("utf-8")


@TABLE
def test_a_terminal_gets_no_sequence_but_our_colours(payload, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = terminal.render(submit_report(hostile(payload)), width=80)
    rest = _COLOURS.sub("", shown)
    assert rest != shown
    assert rest == text.render(submit_report(hostile(payload)), width=80)


@TABLE
def test_json_is_ascii_and_strict_readers_take_it(payload):
    shown = json_report.render(hostile(payload))
    assert shown.isascii()
    assert all(line.isprintable() for line in shown.split("\n"))
    data = json.loads(shown)
    json.dumps(data, ensure_ascii=False).encode("utf-8")
    assert data["submission"]["path"] == payload.encode("utf-8", "backslashreplace").decode()


@TABLE
def test_html_holds_no_element_of_theirs(payload):
    for report in (submit_report(hostile(payload)), check_report(hostile(payload), hidden_cases=3)):
        shown = fragments.html(report)
        read = harmless(shown)
        assert set(read.tags) <= {
            "div", "p", "h3", "b", "strong", "span", "code", "pre", "ul", "li", "progress",
            "table", "thead", "tbody", "tr", "th", "td", "mark",
        }  # fmt: skip
        assert all(set(attrs) <= {"class", "tabindex", "role", "aria-label", "aria-hidden", "value", "scope"}
                   for _, attrs in read.elements)  # fmt: skip
        assert all(line.isprintable() for line in shown.split("\n"))
        shown.encode("utf-8")
