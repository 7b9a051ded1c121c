import json
from pathlib import Path

import jsonschema
import pytest
from report.results import MADE

from grader.report import json as json_report
from grader.report.schema import schema
from grader.result import Result

SCHEMA = Path(__file__).parents[2] / "docs" / "result.schema.json"


def test_the_checked_in_schema_is_current():
    assert SCHEMA.read_text("utf-8") == schema(), (
        "run: python -m grader.report.schema > docs/result.schema.json"
    )


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("indent", [None, 2])
def test_every_result_fits_the_schema_and_comes_back_the_same(name, indent):
    written = json_report.render(MADE[name], indent=indent)
    data = json.loads(written, parse_constant=pytest.fail)
    checker = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    checker.validate(data)
    assert Result.model_validate_json(written) == MADE[name]
    assert written.endswith("\n")
    assert (written.count("\n") == 1) == (indent is None)


@pytest.mark.parametrize(
    ("data", "want"),
    [
        (float("nan"), "NaN"),
        (float("inf"), "Infinity"),
        ([-float("inf")], ["-Infinity"]),
        ({"\ud800": "\udfff"}, {"\\ud800": "\\udfff"}),
        ((1, None, True), [1, None, True]),
    ],
)
def test_what_json_cannot_say_is_text(data, want):
    assert json.loads(json_report.dumps(data)) == want
