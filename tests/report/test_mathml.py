import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.folders import BUNDLED
from support.markup import harmless

from grader.report import mathml

FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<!\\)\$([^$]+)\$", re.DOTALL)


def inner(source):
    """Return what stands in the formula's row."""
    (text,) = mathml.inline(source)
    assert text.startswith('<math display="inline"><mrow>')
    return text.removeprefix('<math display="inline"><mrow>').removesuffix("</mrow></math>")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\frac{1}{d}", "<mfrac><mrow><mn>1</mn></mrow><mrow><mi>d</mi></mrow></mfrac>"),
        (r"x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        (r"\mathrm{softmax}", "<mi>softmax</mi>"),
        (r"\mathrm{old\ max}", "<mtext>old&nbsp;max</mtext>"),
        (r"d_\mathrm{model}", "<msub><mi>d</mi><mi>model</mi></msub>"),
        (r"50{,}257", "<mn>50,257</mn>"),
        (r"1{,}000{,}000", "<mn>1,000,000</mn>"),
        (r"2{,}x", "<mn>2</mn><mrow><mo>,</mo></mrow><mi>x</mi>"),
        (r"-\infty", '<mo form="prefix">−</mo><mi>∞</mi>'),
        (r"a = -b", '<mi>a</mi><mo>=</mo><mo form="prefix">−</mo><mi>b</mi>'),
        (r"a - b", "<mi>a</mi><mo>−</mo><mi>b</mi>"),
        (r"1, \dots, n", "<mn>1</mn><mo>,</mo><mi>…</mi><mo>,</mo><mi>n</mi>"),
        (r"1/n", '<mn>1</mn><mo lspace="0" rspace="0">/</mo><mi>n</mi>'),
        (r"n \log n", '<mi>n</mi><mspace width="0.167em"></mspace><mi>log</mi><mspace width="0.167em"></mspace><mi>n</mi>'),
        (r"\sin(x)", '<mi>sin</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo>'),
        (r"\max_j x", '<msub><mi>max</mi><mi>j</mi></msub><mspace width="0.167em"></mspace><mi>x</mi>'),
        (r"K^\top", "<msup><mi>K</mi><mi>⊤</mi></msup>"),
        (r"\boldsymbol{w}", "<mrow><mi>\N{MATHEMATICAL BOLD ITALIC SMALL W}</mi></mrow>"),
        (r"\mathrm{d}x", '<mi mathvariant="normal">d</mi><mi>x</mi>'),
        (r"\lVert x \rVert_2", '<mo stretchy="false" lspace="0" rspace="0">‖</mo><mi>x</mi><msub><mo stretchy="false">‖</mo><mn>2</mn></msub>'),
        (r"\unknown x", "<mi>unknown</mi><mi>x</mi>"),
        (r"a < b \& c", "<mi>a</mi><mo>&lt;</mo><mi>b</mi><mi>&amp;</mi><mi>c</mi>"),
    ],
)  # fmt: skip
def test_latex_becomes_mathml_that_is_spaced_as_tex_does_it(source, expected):
    assert inner(source) == expected


def test_a_sign_after_spaces_still_belongs_to_its_number():
    text = "".join(mathml.inline(r"(-0.5,\ 3.5,\ -4.5)"))
    assert text.count('<mo form="prefix">−</mo>') == 2


def test_a_long_formula_in_a_line_comes_in_pieces():
    pieces = mathml.inline(r"\hat{x} \approx (-0.1690,\ 1.1832,\ -1.5213,\ 0.5071)")
    assert [re.sub("<[^>]+>|&nbsp;", "", piece) for piece in pieces] == [
        "x^≈", "(−0.1690,", "1.1832,", "−1.5213,", "0.5071)",
    ]  # fmt: skip
    assert len(mathml.inline(r"x = (1, 2, 3)")) == 1


def test_a_formula_on_its_own_lines_is_parted_at_wide_spaces():
    first, second = mathml.display(r"a = b \qquad c = d")
    assert first == '<math display="block"><mrow><mi>a</mi><mo>=</mo><mi>b</mi></mrow></math>'
    assert second.endswith("<mi>c</mi><mo>=</mo><mi>d</mi></mrow></math>")


@pytest.mark.parametrize(
    ("source", "display", "inline"),
    [
        (r"\sum_{i=1}^{d} x", "munderover", "msubsup"),
        (r"\max_x x", "munder", "msub"),
        (r"\frac{\max_x x}{2}", "msub", "msub"),
    ],
)
def test_limits_stand_below_where_there_is_room(source, display, inline):
    assert f"<{display}>" in mathml.display(source)[0]
    assert f"<{inline}>" in mathml.inline(source)[0]


@pytest.mark.parametrize(
    "source",
    [r"a &= b \\ c &= d", r"\begin{aligned} a &= b \\ c &= d \end{aligned}", r"\begin{align*} a &= b \\ c &= d \end{align*}"],
)  # fmt: skip
def test_lines_are_aligned(source):
    (text,) = mathml.display(source)
    assert text.count("<mtr>") == 2
    assert text.count('<mtd class="right">') == text.count('<mtd class="left">') == 2


@pytest.mark.parametrize(
    "source",
    [r"\href{javascript:alert(1)}{x}", r"\style{color:red}{x}", r"\class{verdict}{x}", r"\color{red}{x}"],
)
def test_what_is_no_mathematics_is_left_out(source):
    text = "".join(mathml.inline(source))
    assert "x" in harmless(text).text
    assert not re.search("href|javascript|style=|color|class=", text)


@pytest.mark.parametrize(
    "source",
    ["{", r"\frac{1}", r"\left( x", r"\middle|", "x" * 5000, "{" * 3000 + "x"],
    ids=["brace", "fraction", "bracket", "middle", "too long", "too deep"],
)
def test_a_formula_that_cannot_be_read_is_shown_as_its_source(source):
    for (text,), mark in ((mathml.inline(source), "$"), (mathml.display(source), "$$")):
        assert text.startswith('<span class="unread">')
        assert harmless(text).text == f"{mark}{source}{mark}"


TOKENS = [
    r"\frac", r"\sqrt", r"\sum", r"\left(", r"\right)", r"\begin{align*}", r"\end{align*}", r"\hat", r"\text{", r"\mathrm{",
    r"\href{a}{b}", r"\style{a}{b}", r"\class{a}", r"\,", r"\qquad", r"\infty", r"\\", *"&{}^_,<>$#%'\"|x1+-=",
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(TOKENS) | st.text(max_size=3), max_size=14).map(" ".join))
def test_no_input_makes_it_fail_or_write_anything_but_mathml(source):
    for text in (*mathml.inline(source), *mathml.display(source)):
        read = harmless(text)
        assert set(read.tags) <= mathml._ELEMENTS | {"span", "br"}
        assert all(set(attrs) <= set(mathml._ATTRIBUTES) or tag == "span" for tag, attrs in read.elements)


@pytest.mark.parametrize("slug", BUNDLED)
def test_each_formula_of_the_bundled_problems_is_read(slug):
    folder = BUNDLED[slug]
    for name in ("statement.md", "theory.md", "problem.toml"):
        for display, inline in FORMULA.findall((folder / name).read_text("utf-8")):
            pieces = mathml.display(display) if display else mathml.inline(inline)
            for piece in pieces:
                assert "unread" not in piece
                assert "\\" not in piece
                ET.fromstring(piece.replace("&nbsp;", " "))
