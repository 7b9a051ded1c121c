"""The pages as text: what they say, and that nothing in them acts."""

import hashlib
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from report.payloads import PAYLOADS
from report.results import MADE
from support.folders import PROBLEMS

from grader.history import Standing
from grader.problem.folder import load_problem
from grader.report.problem_html import HtmlSection
from grader.verdicts import ROWS
from grader.web import pages
from grader.web.pages import ProblemRow

EDITOR = Path(pages.__file__).parent / "editor"
SECTIONS = (HtmlSection("problem", "Problem", "<p>asked</p>"), HtmlSection("hints", "Hints", "<p>none</p>"))
STANDING = Standing(solved=True, best_score=100.0, attempts=3, last=datetime(2026, 1, 1, tzinfo=UTC))


class Elements(HTMLParser):
    """The elements of a page, with their attributes and the text that each holds."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found.append([tag, dict(attributes), ""])

    def handle_data(self, data):
        if self.found:
            self.found[-1][2] += data

    def of(self, tag):
        return [(attributes, text) for name, attributes, text in self.found if name == tag]


def asked(**changes):
    return replace(load_problem(PROBLEMS / "centre"), **changes)


def made(problem=None, standing=None, **options):
    return pages.problem(
        problem or load_problem(PROBLEMS / "centre"), SECTIONS, standing, nonce="n0", **options
    )


def data(page):
    return json.loads(
        next(text for attributes, text in Elements(page).of("script") if attributes.get("id") == "data")
    )


def inert(page):
    """Say what in a page acts of itself: scripts and styles in it, handlers, what other places would send."""
    acts = []
    for tag, attributes, text in Elements(page).found:
        acts += [f"{tag} {name}" for name in attributes if name.startswith("on") or name == "style"]
        acts += [f"{tag} {value}" for name, value in attributes.items()
                 if name in ("href", "src", "action") and not (value or "").startswith(("/", "#"))]  # fmt: skip
        if tag in ("style", "iframe", "object", "embed", "base"):
            acts.append(tag)
        if tag == "script" and text.strip() and attributes.get("type") != "application/json":
            acts.append("a script in the page")
    return acts


def test_the_list_has_the_problems_by_collection_and_how_they_stand():
    page = pages.catalogue(
        [
            ProblemRow(
                slug="b", title="Bee", collection="Two", difficulty="Hard", attempts=2, best_score=33.333
            ),
            ProblemRow(
                slug="a",
                title="Ay",
                collection="One",
                difficulty="Easy",
                solved=True,
                best_score=100.0,
                attempts=1,
            ),
            ProblemRow(slug="c", title="Sea", collection="Two", difficulty="Easy"),
            ProblemRow(slug="d", fault="problem.toml: title: is missing"),
        ]
    )
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
    for said in ("1 of 3 solved", "One 1 of 1 solved", "Two 0 of 2 solved", "Solved · 1 attempt ",
                 "Best score 33.33 · 2 attempts", "Not tried", "d : problem.toml: title: is missing"):  # fmt: skip
        assert said in text, said
    assert [attributes["href"] for attributes, _ in Elements(page).of("a")] == ["/p/a", "/p/b", "/p/c"]


def test_an_empty_list_says_what_to_do():
    assert "--problems DIR" in pages.catalogue([])


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_names_in_the_list_are_text(payload):
    row = ProblemRow(slug="x", title=payload, collection=payload, difficulty=payload)
    page = pages.catalogue([row, ProblemRow(slug=payload, fault=payload)])
    assert inert(page) == []
    assert page.encode()
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", page)


def test_a_problem_is_handed_to_the_script_as_data():
    told = data(made(standing=STANDING))
    assert told == {
        "slug": "centre",
        "starter": load_problem(PROBLEMS / "centre").starter,
        "nonce": "n0",
        "history": True,
        "solved": True,
        "attempts": 3,
        "verdicts": {row.code: [row.title, row.role] for row in ROWS},
        "right": "AC",
    }
    assert "Solved · 3 attempts" in made(standing=STANDING)


def test_a_starter_can_not_end_the_data():
    page = made(asked(starter="</script><script>alert(1)</script><!--"))
    assert data(page)["starter"] == "</script><script>alert(1)</script><!--"
    assert inert(page) == []


def test_a_page_acts_by_its_files_only():
    assert inert(made()) == []
    assert inert(pages.message("<b>", "<script>alert(1)</script>")) == []


def test_every_section_has_a_tab_and_what_the_page_loads_is_served():
    page = made()
    links = [attributes.get("href") for attributes, _ in Elements(page).of("a")]
    assert [link for link in links if link.startswith("#")] == ["#desk", "#problem", "#hints", "#attempts"]
    loaded = set(re.findall(r'/static/([^"]+)"', page + pages.catalogue([])))
    assert loaded <= set(pages.STATIC)


def test_without_a_history_there_are_no_attempts():
    page = made(keeps_history=False)
    assert 'id="attempts"' not in page
    assert data(page)["history"] is False


@pytest.mark.parametrize("name", MADE)
def test_a_report_leaves_out_what_the_page_says_already(name):
    result = MADE[name]
    for kind in ("submit", "samples"):
        html = pages.report(result, kind=kind, hidden_cases=7)
        assert inert(html) == []
        assert result.problem.title not in html
        assert "Score" not in html
        assert not result.message or result.message.split("(")[0].strip()[:20] in html.replace("&#x27;", "'")


def test_what_is_served_asks_nothing_of_other_places():
    for name, asset in pages.STATIC.items():
        assert asset.path.is_file(), name
        if name.endswith((".js", ".css")):
            text = asset.path.read_text("utf-8")
            assert set(re.findall(r"(?:https?:)?//[a-z0-9.]+\.[a-z]{2,}", text)) <= {"http://www.w3.org"}, (
                name
            )
            assert "eval(" not in text
            assert "new Function" not in text


def test_scripts_import_what_is_served():
    for name, asset in pages.STATIC.items():
        if name.endswith(".js") and name != "editor.js":
            for other in re.findall(r'from "\./([^"]+)"', asset.path.read_text("utf-8")):
                assert other in pages.STATIC, f"{name}: {other}"


def test_the_editor_is_made_of_its_source_and_names_what_is_in_it():
    """Where this fails, run grader/web/editor/build.sh."""
    bundle = pages.STATIC["editor.js"].path.read_text("utf-8")
    source = b"".join((EDITOR / name).read_bytes() for name in ("package.json", "editor.js"))
    assert f"source {hashlib.sha256(source).hexdigest()[:16]}." in bundle.partition("\n")[0]
    notices = pages.STATIC["editor.LICENSES.txt"].path.read_text("utf-8")
    for name, version in json.loads((EDITOR / "package.json").read_text())["dependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
        assert f"{name} {version}" in bundle.partition("\n")[0]
        assert f"\n{name} {version} (MIT)\n" in notices
