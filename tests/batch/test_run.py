"""Folders graded for real: worker processes, sandbox and all."""

import csv
import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import jsonschema
import pytest

from grader import Judge, load_problem
from grader.batch.names import feedback_path, short_name
from grader.batch.plan import Silent
from grader.errors import ProblemError, UsageError
from grader.result import Result

from .classes import KINDS, MIXED, PROBLEMS, make_class
from .zips import packed

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "result.schema.json").read_text("utf-8"))
FEW = {"a.py": KINDS["AC"], "b.py": KINDS["WA"], "c.py": KINDS["CE"]}

pytestmark = pytest.mark.kernel


def grades(out):
    with open(out / "grades.csv", encoding="utf-8", newline="") as file:
        return {row["key"]: row for row in csv.DictReader(file)}


def verdicts(out):
    return {key: row["verdict"] for key, row in grades(out).items()}


def journal(out):
    return [json.loads(line) for line in (out / "results.jsonl").read_bytes().splitlines()]


def test_a_class_as_it_comes(tree, tmp_path, batch):
    notebook = {"cells": [{"cell_type": "code", "source": f"%matplotlib inline\n{KINDS['AC']}"}]}
    root = tree(
        {
            "right.py": KINDS["AC"],
            "wrong.py": KINDS["WA"],
            "raises/solution.py": KINDS["RTE"],
            "raises/helper.py": "",
            "endless.py": KINDS["TLE"],
            "prints.py": KINDS["OLE"],
            "empty.py": "",
            "binary.py": b"\xff\xfe\x00",
            "large.py": b"#" * 300_000,
            "same.py": KINDS["AC"],
            "note.ipynb": json.dumps(notebook),
            "broken.ipynb": "{",
            "all.zip": packed([("zoe.py", KINDS["AC"]), ("yan.zip", packed([("solution.py", KINDS["WA"])]))]),
            "essay.docx": b"",
        }
    )
    os.mkfifo(root / "fifo.py")
    out = tmp_path / "out"
    (done,) = batch(root, out, formats=("junit", "gradescope", "prairielearn"))
    assert verdicts(out) == {
        "right.py": "AC", "wrong.py": "WA", "raises/solution.py": "RTE", "endless.py": "TLE", "prints.py": "OLE",
        "empty.py": "CE", "binary.py": "CE", "large.py": "CE", "same.py": "AC", "note.ipynb": "AC",
        "broken.ipynb": "CE", "all.zip/zoe.py": "AC", "all.zip/yan.zip/solution.py": "WA", "fifo.py": "CE",
    }  # fmt: skip
    assert grades(out)["fifo.py"]["reason"] == "the file is not a regular file"
    summary = json.loads((out / "summary.json").read_text())
    assert {item["path"] for item in summary["not_graded"]} == {"essay.docx", "raises/helper.py"}
    assert summary["submissions"] == 14 == done.summary.count
    for line in journal(out):
        key = line.pop("key")
        jsonschema.validate(line, SCHEMA)
        assert Result.model_validate(line).submission.path == key
        for folder, suffix in (("feedback", ".md"), ("gradescope", ".json"), ("prairielearn", ".json")):
            assert (out / folder / feedback_path(key, suffix)).is_file()
    assert (out / "report.html").stat().st_size > 10_000
    assert (out / "junit.xml").is_file()


def test_no_name_costs_the_class_its_results(tree, tmp_path, batch):
    deep = "/".join(["😀" * 63] * 15)
    root = tree(
        {
            "right.py": KINDS["AC"],
            f"real/{deep}/a.py": KINDS["AC"],
            "all.zip": packed(
                [("/".join(["😀"] * 490) + "/a.py", KINDS["AC"]), ("😀" * 400 + ".py", KINDS["WA"])]
            ),
            "bad.zip": b"PK",
            "late.ipynb": b'["' + b"\xff" * 9,
        }
    )
    (root / "Jos\\xe9.py").write_text(KINDS["AC"])
    with open(os.path.join(os.fsencode(root), b"Jos\xe9.py"), "wb") as file:
        file.write(KINDS["WA"].encode())
    out = tmp_path / "out"
    (done,) = batch(root, out, formats=("gradescope",))
    assert done.graded == 7
    found = verdicts(out)
    assert (found["Jos\\\\xe9.py"], found["Jos\\xe9.py"], found["late.ipynb"]) == ("AC", "WA", "CE")
    assert sorted(found.values()) == ["AC", "AC", "AC", "AC", "CE", "WA", "WA"]
    assert [item.path for item in done.left] == ["bad.zip"]
    for key in found:
        assert (out / "feedback" / feedback_path(key, ".md")).is_file()
        assert (out / "gradescope" / feedback_path(key, ".json")).is_file()
    assert batch(root, out)[0].graded == 0


