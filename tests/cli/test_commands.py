import json
import logging
import re

import pytest
from report.results import MADE

from grader.outcomes.aside import Aside
from grader.result import Result

from .conftest import SOLUTION


@pytest.mark.usefixtures("here")
def test_list_has_every_problem_with_its_title_in_its_collection(grader):
    code, out, err = grader("list")
    assert (code, err) == (0, "")
    parts = {part.split("\n")[0]: part for part in out.split("\n\n")}
    assert re.search(r"^  centre +Centre the rows +Medium$", parts["Fixtures"], re.MULTILINE)
    assert re.search(
        r"^  layer_norm +Layer Normalization +Easy$", parts["Attention Is All You Need"], re.MULTILINE
    )


@pytest.mark.usefixtures("here")
def test_list_as_json(grader):
    code, out, _ = grader("list", "--format", "json")
    rows = {row["slug"]: row for row in json.loads(out)}
    assert code == 0
    assert rows["centre"]["title"] == "Centre the rows"
    assert set(rows["centre"]) == {
        "slug", "folder", "title", "difficulty", "collection", "fault", "solved", "best_score", "attempts",
    }  # fmt: skip


def test_list_names_a_broken_problem_and_goes_on(here, grader):
    (here / "problems" / "broken").mkdir(parents=True)
    (here / "problems" / "broken" / "problem.toml").write_text("schema = 'x")
    code, out, _ = grader("list")
    assert code == 0
    assert "\nbroken:" in out
    assert "layer_norm" in out


def test_start_writes_the_starter_with_the_line_that_names_the_problem(here, grader):
    code, out, err = grader("start", "hypotenuse")
    assert (code, err) == (0, "")
    assert out == "Wrote solution.py. Next: grader check solution.py\n"
    assert (here / "solution.py").read_text().startswith("# grader: hypotenuse\n")


@pytest.mark.usefixtures("here")
def test_start_overwrites_with_force_only(solution, grader):
    assert grader("start", "hypotenuse")[0] == 2
    assert solution.read_text() == SOLUTION
    assert grader("start", "hypotenuse", "--force")[0] == 0
    assert solution.read_text() != SOLUTION


def test_start_prints_nothing_but_the_starter_to_standard_output(here, grader):
    code, out, _ = grader("start", "hypotenuse", "-o", "-")
    assert code == 0
    assert out.startswith("# grader: hypotenuse\n")
    assert "Wrote" not in out
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("accepted", [], 0),
        ("wrong_hidden", [], 1),
        ("wrong_hidden", ["--fail-under", "60"], 0),
        ("wrong_hidden", ["--fail-under", "60.01"], 1),
        ("accepted", ["--fail-under", "100"], 0),
        ("compile_error", [], 1),
        ("time_limit", [], 1),
        ("judge_error", [], 3),
        ("judge_error", ["--fail-under", "0"], 3),
    ],
)
def test_the_exit_code_of_submit_is_the_verdict(solution, grader, judge, name, options, code):
    judge.answer = MADE[name]
    got, out, err = grader("submit", solution, *options)
    assert (got, err) == (code, "")
    assert out.startswith(MADE[name].verdict)


def test_submit_gives_the_judge_what_was_asked(solution, grader, judge):
    options = ["--seed", "7", "--time-factor", "2.5", "--isolation", "process", "--show-hidden"]
    assert grader("submit", solution, *options)[0] == 0
    (slug, made), (source, asked) = judge.made
    assert slug == "hypotenuse"
    assert made == {"seed": 7, "secret_seed": False, "time_factor": 2.5, "isolation": "process"}
    assert source == SOLUTION.encode()
    assert asked == {"path": str(solution), "show_hidden": True, "samples_only": False}


def test_a_random_seed_is_large_new_and_secret(solution, grader, judge):
    for _ in range(2):
        grader("submit", solution, "--seed", "random")
    first, second = judge.made[0][1], judge.made[2][1]
    assert first["secret_seed"]
    assert first["seed"] != second["seed"]
    assert 0 <= first["seed"] < 2**128


def test_check_asks_for_samples_and_says_how_many_cases_are_hidden(solution, grader, judge):
    code, out, _ = grader("check", solution)
    assert code == 0
    assert judge.made[1][1]["samples_only"]
    assert "1 more case is hidden" in out


@pytest.mark.usefixtures("here")
def test_standard_input_has_no_path(grader, judge, typed):
    typed(SOLUTION.encode())
    assert grader("submit", "-")[0] == 0
    assert judge.made[1] == (SOLUTION.encode(), {"path": None, "show_hidden": False, "samples_only": False})


@pytest.mark.usefixtures("judge")
@pytest.mark.parametrize("command", ["submit", "check"])
def test_json_goes_to_a_file_that_reads_back(solution, here, grader, command):
    code, out, _ = grader(command, solution, "--format", "json", "-o", "result.json")
    assert (code, out) == (0, "")
    assert Result.model_validate_json((here / "result.json").read_bytes()) == MADE["accepted"]


def test_an_output_that_is_refused_costs_no_grading(solution, here, grader, judge):
    (here / "out").write_text("")
    assert grader("submit", solution, "-o", "out")[0] == 2
    assert judge.made == []


def test_a_pipe_gets_text_without_control_sequences(solution, grader, judge):
    judge.answer = MADE["wrong_sample"]
    assert "\x1b" not in grader("submit", solution)[1]


@pytest.fixture
def failing(judge):
    """Let something beside the verdict fail."""
    logger = logging.getLogger("grader")
    level, handlers = logger.level, logger.handlers

    def grade(self, source, **asked):
        Aside().attempt("it", lambda: int("no number"), None)
        return self.answer

    judge.grade = grade
    yield
    logger.setLevel(level)
    logger.handlers = handlers


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize("command", ["check", "submit"])
def test_where_something_beside_the_verdict_failed_is_shown_to_who_debugs(command, solution, grader):
    assert "Traceback" not in "".join(grader(command, solution)[1:])
    code, out, err = grader(command, solution, "--debug")
    assert code == 0
    assert "it failed\nTraceback" in err
    assert "no number" in err
    assert "Traceback" not in out
