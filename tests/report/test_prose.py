import pytest
from support.markup import Markup, harmless

from grader.report import mathml, prose

X = mathml.inline("x")[0]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("*a* **b** `c_d`", "<em>a</em> <strong>b</strong> <code>c_d</code>"),
        ("a <b>c</b> & d", "a &lt;b&gt;c&lt;/b&gt; &amp; d"),
        ("[a](https://example.org)", '<a href="https://example.org" rel="noopener noreferrer">a</a>'),
        ("[a](javascript:alert(1))", "[a](javascript:alert(1))"),
        ("![a *b*](x.png) ![](y.png)", "a <em>b</em> y.png"),
        ("``a ` b``", "<code>a ` b</code>"),
        ("a \x1b[2J `\x1b` \u202e", r"a \x1b[2J <code>\x1b</code> \u202e"),
        ('[a](#b "\u202e<")', '<a href="#b" title="\\u202e&lt;" rel="noopener noreferrer">a</a>'),
        ("$x$", X),
        ("a $x$ b", f"a {X} b"),
        (r"\$x\$", "$x$"),
        ("`$x$`", "<code>$x$</code>"),
        ("cost $5", "cost $5"),
        ("($x$), $x$-th", f'<span class="whole">({X}),</span> <span class="whole">{X}-th</span>'),
        ("$x$ **$x$**.", f"{X} <strong>{X}</strong>."),
        ("$a_1$ and $b_1$", f"{mathml.inline('a_1')[0]} and {mathml.inline('b_1')[0]}"),
    ],
)
def test_a_line(source, expected):
    assert prose.inline(source) == expected


@pytest.mark.parametrize(
    ("source", "formulas"),
    [
        ("$$x$$", ["x"]),
        ("$$\nx\n$$", ["x"]),
        ("$$x$$ $$y$$", ["x", "y"]),
        ("text\n$$x$$\nmore", ["x"]),
        ("- item\n\n  $$x$$", ["x"]),
    ],
)
def test_a_formula_between_two_dollars_has_its_own_lines(source, formulas):
    text = prose.html(source)
    assert text.count('<div class="formula" tabindex="0"') == len(formulas)
    for formula in formulas:
        assert mathml.display(formula)[0] in text
    assert "$" not in text


def test_a_formula_with_text_beside_it_stays_in_its_paragraph():
    assert prose.html("so $$x$$ is").startswith('<div class="prose"><p>so <math display="block">')


@pytest.mark.parametrize("source", ["$$x", "$$", "$$ $$", "a $$", "    $$x$$"])
def test_dollars_without_a_formula_are_dollars(source):
    assert "$$" in Markup(prose.html(source)).text
    assert "<math" not in prose.html(source)


@pytest.mark.parametrize(
    ("source", "level", "tags"),
    [
        ("# a\n## b", 3, ["h3", "h4"]),
        ("## a\n#### b\n## c", 3, ["h3", "h4", "h3"]),
        ("# a\n## b\n### c", 5, ["h5", "h6", "h6"]),
        ("a\n===", 2, ["h2"]),
    ],
)
def test_headings_follow_on_the_page_they_are_put_on(source, level, tags):
    assert [tag for tag in Markup(prose.html(source, level=level)).tags if tag[0] == "h"] == tags


def test_tables_have_no_styles_and_scroll_by_themselves():
    text = prose.html("| a | | c |\n| --- | ---: | :-: |\n| $x$ | 2 | 3 |")
    read = harmless(text)
    assert '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>' in text
    assert read.all("th") == [{"scope": "col"}, {"class": "center", "scope": "col"}]
    assert read.all("td") == [{"class": "right"}, {}, {"class": "right"}, {"class": "center"}]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("```python\nx = None\n```", '<span class="kc">None</span>'),
        ("```py\ndef f(): pass\n```", '<span class="nf">f</span>'),
        ("```\nx = None <b>\n```", "<code>x = None &lt;b&gt;\n</code>"),
        ("```html\n<b>\n```", "<code>&lt;b&gt;\n</code>"),
        ("    x <b>", "<code>x &lt;b&gt;\n</code>"),
    ],
)
def test_code(source, expected):
    text = prose.html(source)
    assert expected in text
    assert '<pre tabindex="0"><code>' in text
    harmless(text)


def test_html_is_text():
    text = prose.html("<script>alert(1)</script>\n\n<p onclick='x'>a</p>\n\n<!-- c -->")
    assert "script" not in harmless(text).tags
    assert "<script>alert(1)</script>" in Markup(text).text