def test_where_a_name_can_not_be_had_feedback_has_another_one(tree, tmp_path, batch):
    root, out = tree({"a.py": KINDS["AC"], "b/c.py": KINDS["WA"]}), tmp_path / "out"
    batch(root, out)
    shutil.rmtree(out / "feedback")
    (out / "feedback" / "a.py.md" / "in the way").mkdir(parents=True)
    (out / "feedback" / "b").write_text("in the way")
    tree({"a.py": KINDS["WA"]})
    batch(root, out)
    assert verdicts(out) == {"a.py": "WA", "b/c.py": "WA"}
    for key in ("a.py", "b/c.py"):
        assert "got" in (out / "feedback" / short_name(key, ".md")).read_text("utf-8")


def test_one_learner_has_one_row_and_more_are_reported(tree, tmp_path, batch):
    roster = tmp_path / "roster.csv"
    roster.write_text("key,id,name\nada,1001,Ada\nmallory,666,Mallory\n")
    root = tree(
        {
            "ada/solution.py": KINDS["AC"],
            "mallory/Ada_1001_5_x.py": KINDS["WA"],
            "eve.zip": packed([(f"{n}.py", KINDS["WA"]) for n in range(4)]),
        }
    )
    (root / "mallory" / "b.py").symlink_to("../ada/solution.py")
    os.link(root / "ada/solution.py", root / "bob.py")
    out = tmp_path / "out"
    (done,) = batch(root, out, roster=roster, max_per_learner=3)
    rows = grades(out)
    assert {key: (row["id"], row["verdict"]) for key, row in rows.items()} == {
        "ada/solution.py": ("1001", "AC"), "bob.py": ("", "AC"), "mallory/Ada_1001_5_x.py": ("666", "WA"),
        "mallory/b.py": ("666", "CE"), "eve.zip/0.py": ("", "WA"), "eve.zip/1.py": ("", "WA"),
        "eve.zip/2.py": ("", "WA"),
    }  # fmt: skip
    assert rows["mallory/b.py"]["reason"].startswith("the file is a link to a file of another learner")
    summary = json.loads((out / "summary.json").read_text())
    assert summary["duplicates"] == [
        {"learner": "eve", "keys": ["eve.zip/0.py", "eve.zip/1.py", "eve.zip/2.py"]},
        {"learner": "mallory", "keys": ["mallory/Ada_1001_5_x.py", "mallory/b.py"]},
    ]
    assert summary["same_file"] == [{"keys": ["ada/solution.py", "bob.py"]}]
    assert [item["path"] for item in summary["not_graded"]] == ["eve.zip/3.py"]
    assert [name for name, _ in done.several] == ["eve", "mallory"]
    assert done.shared == (("ada/solution.py", "bob.py"),)


@pytest.fixture(scope="module")
def alone(cache):
    """The result of each kind, graded by itself."""
    with Judge(load_problem(PROBLEMS / "hypotenuse"), time_factor=0.1, cache_dir=cache) as judge:
        return {
            f"{kind}.py": judge.grade(source.encode(), path=f"{kind}.py").model_dump(mode="json")
            for kind, source in KINDS.items()
        }


@pytest.mark.parametrize("workers", [1, 3])
def test_a_verdict_in_a_batch_is_the_verdict_alone(tree, tmp_path, batch, alone, workers):
    root = tree({f"{kind}.py": source for kind, source in KINDS.items()})
    batch(root, tmp_path / "out", workers=workers)
    lines = journal(tmp_path / "out")
    assert {line["key"] for line in lines} == set(alone)
    for line in lines:
        assert timeless(line) == timeless(alone[line["key"]] | {"key": line["key"]})


