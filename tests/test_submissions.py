"""Every file under submissions/ earns the verdict of its folder, in the real sandbox."""

from pathlib import Path

import pytest

from grader.judge import Judge
from grader.problem.folder import load_problem

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {
    "accepted": "AC",
    "wrong_answer": "WA",
    "run_time_error": "RTE",
    "time_limit_exceeded": "TLE",
    "memory_limit_exceeded": "MLE",
    "output_limit_exceeded": "OLE",
    "compile_error": "CE",
}
FILES = sorted((ROOT / "submissions").glob("*/*/*.py"))
pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module")
def judges(cache):
    opened = {}

    def judge_for(slug, time_factor):
        if (slug, time_factor) not in opened:
            problem = load_problem(ROOT / "problems" / slug)
            opened[slug, time_factor] = Judge(problem, cache_dir=cache, time_factor=time_factor)
        return opened[slug, time_factor]

    yield judge_for
    for judge in opened.values():
        judge.close()


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.relative_to(ROOT / "submissions").as_posix())
def test_a_submission_earns_the_verdict_of_its_folder(file, judges):
    # What runs into the time limit runs into a tenth of it as well.
    factor = 0.1 if file.parent.name == "time_limit_exceeded" else 1.0
    result = judges(file.parts[-3], factor).grade(file.read_bytes(), path=file.name, explained=False)
    assert result.verdict == FOLDERS[file.parent.name], result.message
    assert (result.score == 100) == (file.parent.name == "accepted")


@pytest.mark.parametrize(
    ("folder", "least"),
    [
        ("accepted", 10),
        ("wrong_answer", 15),
        ("run_time_error", 2),
        ("time_limit_exceeded", 2),
        ("memory_limit_exceeded", 2),
        ("output_limit_exceeded", 2),
        ("compile_error", 2),
    ],
)
def test_there_are_enough_files_of_each_verdict(folder, least):
    assert len([f for f in FILES if f.parts[-3:-1] == ("layer_norm", folder)]) >= least
