import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.payloads import PAYLOADS

from grader.batch.compare import check_old, read_old
from grader.batch.grades import write_changes, write_grades
from grader.batch.output import write_run
from grader.batch.roster import Learner
from grader.batch.row import ResultRow
from grader.errors import UsageError

GROUPS = [("sample", 0.0), ("basic", 40.0), ("score", 60.0)]


def row(key="a.py", verdict="WA", score=40.0, message="wrong", points=(0.0, 40.0, 0.0), **changes):
    fields = {
        "group_names": ("sample", "basic", "score"), "groups": ("WA", "AC", "WA"), "cases": ".W",
        "failing": ((1, "value", "wrong"),), "mistakes": (), "counterexample": "", "notes": (), "sha256": "0" * 64,
    }  # fmt: skip
    return ResultRow(
        key=key, verdict=verdict, score=score, message=message, points=points, **(fields | changes)
    )


def table(grades, **options):
    out = io.StringIO(newline="")
    write_grades(out, grades, slug="layer_norm", groups=GROUPS, **({"with_roster": False} | options))
    return list(csv.reader(io.StringIO(out.getvalue(), newline="")))


def test_a_row_a_submission_and_a_column_a_group():
    assert table([("a.py", None, row(), "")]) == [
        ["key", "problem", "verdict", "score", "sample", "basic", "group score", "reason"],
        ["a.py", "layer_norm", "WA", "40", "WA", "40", "0", "wrong"],
    ]


def test_a_judge_error_has_no_score_and_no_points():
    made = row(verdict="JE", score=None, group_names=(), points=(), groups=(), message="the judge failed")
    assert table([("a.py", None, made, "")])[1] == [
        "a.py",
        "layer_norm",
        "JE",
        "",
        "",
        "",
        "",
        "the judge failed",
    ]


def test_which_clock_ran_out_first_is_no_part_of_a_grade():
    said = "took longer than the time limit"
    busy = row(verdict="TLE", message=f"{said} (10 s of waiting)", groups=("skipped", "AC", "skipped"))
    idle = row(verdict="TLE", message=f"{said} (2 s of CPU time) (line 3)", groups=("TLE", "AC", "TLE"))
    (_, one), (_, other) = table([("a.py", None, busy, "")]), table([("a.py", None, idle, "")])
    assert one == other == ["a.py", "layer_norm", "TLE", "40", "TLE", "40", "0", said]


def test_with_a_list_of_learners_there_are_their_names_and_those_who_are_missing():
    grades = [
        ("a.py", Learner("a", "1", "Åsa"), row(), ""),
        ("bob", Learner("bob", "2", "Bob"), None, "nothing was submitted"),
        ("x.py", None, row("x.py"), ""),
    ]
    got = table(grades, with_roster=True)
    assert got[0][:4] == ["key", "id", "name", "problem"]
    assert got[1][:5] == ["a.py", "1", "Åsa", "layer_norm", "WA"]
    assert got[2] == ["bob", "2", "Bob", "layer_norm", "", "", "", "", "", "nothing was submitted"]
    assert got[3][:3] == ["x.py", "", ""]


@pytest.mark.parametrize("name", PAYLOADS)
def test_no_cell_is_a_formula_or_breaks_its_row(name):
    text = PAYLOADS[name]
    grades = [(text, Learner(text, text, text), row(text, message=text), "")]
    got = table(grades, with_roster=True)
    assert [len(line) for line in got] == [len(got[0])] * 2
    for cell in got[1]:
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert cell.isprintable()


@given(st.text(max_size=50))
def test_any_text_in_a_cell_is_one_printable_cell(text):
    (_, line) = table([(text, None, row(text, message=text), "")])
    assert len(line) == 8
    assert all(cell.isprintable() for cell in line)


def test_changes_name_whose_verdict_or_score_is_another_one():
    out = io.StringIO(newline="")
    old = {"a": ("WA", 40.0), "b": ("AC", 100.0), "c": ("WA", 0.0), "gone": ("AC", 100.0)}
    new = [("a", "AC", 100.0), ("b", "AC", 100.0), ("c", "WA", 33.33), ("new", "JE", None)]
    assert write_changes(out, old, iter(new)) == 4
    assert out.getvalue() == (
        "key,old_verdict,new_verdict,old_score,new_score\n"
        "a,WA,AC,40,100\nc,WA,WA,0,33.33\ngone,AC,,100,\nnew,,JE,,\n"
    )


def test_of_an_old_batch_the_last_line_of_a_key_counts_and_a_torn_one_does_not(tmp_path):
    write_run(tmp_path, {})
    (tmp_path / "results.jsonl").write_text(
        '{"key":"a","verdict":"JE","score":null}\n{"key":"b","verdict":"AC","score":100.0}\n'
        '{"key":"a","verdict":"WA","score":0.0}\n{"key":"b","verdict":"WA"'
    )
    check_old(tmp_path, tmp_path / "other")
    assert read_old(tmp_path) == {"a": ("WA", 0.0), "b": ("AC", 100.0)}


def test_only_another_batch_can_be_compared_with(tmp_path):
    with pytest.raises(UsageError, match="holds no batch results"):
        check_old(tmp_path, tmp_path / "other")
    write_run(tmp_path, {})
    (tmp_path / "results.jsonl").touch()
    with pytest.raises(UsageError, match="is the output folder itself"):
        check_old(tmp_path, tmp_path)
