import io
import json
import zipfile

import pytest
from report.payloads import PAYLOADS
from report.results import MADE, case, result

from grader import load_problem
from grader.batch import worker
from grader.batch.conditions import versions
from grader.batch.worker import Facts, Failed, GradedRow, JudgeSettings, NeedProblem, Task
from grader.result import Result

from .classes import KINDS, PROBLEMS


def read(line):
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    data = json.loads(line)
    assert next(iter(data)) == "key"
    return data


@pytest.mark.parametrize("name", MADE)
def test_a_line_is_the_key_and_the_result(name):
    data = read(worker.line_of("a/ü\n.py", MADE[name]))
    assert data.pop("key") == "a/ü\n.py"
    assert Result.model_validate(data) == MADE[name]


@pytest.mark.parametrize("name", PAYLOADS)
def test_any_text_is_a_line_of_ascii(name):
    text = PAYLOADS[name]
    data = read(worker.line_of("k", result("WA", score=0.0, message=text, cases=(case(text, message=text),))))
    if "surrogate" not in name:
        assert data["message"] == text


@pytest.fixture
def order(cache):
    problem = load_problem(PROBLEMS / "hypotenuse")

    def made(**changes):
        fields = {
            "slug": problem.slug, "digest": problem.digest, "folder": str(problem.folder), "seed": 0, "secret_seed": False,
            "isolation": "kernel", "time_factor": 0.1, "versions": tuple(versions().items()), "cache_dir": str(cache),
        }  # fmt: skip
        return JudgeSettings(**(fields | changes))

    yield made
    worker.close()


def task(source, fault=""):
    return Task("a.py", source.encode(), fault, "0" * 64)


@pytest.mark.kernel
def test_a_worker_tells_its_cases_and_grades(order):
    facts = worker.prepare(order())
    assert isinstance(facts, Facts)
    assert facts.environment["isolation"] == "kernel"
    told = worker.grade(order(), task(KINDS["WA"]))
    assert isinstance(told, GradedRow)
    assert told.row.verdict == "WA"
    assert len(told.row.cases) == len(facts.cases)
    assert told.feedback.startswith("# a.py\n")


@pytest.mark.kernel
def test_what_is_not_run_has_the_groups_of_the_problem_and_no_points(order):
    told = worker.grade(order(), task("", "the file holds a NUL byte"))
    assert (told.row.verdict, told.row.score, told.row.cases) == ("CE", 0.0, "")
    assert told.row.group_names == ("sample", "plain", "long")
    assert told.row.points == (0.0, 0.0, 0.0)
    assert "the file holds a NUL byte" in told.feedback


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("change", "kind", "says"),
    [
        ({"digest": "0" * 64}, "usage", "changed during the run"),
        ({"folder": "/nowhere"}, "usage", "there is no such folder"),
        ({"versions": (("numpy", "0.1"),)}, "usage", "this run 0.1; install the same on both"),
    ],
)
def test_what_keeps_a_worker_from_grading_is_told_as_data(order, change, kind, says):
    for told in (worker.prepare(order(**change)), worker.grade(order(**change), task(""))):
        assert isinstance(told, Failed)
        assert told.kind == kind
        assert says in told.lines[0]


@pytest.mark.kernel
def test_a_problem_travels_as_one_archive(order, monkeypatch):
    monkeypatch.setattr(worker, "_unpacked", {})
    far = order(folder=None)
    assert worker.prepare(far) == worker.grade(far, task("")) == NeedProblem()
    archive = worker.pack(load_problem(PROBLEMS / "hypotenuse"))
    with_problem = worker.grade(far, task(KINDS["AC"]), archive)
    assert with_problem.row.verdict == "AC"
    assert worker.grade(far, task(KINDS["AC"])).row.verdict == "AC"


def test_an_archive_holds_the_files_that_the_digest_names():
    problem = load_problem(PROBLEMS / "centre")
    with zipfile.ZipFile(io.BytesIO(worker.pack(problem))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == dict(problem.files.sources)
