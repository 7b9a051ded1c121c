import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pytest
from support.folders import BUNDLED, PROBLEMS, copy_of, edit
from support.markup import Markup, harmless

from grader.cli.show import SECTIONS
from grader.errors import ProblemError
from grader.problem.folder import load_problem
from grader.report import problem_html

FOLDERS = BUNDLED | {path.name: path for path in sorted(PROBLEMS.iterdir())}


def section(problem, name, **how):
    (made,) = problem_html.sections(problem, names=[name], **how)
    assert made.name == name
    return made.html


@pytest.fixture(scope="module")
def centre():
    return load_problem(PROBLEMS / "centre")


@pytest.fixture(scope="module")
def layer_norm():
    return load_problem(BUNDLED["layer_norm"])


@pytest.mark.parametrize("slug", FOLDERS)
def test_each_section_of_each_problem_may_stand_on_a_strict_page(slug):
    made = problem_html.sections(load_problem(FOLDERS[slug]))
    assert tuple(one.name for one in made) == SECTIONS
    for one in made:
        read = harmless(one.html)
        assert one.title
        assert read.text.strip()
        assert "unread" not in one.html
        assert {"h1", "h2"}.isdisjoint(read.tags)


@pytest.mark.parametrize("slug", FOLDERS)
def test_each_page_is_one_file_whose_policy_names_all_that_runs(slug):
    text = problem_html.page(load_problem(FOLDERS[slug]))
    read = Markup(text)
    assert read.tags.count("script") == read.tags.count("style") == read.tags.count("h1") == 1
    assert not any(name == "style" or name.startswith("on") for _, attrs in read.elements for name in attrs)
    assert not {"link", "img", "iframe", "object", "base"} & set(read.tags)
    (policy,) = (a["content"] for a in read.all("meta") if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("script", "style"):
        (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert f"{tag}-src 'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in policy
    ids = [attrs["id"] for _, attrs in read.elements if "id" in attrs]
    assert len(set(ids)) == len(ids)
    assert [a["href"] for a in read.all("a") if a["href"].startswith("#")] == [
        f"#{name}" for name in SECTIONS
    ]


def test_a_page_of_some_sections(centre):
    read = Markup(problem_html.page(centre, names=["theory", "cases"]))
    assert [attrs["id"] for attrs in read.all("section")] == ["theory", "cases"]


def test_each_hint_is_closed_by_itself(layer_norm):
    hints = section(layer_norm, "hints")
    assert harmless(hints).all("details") == [{"class": "hint"}] * 3
    assert re.findall("<summary>(.*?)</summary>", hints) == ["Hint 1", "Hint 2", "Hint 3"]
    assert "<code>keepdims=True</code>" in hints


def test_examples_show_what_goes_in_and_what_comes_out(layer_norm):
    text = section(layer_norm, "examples")
    assert "<code>x = [2, 6, -2, 4]</code>" in text
    assert "<code>result = [-0.169031, 1.18322, -1.52128, 0.507093]</code>" in text
    assert harmless(text).tags.count("article") == 4


def test_the_calls_of_a_sequence_are_counted(tmp_path):
    folder = copy_of("centre", tmp_path)
    edit(
        folder / "cases.py",
        'group="calls",\n        calls=[{"x": x}, {"x": 2.0',
        'group="sample",\n        calls=[{"x": x}, {"x": 2.0',
    )
    text = section(load_problem(folder), "examples")
    assert [f"call {n} of 3" in text for n in (1, 2, 3)] == [True] * 3


def test_where_many_answers_are_right_one_is_shown():
    text = section(load_problem(BUNDLED["top_k_indices"]), "examples")
    assert "a right answer = " in text
    assert "result = " not in text


def test_no_hidden_case_is_named(layer_norm):
    text = problem_html.page(layer_norm)
    hidden = [case for case in layer_norm.cases if not layer_norm.spec.groups[case.group].visible]
    assert hidden
    assert [case.name for case in hidden if f">{case.name}<" in text or (case.why and case.why in text)] == []


@pytest.mark.parametrize(
    ("hidden", "said"), [(0, None), (1, "1 case is hidden."), (2, "2 cases are hidden.")]
)
def test_hidden_cases_are_counted(centre, hidden, said):
    groups = {"rows": centre.spec.groups["rows"].model_copy(update={"generated": hidden})}
    bare = replace(centre, spec=centre.spec.model_copy(update={"groups": groups}))
    bare.__dict__["cases"] = ()
    text = section(bare, "cases")
    assert said in text if said else "hidden" not in text


def test_groups_say_what_they_are_worth_and_what_they_check(centre):
    text = section(centre, "cases")
    assert '<th scope="row">rows<span class="about">Subtract from each row its mean.</span></th>' in text
    assert '<td class="num">50</td>' in text
    assert '<th scope="row">edge<span class="about">Advice only.</span></th>' in text


@pytest.mark.parametrize("level", [2, 3, 4])
def test_headings_begin_at_the_level_that_is_asked_for(layer_norm, level):
    for name in ("theory", "examples", "constraints", "cases"):
        used = {
            tag for tag in Markup(section(layer_norm, name, level=level)).tags if re.fullmatch("h[1-6]", tag)
        }
        assert min(used) == f"h{level}"


def test_a_problem_with_nothing_but_itself(centre):
    nothing = {"hints": (), "requirements": (), "constraints": ()}
    bare = replace(centre, theory="", spec=centre.spec.model_copy(update=nothing))
    assert "has no theory" in section(bare, "theory")
    assert "has no hints" in section(bare, "hints")
    assert "Nothing beyond the problem itself" in section(bare, "requirements")
    assert "<li>" not in section(bare, "constraints")


def test_what_an_author_writes_is_text(tmp_path):
    folder = copy_of("centre", tmp_path)
    edit(folder / "problem.toml", 'title = "Centre the rows"', 'title = "</title><script>alert(1)</script>"')
    edit(folder / "problem.toml", 'collection = "Fixtures"', 'collection = "<img src=x>"')
    edit(folder / "problem.toml", '"Use `keepdims`."', '"<b onclick=x>$</math><script>$"')
    edit(folder / "cases.py", 'Case("fortran", group="layouts"', 'Case("<script>", group="sample"')
    edit(folder / "cases.py", 'why="column-major order"', 'why="<img src=x>"')
    read = Markup(problem_html.page(load_problem(folder)))
    assert read.tags.count("script") == 1
    assert "img" not in read.tags
    assert not any("onclick" in attrs for _, attrs in read.elements)
    assert "</title><script>alert(1)</script>" in read.text


def test_a_reference_that_fails_is_the_problems_fault(tmp_path):
    folder = copy_of("centre", tmp_path)
    (folder / "reference.py").write_text("raise RuntimeError('no')\n")
    with pytest.raises(ProblemError, match=r"reference\.py"):
        problem_html.page(load_problem(folder))
    assert section(load_problem(folder), "problem")
