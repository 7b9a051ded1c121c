"""Every verdict is known to everything that lists verdicts, by the one table."""

import ast
import csv
import io
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import get_args

import pytest
from report.results import case, result

from grader import verdicts
from grader.authoring.submitted import read_submissions
from grader.batch.grades import write_grades
from grader.batch.row import row_of
from grader.batch.summary import Summary
from grader.cli.live import Live
from grader.cli.submit import exit_code
from grader.problem.folder import load_problem
from grader.report import fragments, gradescope, junit, prairielearn, text
from grader.report.blocks import Span, Style, paragraph
from grader.report.classroom import ClassFigures, class_report
from grader.report.content import check_report, submit_report
from grader.report.html import Header, page
from grader.result import CaseResult, Result
from grader.verdicts import BY_CODE, FOLDERS, ROWS, SKIPPED, Verdict
from grader.web import pages

PACKAGE = Path(verdicts.__file__).parent
ALL = list(Verdict)
EACH = pytest.mark.parametrize("verdict", ALL)
EACH_CASE = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
FAULTY = {Verdict.JE}


def of(verdict, **changes):
    return result(
        verdict, score=None if verdict in FAULTY else 0.0, cases=(case(verdict=verdict),), **changes
    )


def test_each_verdict_has_one_row_in_its_order_and_what_was_not_run_comes_last():
    assert [row.code for row in ROWS] == [*ALL, SKIPPED]


@pytest.mark.parametrize("field", ["code", "title", "letter", "colours"])
def test_no_two_rows_are_alike_in(field):
    values = [getattr(row, field) for row in ROWS]
    assert all(values)
    assert len(set(values)) == len(values)


def test_all_but_the_judges_fault_have_a_folder_of_their_own():
    assert set(FOLDERS.values()) == set(ALL) - FAULTY
    assert all(BY_CODE[verdict].folder == folder for folder, verdict in FOLDERS.items())


@EACH_CASE
def test_a_row_is_fit_for_pages(row):
    assert row.role in get_args(Style)
    assert len(row.letter) == 1
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in row.colours)
    assert re.fullmatch("[A-Za-z]+", row.code)  # a name in style sheets as it is


@EACH
def test_a_result_of_each_verdict_can_be_made_and_read(verdict):
    made = of(verdict)
    assert Result.model_validate_json(made.model_dump_json()) == made


@EACH
def test_both_reports_begin_with_the_verdict_and_its_words(verdict):
    row = BY_CODE[verdict]
    assert text.render(submit_report(of(verdict))).startswith(f"{verdict}  {row.headline}")
    whole = result(verdict, score=None, cases=())
    counted = verdict == Verdict.WA
    wanted = "0 of 0 samples right" if counted else row.headline
    assert text.render(check_report(whole, hidden_cases=3)).startswith(f"{verdict}  {wanted}")


@EACH_CASE
def test_a_badge_in_html_has_the_style_of_its_row(row):
    badge = f'<b class="verdict {row.role}">{row.code}</b>'
    assert badge in fragments.html([paragraph(Span(row.code, verdicts.role_of(row.code)))])


@EACH
def test_the_report_of_a_class_has_a_bar_for_each(verdict):
    figures = ClassFigures(
        title="T", slug="t", out="out", verdicts={verdict: 2}, mean=None, median=None, mistakes=(),
        hardest=(), graded=2, left=(), missing=0, changes=None,
    )  # fmt: skip
    told = text.render(class_report(figures))
    assert str(verdict) in told
    assert BY_CODE[verdict].title.lower() in told


@EACH_CASE
def test_a_row_of_a_batch_has_the_letter_of_each_case(row):
    made = result("RTE", score=0.0, cases=(case(verdict=row.code),))
    assert row_of("a.py", made).cases == row.letter


@EACH
def test_the_summary_and_the_table_of_grades_have_each(verdict):
    row = row_of("a.py", of(verdict))
    summary = Summary(("worked_example",))
    summary.add(row)
    assert summary.data({}, [])["verdicts"] == {verdict: 1}
    assert summary.passed == [int(verdicts.is_right(verdict))]
    out = io.StringIO(newline="")
    write_grades(out, [("a.py", None, row, "")], slug="p", groups=[("basic", 40.0)], with_roster=False)
    (line,) = csv.DictReader(io.StringIO(out.getvalue(), newline=""))
    assert line["verdict"] == verdict


