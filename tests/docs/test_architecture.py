"""The page about the architecture shows what is there."""

import re

import pytest
from docs.layers import ROOT, layers, picture, shown

PAGES = (ROOT / "CONTRIBUTING.md", ROOT / "docs" / "architecture.md")
NAMED = re.compile(r"`((?:grader|tests|docs|problems|submissions|\.ci(?!/out)|\.github)/[^`\s]*)`")


def test_the_picture_is_that_of_the_contract():
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert shown(text) == picture(layers()), "run .venv/bin/python tests/docs/layers.py"


def test_modules_of_one_layer_share_a_box_and_each_row_points_to_the_next():
    rows = [["grader.cli"], ["grader.a", "grader.b"]]
    assert picture(rows) == 'flowchart TD\n  L0["cli"]\n  L1["a · b"]\n  L0 --> L1\n'


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_file_that_is_named_exists(page):
    named = NAMED.findall(page.read_text("utf-8"))
    assert named
    missing = [name for name in named if not any(c in name for c in "<*{") and not (ROOT / name).exists()]
    assert missing == []
