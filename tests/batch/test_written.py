"""A folder of results holds what the last run says, and what others have put there."""

import csv
import json
import shutil
from concurrent.futures import Future

import pytest

from grader.batch import worker
from grader.batch.execute import Lane
from grader.batch.names import feedback_path
from grader.batch.output import read_run, write_run
from grader.batch.plan import Silent, Ungraded
from grader.batch.written import FILES, FOLDERS, clear, left_out, path_of, recorded, remove, retire, wanted
from grader.errors import ProblemError, UsageError, WriteError
from grader.report.formats import BATCH_FORMATS, names

from .classes import KINDS, PROBLEMS

ALL = names(BATCH_FORMATS)


def files(out):
    return {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}


def verdicts(out):
    with open(out / "grades.csv", encoding="utf-8", newline="") as file:
        return {row["key"]: row["verdict"] for row in csv.DictReader(file)}


def score(out, key):
    return json.loads((out / "gradescope" / feedback_path(key, ".json")).read_text())["score"]


def test_every_format_has_a_place_that_is_cleared():
    for form in BATCH_FORMATS:
        assert (form.place in FOLDERS) == form.per_submission
        assert (form.place in FILES) != form.per_submission
    assert wanted(BATCH_FORMATS, changes=True) == {*FILES, *FOLDERS}


def test_what_is_not_recorded_is_nobody_s_but_the_folder_s_owner(tmp_path):
    assert recorded(None) == frozenset()
    assert recorded({}) == {*FILES, *FOLDERS}
    assert recorded({"written": ["junit.xml", "thesis.tex", "../x", 7]}) == {"junit.xml"}
    assert left_out(None) == left_out({"left_out": 7}) == frozenset()
    write_run(tmp_path, {"written": ["feedback"]})
    (tmp_path / "results.jsonl").write_text(
        '{"key":"a.py"}\n{"key": "d/b\\u00e4.py", "x":1}\n{"key":damaged\n'
    )
    for name in ("junit.xml", "feedback/a.py.md", "feedback/notes.md", "gradescope/a.py.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    path_of(tmp_path, "feedback", "d/bä.py").parent.mkdir()
    path_of(tmp_path, "feedback", "d/bä.py").touch()
    clear(tmp_path)
    assert files(tmp_path) == {"junit.xml", "feedback/notes.md", "gradescope/a.py.json", "run.json"}
    assert not (tmp_path / "feedback" / "d").exists()


def test_only_regular_files_are_removed(tmp_path):
    (tmp_path / "precious").write_text("x")
    (tmp_path / "junit.xml").symlink_to("precious")
    (tmp_path / "grades.csv").mkdir()
    (tmp_path / "feedback").write_text("a file of this name")
    remove(tmp_path, ("junit.xml", "grades.csv", "feedback", "thesis.tex"), ("a.py",))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "feedback",
        "grades.csv",
        "junit.xml",
        "precious",
    ]


