"""The files of Gradescope and PrairieLearn, against the fields and limits of their documents."""

import json

import jsonschema
import pytest
from report.payloads import PAYLOADS
from report.results import MADE, case, result

from grader.report import gradescope, prairielearn

# "Output format" of https://gradescope-autograders.readthedocs.io/en/latest/specs/
_VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
_FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
GRADESCOPE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "score": {"type": "number"},
        "execution_time": {"type": "number"},
        "output": {"type": "string"},
        "output_format": _FORMAT,
        "test_output_format": _FORMAT,
        "test_name_format": _FORMAT,
        "visibility": _VISIBILITY,
        "stdout_visibility": _VISIBILITY,
        "extra_data": {"type": "object"},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "name": {"type": "string"},
                    "output": {"type": "string"},
                    "visibility": _VISIBILITY,
                },
            },
        },
    },
}

# "Grading results" of https://prairielearn.readthedocs.io/en/latest/externalGrading/
PRAIRIELEARN = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "gradable": {"type": "boolean"},
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "message": {"type": "string"},
        "output": {"type": "string"},
        "format_errors": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name"],
                "properties": {
                    "name": {"type": "string"},
                    "description": {"type": "string"},
                    "points": {"type": "number"},
                    "max_points": {"type": "number"},
                    "message": {"type": "string"},
                    "output": {"type": "string"},
                },
            },
        },
    },
    "if": {"properties": {"gradable": {"const": False}}},
    "then": {"required": ["format_errors"]},
    "else": {"required": ["score"]},
}


@pytest.mark.parametrize("name", MADE)
def test_gradescope_gets_the_fields_of_its_document(name):
    data = json.loads(gradescope.render(MADE[name]))
    jsonschema.validate(data, GRADESCOPE)
    if name != "judge_error":
        assert data["score"] == sum(test.get("score", 0) for test in data["tests"])
        assert sum(test.get("max_score", 0) for test in data["tests"]) in (0, 100)


def test_gradescope_gets_no_score_from_a_judge_error():
    data = json.loads(gradescope.render(MADE["judge_error"]))
    assert "score" not in data
    assert "tests" not in data


def test_gradescope_takes_no_text_for_html():
    data = json.loads(gradescope.render(MADE["accepted"]))
    assert {data[key] for key in ("output_format", "test_output_format", "test_name_format")} == {"text"}


@pytest.mark.parametrize("name", MADE)
def test_prairielearn_gets_the_fields_of_its_document(name):
    data = json.loads(prairielearn.render(MADE[name]))
    jsonschema.validate(data, PRAIRIELEARN)
    if data["gradable"]:
        assert data["score"] == pytest.approx(MADE[name].score / 100)


@pytest.mark.parametrize("name", ["compile_error", "judge_error"])
def test_what_can_not_be_graded_costs_no_attempt_in_prairielearn(name):
    data = json.loads(prairielearn.render(MADE[name]))
    assert data["gradable"] is False
    assert "score" not in data


def test_prairielearn_gets_less_than_a_megabyte():
    many = tuple(case(f"c{n}", verdict="WA", message="x" * 5000, output="y" * 60_000) for n in range(2000))
    text = prairielearn.render(result("WA", score=0.0, cases=many))
    assert len(text.encode()) <= prairielearn.MAX_BYTES
    jsonschema.validate(json.loads(text), PRAIRIELEARN)


@pytest.mark.parametrize("render", [gradescope.render, prairielearn.render])
@pytest.mark.parametrize("name", PAYLOADS)
def test_what_a_submission_says_is_bounded_and_printable(render, name):
    payload = PAYLOADS[name]
    made = result(
        "WA", score=0.0, message=payload, cases=(case(verdict="WA", message=payload, output=payload),)
    )
    text = render(made)
    assert text.isascii()
    assert len(text) < 200_000
    for line in _strings(json.loads(text)):
        assert all(character.isprintable() or character == "\n" for character in line)


@pytest.mark.parametrize("render", [gradescope.render, prairielearn.render])
def test_hidden_cases_are_not_in_it(render):
    assert "HIDDEN" not in render(
        result(
            "WA", score=0.0, cases=(case("HIDDEN", "basic", "hidden"), case("fails", "basic", "hidden", "WA"))
        )
    )


def _strings(data):
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from _strings(value)
