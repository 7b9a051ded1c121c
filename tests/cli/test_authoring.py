"""The commands for authors: what they print, where they write, how they end."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from grader.authoring.verify import RULES
from grader.cli.paths import near

COURSE = Path(__file__).parents[1] / "authoring" / "course"
SOLUTION = '''import numpy as np


def doubled(x: np.ndarray) -> np.ndarray:
    """Return twice x."""
    return 2.0 * x
'''


@pytest.fixture
def course(here, cache, monkeypatch):
    shutil.copytree(COURSE, here, dirs_exist_ok=True)
    monkeypatch.setenv("GRADER_CACHE_DIR", str(cache))
    return here


@pytest.mark.kernel
@pytest.mark.usefixtures("course")
def test_verify_prints_one_line_a_rule_and_ends_with_0(grader):
    code, out, err = grader("verify", "standard_scores", "--quick")
    assert (code, err) == (0, "")
    assert "standard_scores: all rules kept" in out
    assert [line.split()[:2] for line in out.splitlines() if " ok" in line] == [[r.name, "ok"] for r in RULES]
    assert "28 of 28 killed" in out


@pytest.mark.kernel
def test_a_broken_rule_ends_with_1_and_says_what_to_do(course, grader):
    (course / "problems/standard_scores/cases/basic/default.toml").unlink()
    code, out, err = grader("verify", "standard_scores", "--quick")
    assert (code, err) == (1, "")
    assert "1 of 13 rules broken" in out
    assert "-def standard_scores(x, eps=0.01):" in out


@pytest.mark.kernel
@pytest.mark.usefixtures("course")
def test_verify_as_json(grader):
    code, out, _ = grader("verify", "standard_scores", "--quick", "--format", "json", "-o", "v.json")
    assert (code, out) == (0, "")
    data = json.loads(Path("v.json").read_text())
    assert (data["schema_version"], data["ok"]) == (1, True)
    (problem,) = data["problems"]
    assert [rule["rule"] for rule in problem["rules"]] == [rule.name for rule in RULES]
    assert problem["mutation"]["killed"] == problem["mutation"]["mutants"] == 28
    assert (problem["mutation"]["equivalent"], problem["mutation"]["percent"]) == (0, 100)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verify", "standard_scores", "--draws", "-1"], "--draws: must be a number from 0"),
        (["verify", "standard_scores", "--quick", "--add-cases"], "--add-cases: needs drawn inputs"),
        (["verify", "standrd_scores"], "did you mean 'standard_scores'?"),
        (["verify", "standard_scores", "--submissions", "nowhere"], "--submissions: nowhere is not a folder"),
        (["verify", "standard_scores", "--format", "html"], "--format html"),
        (["add-case", "standard_scores", "a", "--group", "basic"], "prompts need a terminal"),
        (["add-case", "standard_scores", "a", "-g", "basic", "--args", "no.toml"], "no.toml: can't be read"),
        (["add-case", "standard_scores", "a", "-g", "basc", "--args", "x.toml"], "did you mean 'basic'?"),
        (["add-case", "standard_scores", "a", "-g", "basic", "--args", "x.toml"], "--why: missing"),
        (["add-case", "standard_scores", "a", "-g", "basic", "--args", "x.toml", "--from-result", "x.toml"], "mutually exclusive"),
        (["add-case", "standard_scores", "a", "-g", "basic", "--from-result", "x.toml"], "is not a result of grader"),
        (["export", "standard_scores", "-o", "copy"], "needs --public"),
        (["new", "fresh", "--from", "none.py"], "none.py: can't be read"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_one_line(arguments, said, course, grader):
    (course / "x.toml").write_text("x = [1.0]\n")
    code, out, err = grader(*arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("course")
def test_add_case_from_a_file_with_comments(grader):
    Path("x.toml").write_text("x = [1.0, 2.5]  # two\n")
    code, out, err = grader(
        "add-case", "standard_scores", "pair", "-g", "basic", "--args", "x.toml", "--why", "w"
    )
    assert (code, err) == (0, "")
    assert "pair.toml (x: float64 of shape (2,)). Next: grader verify standard_scores" in out
    text = Path("problems/standard_scores/cases/basic/pair.toml").read_text()
    assert text == 'why = "w"\nomit = ["eps"]\n\n[args]\nx = [1.0, 2.5]  # two\n'


@pytest.mark.kernel
def test_a_counterexample_becomes_a_case_that_the_submission_fails(course, grader):
    wrong = course / "submissions/standard_scores/wrong_answer/one_pass.py"
    wrong.write_text(
        "def standard_scores(x, eps=0.01):\n    return (x - x.mean()) / (x.var() + eps + (x.size > 2) * 0.1) ** 0.5\n"
    )
    (course / "problems/standard_scores/cases/basic/large_eps.toml").unlink()
    (course / "problems/standard_scores/cases/basic/default.toml").unlink()
    assert grader("submit", wrong, "--format", "json", "-o", "result.json")[0] == 1
    code, _, err = grader(
        "add-case", "standard_scores", "found", "-g", "basic", "--from-result", "result.json"
    )
    assert (code, err) == (0, "")
    text = Path("problems/standard_scores/cases/basic/found.toml").read_text()
    assert text.startswith('why = "a submission failed here')
    grader("submit", wrong, "--format", "json", "-o", "again.json")
    again = json.loads(Path("again.json").read_text())
    assert {case["name"]: case["verdict"] for case in again["cases"]}["found"] == "WA"


@pytest.mark.kernel
@pytest.mark.usefixtures("course")
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("(x - x.mean()) / (x.var() + eps) ** 0.5", "the submission is accepted, so no case failed: write"),
        ("x", "the sample first fails already, so no other input was searched for"),
    ],
)
def test_a_result_without_a_counterexample_says_why(body, said, grader):
    Path("one.py").write_text(f"def standard_scores(x, eps=0.01):\n    return {body}\n")
    grader("submit", "one.py", "-p", "standard_scores", "--format", "json", "-o", "result.json")
    code, _, err = grader("add-case", "standard_scores", "a", "-g", "basic", "--from-result", "result.json")
    assert code == 2
    assert f"result.json: has no counterexample; {said}" in err


@pytest.mark.usefixtures("course")
def test_add_case_asks_on_a_terminal_until_an_answer_fits(grader, typed, monkeypatch):
    typed(b"[1.0, 2]\n[1.0\n[1.0, 2.0]\n\nby hand\n")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    code, _, err = grader("add-case", "standard_scores", "asked", "-g", "basic")
    assert code == 0
    assert "mixes float and int" in err
    assert "is not a TOML value" in err
    text = Path("problems/standard_scores/cases/basic/asked.toml").read_text()
    assert text == 'why = "by hand"\nomit = ["eps"]\n\n[args]\nx = [1.0, 2.0]\n'


@pytest.mark.kernel
@pytest.mark.usefixtures("course")
def test_new_makes_a_problem_that_can_be_submitted_to(grader):
    Path("twice.py").write_text(SOLUTION)
    code, out, err = grader("new", "twice", "--from", "twice.py")
    assert (code, err) == (0, "")
    assert out.startswith("Wrote problems/twice, 9 files; the function is accepted on 22 cases.\n")
    assert grader("submit", "submissions/twice/accepted/twice.py")[0] == 0
    assert grader("new", "twice", "--from", "twice.py")[0] == 2


@pytest.mark.kernel
@pytest.mark.usefixtures("course")
def test_export_writes_a_copy_to_check_with(grader):
    code, out, err = grader("export", "standard_scores", "--public", "-o", "public/standard_scores")
    assert (code, err) == (0, "")
    assert out == "Wrote public/standard_scores: the page, the starter and the samples.\n"
    solution = "submissions/standard_scores/accepted/methods.py"
    assert grader("check", solution, "-p", "public/standard_scores")[0] == 0
    assert grader("export", "standard_scores", "--public", "-o", "public/standard_scores")[0] == 2


def test_a_path_below_the_working_directory_is_written_from_there(here):
    assert near(here / "problems" / "a") == Path("problems/a")
    assert near(Path("b")) == Path("b")
    assert near(here.parent / "c") == here.parent / "c"
