"""A problem in ./problems that hides a bundled one is used, and that is said on standard error."""

import json
import shutil

import pytest

from grader.batch.plan import Ungraded
from grader.errors import UsageError
from grader.problem.find import bundled

LINE = "Using problems/layer_norm, not the bundled layer_norm.\n"


@pytest.fixture
def shadow(here, monkeypatch):
    monkeypatch.delenv("GRADER_PROBLEMS")
    shutil.copytree(bundled() / "layer_norm", here / "problems" / "layer_norm")
    (here / "solution.py").write_text("def layer_norm(x, gamma, beta, eps=1e-5):\n    return x\n")
    (here / "in" / "layer_norm").mkdir(parents=True)
    return here


class Stop(UsageError):
    pass


COMMANDS = {
    "list": ["list"],
    "show": ["show", "layer_norm", "--hint", "1"],
    "start": ["start", "layer_norm", "-o", "new.py"],
    "check": ["check", "solution.py"],
    "submit": ["submit", "solution.py", "-p", "layer_norm"],
    "batch": ["batch", "in", "-p", "layer_norm", "-o", "out"],
    "batch of a tree": ["batch", "in", "-o", "out"],
    "verify": ["verify", "layer_norm", "--draws", "1"],
    "verify of all": ["verify", "--draws", "1"],
    "export": ["export", "layer_norm", "--public", "-o", "copy"],
    "add-case": ["add-case", "layer_norm", "new", "-g", "nowhere", "--why", "x"],
    "history": ["history", "layer_norm"],
    "doctor": ["doctor"],
    "serve": ["serve", "--isolation", "process"],
}


@pytest.mark.usefixtures("shadow", "judge")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_command_says_once_which_problem_it_uses(grader, monkeypatch, command):
    def stop(*_, **__):
        raise Stop("far enough")

    for long in ("authoring.verify.verify", "doctor.examine", "web.server.listen", "batch.run.grade_folder"):
        monkeypatch.setattr(f"grader.{long}", stop)
    _, out, err = grader(*command)
    assert err.count(LINE) == 1
    assert err.startswith(LINE)
    assert "bundled" not in out


@pytest.mark.usefixtures("shadow")
def test_json_stays_json(grader):
    code, out, err = grader("list", "--format", "json")
    assert (code, err) == (0, LINE)
    assert {row["slug"]: row["folder"] for row in json.loads(out)}["layer_norm"].endswith(
        "/problems/layer_norm"
    )


@pytest.mark.parametrize("how", [["--problems", "problems"], ["./problems/layer_norm"]])
def test_what_is_named_is_meant(shadow, grader, how):
    slug = [] if how[0].startswith(".") else ["layer_norm"]
    assert grader("show", *slug, *how, "--hint", "1")[2] == ""


def test_a_folder_that_the_environment_names_is_meant(shadow, grader, monkeypatch):
    monkeypatch.setenv("GRADER_PROBLEMS", str(shadow / "problems"))
    assert grader("show", "layer_norm", "--hint", "1")[2] == ""


def test_several_are_one_line(shadow, grader):
    shutil.copytree(bundled() / "softmax", shadow / "problems" / "softmax")
    line = "Using problems/layer_norm and problems/softmax, not the bundled layer_norm and softmax.\n"
    assert grader("list")[2] == line


@pytest.mark.usefixtures("here")
def test_a_batch_of_several_problems_reports_what_was_graded_and_names_the_rest(grader, monkeypatch):
    def graded(*_, **__):
        raise Ungraded((), [("softmax", UsageError("in/softmax: no\nsubmissions"))])

    monkeypatch.setattr("grader.batch.run.grade_folder", graded)
    code, out, err = grader("batch", "in", "-o", "out")
    assert (code, out, err) == (2, "", "grader: softmax: not graded: in/softmax: no submissions\n")
