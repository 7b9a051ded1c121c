"""Each format of the table is taken by the commands, said in their help and in the documents."""

import re
from pathlib import Path

import pytest
from report.results import MADE

from grader.cli.app import build
from grader.report.formats import BATCH_FORMATS, FORMATS, KEY, find, names

DOCS = Path(__file__).parents[2] / "docs"


def page(name):
    return (DOCS / name).read_text("utf-8")


def section(command):
    found = re.search(
        rf"^## grader {command}$(.*?)(?=^## |\Z)", page("commands.md"), re.MULTILINE | re.DOTALL
    )
    return found[1]


def help_of(command):
    return next(p.help for p in build(command).params if "--format" in p.opts)


@pytest.mark.parametrize("form", FORMATS, ids=names(FORMATS))
def test_a_format_renders_and_is_documented(form):
    result = MADE["accepted"]
    assert form.text(result) == "".join(form.render(result.problem.slug, [(result.submission.path, result)]))
    assert find(form.name) is form
    assert form.name in help_of("submit")
    assert f"`{form.name}`" in section("submit")
    assert f"\n- `{form.name}`: {form.title}\n" in section("submit")


@pytest.mark.parametrize("form", BATCH_FORMATS, ids=names(BATCH_FORMATS))
def test_a_format_of_batches_has_a_place_and_is_documented(form):
    assert form.name in help_of("batch")
    assert f"`{form.name}`" in section("batch")
    assert f"| `{form.file_name}` | with `--format {form.name}`: {form.title} |\n" in page("batch.md")
    assert (KEY in form.file_name) == form.per_submission
    assert form.suffix == (".json" if form.per_submission else "")


def test_no_format_is_documented_that_does_not_exist():
    assert set(re.findall(r"with `--format ([a-z]+)`", page("batch.md"))) == set(names(BATCH_FORMATS))
    assert set(re.findall(r"^- `([a-z]+)`: ", section("submit"), re.MULTILINE)) == set(names(FORMATS))


def test_places_are_different():
    places = [form.place for form in BATCH_FORMATS]
    assert len(set(places)) == len(places)


def test_what_has_no_place_has_no_suffix():
    assert (find("json").place, find("json").suffix) == (None, "")
    assert find("pdf") is None
