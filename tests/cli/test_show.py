import json

import pytest
from support.folders import copy_of

from grader.cli.show import SECTIONS


@pytest.mark.usefixtures("here")
def test_the_whole_page(grader, snapshot):
    code, out, err = grader("show", "centre")
    assert (code, err) == (0, "")
    assert out == snapshot


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.usefixtures("here")
def test_one_section(grader, section):
    code, out, _ = grader("show", "layer_norm", "--section", section)
    titles = [
        "Problem",
        "Theory",
        "Examples",
        "Hints",
        "Requirements",
        "Constraints and limits",
        "Starter code",
        "Test cases",
    ]
    assert code == 0
    shown = [title for title in titles if f"\n{title}\n" in out]
    assert shown == [titles[SECTIONS.index(section)]]


@pytest.mark.usefixtures("here")
def test_what_a_problem_does_not_have_is_said(grader, tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    shown = grader("show", f"{folder}/")[1]
    assert "\nTheory\n\nThis problem has no theory.\n" in shown


@pytest.mark.usefixtures("here")
def test_formulas_are_text(grader):
    out = grader("show", "layer_norm", "--section", "theory")[1]
    assert "$" not in out
    assert "\\frac" not in out
    assert "x̂ = (x − μ)/√(σ² + ε)" in out


@pytest.mark.usefixtures("here")
def test_hints_come_one_at_a_time_and_only_when_asked_for(grader):
    page = grader("show", "layer_norm")[1]
    assert "keepdims=True:" not in page
    assert "3 hints, one at a time: grader show layer_norm --hint 1" in page
    code, out, _ = grader("show", "layer_norm", "--hint", "2")
    assert code == 0
    assert "2 of 3  Normalise with np.sqrt(variance + eps)" in out
    assert "broadcast over all leading" not in out
    assert "Starter code" not in out


@pytest.mark.usefixtures("here")
def test_no_hidden_case_is_shown(grader):
    page = grader("show", "layer_norm")[1]
    data = grader("show", "layer_norm", "--format", "json")[1]
    for name in ("all_zeros", "near_constant_rows", "width_two"):
        assert name not in page
        assert name not in data


@pytest.mark.usefixtures("here")
def test_json_has_every_section(grader):
    code, out, _ = grader("show", "layer_norm", "--format", "json")
    page = json.loads(out)
    assert code == 0
    assert set(SECTIONS) < set(page)
    assert page["hints"] == {"count": 3, "shown": None}
    worked = {example["name"]: example for example in page["examples"]}["example"]
    (call,) = worked["calls"]
    assert call["args"]["x"]["data"] == [2.0, 6.0, -2.0, 4.0]
    assert call["want"]["data"][0] == pytest.approx(-0.1690, abs=1e-4)
    assert page["cases"]["basic"]["generated"] > 0


@pytest.mark.usefixtures("here")
def test_json_of_one_hint(grader):
    page = json.loads(grader("show", "layer_norm", "--hint", "1", "--format", "json")[1])
    assert page["hints"]["shown"]["number"] == 1
    assert "axis=-1" in page["hints"]["shown"]["text"]


def test_the_page_goes_to_a_file(here, grader):
    assert grader("show", "layer_norm", "-o", "page.txt") == (0, "", "")
    assert (here / "page.txt").read_text("utf-8").startswith("Layer Normalization\n")


@pytest.mark.usefixtures("here")
def test_a_page_for_a_browser(grader):
    code, out, err = grader("show", "layer_norm", "--format", "html")
    assert (code, err) == (0, "")
    assert out.startswith("<!DOCTYPE html>\n")
    assert [name for name in SECTIONS if f'<section class="panel card" id="{name}"' in out] == list(SECTIONS)
    assert "<math " in out


def test_a_page_for_a_browser_goes_to_a_file_and_may_have_few_sections(here, grader):
    command = (
        "show",
        "centre",
        "--format",
        "html",
        "--section",
        "theory",
        "--section",
        "hints",
        "-o",
        "page.html",
    )
    assert grader(*command) == (0, "", "")
    text = (here / "page.html").read_text("utf-8")
    assert text.count("<section ") == 2
    assert grader(*command)[0] == 2
    assert grader(*command, "--force") == (0, "", "")


@pytest.mark.usefixtures("here")
def test_a_page_for_a_browser_has_all_hints(grader):
    code, out, err = grader("show", "layer_norm", "--format", "html", "--hint", "1")
    assert (code, out) == (2, "")
    assert err == "grader: --hint: an HTML page has all hints, each collapsed; leave out --hint\n"
