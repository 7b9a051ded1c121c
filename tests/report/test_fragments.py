import re

import pytest
from report.results import MADE
from support.markup import harmless

from grader.report import fragments
from grader.report.blocks import Bar, Bars, Gap, Grid, Heading, Span, code, paragraph
from grader.report.content import check_report, submit_report

BAR = Bar("basic", 0.5, "2/4", Span("0 of 40 points, WA", "bad"))


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (paragraph("a < b & c"), "<p>a &lt; b &amp; c</p>"),
        (paragraph("below", indent=2), '<p class="in">below</p>'),
        (paragraph(Span("so", "strong"), " it is"), "<p><strong>so</strong> it is</p>"),
        (paragraph(Span("quiet", "quiet")), '<p><span class="quiet">quiet</span></p>'),
        (paragraph(Span("a.py", "code")), "<p><code>a.py</code></p>"),
        (paragraph(Span("WA", "bad")), '<p><b class="verdict bad">WA</b></p>'),
        (paragraph(Span("skipped", "quiet")), '<p><b class="verdict quiet">skipped</b></p>'),
        (
            paragraph("x = [1, 2]", Span("  int64, shape (2,)", "quiet"), value=True),
            '<p class="value"><code>x = [1, 2]</code> <span class="quiet">  int64, shape (2,)</span></p>',
        ),
        (Heading("Notes"), "<h3>Notes</h3>"),
        (Heading("Notes", 2), "<h4>Notes</h4>"),
        (code("a\n  b<c"), '<pre tabindex="0"><code>a\n  b&lt;c</code></pre>'),
        (
            Bars((BAR,)),
            (
                '<ul class="bars"><li><span class="label">basic</span> '
                '<progress aria-hidden="true" class="warn" value="0.5000"></progress> '
                '<span class="num">2/4</span> '
                '<span class="note"><span class="bad">0 of 40 points, WA</span></span></li></ul>'
            ),
        ),
    ],
)
def test_a_block_is_an_element(block, expected):
    assert fragments.html([block]) == f'<div class="report"><div class="part">{expected}</div></div>'


def test_a_gap_ends_a_part_and_a_heading_begins_one():
    text = fragments.html(
        [
            Gap(),
            paragraph("a"),
            paragraph("b"),
            Gap(),
            Gap(),
            paragraph("c"),
            Heading("H"),
            Gap(),
            paragraph("d"),
        ]
    )
    part = '<div class="part">'
    assert text == (
        f'<div class="report">{part}<p>a</p><p>b</p></div>{part}<p>c</p></div>{part}<h3>H</h3><p>d</p></div></div>'
    )


def test_paragraphs_with_markers_are_items_of_one_list():
    blocks = [
        paragraph("a", marker="• "),
        paragraph("b", marker="• "),
        paragraph("c", marker="1. "),
        paragraph("d", marker="2. "),
        paragraph("e", marker="! "),
    ]
    lists = '<ul><li>a</li><li>b</li></ul><ol><li>c</li><li>d</li></ol><ul class="notes"><li>e</li></ul>'
    assert lists in fragments.html(blocks)


@pytest.mark.parametrize(("level", "block", "tag"), [(1, 1, "h1"), (3, 2, "h4"), (5, 4, "h6"), (6, 1, "h6")])
def test_headings_begin_at_the_level_that_is_asked_for(level, block, tag):
    assert harmless(fragments.html([Heading("H", block)], level=level)).tags[-1] == tag


def test_what_differs_is_marked_and_said():
    rows = (
        (Span("[0]", "quiet"), Span("1", "bad"), Span("2", "good"), Span("← differs", "bad")),
        (Span("[1]", "quiet"), Span("3"), Span("3"), Span("")),
    )
    text = fragments.html([Grid(("", "got", "want", ""), rows, frozenset({0, 3}))])
    assert (
        '<td></td><th scope="col" class="num">got</th><th scope="col" class="num">want</th><td></td>' in text
    )
    assert (
        '<tr class="differs"><th scope="row"><span class="quiet">[0]</span></th>'
        '<td class="num"><mark class="bad">1</mark></td><td class="num"><mark class="good">2</mark></td>'
        '<td><span class="bad">← differs</span></td></tr>'
    ) in text
    assert text.count("<mark") == 2
    assert '<td class="num">3</td><td class="num">3</td><td></td></tr>' in text


def test_a_table_without_titles_has_no_head():
    text = fragments.html([Grid(("", ""), ((Span("memory"), Span("512 MiB")),))])
    assert "<thead>" not in text
    assert '<th scope="row">memory</th><td class="num">512 MiB</td>' in text


@pytest.mark.parametrize("name", MADE)
def test_reports_of_every_kind_say_what_the_text_says(name):
    for blocks in (submit_report(MADE[name]), check_report(MADE[name], hidden_cases=3)):
        read = harmless(fragments.html(blocks))
        assert MADE[name].verdict in read.text
        words = {word for block in blocks if isinstance(block, Heading) for word in block.text.split()}
        assert all(word in read.text for word in words)


def test_a_wrong_answer(snapshot):
    assert fragments.html(submit_report(MADE["wrong_sample"])).replace("><", ">\n<") == snapshot


@pytest.mark.parametrize("name", ["wrong_type", "wrong_shape"])
def test_values_that_cannot_be_compared_element_by_element_stand_side_by_side(name):
    page = fragments.html(submit_report(MADE[name]))
    left, right = re.search(r'<div class="pair"><div>(.*?)</div><div>(.*?)</div></div>', page).groups()
    assert "got" in left
    assert "want" in right
