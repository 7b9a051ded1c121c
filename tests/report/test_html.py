import json
import re
import tracemalloc
from html.parser import HTMLParser

import pytest
from report.pages import hostile_lines, lines, make_page
from report.payloads import PAYLOADS

from grader.report.html import Header, page


class Reader(HTMLParser):
    """Collects elements and, of scripts, the text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.scripts, self._inside = [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._inside = tag == "script"
        if self._inside:
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag):
        if tag == "script":
            self._inside = False

    def handle_data(self, data):
        if self._inside:
            attrs, text = self.scripts[-1]
            self.scripts[-1] = (attrs, text + data)


def data(text):
    ((_, block),) = [one for one in Reader(text).scripts if one[0].get("type") == "application/json"]
    return json.loads(block)


def test_a_page_needs_no_other_file():
    text = make_page(lines(20))
    for tag, attrs in Reader(text).elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base")
        assert not attrs.get("src")
        assert not any(name.startswith("on") or name == "style" for name in attrs)
        assert attrs.get("href", "#").startswith("#")
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text


def test_the_policy_names_the_one_script_and_the_one_style_sheet():
    text = make_page(lines(3))
    policy = next(
        a["content"] for t, a in Reader(text).elements if a.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert text.index("Content-Security-Policy") < text.index("<style>") < text.index("<script")


def test_the_data_are_those_of_the_lines():
    made = list(lines(50))
    found = data(make_page(made))
    assert [row[0] for row in found["rows"]] == [line.key for line in made]
    assert [row[4] for row in found["rows"]] == [line.score for line in made]
    assert found["about"]["title"] == "Layer Normalization"


def test_a_page_of_nobody_is_a_page():
    assert data(make_page([]))["rows"] == []


def test_what_submissions_say_ends_no_block_and_is_printable():
    text = make_page(hostile_lines(), title="</title><script>alert(1)</script>")
    assert len(Reader(text).scripts) == 2
    assert len(data(text)["rows"]) == len(PAYLOADS)
    block = text[text.index('id="data">') : text.index("</script>")]
    assert not re.search(r"[<&]", block[len('id="data">') :])
    for row in data(text)["rows"]:
        for cell in row[:3]:
            assert cell.isprintable()


def test_a_page_is_written_piece_by_piece():
    header = Header("s", "t", {"not_graded": []}, (), (), {"seed": 1})
    list(page(header, lines(10)))
    tracemalloc.start()
    written = sum(map(len, page(header, lines(5000))))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < written / 2


@pytest.mark.parametrize("count", [5000])
def test_a_page_of_a_large_class_is_of_reasonable_size(count):
    assert len(make_page(lines(count))) / count < 1000