def test_what_can_not_be_removed_is_one_sentence(tmp_path, monkeypatch):
    (tmp_path / "junit.xml").touch()

    def fail(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.unlink", fail)
    with pytest.raises(WriteError, match=r"junit\.xml: can't be written: permission denied; mend that"):
        remove(tmp_path, ("junit.xml",), ())


def test_a_problem_that_is_not_asked_for_any_more_keeps_its_results_only(tmp_path):
    retire(tmp_path / "nowhere", forget=True)
    out = tmp_path / "out"
    out.mkdir()
    write_run(out, {"seed": 7, "written": ["grades.csv"]})
    (out / "results.jsonl").write_text('{"key":"a.py"}\n')
    (out / "grades.csv").touch()
    retire(out, forget=False)
    assert files(out) == {"run.json", "results.jsonl"}
    assert (read_run(out)["seed"], left_out(read_run(out))) == (7, {"a.py"})
    retire(out, forget=True)
    assert not out.exists()


@pytest.mark.kernel
@pytest.mark.parametrize("restart", [False, True])
def test_a_learner_who_is_gone_is_gone_everywhere(tree, tmp_path, batch, restart):
    root, out = tree({"a.py": KINDS["AC"], "b/solution.py": KINDS["WA"]}), tmp_path / "out"
    batch(root, out, formats=ALL)
    assert "junit.xml" in files(out)
    for name in ("feedback/notes.md", "gradescope/mine.json", "thesis.tex"):
        (out / name).write_text("precious")
    (out / ".grader-0123456789ab.new").touch()
    (root / "b" / "solution.py").unlink()
    (root / "a.py").write_text(KINDS["WA"])
    batch(root, out, formats=ALL, restart=restart)
    assert files(out) == {
        ".lock", "results.jsonl", "run.json", "grades.csv", "summary.json", "report.html", "junit.xml",
        "feedback/a.py.md", "gradescope/a.py.json", "prairielearn/a.py.json",
        "feedback/notes.md", "gradescope/mine.json", "thesis.tex",
    }  # fmt: skip
    assert verdicts(out) == {"a.py": "WA"}
    assert score(out, "a.py") == 0
    assert "wrong answer" in (out / "feedback" / "a.py.md").read_text().lower()
    assert not (out / "feedback" / "b").exists()


@pytest.mark.kernel
def test_what_is_not_asked_for_again_does_not_stay(tree, tmp_path, batch):
    root, out = tree({"a.py": KINDS["AC"]}), tmp_path / "out"
    batch(root, tmp_path / "old")
    batch(root, out, formats=ALL, compare=tmp_path / "old")
    places = {form.file_name.replace("KEY", "a.py") for form in BATCH_FORMATS}
    assert {"changes.csv", *places} <= files(out)
    batch(root, out, formats=ALL[:1])
    assert files(out) & {"changes.csv", *places} == {"junit.xml"}
    batch(root, out)
    assert files(out) & {"changes.csv", *places} == set()
    (out / "junit.xml").write_text("of another program")
    batch(root, out)
    assert (out / "junit.xml").read_text() == "of another program"


@pytest.mark.kernel
def test_who_is_gone_from_an_earlier_batch_is_no_change(tree, tmp_path, batch):
    root, old = tree({"a.py": KINDS["AC"], "b.py": KINDS["WA"]}), tmp_path / "old"
    batch(root, old)
    (root / "b.py").unlink()
    batch(root, old)
    (done,) = batch(root, tmp_path / "new", compare=old)
    assert done.changes == 0
    tree({"b.py": KINDS["WA"]})
    assert batch(root, old)[0].graded == 0  # what was done before is kept
    (done,) = batch(root, tmp_path / "new", compare=old)
    assert (done.graded, done.changes) == (1, 0)


class Interrupting(Silent):
    def verdict(self, verdict, *, fresh):
        import signal  # noqa: PLC0415

        signal.raise_signal(signal.SIGINT)


@pytest.mark.kernel
def test_after_an_interrupt_nothing_is_said_of_files_that_have_changed(tree, tmp_path, batch):
    sources = {f"{name}.py": KINDS["AC"] for name in "abcd"}
    root, out = tree(sources), tmp_path / "out"
    batch(root, out, formats=("gradescope",))
    tree(dict.fromkeys(sources, KINDS["WA"]))
    with pytest.raises(KeyboardInterrupt):
        batch(root, out, formats=("gradescope",), watch=Interrupting())
    told = verdicts(out)
    graded = {key for key, verdict in told.items() if verdict}
    assert set(told) == set(sources)
    assert {told[key] for key in graded} == {"WA"}
    assert 1 <= len(graded) < 4
    assert {f"gradescope/{key}.json" for key in graded} == {
        n for n in files(out) if n.startswith("gradescope")
    }
    assert {f"feedback/{key}.md" for key in graded} == {n for n in files(out) if n.startswith("feedback")}


@pytest.fixture
def course(tmp_path):
    """Two problems that are sound."""
    for slug in ("hypotenuse", "centre"):
        shutil.copytree(PROBLEMS / slug, tmp_path / "course" / slug)
    return tmp_path / "course"


FAULTS = {
    "no text": ("problem.toml", "schema = 'x"),
    "no code": ("reference.py", "def centre(x):\n    raise ValueError\n"),
    "spoils": ("reference.py", "def centre(x):\n    x -= x.mean()\n    return x\n"),
}


@pytest.mark.kernel
@pytest.mark.parametrize("fault", FAULTS)
def test_a_problem_with_a_fault_does_not_keep_others_from_being_graded(tree, tmp_path, batch, course, fault):
    name, text = FAULTS[fault]
    (course / "centre" / name).write_text(text)
    root, out = tree({"centre/a.py": "", "hypotenuse/a.py": KINDS["AC"]}), tmp_path / "out"
    with pytest.raises(Ungraded) as raised:
        batch(root, out, problem=None, problems=[course])
    assert raised.value.exit_code == 2
    assert all(line.startswith("centre: not graded: ") for line in raised.value.faults)
    assert [one.slug for one in raised.value.batches] == ["hypotenuse"]
    assert verdicts(out / "hypotenuse") == {"a.py": "AC"}
    assert not (out / "centre").exists()
    (left,) = json.loads((out / "summary.json").read_text())["not_graded"]
    assert left["path"] == "centre"


@pytest.mark.kernel
@pytest.mark.parametrize("line", ["while True: pass", "raise ValueError('no')", "compare = 7"])
def test_a_comparison_that_fails_does_not_keep_others_from_being_graded(tree, tmp_path, batch, course, line):
    folder = shutil.copytree(PROBLEMS / "two_factors", course / "two_factors")
    (folder / "compare.py").write_text(f"def compare(got, want, args):\n    return None\n\n\n{line}\n")
    with open(folder / "problem.toml", "a") as file:
        file.write("\n[limits]\nimport_s = 0.5\n")
    root = tree({f"{slug}/a.py": KINDS["AC"] for slug in ("hypotenuse", "two_factors", "centre")})
    with pytest.raises(Ungraded) as raised:
        batch(root, tmp_path / "out", problem=None, problems=[course])
    assert raised.value.exit_code == 2
    assert raised.value.faults[0].startswith("two_factors: not graded: ")
    assert "compare" in raised.value.faults[0]
    assert [(one.slug, one.summary.count) for one in raised.value.batches] == [
        ("centre", 1),
        ("hypotenuse", 1),
    ]


class Failing(Lane):
    """A lane whose worker can't go on with one problem, as when its folder is changed meanwhile."""

    def submit(self, fn, *args):
        future = super().submit(fn, *args)
        if fn is worker.grade and args[0].slug == "centre":
            future.result()
            future = Future()
            future.set_result(worker.Failed("usage", ("centre: changed while it was in use",)))
        return future


@pytest.mark.kernel
def test_a_problem_that_fails_half_way_gives_the_workers_back(tree, tmp_path, batch, monkeypatch, course):
    monkeypatch.setattr("grader.batch.run.Lane", Failing)
    root = tree({f"{slug}/{key}.py": KINDS["AC"] for slug in ("centre", "hypotenuse") for key in "abc"})
    with pytest.raises(Ungraded, match="centre: not graded: centre: changed while it was in use"):
        batch(root, tmp_path / "out", problem=None, problems=[course])
    assert verdicts(tmp_path / "out" / "hypotenuse") == {"a.py": "AC", "b.py": "AC", "c.py": "AC"}


@pytest.mark.kernel
def test_if_no_problem_can_be_graded_no_folder_is_left(tree, tmp_path, batch, course):
    (course / "centre" / "problem.toml").write_text("schema = 'x")
    root, out = tree({"centre/a.py": ""}), tmp_path / "out"
    with pytest.raises(ProblemError, match="centre: not graded"):
        batch(root, out, problem=None, problems=[course])
    assert not out.exists()


@pytest.mark.kernel
def test_a_problem_that_is_gone_from_the_tree_is_gone_from_the_results(tree, tmp_path, batch, course):
    root = tree({"centre/a.py": "", "hypotenuse/a.py": KINDS["AC"]})
    out = tmp_path / "out"
    asked = {"problem": None, "problems": [course]}
    batch(root, out, **asked)
    (out / "centre" / "thesis.tex").write_text("precious")
    shutil.move(root / "centre", tmp_path / "aside")
    batch(root, out, **asked)
    assert files(out / "centre") == {"run.json", "results.jsonl", "thesis.tex"}
    shutil.move(tmp_path / "aside", root / "centre")
    assert sum(one.graded for one in batch(root, out, **asked)) == 0
    assert verdicts(out / "centre") == {"a.py": "CE"}
    shutil.rmtree(root / "centre")
    batch(root, out, restart=True, **asked)
    assert files(out / "centre") == {"thesis.tex"}


@pytest.mark.kernel
def test_results_to_one_problem_and_to_several_are_not_mixed(tree, tmp_path, batch, course):
    root = tree({"hypotenuse/a.py": KINDS["AC"]})
    out = tmp_path / "out"
    one = {"folder": root / "hypotenuse", "out": out}
    several = {"folder": root, "out": out, "problem": None, "problems": [course]}
    for first, second, says in ((one, several, "one problem"), (several, one, "several problems")):
        batch(**first, restart=True)
        before = files(out)
        with pytest.raises(UsageError, match=f"holds results to {says}; --restart"):
            batch(**second)
        assert files(out) == before
        batch(**second, restart=True)
        assert ("hypotenuse/grades.csv" in files(out)) == (second is several)
        assert ("grades.csv" in files(out)) == (second is one)


@pytest.mark.kernel
def test_a_part_of_somebody_else_is_not_written_into(tree, tmp_path, batch, course):
    root, out = tree({"hypotenuse/a.py": KINDS["AC"]}), tmp_path / "out"
    out.mkdir()
    write_run(out, {"problems": []})
    (out / "hypotenuse").mkdir()
    (out / "hypotenuse" / "grades.csv").write_text("precious")
    with pytest.raises(UsageError, match="holds something other than batch results"):
        batch(root, out, problem=None, problems=[course])
    assert files(out / "hypotenuse") == {"grades.csv"}
