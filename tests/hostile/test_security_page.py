"""SECURITY.md names tests that exist, and every kind of file that it speaks of."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_test_that_the_page_names_exists(path, name):
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_protection_in_a_table_has_a_test():
    tables = re.findall(r"^\|.*\| shown by \|\n\| ---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert len(tables) == PAGE.count("| shown by |") == 3
    rows = [row for table in tables for row in table.splitlines()]
    assert len(rows) >= 25
    assert all(re.search(r"`tests/[\w/]+\.py::\w+`", row) for row in rows)


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:tests|grader)/[\w/.]+?)`", PAGE))))
def test_a_place_that_the_page_names_exists(path):
    assert (ROOT / path).exists()
