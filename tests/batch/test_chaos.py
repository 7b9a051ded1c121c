"""A class of all that may be handed in, graded while everything goes wrong that can."""

import os
import subprocess
import sys

import pytest
from hostile.files import HERE
from hostile.test_users import SOME_USER, installed, interpreter_for_others, place, reachable_by_others

from .chaos_class import make_chaos

pytestmark = pytest.mark.kernel
__all__ = ["place"]

_PROGRAM = "import sys; sys.path[0] = sys.argv.pop(1); from batch.chaos import main; main()"


def run_apart(place, count, seed, rounds, *, workers=2, python=sys.executable, **how):
    """Run it in a process of its own, to which all orphans come."""
    numbers = map(str, (count, seed, rounds, workers))
    command = [python, "-c", _PROGRAM, str(HERE.parent), str(place), *numbers]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=7200, env=installed(), cwd=place, **how
    )
    assert done.returncode == 0, f"seed {seed}:\n{done.stdout[-6000:]}{done.stderr[-3000:]}"


def test_a_few_submissions_and_a_few_disturbances(place):
    run_apart(place, 20, 1, 2, workers=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3])
def test_three_hundred_submissions_and_ten_disturbances(seed, place):
    run_apart(place, 300, seed, 10)


@pytest.mark.long
def test_the_same_as_an_ordinary_user(place):
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    if not reachable_by_others(HERE):
        pytest.skip(f"{HERE} can't be read by another user")

    def become_somebody():
        os.setgroups([])
        os.setgid(SOME_USER)
        os.setuid(SOME_USER)

    run_apart(place, 300, 4, 10, python=interpreter_for_others("base"), preexec_fn=become_somebody)


def test_a_seed_makes_the_same_class_again(tmp_path):
    made = []
    for name in ("one", "other"):
        outside = tmp_path / name / "outside"
        outside.mkdir(parents=True)
        folder = tmp_path / name / "in"
        one = make_chaos(folder, 40, 7, outside=outside, out=tmp_path / "out", mark=tmp_path / "mark")
        made.append((one.wanted, one.left, {p.relative_to(folder) for p in folder.rglob("*")}))
    assert made[0] == made[1]
