import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.report.blocks import Bar, Bars, Code, Gap, Grid, Heading, Paragraph, Span, paragraph
from grader.report.layout import cells, lay_out
from grader.report.text import render

WORDS = st.text(st.sampled_from("ab é漢 \u0301"), max_size=80)


@given(st.lists(WORDS, max_size=5), st.integers(40, 100), st.integers(0, 6))
@settings(deadline=None)
def test_no_line_of_a_paragraph_is_wider_than_asked(texts, width, indent):
    block = Paragraph(tuple(Span(t) for t in texts), indent, "• ")
    for line in lay_out([block], width):
        assert sum(cells(span.text) for span in line) <= width


@given(st.lists(WORDS, max_size=5), st.integers(40, 100))
@settings(deadline=None)
def test_wrapping_loses_nothing_but_spaces(texts, width):
    shown = render([Paragraph(tuple(Span(t) for t in texts))], width=width)
    assert "".join(shown.split()) == "".join("".join(texts).split())


def test_spans_without_a_space_between_them_stay_on_one_line():
    words = "word " * 7
    shown = render([paragraph(words, Span("(end)", "code"), Span(".", "plain"))], width=40)
    assert shown.split("\n")[1] == "(end)."


def test_empty_lines_never_come_in_pairs_nor_first_or_last():
    blocks = [Gap(), Gap(), paragraph("a"), Gap(), Heading("b"), Gap(), Gap(), Code(("", "c")), Gap()]
    assert render(blocks) == "a\n\nb\n\n  c\n"


@pytest.mark.parametrize(
    ("share", "want"), [(0.0, "░" * 24), (0.001, "░" * 24), (0.5, "█" * 12 + "░" * 12), (1.0, "█" * 24)]
)
def test_a_bar_shows_its_share(share, want):
    assert want in render([Bars((Bar("g", share, "1/1", Span("note")),))])


def test_only_a_whole_bar_is_full():
    assert "░" in render([Bars((Bar("g", 0.9999, "9999/10000", Span("")),))])


@pytest.mark.parametrize("width", [40, 50, 80])
def test_bars_fit_the_width(width):
    rows = tuple(
        Bar(name, 0.5, "5/10", Span("0 of 40 points, WA"))
        for name in ("basic", "a_group_with_a_name_of_forty_characters_x")
    )
    for line in lay_out([Bars(rows)], width):
        assert sum(cells(span.text) for span in line) <= width


@pytest.mark.parametrize("width", [40, 80])
def test_the_cells_of_a_wide_table_wrap(width):
    long = "one two three four five six seven eight nine ten eleven twelve"
    grid = Grid(("a", "b"), ((Span("x"), Span(long)),), frozenset({0, 1}))
    lines = lay_out([grid], width)
    assert all(sum(cells(s.text) for s in line) <= width for line in lines)
    shown = " ".join("".join(s.text for s in line) for line in lines)
    assert all(word in shown for word in long.split())
