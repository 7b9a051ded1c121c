import pytest

from grader.batch.journal import LineRef
from grader.batch.row_store import RowStore

from .test_grades import row


@pytest.fixture
def spool(tmp_path):
    made = RowStore(tmp_path, ["a", "b", "c"])
    yield made
    made.close()
    assert list(tmp_path.iterdir()) == []


def test_rows_come_back_in_any_order(spool):
    rows = {key: row(key, message=key * 1000, sha256=f"{n:064x}") for n, key in enumerate("abc")}
    for n, key in enumerate("cab"):
        spool.add(rows[key], LineRef(n * 10, 10))
    assert [spool.row(key) for key in "abc"] == [rows[key] for key in "abc"]
    kept = spool.get("a")
    assert (kept.line, kept.sha256, kept.verdict) == (LineRef(10, 10), rows["a"].sha256, "WA")


def test_of_two_rows_with_one_key_the_later_counts(spool):
    spool.add(row("a", verdict="JE"), LineRef(0, 1))
    spool.add(row("a", verdict="AC"), LineRef(1, 1))
    assert spool.row("a").verdict == "AC"


def test_a_row_that_is_dropped_or_was_never_there_is_none(spool):
    spool.add(row("a"), LineRef(0, 1))
    spool.drop("a")
    assert (spool.row("a"), spool.get("a"), spool.get("b")) == (None, None, None)
