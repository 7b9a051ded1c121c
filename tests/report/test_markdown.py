import pytest

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
        ("$$\\mu", "    μ\n"),
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
