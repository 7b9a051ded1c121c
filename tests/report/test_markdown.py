import re
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.markup import Markup, harmless

from grader.report import grammar, prose
from grader.report.blocks import Span
from grader.report.markdown import blocks, inline
from grader.report.text import render


@pytest.mark.parametrize(
    ("source", "want"),
    [
        ("one\ntwo\n\nthree", "one two\n\nthree\n"),
        ("## Title\ntext", "  Title\ntext\n"),
        ("- a\n- b\n  more", "• a\n• b more\n"),
        ("1. a\n2. b", "1. a\n2. b\n"),
        ("- a\n  - b", "• a\n  • b\n"),
        ("```python\nx = 1\n\ny = 2\n```\nend", "  x = 1\n\n  y = 2\nend\n"),
        ("| a | b |\n| - | - |\n| `x` | $\\mu$ |", "  a  b\n  x  μ\n"),
        ("$$\\mu = 1$$", "    μ = 1\n"),
        ("$$\n\\mu\n= 1\n$$\nend", "    μ = 1\nend\n"),
        ("> said", "  said\n"),
        ("a **strong** and *soft* `code` word", "a strong and soft code word\n"),
        ("costs \\$5 and \\$6", "costs $5 and $6\n"),
        ("[label](https://example.org)", "label (https://example.org)\n"),
        ("2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c\n"),
        ("```\nnever closed", "  never closed\n"),
        ("$$\\mu", "$$\\mu\n"),
        ("_soft_ and __strong__, snake_case", "soft and strong, snake_case\n"),
        ("[the paper][1]\n\n[1]: https://example.org/a", "the paper (https://example.org/a)\n"),
        ("<https://example.org> and [up](#top)", "https://example.org and up\n"),
        ("[a](javascript:alert)", "[a](javascript:alert)\n"),
        ("``a ` b`` and `` ` ``", "a ` b and `\n"),
        ("![a *drawing*](x.png) ![](y.png)", "a drawing y.png\n"),
        ("one  \ntwo\\\nthree", "one\ntwo\nthree\n"),
        ("- one  \n  two", "• one\n  two\n"),
        ("<b>bold</b>\n\n<div>\nblock\n</div>", "<b>bold</b>\n\n<div> block </div>\n"),
        ("&lt;b&gt; &copy;", "<b> ©\n"),
        ("7. a\n7. b\n   - c\n\n     d", "7. a\n8. b\n   • c\n\n     d\n"),
        ("1) a\n\n2) b", "1) a\n\n2) b\n"),
        ("- ```\n  x = 1\n  ```\n-", "•\n    x = 1\n•\n"),
        ("> one\n>\n> - two\n> > three", "  one\n\n  • two\n    three\n"),
        ("| a | b |\n| --- | ---: |\n| long | 1 |", "  a     b\n  long  1\n"),
        ("a\n\n---\nb", "a\n\n────────────\nb\n"),
        ("Title\n===\n    code", "  Title\n  code\n"),
        ("a\tb\n\n    c\td", "a b\n\n  c   d\n"),
        ("so $$x^2$$ is", "so x² is\n"),
        (r"$\frac{1}$ and $\mu$", "$\\frac{1}$ and μ\n"),
        ("$$\n\\left( x\n$$", "    $$\\left( x$$\n"),
        ("\0", "\N{REPLACEMENT CHARACTER}\n"),
        ("\x1b[2J", "\\x1b[2J\n"),
    ],
)
def test_a_page_reads_as_text(source, want):
    assert render(blocks(source)) == want


def test_code_and_strong_text_have_their_styles():
    assert inline("a `b` **c $\\mu$**") == (
        Span("a "),
        Span("b", "code"),
        Span(" "),
        Span("c ", "strong"),
        Span("μ", "strong"),
    )


@given(
    st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "Cc"]), min_size=1, max_size=40).filter(
        grammar.is_plain
    )
)
@settings(deadline=None)
def test_a_line_without_marks_is_what_the_parser_makes_of_it(source):
    assert [(token.type, token.content) for token in grammar.parse_line(source)] == [("text", source)]