def timeless(result):
    """Return a result without what differs from run to run, or with how busy the machine is."""
    if result["verdict"] in ("TLE", "OLE"):
        return result["key"], result["verdict"], result["score"]
    cases = [
        {k: v for k, v in case.items() if k not in ("wall_s", "cpu_s", "output")} for case in result["cases"]
    ]
    return {k: v for k, v in result.items() if k != "resources"} | {"cases": cases}


def test_the_same_class_gives_the_same_bytes_with_any_number_of_workers(tmp_path, batch):
    root = tmp_path / "in"
    wanted = make_class(root, 30, {"AC": 50, "WA": 30, "RTE": 10, "CE": 10})
    for workers in (1, 3):
        batch(root, tmp_path / f"out{workers}", workers=workers)
        assert verdicts(tmp_path / f"out{workers}") == wanted
    for name in ("grades.csv", "summary.json", "report.html"):
        assert (tmp_path / "out1" / name).read_bytes() == (tmp_path / "out3" / name).read_bytes()


def test_a_second_run_grades_what_is_new_or_changed_and_no_more(tree, tmp_path, batch):
    out = tmp_path / "out"
    root = tree(FEW)
    assert batch(root, out)[0].graded == 3
    assert batch(root, out)[0].graded == 0
    tree({"b.py": KINDS["AC"], "d.py": KINDS["WA"]})
    (done,) = batch(root, out)
    assert done.graded == 2
    assert done.summary.count == 4
    assert verdicts(out) == {"a.py": "AC", "b.py": "AC", "c.py": "CE", "d.py": "WA"}
    (root / "a.py").unlink()
    batch(root, out)
    assert set(verdicts(out)) == {"b.py", "c.py", "d.py"}


def test_what_was_taken_from_the_results_is_written_again(tree, tmp_path, batch):
    root, out = tree(FEW), tmp_path / "out"
    batch(root, out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for name in ("grades.csv", "summary.json", "report.html", "feedback/b.py.md"):
        (out / name).unlink()
    batch(root, out)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_judge_errors_are_tried_again(tree, tmp_path, batch):
    root, out = tree(FEW), tmp_path / "out"
    batch(root, out)
    lines = journal(out)
    failed = lines[0] | {"verdict": "JE", "score": None}
    (out / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in [*lines, failed]))
    (done,) = batch(root, out)
    assert done.graded == 1
    assert verdicts(out) == {"a.py": "AC", "b.py": "WA", "c.py": "CE"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 7}, "another seed"),
        ({"time_factor": 2.0}, "another time factor"),
        ({"isolation": "process"}, "another isolation"),
        ({"problem": PROBLEMS / "centre"}, "another problem"),
    ],
)
def test_results_made_under_other_conditions_are_not_added_to(tree, tmp_path, batch, change, says):
    root, out = tree({"a.py": KINDS["AC"]}), tmp_path / "out"
    batch(root, out)
    before = (out / "results.jsonl").read_bytes()
    with pytest.raises(
        UsageError, match=f"holds results made with {says}.*--restart grades everything again"
    ):
        batch(root, out, **change)
    assert (out / "results.jsonl").read_bytes() == before
    (done,) = batch(root, out, restart=True, **change)
    assert done.graded == 1


def test_an_edited_problem_is_another_one_and_changes_say_whose_verdict_moved(tree, tmp_path, batch):
    root = tree(FEW)
    problem = shutil.copytree(PROBLEMS / "hypotenuse", tmp_path / "hypotenuse")
    batch(root, tmp_path / "old", problem=problem)
    reference = (problem / "reference.py").read_text()
    (problem / "reference.py").write_text("def hypotenuse(a, b):\n    return a + b\n")
    for case in (problem / "cases").rglob("*.toml"):
        lines = [line for line in case.read_text().splitlines() if not line.startswith(("want", "decimals"))]
        case.write_text("\n".join(lines) + "\n")
    with pytest.raises(UsageError, match="another version of the problem"):
        batch(root, tmp_path / "old", problem=problem)
    (done,) = batch(root, tmp_path / "new", problem=problem, compare=tmp_path / "old")
    assert reference
    assert done.changes == 2
    with open(tmp_path / "new" / "changes.csv") as file:
        changes = {row["key"]: (row["old_verdict"], row["new_verdict"]) for row in csv.DictReader(file)}
    assert changes == {"a.py": ("AC", "WA"), "b.py": ("WA", "AC")}


