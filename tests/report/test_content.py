import pytest
from report.results import HIDDEN, MADE, WRONG_SAMPLE, case, group, result

from grader.report import terminal, text
from grader.report.content import check_report, submit_report, told

REPORTS = pytest.mark.parametrize("name", MADE)


@REPORTS
def test_submit_report(name, snapshot):
    assert text.render(submit_report(MADE[name])) == snapshot


@pytest.mark.parametrize("name", ["accepted", "wrong_sample"])
def test_submit_report_on_a_narrow_terminal(name, snapshot):
    assert text.render(submit_report(MADE[name]), width=40) == snapshot


@pytest.mark.parametrize("name", ["accepted", "wrong_sample"])
def test_submit_report_in_colour(name, snapshot, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)
    assert terminal.render(submit_report(MADE[name]), width=80) == snapshot


@pytest.mark.parametrize("name", ["wrong_sample", "run_time_error", "compile_error"])
def test_check_report(name, snapshot):
    assert text.render(check_report(MADE[name], hidden_cases=155)) == snapshot


def test_check_report_on_samples_that_are_right(snapshot):
    right = (case(), case("batch_of_rows", output="shape (3, 4)\n"), case("rank_three"))
    made = result(score=None, groups=(group("sample", 0, "AC", 3, 3, visible=True),), cases=right)
    assert text.render(check_report(made, hidden_cases=155)) == snapshot


def test_where_nothing_is_hidden_no_other_command_is_named():
    assert "grader submit" not in text.render(check_report(MADE["wrong_sample"], hidden_cases=0))


@REPORTS
def test_no_line_is_wider_than_the_terminal(name):
    for width in (40, 60, 80):
        for line in text.render(submit_report(MADE[name]), width=width).splitlines():
            assert len(line) <= width or line.startswith("    ")  # code is kept as it is


def test_an_accepted_submission_is_told_in_a_dozen_lines():
    assert len(text.render(submit_report(MADE["accepted"])).splitlines()) <= 12


def test_the_first_failing_case_is_named_with_its_group():
    shown = text.render(submit_report(MADE["wrong_hidden"]))
    assert "eps_grid  group basic · hidden · wrong value" in shown


def test_an_advisory_failure_is_a_note_and_not_the_first_failing_case():
    shown = text.render(submit_report(MADE["accepted_with_warnings"]))
    assert "First failing case" not in shown
    assert "empty_batch" in shown


def test_a_failed_import_is_told_once_and_about_no_case():
    message = "while the file was imported: raised NameError: name 'nump' is not defined (line 1)"
    failed = [case(name, verdict="RTE", reason="raised", message=message) for name in "abc"]
    made = result("RTE", score=0.0, message=message, cases=tuple(failed))
    for report in (submit_report(made), check_report(made, hidden_cases=None)):
        shown = " ".join(text.render(report).split())
        assert shown.count("while the file was imported") == 1
        assert "First failing case" not in shown


def test_a_secret_seed_is_not_shown():
    assert "seed secret" in text.render(submit_report(MADE["accepted_with_warnings"]))


def test_a_sequence_shows_the_calls_up_to_the_wrong_one():
    args = WRONG_SAMPLE.args[0]
    wrong = WRONG_SAMPLE.model_copy(update={"args": (args, args, args), "call": 1})
    shown = text.render(submit_report(result("WA", score=0.0, cases=(wrong,))))
    assert "call 1 of 3" in shown
    assert "call 2 of 3" in shown
    assert "call 3 of 3" not in shown


def test_several_mistakes_are_one_of():
    diagnosis = MADE["wrong_sample"].diagnosis * 2
    shown = text.render(submit_report(result("WA", score=0.0, cases=(HIDDEN,), diagnosis=diagnosis)))
    assert "One of these" in shown


@pytest.mark.parametrize(
    ("mistake", "message", "spans"),
    [
        ("transposed", "`.T` reverses *all* axes.", [(".T", "code"), (" reverses ", "plain"), ("all", "plain"), (" axes.", "plain")]),
        ("transposed", "Divided by d_k, not 2**3.", [("Divided by d_k, not 2**3.", "plain")]),
        ("transposed", "<b>\x1b[2J</b>", [("<b>\\x1b[2J</b>", "plain")]),
        ("unstable", "loses 8 digits: `x` * *y*", [("loses 8 digits: `x` * *y*", "plain")]),
    ],
)  # fmt: skip
def test_an_authors_words_are_markdown_and_the_judges_are_not(mistake, message, spans):
    assert [(s.text, s.style) for s in told(mistake, message)] == spans


def test_printed_text_of_the_failing_sample_is_shown_and_cut():
    shown = text.render(submit_report(MADE["output_limit"]))
    assert "… (88 more lines)" in shown


def test_a_group_without_cases_has_an_empty_bar():
    shown = text.render(
        submit_report(result("RTE", score=0.0, groups=(group("basic", 40, "skipped", 0, 0),)))
    )
    assert "0/0  0 of 40 points, skipped" in shown
