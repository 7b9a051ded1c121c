"""The smallest failing input: it can be pasted, is the same each time, and costs a bounded number of runs."""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from support.memory_runner import MemoryRunner, _load

from grader.explain.call_order import NAME as KEPT
from grader.explain.call_order import depends_on_history
from grader.explain.counterexample import SEARCH_CALLS, Search
from grader.judge import Judge
from grader.problem.folder import load_problem

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests" / "corpus" / "layer_norm" / "wrong"
RIGHT = """
import numpy as np
def layer_norm(x, gamma, beta, eps=1e-6):
    d = x - np.mean(x, axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
right = layer_norm
"""
# One of each way in which an input is found and cut down; none of them is seen in a sample.
SOURCES = {
    path: (CORPUS / path).read_bytes()
    for path in (
        "affine__gamma_col_if_square.py",  # drawn, and as small as the strategy has it
        "affine__gamma_axis1_rank3.py",  # one call of a long sequence
        "special__std_floor.py",  # one row of a case that does not shrink
        "runtime__recursion_depth.py",  # an exception, by a row that is too wide to be written out
        "state__memo_no_eps.py",  # two calls of nine
        "state__shared_buffer.py",  # an answer that changes after it was given
        "layout__reshape_a.py",  # the layout matters
        "types__bare_float_1x1.py",  # a type
    )
}


@pytest.fixture(scope="module")
def problem():
    return load_problem(ROOT / "problems" / "layer_norm")


@pytest.fixture(scope="module")
def judge(problem, cache):
    with Judge(problem, runner=MemoryRunner("layer_norm"), cache_dir=cache) as made:
        yield made


@pytest.fixture(scope="module")
def found(problem, cache):
    """The results of all sources, from the real sandbox: layouts and refilled arrays matter."""
    with Judge(problem, cache_dir=cache) as judge:
        return {name: judge.grade(source) for name, source in SOURCES.items()}


def pasted(code, source):
    """Paste code below a solution; return what each call returned, or what was raised."""
    function, _ = _load(source, "layer_norm")
    kept = []

    def layer_norm(*args):
        value = function(*args)
        kept.append((value, value.copy() if isinstance(value, np.ndarray) else value))
        return value

    with np.errstate(all="ignore"):
        try:
            exec(compile(code, "pasted", "exec"), {"layer_norm": layer_norm})
        except Exception as error:  # noqa: BLE001 - what the solution raises is the answer
            return error
    spoilt = "= np.nan  #" in code
    return [copy if spoilt and i + 1 < len(kept) else value for i, (value, copy) in enumerate(kept)]


def numbers(shown):
    return np.array(shown.data, dtype=float) if shown.type in {"ndarray", "float"} else shown.data


@pytest.mark.kernel
def step_of(example):
    """Return which call of a sequence the message is about."""
    call = re.match(r"call (\d+) of \d+: ", example.message)
    return int(call[1]) - 1 if call else 0


@pytest.mark.parametrize("name", SOURCES)
def test_pasted_code_shows_what_was_got(name, found):
    example = found[name].counterexample
    got = pasted(example.code, SOURCES[name])
    if example.got is None:
        assert f"raised {type(got).__name__}" in example.message
        return
    value = got[step_of(example)]
    assert np.shape(value) == np.shape(numbers(example.got))
    assert np.allclose(value, numbers(example.got), rtol=1e-12, atol=0, equal_nan=True)


@pytest.mark.kernel
@pytest.mark.parametrize("name", SOURCES)
def test_a_right_solution_shows_what_is_wanted(name, found):
    example = found[name].counterexample
    got = pasted(example.code, RIGHT.encode())
    step = step_of(example)
    want = numbers(example.want)
    assert list(np.shape(got[step])) == list(example.want.shape or np.shape(want))
    shown = np.ravel(got[step])[: np.size(want)]
    assert np.allclose(shown, np.ravel(want), rtol=1e-9, atol=1e-12)


@pytest.mark.kernel
def test_what_is_shown_is_short(found):
    lengths = {name: len(result.counterexample.code) for name, result in found.items()}
    assert max(lengths.values()) < 2500, lengths
    calls = {name: result.counterexample.code.count("layer_norm(") for name, result in found.items()}
    assert all(n == (2 if name.startswith("state__") else 1) for name, n in calls.items()), calls