def test_a_random_seed_stands_in_one_file_only_and_is_kept(tree, tmp_path, batch):
    root, out = tree(FEW), tmp_path / "out"
    seed = 0x1234_5678_9ABC_DEF0_1234
    batch(root, out, seed=seed, secret_seed=True)
    tree({"d.py": KINDS["AC"]})
    assert batch(root, out, seed=99, secret_seed=True)[0].graded == 1
    assert batch(root, out)[0].graded == 0
    holders = [
        path.name for path in out.rglob("*") if path.is_file() and str(seed).encode() in path.read_bytes()
    ]
    assert holders == ["run.json"]


def test_learners_without_a_submission_are_listed(tree, tmp_path, batch):
    root = tree({"alice.py": KINDS["AC"], "bob/solution.txt": ""})
    roster = tmp_path / "roster.csv"
    roster.write_text("key,id,name\nalice,1,Alice\nbob,2,Bob\ncarol,3,Carol\n")
    (done,) = batch(root, tmp_path / "out", roster=roster)
    rows = grades(tmp_path / "out")
    assert done.missing == 2
    assert rows["alice.py"]["name"] == "Alice"
    assert (rows["carol"]["verdict"], rows["carol"]["score"]) == ("", "")
    assert rows["carol"]["reason"] == "nothing was submitted"
    assert rows["bob"]["reason"].startswith("bob/solution.txt is not a Python file")


def test_a_tree_of_several_problems(tree, tmp_path, batch):
    root = tree({"hypotenuse/a.py": KINDS["AC"], "two_factors/a.py": KINDS["AC"], "readme.txt": ""})
    out = tmp_path / "out"
    done = batch(root, out, problem=None, problems=[PROBLEMS])
    assert [one.slug for one in done] == ["hypotenuse", "two_factors"]
    assert verdicts(out / "hypotenuse") == {"a.py": "AC"}
    assert verdicts(out / "two_factors") == {"a.py": "CE"}
    assert json.loads((out / "summary.json").read_text())["not_graded"][0]["path"] == "readme.txt"
    assert sum(one.graded for one in batch(root, out, problem=None, problems=[PROBLEMS])) == 0


