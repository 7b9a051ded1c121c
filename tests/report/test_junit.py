import xml.etree.ElementTree as ET

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped
from report.payloads import PAYLOADS
from report.results import MADE, case, result

from grader.report import junit

ALL = list(MADE.items())
# What Jenkins' schema (junit-10.xsd) and that of Ant allow, as far as both do.
ATTRIBUTES = {
    "testsuites": {"name"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"classname", "name", "time"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": set(),
}


def read(text, tmp_path):
    path = tmp_path / "junit.xml"
    path.write_text(text, "utf-8")
    return JUnitXml.fromfile(str(path))


@pytest.mark.parametrize("name", MADE)
def test_a_reader_of_junit_counts_what_the_suite_says(name, tmp_path):
    xml = read(junit.render(MADE[name]), tmp_path)
    (suite,) = xml
    declared = (suite.tests, suite.failures, suite.errors, suite.skipped)
    tests = list(suite)
    found = [kind for test in tests for kind in map(type, test.result)]
    assert declared == (len(tests), found.count(Failure), found.count(Error), found.count(Skipped))
    assert {p.name: p.value for p in suite.properties()}["verdict"] == MADE[name].verdict


def test_each_verdict_has_its_element(tmp_path):
    made = result(
        "JE",
        cases=(
            case("right"),
            case("wrong", verdict="WA", reason="value", message="the values are wrong"),
            case("left", verdict="skipped"),
            case("fault", verdict="JE", message="KeyError"),
        ),
    )
    (suite,) = read(junit.render(made), tmp_path)
    kinds = {test.name: [type(one) for one in test.result] for test in suite}
    assert kinds == {"right": [], "wrong": [Failure], "left": [Skipped], "fault": [Error]}
    wrong = next(test for test in suite if test.name == "wrong")
    assert (wrong.classname, wrong.result[0].type) == ("solution.py.sample", "WA.value")


def test_a_submission_that_was_not_run_is_one_failing_test(tmp_path):
    (suite,) = read(junit.render(MADE["compile_error"].model_copy(update={"cases": ()})), tmp_path)
    (test,) = suite
    assert isinstance(test.result[0], Failure)
    assert "SyntaxError" in test.result[0].message


def test_a_document_has_a_suite_a_submission():
    root = ET.fromstring("".join(junit.document("layer_norm", ALL)))
    assert [suite.get("name") for suite in root] == [name for name, _ in ALL]


@pytest.mark.parametrize("name", MADE)
def test_elements_and_attributes_are_those_of_the_published_schemas(name):
    root = ET.fromstring(junit.render(MADE[name]))
    for element in root.iter():
        assert set(element.attrib) == ATTRIBUTES[element.tag]
    for suite in root.iter("testsuite"):
        tags = [child.tag for child in suite]
        assert tags == ["properties", *["testcase"] * (len(tags) - 1)]


@pytest.mark.parametrize("name", PAYLOADS)
def test_what_a_submission_says_is_text(name, tmp_path):
    payload = PAYLOADS[name]
    made = result("WA", score=0.0, cases=(case(payload, verdict="WA", message=payload),))
    (suite,) = read("".join(junit.document(payload, [(payload, made)])), tmp_path)
    (test,) = suite
    assert len(test.name) < 6000  # 500 characters, each as its escape at most
    assert test.result[0].message.isprintable()
