"""Generated cases are the same for the same seed, whichever way the judge was started."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.folders import PROBLEMS, copy_of, edit

from grader.bank.build import build_bank
from grader.errors import ProblemError
from grader.problem.folder import load_problem

PACKAGE = Path(__file__).resolve().parents[2] / "grader"
SCRIPT = """
import sys
from grader.problem.folder import load_problem
from grader.bank.build import build_bank
print(build_bank(load_problem(sys.argv[1]), int(sys.argv[2])).digest)
"""


def digest_from(*, script=SCRIPT, slug="centre", seed=0, cwd, env=(), path=""):
    environ = {**os.environ, **dict(env)}
    if path:
        environ["PYTHONPATH"] = str(path)
    command = [sys.executable, "-c", script, PROBLEMS / slug, str(seed)]
    done = subprocess.run(command, cwd=cwd, env=environ, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def digest():
    """Return the digest as this process sees it: pytest, Hypothesis's plugin and local modules loaded."""
    return build_bank(load_problem(PROBLEMS / "centre"), 0).digest


def test_the_folder_and_the_way_of_giving_it_do_not_matter(digest, tmp_path, monkeypatch):
    copy = copy_of("centre", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert build_bank(load_problem(copy), 0).digest == digest
    assert build_bank(load_problem("centre"), 0).digest == digest
    assert sorted(p.name for p in tmp_path.iterdir()) == ["centre"]  # no .hypothesis, nothing else


def test_continuous_integration_and_settings_of_hypothesis_do_not_matter(digest, tmp_path):
    env = {
        "CI": "1",
        "GITHUB_ACTIONS": "true",
        "HYPOTHESIS_PROFILE": "ci",
        "HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY": "1",
        "HYPOTHESIS_DATABASE_FILE": str(tmp_path / "db"),
        "PYTHONHASHSEED": "7",
        "PYTHONOPTIMIZE": "2",
        "OMP_NUM_THREADS": "2",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
    }
    assert digest_from(cwd=tmp_path, env=env) == digest
    assert list(tmp_path.iterdir()) == []


def test_another_module_that_is_loaded_does_not_matter(digest, tmp_path):
    local = tmp_path / "local"
    local.mkdir()
    (local / "unrelated.py").write_text("A = [12345.678, -777.125, 31.4159, 'secret']\n" * 50)
    script = "import unrelated, hypothesis, hypothesis.extra.numpy\n" + SCRIPT
    assert digest_from(script=script, cwd=tmp_path, path=local) == digest


def test_an_installed_copy_of_the_package_draws_the_same(digest, tmp_path):
    site = tmp_path / "lib" / "site-packages"
    shutil.copytree(PACKAGE, site / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    script = SCRIPT + "import grader; assert grader.__file__.startswith(sys.argv[3]), grader.__file__"
    command = [sys.executable, "-c", script, PROBLEMS / "centre", "0", str(site)]
    env = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest


def test_constants_of_a_module_that_strategies_import_are_not_drawn_from(digest, tmp_path):
    folder = copy_of("centre", tmp_path)
    numbers = [k + 0.5 for k in range(90)]
    (tmp_path / "local_numbers.py").write_text(f"A = {numbers}\n")
    head = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport local_numbers\n"
    (folder / "strategies.py").write_text(head + (folder / "strategies.py").read_text())
    assert build_bank(load_problem(folder), 0).digest == digest


def test_the_interpreter_holds_nothing_of_its_surroundings(tmp_path):
    folder = copy_of("top_words", tmp_path)
    (folder / "strategies.py").write_text(
        "import os, sys\n"
        "import json.tool  # a module that comes with the strategies\n"
        "from hypothesis import strategies as st\n"
        "from grader.authoring_api import Case\n\n\n"
        "def plain():\n"
        "    def told(k):\n"
        "        import colorsys  # and one that comes in the middle of a draw\n"
        "        files = [m.__name__ for m in list(sys.modules.values()) if getattr(m, '__file__', None)]\n"
        "        files = [name for name in files if not name.startswith(('hypothesis', 'colorsys'))]\n"
        "        return {'text': f'{files} {sorted(os.environ)} {os.listdir()} {os.getcwd()}', 'count': k}\n"
        "    return st.integers(1, 50).map(told)\n"
    )
    case = next(c for c in build_bank(load_problem(folder), 0).cases if c.visibility == "generated")
    files, _, rest = case.steps[0]["text"].partition("] ")
    assert files == "["
    for name in ("GITHUB_ACTIONS", "CI'", "PYTHONPATH", "PYTEST"):
        assert name not in rest
    assert "grader-draw-" in rest
    assert "[] /" in rest  # nothing lies in the folder in which it runs


@pytest.mark.parametrize("slug", ["hypotenuse", "centre"])
def test_another_seed_draws_other_cases(slug):
    problem = load_problem(PROBLEMS / slug)
    banks = [build_bank(problem, seed) for seed in (0, 1, 2**127 + 3)]
    assert len({bank.digest for bank in banks}) == 3
    fixed = [[c.name for c in bank.cases if c.visibility != "generated"] for bank in banks]
    assert fixed[0] == fixed[1] == fixed[2]


def test_a_case_depends_on_its_own_seed_only(tmp_path):
    """More cases, or another group, change nothing of those that were there."""
    folder = copy_of("centre", tmp_path)
    before = {c.name: c for c in build_bank(load_problem(folder), 5).cases}
    edit(folder / "problem.toml", "generated = 10", "generated = 14")
    after = {c.name: c for c in build_bank(load_problem(folder), 5).cases}
    assert set(before) < set(after)
    for name, case in before.items():
        for old, new in zip(case.steps, after[name].steps, strict=True):
            assert all(np.array_equal(old[key], new[key], equal_nan=True) for key in old)


def test_examples_are_varied():
    """Not the simplest one again and again, and not variations of each other."""
    bank = build_bank(load_problem(PROBLEMS / "centre"), 0)
    rows = [c.steps[0]["x"] for c in bank.cases if c.group == "rows" and c.visibility == "generated"]
    assert len(rows) == 10
    assert sum(not x.any() for x in rows) <= 1
    assert len({x.shape for x in rows}) >= 6
    assert len({float(v) for x in rows for v in x.flat}) >= 30


def test_groups_draw_what_they_say():
    bank = build_bank(load_problem(PROBLEMS / "centre"), 0)
    names = [c.name for c in bank.cases]
    assert len(set(names)) == len(names)
    generated = [c for c in bank.cases if c.visibility == "generated"]
    assert {c.group for c in generated} == {"rows", "layouts", "calls"}
    assert all(c.name.startswith(f"{c.group}-g") for c in generated)
    assert all(c.why for c in generated)
    layouts = [c.call.steps[0][0].order for c in generated if c.group == "layouts"]
    assert set(layouts) <= {"F", "strided"}
    calls = [c for c in generated if c.group == "calls"]
    assert all(len(c.call.steps) >= 2 and len(c.wants) == len(c.call.steps) for c in calls)
    assert {c.why for c in calls if c.call.reuse} <= {"the same buffer"}
    some = [c for c in generated if c.group == "rows"]
    assert {tuple(c.steps[0]) for c in some} == {("x",), ("x", "scale")}


def strategies(body, head=""):
    text = f"import os, sys\nfrom hypothesis import strategies as st\nimport numpy as np\n{head}\n\n\n"
    return f"{text}def plain():\n    {body}\n\n\ndef long():\n    return st.builds(lambda a: dict(a=a, b=a), st.floats(1, 2))\n"


SIDES = "st.fixed_dictionaries({'a': st.floats(1, 2), 'b': st.floats(1, 2)})"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            strategies("pass", "1 / 0"),
            "strategies.py: line 4: ZeroDivisionError: division by zero; it must load",
        ),
        (
            strategies("1 / 0"),
            "strategies.py: plain: line 8: ZeroDivisionError: .*; it must return a strategy",
        ),
        (strategies("return 3"), "strategies.py: plain: returns a int; return a strategy of cases"),
        (
            strategies("return st.just(3)"),
            "strategies.py: plain: draws a int; draw a dict of arguments or a list",
        ),
        (
            strategies("return st.just([3])"),
            "strategies.py: plain: draws a Seq; draw a dict of arguments or a list",
        ),
        (
            strategies("return st.just([])"),
            "strategies.py: plain: draws an empty sequence; draw at least one call",
        ),
        (
            strategies("return st.just({'a': 1.0, 'c': 1.0})"),
            "strategies.py: plain: draws a case with a fault: args.c: unknown parameter; known are: a, b",
        ),
        (
            strategies("return st.just({'a': 1.0})"),
            "strategies.py: plain: draws a case with a fault: args.b: missing; add it, as it has no default",
        ),
        (
            strategies("return st.just({'a': 1.0, 'b': {1}})"),
            "strategies.py: plain: draws what can't be passed on: a `set` does not travel",
        ),
        (
            strategies("return st.just({'a': 1.0, 'b': 2.0})"),
            "strategies.py: plain: gives 1 of 6 cases: of 160 draws 1 are distinct, and 0 of these are not admitted",
        ),
        (
            strategies(f"return {SIDES}.filter(lambda d: False)"),
            "strategies.py: plain: filters out whatever it draws; let it draw what is wanted",
        ),
        (
            strategies(f"return {SIDES}.map(lambda d: 1 / 0)"),
            "strategies.py: plain: line 8: ZeroDivisionError: division by zero",
        ),
        (
            strategies(f"return {SIDES}.map(lambda d: os._exit(3))"),
            "strategies.py: plain: the interpreter that draws cases ended with status 3; strategies may not exit",
        ),
        (
            strategies(f"return {SIDES}.map(lambda d: sys.exit('bye'))"),
            "strategies.py: plain: line 8: ends the program with SystemExit: bye",
        ),
    ],
)
def test_what_is_wrong_with_a_strategy_is_said(text, fault, tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    (folder / "strategies.py").write_text(text)
    with pytest.raises(ProblemError, match=fault) as error:
        build_bank(load_problem(folder), 0)
    assert len(error.value.faults) == 1


@pytest.mark.parametrize(
    "text",
    [
        strategies("while True: pass"),
        strategies(f"return {SIDES}.map(lambda d: [1 for _ in iter(int, 1)])"),
        strategies("pass", "while True: pass"),
    ],
)
def test_a_strategy_without_an_end_is_named(text, tmp_path, monkeypatch):
    monkeypatch.setattr("grader.problem.folder._LEAST_S", 0.2)
    folder = copy_of("hypotenuse", tmp_path)
    (folder / "problem.toml").write_text(
        (folder / "problem.toml").read_text() + "[limits]\nimport_s = 0.01\n"
    )
    (folder / "strategies.py").write_text(text)
    with pytest.raises(
        ProblemError, match=r"strategies.py: plain: has drawn nothing for 0\.2 s; draw less"
    ) as error:
        build_bank(load_problem(folder), 0)
    assert len(error.value.faults) == 1


def test_cases_whose_tolerance_says_nothing_are_not_drawn(tmp_path):
    folder = copy_of("centre", tmp_path)
    text = (folder / "strategies.py").read_text().replace("def rows(", "def _rows(")
    body = "{'x': np.array([k, k + 2.0]) + 2.0**54 * (k > 0)}"
    (folder / "strategies.py").write_text(
        text + f"\n\ndef rows():\n    return st.integers(-200, 60).map(float).map(lambda k: {body})\n"
    )
    cases = [c for c in build_bank(load_problem(folder), 0).cases if c.name.startswith("rows-g")]
    assert len(cases) == 10
    assert all(c.steps[0]["x"][0] <= 0 for c in cases)
    edit(folder / "strategies.py", "(-200, 60)", "(1, 200)")
    message = r"rows: gives 0 of 10 cases: of 200 draws (\d+) are distinct, and \1 of these are not admitted"
    with pytest.raises(ProblemError, match=message):
        build_bank(load_problem(folder), 0)


def test_the_faults_of_all_groups_are_told_at_once(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    text = strategies("return 3").replace("lambda a: dict(a=a, b=a)", "lambda a: dict(a=a)")
    (folder / "strategies.py").write_text(text)
    with pytest.raises(ProblemError) as error:
        build_bank(load_problem(folder), 0)
    assert [line.split(": ")[1] for line in error.value.faults] == ["plain", "long"]


def test_what_a_strategy_prints_and_reads_is_no_answer(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    body = f"return {SIDES}.map(lambda d: (print('x' * 99), sys.stdin.read(), os.write(1, b'y'), d)[-1])"
    (folder / "strategies.py").write_text(strategies(body))
    assert len(build_bank(load_problem(folder), 0).cases) == 11


def test_arrays_that_a_strategy_shares_between_draws_are_taken_as_they_were(tmp_path):
    folder = copy_of("centre", tmp_path)
    head = (folder / "strategies.py").read_text().replace("def rows(", "def _rows(")
    (folder / "strategies.py").write_text(
        head + "\n\n_SHARED = np.zeros(3)\n\n\ndef rows():\n"
        "    def fill(v):\n        _SHARED[:] = [v, v + 1, v + 2]\n        return {'x': _SHARED}\n"
        "    return st.floats(1, 9).map(fill)\n"
    )
    cases = [c for c in build_bank(load_problem(folder), 0).cases if c.name.startswith("rows-g")]
    assert len({c.steps[0]["x"][0] for c in cases}) == len(cases) == 10
