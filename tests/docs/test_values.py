"""docs/values.md says the limits that hold."""

import re
from pathlib import Path

import pytest

from grader.bank.limits import MAX_WANT_BYTES
from grader.runner import values
from grader.runner.frames import MAX_VALUES_BYTES

PAGE = (Path(__file__).parents[2] / "docs" / "values.md").read_text("utf-8")
LIMITS = {
    "levels of nesting": values.MAX_DEPTH,
    "axes of an array": values.MAX_DIMENSIONS,
    "bits of an integer": values.MAX_INT_BITS,
    "parts of one result": values.MAX_REPLY_PARTS,
    "numbers that count as one part": values.NUMBERS_A_PART,
    "bytes of one value that comes back": values.MAX_REPLY_BYTES,
    "bytes of one case's results": MAX_WANT_BYTES,
    'bytes of one case\'s results and arguments, with `in_place = "reject"`': MAX_VALUES_BYTES,
}


@pytest.mark.parametrize(("limit", "allowed"), LIMITS.items())
def test_each_limit_is_the_one_that_holds(limit, allowed):
    assert f"\n| {limit} | {allowed:,} |\n" in PAGE


def test_every_number_of_the_table_is_held_to_a_constant():
    rows = re.findall(r"^\| (.+) \| [\d,]+ \|$", PAGE, re.MULTILINE)
    assert rows == [*LIMITS]


def test_what_an_entry_costs_is_said():
    assert f"an entry of a dict counts as {values.ENTRY_PARTS} more" in PAGE