def test_a_failure_in_a_sample_needs_no_other_example(judge):
    result = judge.grade(RIGHT.replace("+ eps", "").encode())
    assert any(c.verdict == "WA" and c.visibility == "sample" for c in result.cases)
    assert result.counterexample is None


@pytest.mark.parametrize(
    "fault",
    [
        "x.size > 10**5",  # fixed cases only: nothing is drawn that shows it
        "gamma.size == 33",  # a group that does not shrink
        "x.ndim == 4",
        "x.size and abs(x.ravel()[0]) > 1",  # almost any input
        "len(calls) > 40",  # the calls before
        "hash(x.tobytes()) % 7 == 0",  # no pattern that a search could follow
    ],
)
def test_a_search_keeps_its_budget(fault, judge, monkeypatch):
    runs = []
    one = type(judge._spawner).run_one
    monkeypatch.setattr(
        type(judge._spawner), "run_one", lambda self, *asked: runs.append(1) or one(self, *asked)
    )
    source = f"{RIGHT}\ncalls = []\ndef layer_norm(x, gamma, beta, eps=1e-6):\n    calls.append(1)\n"
    source += f"    return right(x, gamma, beta, eps) + (1e-3 if {fault} else 0)\n"
    graded = judge._run(source.encode(), None, show_hidden=False, samples_only=False)
    assert any(not o.right for o in graded.outcomes)
    search = Search(
        judge.problem, judge.bank, judge._standard, lambda c: judge._spawner.run_one(source.encode(), c)
    )
    example, _ = search.smallest(graded.outcomes)
    assert len(runs) == SEARCH_CALLS - search.left <= SEARCH_CALLS
    if fault.startswith("len(calls)"):
        assert example is None
        assert len(runs) <= 12  # three in each group: a search in which nothing can fail is not begun


def test_what_fails_only_after_other_calls_is_told_so(judge):
    source = f"{RIGHT}\ncalls = []\ndef layer_norm(x, gamma, beta, eps=1e-6):\n    calls.append(1)\n"
    source += "    return right(x, gamma, beta, eps) + (len(calls) > 90)\n"
    result = judge.grade(source.encode())
    assert [d.mistake for d in result.diagnosis] == [KEPT]
    assert result.counterexample is None


@pytest.mark.parametrize("share", [0.03, 0.3, 0.8])
def test_chance_is_not_taken_for_what_came_before(share, judge):
    source = f"{RIGHT}\nimport random\ndef layer_norm(x, gamma, beta, eps=1e-6):\n"
    source += f"    return right(x, gamma, beta, eps) + (random.random() < {share})\n"
    graded = judge._run(source.encode(), None, show_hidden=False, samples_only=False)
    run_one = partial(judge._spawner.run_one, source.encode())
    groups = judge.problem.spec.groups
    assert all(
        depends_on_history(graded.outcomes, groups, judge._standard, run_one) is None for _ in range(3)
    )


@pytest.fixture(scope="module")
def centre():
    return load_problem(ROOT / "tests" / "support" / "problems" / "centre")


WHOLE_MEAN = b"""
import numpy as np
def centre(x, scale=2.0):
    return (x - np.mean(x)) / scale
"""
SHOW = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from support.memory_runner import MemoryRunner
from grader.judge import Judge
from grader.problem.folder import load_problem
with Judge(load_problem(sys.argv[2]), runner=MemoryRunner("centre"), cache_dir=Path(sys.argv[3])) as judge:
    print(judge.grade(sys.stdin.buffer.read()).counterexample.model_dump_json())
"""


def test_the_same_seed_shows_the_same_input_in_every_process(centre, cache, tmp_path):
    """Also in another process, under another hash seed, on a machine that is busy."""
    with Judge(centre, runner=MemoryRunner("centre"), cache_dir=cache) as judge:
        first, second = (judge.grade(WHOLE_MEAN).counterexample for _ in range(2))
    assert first == second
    command = [sys.executable, "-c", SHOW, ROOT / "tests", centre.folder, cache]
    spin = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(spin) for _ in range(2)]
    try:
        env = {**os.environ, "PYTHONHASHSEED": "77"}
        shown = subprocess.run(
            command, input=WHOLE_MEAN, capture_output=True, check=True, cwd=tmp_path, env=env
        ).stdout
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert shown.decode().strip() == first.model_dump_json()