def test_a_line_without_marks_needs_no_parser():
    script = (
        "import sys; from grader.report import content, markdown, page; markdown.inline('plain (words)');"
        "print([name for name in ('markdown_it', 'latex2mathml') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


PIECES = [
    "# ", "- ", "1. ", "> ", "    ", "\n", "\n\n", "  \n", "```", "`", "``", "|", "| - | -: |", "*", "**", "_", "__", "$", "$$",
    "[a][1]", "[1]: x\n", "![", "](", ")", "<", "<b>", "<!--", "&amp;", "\\", "---", "===", r"\frac", "{", "}", "^", "\0", "\x1b[2J",
    "\u202e", "\r", "\t", "5", "a b", "\ud800",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=20).map("".join)


@given(TEXTS)
@settings(deadline=None)
def test_no_text_makes_either_fail_or_lets_a_control_character_through(source):
    shown = render(blocks(source))
    line = "".join(span.text for span in inline(source))
    page = [prose.html(source), prose.inline(source)]
    assert all(text.isprintable() for text in (*shown.split("\n"), line))
    assert all(character == "\n" or unicodedata.category(character) != "Cc" for character in "".join(page))
    assert "\u202e" not in "".join(page)
    for text in page:
        harmless(text).text.encode()


@pytest.mark.parametrize("address", ["x", "../x", "/x", "javascript:x", "data:x", "file:///x", "//host/x"])
def test_only_what_leads_somewhere_is_a_link(address):
    for source in (f"[a]({address})", f"[a][1]\n\n[1]: {address}"):
        assert harmless(prose.html(source)).all("a") == []


@pytest.mark.parametrize("address", ["#part", "http://host/x", "HTTPS://host", "mailto:a@host"])
def test_what_leads_somewhere_is_a_link(address):
    assert len(Markup(prose.html(f"[a]({address})")).all("a")) == 1


WORDS = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=12)
MARKS = st.sampled_from(["", ",", ".", "?", "(", ")", ":", ";", "/", "=", "+"])


@given(st.lists(st.tuples(MARKS, WORDS, MARKS).map("".join), min_size=1, max_size=30))
@settings(deadline=None)
def test_each_letter_of_a_plain_paragraph_is_shown(words):
    source = "so " + "\n".join(" ".join(words[n : n + 7]) for n in range(0, len(words), 7))
    letters = [character for character in source if character.isalnum()]
    for text in (
        render(blocks(source)),
        "".join(span.text for span in inline(source)),
        harmless(prose.html(source)).text,
    ):
        assert [character for character in text if character.isalnum()] == letters


@pytest.mark.parametrize(
    ("source", "formulas"),
    [
        ("price is $5 and $6", []),
        ("between $5-$6 a day, $7", []),
        ("US$ 5 and US$ 6", []),
        ("$ x $", []),
        ("$x$5", []),
        (r"\$x\$ and \$5", []),
        ("`$x$`", []),
        ("$$ $$", []),
        ("$x$, $y$-th ($z$)", ["x", "y", "z"]),
        ("$x$ costs $5, $y$ costs $6", ["x", "y"]),
        ("$a =\nb$", ["a =\nb"]),
        (r"$\$5$", [r"\$5"]),
        ("$$x$$", ["x"]),
        ("*$a*b$*", ["a*b"]),
        ("- $$\n  x\n  $$\n- $$\ny$$", ["x", "\ny"]),
    ],
)
def test_what_is_a_formula_is_so_in_a_terminal_and_on_a_page(source, formulas):
    flat = [inner for token in grammar.parse(source) for inner in (token, *(token.children or ()))]
    found = [token.content for token in flat if token.type.startswith("formula")]
    assert found == formulas
    shown = render(blocks(source))
    page = prose.html(source)
    assert page.count("<math") == len(formulas)
    if not formulas:
        plain = source.replace("\\", "").replace("`", "")
        assert " ".join(shown.split()) == " ".join(harmless(page).text.split()) == plain


@pytest.mark.parametrize(
    "formula", [r"\frac{1}", r"\left( x", "x^a^b", "{", r"\begin{aligned} x", "x" * 5000]
)
def test_a_formula_that_cannot_be_read_is_shown_as_its_source(formula):
    for source in (f"a ${formula}$ b", f"a $${formula}$$ b", f"$${formula}$$"):
        assert re.sub(r"\s", "", render(blocks(source))) == re.sub(r"\s", "", source)
        assert re.sub(r"\s", "", harmless(prose.html(source)).text) == re.sub(r"\s", "", source)
