"""Commands with the real judge and sandbox behind them."""

import json
from pathlib import Path

import jsonschema
import pytest

from .conftest import SOLUTION

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "result.schema.json").read_text("utf-8"))

pytestmark = pytest.mark.kernel


@pytest.fixture(autouse=True)
def cache(here, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "cache"))


def test_from_the_starter_to_an_accepted_solution(here, grader):
    assert grader("start", "hypotenuse")[0] == 0
    code, out, err = grader("check", "solution.py")
    assert (code, err) == (1, "")
    assert "is a `return` missing?" in out

    (here / "solution.py").write_text(f"# grader: hypotenuse\n{SOLUTION}")
    code, out, err = grader("submit", "solution.py")
    assert (code, err) == (0, "")
    assert out.startswith("AC  Accepted\n")
    assert "Score 100 of 100" in out


def test_a_wrong_solution_names_case_and_group_and_its_json_fits_the_schema(here, grader):
    (here / "wrong.py").write_text("def hypotenuse(a, b):\n    print('here')\n    return a + b\n")
    code, out, _ = grader("submit", "wrong.py")
    assert code == 1
    assert out.startswith("WA  Wrong answer\n")
    assert "First failing case" in out
    code, out, _ = grader("submit", "wrong.py", "--format", "json")
    assert code == 1
    jsonschema.validate(json.loads(out), SCHEMA)


def test_a_file_with_a_syntax_error_finds_its_problem_and_is_ce(here, grader):
    (here / "broken.py").write_text("def hypotenuse(a, b:\n    return a\n")
    code, out, _ = grader("submit", "broken.py")
    assert code == 1
    assert out.startswith("CE  Compile error\n")
    assert "SyntaxError" in out


def test_a_random_seed_is_told_to_the_owner_only(here, grader):
    (here / "solution.py").write_text(SOLUTION)
    hidden = json.loads(grader("submit", "solution.py", "--seed", "random", "--format", "json")[1])
    shown = json.loads(
        grader("submit", "solution.py", "--seed", "random", "--show-hidden", "--format", "json")[1]
    )
    assert hidden["environment"]["seed"] is None
    assert shown["environment"]["seed"] > 2**64


def test_what_a_submission_prints_and_raises_stays_text(here, grader):
    source = 'def hypotenuse(a, b):\n    print("\\x1b[2J\\u202e")\n    raise ValueError("\\x1b]0;x\\x07")\n'
    (here / "hostile.py").write_text(source)
    code, out, _ = grader("check", "hostile.py")
    assert code == 1
    assert all(line.isprintable() for line in out.split("\n"))
