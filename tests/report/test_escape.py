import csv
import html.parser
import io
import xml.etree.ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report.payloads import PAYLOADS

from grader.report import escape

TABLE = pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)


@TABLE
def test_a_line_is_printable_and_bounded(payload):
    line = escape.line(payload)
    assert line.isprintable()
    assert len(line) <= 11 * escape.LINE_CHARACTERS
    line.encode("utf-8")


@TABLE
def test_a_block_has_printable_lines_only(payload):
    block = escape.block(payload)
    assert all(line.isprintable() for line in block.split("\n"))
    assert len(block) <= 11 * escape.BLOCK_CHARACTERS
    block.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("plain", "plain"),
        ("σ² = 1/d ∑ᵢ xᵢ, x̂", "σ² = 1/d ∑ᵢ xᵢ, x̂"),
        ("\x1b[2J", r"\x1b[2J"),
        ("\u202e", r"\u202e"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
        ("a\nb\tc\r", r"a\nb\tc\r"),
        ("a\\nb", "a\\nb"),
    ],
)
def test_what_does_not_print_is_shown_as_its_escape(text, want):
    assert escape.line(text) == want


def test_what_is_cut_says_how_much_is_missing():
    assert escape.bounded("x" * 1500, 10) == "x" * 10 + "… (1,490 more characters)"
    assert escape.bounded("x" * 10, 10) == "x" * 10


def test_only_a_few_marks_stay_on_a_letter():
    shown = escape.line("A" + "\u0301" * 50)
    assert shown.count("\u0301") == 4
    assert shown.count("\\u0301") == 46


class _Elements(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.text = [], [], ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_decl(self, decl):
        self.tags.append(decl)

    def handle_data(self, data):
        self.text += data


@TABLE
def test_html_adds_no_element_and_no_attribute(payload):
    quoted = escape.html(payload)
    parser = _Elements()
    parser.feed(f'<p title="{quoted}">{quoted}</p>')
    parser.close()
    assert parser.tags == ["p"]
    assert [name for name, _ in parser.attributes] == ["title"]
    assert parser.text == escape.block(payload)


@TABLE
def test_xml_stays_well_formed(payload):
    quoted = escape.xml(payload)
    element = ET.fromstring(f'<t m="{quoted}">{quoted}</t>')
    assert len(element) == 0
    assert element.text == escape.block(payload)


@TABLE
def test_a_csv_cell_is_one_cell_and_no_formula(payload):
    out = io.StringIO()
    csv.writer(out).writerow(["key", escape.csv(payload), "end"])
    rows = list(csv.reader(io.StringIO(out.getvalue())))
    assert len(rows) == 1
    key, cell, end = rows[0]
    assert (key, end) == ("key", "end")
    assert not cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\uff1d"))


# Texts in which what matters to spreadsheets is frequent.
_CELLS = st.text(st.one_of(st.sampled_from(";,\t\r\n\"' =+-@x\uff1d"), st.characters()), max_size=12)
_ROWS = st.lists(st.lists(_CELLS, min_size=3, max_size=3), min_size=1, max_size=4)


@given(_ROWS)
@example([["x;=cmd()", "a", "b"]])
@example([["a", 'x;"=cmd()"', "b"]])
@example([["a", "x;\t=cmd()", "b;"], ["c", '"', "d"]])
@example([["a", "b,c;", "d"], ["e", "f,g", "=h"]])
@example([["a", "b", 'c,";'], ["=d", "e", "f"]])
@example([["a", "x; '\"=1", "'=1"]])
def test_no_cell_is_a_formula_at_whichever_separator_a_reader_splits(rows):
    text = "".join(map(escape.csv_row, rows))
    for separator in ",;\t":
        found = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
        assert len(found) == len(rows)
        assert not any(cell.lstrip(" ").startswith(FORMULA) for line in found for cell in line)
    found = list(csv.reader(io.StringIO(text, newline="")))
    assert found == [[escape.csv(cell) for cell in row] for row in rows]


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


@given(st.lists(st.text(";'=x \"", max_size=6), unique=True, max_size=10))
@example(["=x", "'=x", "''=x", ";=", ";'="])
def test_two_texts_never_make_one_cell(texts):
    assert len({escape.csv(text) for text in texts}) == len(texts)


@pytest.mark.parametrize(
    ("cells", "want"),
    [
        (["a.py", "got 1; 2, want -3", ""], 'a.py,"got 1; 2, want -3",\n'),
        (["=1", "-1", '"'], '\'=1,\'-1,""""\n'),
        (["x;y", "x;=y", "x; -y"], '"x;y","x;\'=y","x;\' -y"\n'),
    ],
)
def test_a_row_quotes_what_some_reader_would_split(cells, want):
    assert escape.csv_row(cells) == want


@TABLE
def test_markdown_reads_as_the_text_itself(payload):
    line = escape.line(payload)
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(escape.markdown(payload))
    assert [t.type for t in tokens] in (["paragraph_open", "inline", "paragraph_close"], [])
    children = [child for token in tokens for child in token.children or ()]
    assert {child.type for child in children} <= {"text", "text_special"}
    assert "".join(child.content for child in children).strip() == line.strip()


@TABLE
def test_a_block_of_markdown_stays_in_its_fence(payload):
    tokens = MarkdownIt("commonmark").parse(escape.markdown_block(payload))
    assert [token.type for token in tokens] == ["fence"]
    assert tokens[0].content == escape.block(payload) + "\n"