@pytest.mark.parametrize(
    ("files", "options", "says"),
    [
        ({}, {}, "no submissions in it$"),
        ({"a.txt": ""}, {}, r"no submissions in it \(a.txt is not a Python file"),
        ({"a.py": ""}, {"problem": None}, "no folder in it is named after a problem"),
        ({"a.py": ""}, {"problem": "layer_nrom"}, "layer_norm"),
        ({"a.py": ""}, {"workers": 0}, "from 1 to 256"),
        ({"a.py": ""}, {"max_per_learner": -1}, "must be 0 .any number. or more, got -1"),
        ({"a.py": ""}, {"formats": ["pdf"]}, "unknown format 'pdf'"),
        ({"a.py": ""}, {"compare": "nowhere"}, "holds no batch results"),
        ({"a.py": ""}, {"executor": "dask"}, "needs the address of a scheduler"),
    ],
)
def test_what_can_not_be_done_leaves_no_trace(tree, tmp_path, batch, files, options, says):
    root = tree(files)
    with pytest.raises(UsageError, match=says):
        batch(root, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_a_problem_with_faults_leaves_no_trace(tree, tmp_path, batch):
    problem = shutil.copytree(PROBLEMS / "hypotenuse", tmp_path / "hypotenuse")
    (problem / "reference.py").write_text("def hypotenuse(a, b):\n    return a // 0\n")
    with pytest.raises(ProblemError):
        batch(tree(FEW), tmp_path / "out", problem=problem)
    assert not (tmp_path / "out").exists()


class Interrupting(Silent):
    """Sends this process an interrupt after so many verdicts; a second one right after if asked."""

    def __init__(self, after, times=1):
        self.after, self.times = after, times

    def verdict(self, verdict, *, fresh):
        self.after -= 1
        if self.after == 0:
            for _ in range(self.times):
                signal.raise_signal(signal.SIGINT)


def workers():
    """Return the ids of this process's worker processes."""
    children = [
        int(pid) for path in Path("/proc/self/task").glob("*/children") for pid in path.read_text().split()
    ]
    return [pid for pid in children if b"grader.batch.service" in Path(f"/proc/{pid}/cmdline").read_bytes()]


class Killing(Silent):
    """Kills all workers once, after so many verdicts."""

    def __init__(self, after):
        self.after, self.killed = after, 0

    def verdict(self, verdict, *, fresh):
        self.after -= 1
        if self.after == 0:
            for pid in workers():
                os.kill(pid, signal.SIGKILL)
                self.killed += 1


def test_workers_that_are_killed_cost_no_result(tmp_path, batch):
    root, out = tmp_path / "in", tmp_path / "out"
    wanted = make_class(root, 30, {"AC": 60, "WA": 40})
    watch = Killing(after=9)
    (done,) = batch(root, out, watch=watch, workers=2)
    assert watch.killed == 2
    assert done.graded == 30
    assert verdicts(out) == wanted


def test_an_interrupt_keeps_what_is_done_and_writes_it(tmp_path, batch):
    root, out = tmp_path / "in", tmp_path / "out"
    wanted = make_class(root, 20, {"AC": 70, "WA": 30})
    with pytest.raises(KeyboardInterrupt):
        batch(root, out, watch=Interrupting(5), workers=1)
    done = {key: verdict for key, verdict in verdicts(out).items() if verdict}
    assert 5 <= len(done) < 20
    assert done.items() <= wanted.items()
    assert len(grades(out)) == 20
    waiting = next(row for row in grades(out).values() if not row["verdict"])
    assert waiting["reason"] == "not graded yet: the run was interrupted"
    assert batch(root, out)[0].graded == 20 - len(done)
    assert verdicts(out) == wanted


def test_a_second_interrupt_ends_it_at_once_and_the_journal_is_whole(tmp_path, batch):
    root, out = tmp_path / "in", tmp_path / "out"
    wanted = make_class(root, 20, {"AC": 100})
    with pytest.raises(KeyboardInterrupt):
        batch(root, out, watch=Interrupting(5, times=2))
    assert not (out / "grades.csv").exists()
    assert len(journal(out)) == 5
    batch(root, out)
    assert verdicts(out) == wanted


def test_the_mix_is_what_it_is_said_to_be():
    assert sum(MIXED.values()) == 100


@pytest.fixture
def small_disk(tmp_path):
    """A file system of its own with 400 KiB, where one can be had."""
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", place], capture_output=True)
    if done.returncode:
        pytest.skip("a file system of its own needs root")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_a_full_disk_is_told_and_the_run_goes_on_when_there_is_room(tmp_path, small_disk, batch):
    root, out = tmp_path / "in", small_disk / "out"
    wanted = make_class(root, 60, {"AC": 100})
    with pytest.raises(UsageError, match="can't be written: no space left on device"):
        batch(root, out)
    kept = len(journal(out))
    assert 0 < kept < 60
    for path in sorted(out.rglob("*.md")):
        path.unlink()
    moved = shutil.copytree(out, tmp_path / "moved")
    assert batch(root, moved)[0].graded == 60 - kept
    assert verdicts(moved) == wanted


@pytest.mark.parametrize("several", [False, True])
def test_a_problem_that_lies_among_the_submissions_is_not_found_by_its_name(
    several, tree, batch, tmp_path, monkeypatch
):
    root = tree({"hypotenuse/a.py": "", "a.py": ""})
    shutil.copytree(PROBLEMS / "hypotenuse", root / "problems" / "hypotenuse")
    monkeypatch.chdir(root)
    with pytest.raises(UsageError, match=r"is among the submissions.*-p \./problems/hypotenuse$"):
        batch(".", tmp_path / "out", problem=None if several else "hypotenuse")
    assert not (tmp_path / "out" / "grades.csv").exists()
    (done,) = batch("hypotenuse", tmp_path / "out", problem="hypotenuse")
    assert done.graded == 1


def test_a_relative_cache_is_the_one_of_the_current_folder(tree, batch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    batch(tree({"a.py": ""}), "out", cache_dir=Path("banks"))
    assert [path.name for path in (tmp_path / "banks").iterdir() if path.name.startswith("hypotenuse")]