@EACH_CASE
def test_junit_counts_each_case_as_one_of_four(row):
    suite = ET.fromstring(junit.render(result("RTE", score=0.0, cases=(case(verdict=row.code),))))[0]
    kind = {"good": None, "warn": "errors", "quiet": "skipped"}.get(row.role, "failures")
    counts = {name: int(suite.get(name)) for name in ("failures", "errors", "skipped")}
    assert counts == {name: int(name == kind) for name in counts}


@EACH
def test_the_platforms_get_a_grade_only_where_there_is_one(verdict):
    row = BY_CODE[verdict]
    graded = json.loads(prairielearn.render(of(verdict)))
    assert graded["gradable"] is row.is_gradable
    assert row.headline in (graded["message"] if row.is_gradable else graded["format_errors"][0])
    scored = json.loads(gradescope.render(of(verdict)))
    assert scored["extra_data"]["verdict"] == verdict
    assert ("score" in scored) is not verdicts.is_judge_fault(verdict)


@pytest.mark.parametrize(("folder", "verdict"), FOLDERS.items())
def test_a_folder_of_submissions_says_which_verdict_it_claims(folder, verdict, tmp_path):
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "one.py").touch()
    found, faults = read_submissions(tmp_path)
    assert ([one.verdict for one in found], faults) == ([verdict], [])


class _Screen(io.StringIO):
    def isatty(self):
        return True


def test_the_live_line_counts_each(monkeypatch):
    screen = _Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    live = Live(no_color=True)
    live.begin("p", len(ALL))
    for verdict in reversed(ALL):
        live.verdict(verdict, fresh=True)
    (task,) = live._bar.tasks
    live.end()
    assert task.fields["counts"] == " ".join(f"{verdict} 1" for verdict in ALL)


@EACH
def test_the_exit_code_tells_right_wrong_and_the_judges_fault_apart(verdict):
    wanted = {"good": 0, "warn": 3}.get(BY_CODE[verdict].role, 1)
    assert exit_code(verdict, None, None) == wanted


def test_the_page_of_a_class_has_each_as_data_and_in_its_style_sheet():
    header = Header(slug="p", title="P", summary={}, groups=(), cases=(), environment={})
    made = "".join(page(header, []))
    found = json.loads(re.search(r'<script[^>]* id="data"[^>]*>(.*?)</script>', made, re.DOTALL)[1])["about"]
    assert found["verdicts"] == [[row.code, row.title.lower(), row.letter] for row in ROWS]
    assert found["right"] == "AC"
    for row in ROWS:
        assert [made.count(f"--{row.code}: {colour};") for colour in row.colours] == [1, 1]
        assert f".c-{row.code} {{" in made


def test_the_page_of_a_problem_has_each_as_data():
    problem = load_problem(PACKAGE.parent / "problems" / "layer_norm")
    made = pages.problem(problem, [], None, nonce="n")
    found = json.loads(re.search(r'<script[^>]* id="data"[^>]*>(.*?)</script>', made, re.DOTALL)[1])
    assert found["verdicts"] == {row.code: [row.title, row.role] for row in ROWS}
    assert found["right"] == "AC"


def test_no_report_knows_a_verdict_by_its_letters():
    """A list of verdicts, or a comparison with one, belongs to the table, whatever the language."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name != "verdicts.py":
            found += [
                f"{path.relative_to(PACKAGE)}:{node.lineno}: {node.value}"
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ALL
            ]
    codes = re.compile(rf"\b({'|'.join(ALL)})\b")
    for path in sorted([*PACKAGE.rglob("static/*.[jc]s*"), *PACKAGE.rglob("templates/*.*")]):
        if path.name != "editor.js":  # a bundle, made by a tool
            found += [f"{path.name}: {code}" for code in codes.findall(path.read_text("utf-8"))]
    assert found == []


def test_a_case_may_have_each_verdict_or_none():
    assert [
        CaseResult(name="a", group="g", visibility="hidden", verdict=row.code).verdict for row in ROWS
    ] == [row.code for row in ROWS]
