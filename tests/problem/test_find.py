"""Problems are found in the places that were named, in their order."""

import os
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.problem.find import bundled, find_problem, list_problems, shadows


def make(folder, *slugs):
    for slug in slugs:
        (folder / slug).mkdir(parents=True)
        (folder / slug / "problem.toml").write_text("")
    return folder


def test_the_first_place_wins(tmp_path):
    option, named, here = (make(tmp_path / n, "both", n) for n in ("option", "named", "cwd/problems"))
    environ = {"GRADER_PROBLEMS": str(named)}
    found = list_problems(extra=[option], environ=environ, cwd=tmp_path / "cwd")
    assert found["both"] == option / "both"
    assert found["named"] == named / "named"
    assert "layer_norm" in found  # bundled
    assert list(found) == sorted(found)
    found = list_problems(environ=environ, cwd=tmp_path / "cwd")
    assert found["both"] == named / "both"
    found = list_problems(environ={}, cwd=tmp_path / "cwd")
    assert found["both"] == here / "both"


def test_the_variable_may_name_several_places(tmp_path):
    places = [make(tmp_path / n, n) for n in ("a", "b")]
    found = list_problems(environ={"GRADER_PROBLEMS": os.pathsep.join(map(str, places))}, cwd=tmp_path)
    assert {"a", "b"} <= set(found)


def test_a_folder_without_problem_toml_is_no_problem(tmp_path):
    place = make(tmp_path / "p", "real")
    (place / "notes").mkdir()
    (place / "file").write_text("")
    assert set(list_problems(extra=[place], environ={}, cwd=tmp_path)) - {"real"} == set(
        list_problems(environ={}, cwd=tmp_path)
    )


@pytest.mark.parametrize(
    ("extra", "environ", "message"),
    [
        (["nowhere"], {}, "--problems: nowhere is not a folder"),
        ([], {"GRADER_PROBLEMS": "nowhere"}, "GRADER_PROBLEMS: nowhere is not a folder"),
    ],
)
def test_a_named_place_must_be_there(extra, environ, message, tmp_path):
    with pytest.raises(UsageError, match=message):
        list_problems(extra=[Path(p) for p in extra], environ=environ, cwd=tmp_path)


def test_an_unknown_problem_is_answered_with_the_nearest(tmp_path):
    place = make(tmp_path / "p", "softmax")
    assert find_problem("softmax", extra=[place], environ={}, cwd=tmp_path) == place / "softmax"
    with pytest.raises(UsageError, match=r"unknown problem 'sofmax'; did you mean 'softmax'\?"):
        find_problem("sofmax", extra=[place], environ={}, cwd=tmp_path)
    with pytest.raises(UsageError, match=r"unknown problem 'zzzzzz'; known are: .*softmax"):
        find_problem("zzzzzz", extra=[place], environ={}, cwd=tmp_path)


def test_bundled_problems_lie_beside_a_checkout_or_inside_a_wheel(tmp_path):
    package = tmp_path / "root" / "grader"
    (package / "_problems").mkdir(parents=True)
    assert bundled(package) == package / "_problems"
    (tmp_path / "root" / "problems").mkdir()
    assert bundled(package) == package / "_problems"
    (tmp_path / "root" / "pyproject.toml").write_text("")
    assert bundled(package) == tmp_path / "root" / "problems"


def test_a_problem_that_lies_here_by_chance_and_hides_a_bundled_one_is_told(tmp_path):
    make(tmp_path / "problems", "layer_norm", "softmax", "mine")
    named = make(tmp_path / "named", "softmax")
    nowhere = {"environ": {}, "cwd": tmp_path}
    assert shadows(**nowhere) == ("layer_norm", "softmax")
    assert shadows(["softmax", "mine", "other"], **nowhere) == ("softmax",)
    assert shadows(extra=[named], **nowhere) == ("layer_norm",)
    assert shadows(environ={"GRADER_PROBLEMS": str(named)}, cwd=tmp_path) == ("layer_norm",)
    assert shadows(extra=[tmp_path / "problems"], **nowhere) == ()


def test_nothing_is_hidden_where_the_bundled_problems_lie_here(tmp_path):
    assert shadows(environ={}, cwd=bundled().parent) == ()
    assert shadows(environ={}, cwd=tmp_path) == ()
    (tmp_path / "problems").symlink_to(bundled())
    assert shadows(environ={}, cwd=tmp_path) == ()
