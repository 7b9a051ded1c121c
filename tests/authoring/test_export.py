"""A public copy shows learners what they may see, judges the samples, and holds nothing else."""

import shutil

import pytest

from grader.authoring.export import export_public
from grader.errors import GraderError
from grader.judge import Judge
from grader.problem.folder import load_problem
from grader.problem.validate import validate

from .conftest import COURSE

SUPPORT = COURSE.parents[1] / "support" / "problems"
BUNDLED = COURSE.parents[2] / "problems"


def test_no_file_of_the_copy_has_a_hidden_thing(problem, tmp_path):
    copy = export_public(problem, tmp_path / "copy")
    names = {p.relative_to(copy).as_posix() for p in copy.rglob("*") if p.is_file()}
    assert names == {
        "problem.toml", "statement.md", "starter.py", "reference.py", "cases/sample/first.toml",
    }  # fmt: skip
    text = "".join((copy / name).read_text() for name in names)
    for hidden in ("variance", "mean_of_a_million", "basic", "stability", "sample_variance", "0.7"):
        assert hidden not in text.replace("the variance plus `eps`", "")


@pytest.mark.kernel
def test_the_copy_judges_the_samples(problem, submissions, tmp_path, cache):
    copy = load_problem(export_public(problem, tmp_path / "copy"))
    assert copy.spec.hints == load_problem(problem).spec.hints
    with Judge(copy, cache_dir=cache) as judge:
        verdicts = {path.stem: judge.grade(path.read_bytes()).verdict for path in submissions.glob("*/*.py")}
    assert {name for name, verdict in verdicts.items() if verdict == "AC"} == {"loops", "methods", "one_pass"}


@pytest.mark.parametrize(
    "folder", [*sorted(SUPPORT.iterdir()), *sorted(BUNDLED.iterdir())], ids=lambda p: p.name
)
def test_every_problem_has_a_copy_that_loads(folder, tmp_path):
    copy = load_problem(export_public(folder, tmp_path / folder.name))
    validate(copy)
    assert {case.group for case in copy.cases} == set(copy.spec.groups)
    assert not copy.mistakes


def test_an_earlier_copy_is_replaced_with_force_only(problem, tmp_path):
    copy = export_public(problem, tmp_path / "copy")
    (copy / "theory.md").write_text("old")
    with pytest.raises(GraderError, match="--force replaces it"):
        export_public(problem, copy)
    assert not (export_public(problem, copy, force=True) / "theory.md").exists()


def test_mistakes_by_theme_stay_behind(problem, tmp_path):
    (problem / "mistakes").mkdir()
    (problem / "mistakes.py").rename(problem / "mistakes" / "all.py")
    copy = export_public(problem, tmp_path / "copy")
    assert not any(name.startswith("mistakes") for name in load_problem(copy).files.sources)
    shutil.copytree(problem / "mistakes", copy / "mistakes")
    assert not (export_public(problem, copy, force=True) / "mistakes").exists()


@pytest.mark.parametrize(
    ("there", "said"),
    [("notes.txt", "holds notes.txt"), ("reference.py", "holds reference.py")],
)
def test_a_folder_with_other_things_is_left_alone(there, said, problem, tmp_path):
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / there).write_text("mine")
    with pytest.raises(GraderError, match=said):
        export_public(problem, tmp_path / "copy", force=True)
    assert (tmp_path / "copy" / there).read_text() == "mine"


def test_the_problem_itself_is_left_alone(problem):
    with pytest.raises(GraderError, match="is the problem itself"):
        export_public(problem, problem, force=True)
