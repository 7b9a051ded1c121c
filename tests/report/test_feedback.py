import re

import pytest
from markdown_it import MarkdownIt
from report.payloads import PAYLOADS
from report.results import MADE, result

from grader.report.blocks import Code, Grid, Heading, Paragraph, Span
from grader.report.feedback import feedback, render
from grader.result import Counterexample


def html(text):
    return MarkdownIt("commonmark", {"html": True}).enable("table").render(text)


def shown(text):
    """Return what a reader of rendered Markdown sees."""
    plain = re.sub(r"<[^>]*>", "", html(text))
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        plain = plain.replace(entity, character)
    return plain


@pytest.mark.parametrize("name", MADE)
def test_feedback_says_verdict_and_score(name):
    text = feedback(MADE[name], title="alice.py")
    assert text.startswith("# alice.py\n")
    assert MADE[name].verdict in text.split("\n\n")[1]
    assert text.endswith("\n")
    assert "\n\n\n" not in text


def test_groups_and_values_are_tables():
    page = html(feedback(MADE["wrong_sample"], title="a.py"))
    assert page.count("<table>") == 2
    assert "<td>basic</td>" in page


def test_hidden_cases_stay_hidden():
    text = feedback(MADE["wrong_hidden"], title="a.py")
    assert "the values are wrong" in text
    assert "eps\\_grid" in text


@pytest.mark.parametrize("name", PAYLOADS)
def test_what_a_submission_says_is_text_and_no_markup(name):
    payload = PAYLOADS[name]
    told = Counterexample(args={}, got=None, want=None, code=payload, message=payload)
    page = html(feedback(result("WA", score=0.0, message=payload, counterexample=told), title=payload))
    assert not re.search(r"<(?!/?(?:h1|h2|h3|p|ul|li|strong|pre|table|thead|tbody|tr|th|td|code)\b)", page)
    assert not re.search(r"<(?:script|a|img|b|x)\b", page)


@pytest.mark.parametrize(
    "text", ["1. one", "- x", "# x", "+ x", "a | b", "10.5", "<b>", "*x*", "=x", "[x](y)"]
)
def test_text_reads_as_itself_at_the_beginning_inside_and_in_a_cell(text):
    span = Span(text, "strong")
    page = render(
        [Heading("t"), Paragraph((span, Span(" and "), span)), Grid(("h",), ((Span("x"),), (span,)))]
    )
    assert shown(page).count(text) == 3


def test_code_is_a_block_that_nothing_closes():
    page = html(render([Code(("```", "<script>", "````"))]))
    assert page.count("<pre>") == 1
    assert "&lt;script&gt;" in page


def test_an_empty_report_is_an_empty_line():
    assert render([]) == "\n"
