"""A bank has every case with what the reference says to it, or says why it can't."""

import re
import warnings

import numpy as np
import pytest
from support.folders import PROBLEMS, copy_of, edit

from grader.bank.build import CaseMaker, build_bank
from grader.errors import ProblemError
from grader.problem.case import Case, Seq, fortran
from grader.problem.folder import load_problem
from grader.runner.wire import LaidArray


@pytest.fixture(scope="module")
def bank():
    return build_bank(load_problem(PROBLEMS / "centre"), 0)


def by_name(bank, name):
    return next(case for case in bank.cases if case.name == name)


def test_samples_come_first_then_the_groups_in_order(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    text = (folder / "problem.toml").read_text()
    sample = "[groups.sample]\nvisible = true\n"
    (folder / "problem.toml").write_text(text.replace(sample, "") + "\n" + sample)
    groups = [case.group for case in build_bank(load_problem(folder), 0).cases]
    assert groups == ["sample"] + ["plain"] * 7 + ["long"] * 3


def test_visibility_follows_the_group_and_the_origin(bank):
    assert by_name(bank, "one_row").visibility == "sample"
    assert by_name(bank, "two_rows").visibility == "hidden"
    assert by_name(bank, "readonly").visibility == "hidden"
    assert {c.visibility for c in bank.cases if "-g" in c.name} == {"generated"}


def test_wants_are_the_references_and_tolerances_have_their_structure(bank):
    problem = load_problem(PROBLEMS / "centre")
    for case in bank.cases:
        for args, want, tolerance in zip(case.steps, case.wants, case.tolerances, strict=True):
            assert np.array_equal(want, problem.reference(*args.values()))
            assert tolerance.shape == want.shape
            assert tolerance.dtype == np.float64


def test_defaults_are_left_out_and_layouts_are_in_the_call_only(bank):
    one_row, fortran_case, readonly = (by_name(bank, n) for n in ("one_row", "fortran", "readonly"))
    assert list(one_row.steps[0]) == ["x"]
    assert len(one_row.call.steps[0]) == 1
    laid = fortran_case.call.steps[0][0]
    assert isinstance(laid, LaidArray)
    assert laid.order == "F"
    assert type(fortran_case.steps[0]["x"]) is np.ndarray
    assert readonly.call.steps[0][0].readonly


def test_a_sequence_has_a_want_for_each_step(bank):
    reused = by_name(bank, "reused_buffer")
    assert (reused.call.reuse, reused.call.overwrite_results) == (True, False)
    assert len(reused.steps) == len(reused.wants) == len(reused.tolerances) == 3
    assert np.array_equal(reused.wants[1], 2.0 * reused.wants[0])
    assert by_name(bank, "spoiled_result").call.overwrite_results


def test_what_a_group_forgives_widens_its_tolerances_only(tmp_path, bank):
    folder = copy_of("centre", tmp_path)
    edit(folder / "problem.toml", 'forgives = ["shifted_first"]\n', "")
    strict = build_bank(load_problem(folder), 0)
    wider = 0
    for case in bank.cases:
        other = by_name(strict, case.name)
        for mine, theirs in zip(case.tolerances, other.tolerances, strict=True):
            assert np.all(mine >= theirs)
            assert case.group == "rows" or np.array_equal(mine, theirs)
            wider += int(np.any(mine > theirs))
    assert wider > 0
    assert strict.digest != bank.digest


@pytest.mark.parametrize(("slug", "count"), [("hypotenuse", 11), ("top_words", 7), ("two_factors", 6)])
def test_other_kinds_of_values_have_banks_too(slug, count):
    assert len(build_bank(load_problem(PROBLEMS / slug), 0).cases) == count


def test_nothing_is_warned_of(tmp_path):
    folder = copy_of("centre", tmp_path)
    (folder / "cases/rows/odd.toml").write_text('why = "odd"\n[args]\nx = [inf, nan, 1e308]\nscale = 1.0\n')
    (folder / "cases/rows/empty.toml").write_text('why = "none"\n[args]\nx = [[], []]\nscale = 1.0\n')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        case = by_name(build_bank(load_problem(folder), 0), "odd")
    assert np.isnan(case.wants[0]).all()


REFERENCE = "import numpy as np\n_calls = []\n\n\ndef centre(x, scale=2.0):\n    {}\n"
FORMULA = "return (x - np.mean(x, axis=-1, keepdims=True)) / scale"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (
            f"x -= 0.5\n    {FORMULA}",
            r"reference.py: on case \w+(, call 0)?: (changes its argument x; let it work on a copy|raises .*)",
        ),
        (
            f"assert x.ndim == 1 or x.shape[-1] > 2\n    {FORMULA}",
            r"reference.py: on case [\w-]+: raises AssertionError.*; correct the reference, or the case",
        ),
        ("return [x, {1}]", "reference.py: on case [\\w-]+: .*can't be compared"),
        (
            f"_calls.append(1)\n    return len(_calls) + ({FORMULA[7:]})",
            "reference.py: on case .*: two calls differ",
        ),
    ],
)
def test_what_is_wrong_with_a_reference_names_the_case(body, fault, tmp_path):
    folder = copy_of("centre", tmp_path)
    (folder / "reference.py").write_text(REFERENCE.format(body))
    edit(folder / "cases/sample/one_row.toml", "want = [-0.5, 0, 0.5]\ndecimals = 6\n", "")
    with pytest.raises(ProblemError, match=fault):
        build_bank(load_problem(folder), 0)


@pytest.mark.parametrize("kind", ["derived", "exact", "close", "custom"])
def test_a_reference_that_gives_two_answers_is_refused_for_every_kind(kind, tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    text = (folder / "problem.toml").read_text()
    more = 'rtol = 1e-3\nwhy = "enough"\n' if kind == "close" else ""
    text = re.sub(r"(?m)^\[comparison\]\n(?:.+\n)*", "", text) + f'\n[comparison]\nkind = "{kind}"\n{more}'
    (folder / "problem.toml").write_text(text)
    if kind == "custom":
        (folder / "compare.py").write_text("def compare(got, want, args):\n    return None\n")
    edit(folder / "reference.py", "    return", "    _calls.append(1)\n    return len(_calls) +")
    edit(folder / "reference.py", "def ", "_calls = []\n\n\ndef ")
    edit(folder / "cases/sample/three_four_five.toml", "want = 5.0\ndecimals = 12\n", "")
    with pytest.raises(ProblemError, match=r"reference\.py: on case [\w-]+: two calls differ"):
        build_bank(load_problem(folder), 0)


@pytest.mark.parametrize(
    ("body", "did"),
    [
        ("while True: pass", r"is still running after 0\.2 s"),
        ("import sys; sys.exit(0)", r"ends the program with SystemExit: 0"),
        ("import os; os._exit(0)", r"ends the program with os\._exit\(0\)"),
        ("raise KeyboardInterrupt", r"raises KeyboardInterrupt, which ends the program; raise an Exception"),
        ("raise GeneratorExit", r"raises GeneratorExit, which ends the program; raise an Exception"),
        (
            "raise type('Mine', (BaseException,), {})",
            r"raises Mine, which ends the program; raise an Exception",
        ),
    ],
)
def test_a_reference_that_does_not_come_back_names_case_and_line(body, did, tmp_path, monkeypatch):
    monkeypatch.setattr("grader.problem.folder._LEAST_S", 0.2)
    folder = copy_of("hypotenuse", tmp_path)
    (folder / "problem.toml").write_text(
        (folder / "problem.toml").read_text() + "[limits]\ncpu_s_call = 0.01\n"
    )
    edit(folder / "reference.py", "    return", f"    {body}\n    return")
    edit(folder / "cases/sample/three_four_five.toml", "want = 5.0\ndecimals = 12\n", "")
    with pytest.raises(ProblemError) as error:
        build_bank(load_problem(folder), 0)
    lines = error.value.faults
    what = rf"reference.py: on case [\w-]+, line 5: {did}; correct the reference, or the case"
    assert all(re.search(what, line) for line in lines), lines
    assert "is still running" not in did or len(lines) == 1  # the others would take as long


def test_what_is_wrong_on_every_case_is_told_of_a_few(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    edit(folder / "reference.py", "    return", "    1 / 0\n    return")
    edit(folder / "cases/sample/three_four_five.toml", "want = 5.0\ndecimals = 12\n", "")
    for name in "abcd":
        (folder / f"cases/sample/{name}.toml").write_text('why = "w"\n[args]\na = 1.0\nb = 2.0\n')
    with pytest.raises(ProblemError) as error:
        build_bank(load_problem(folder), 0)
    what = "raises ZeroDivisionError: division by zero; correct the reference, or the case"
    assert [line.partition("reference.py: ")[2] for line in error.value.faults] == [
        f"on case a: {what}",
        f"on case b: {what}",
        f"on 5 more cases: {what}",
    ]


def test_a_fixed_case_that_says_nothing_is_refused(tmp_path):
    folder = copy_of("centre", tmp_path)
    case = 'why = "x"\n[args]\nx = [1.0e16, 1.0000000000000002e16]\nscale = 1.0\n'
    (folder / "cases/rows/hopeless.toml").write_text(case)
    with pytest.raises(ProblemError, match=r"hopeless.toml: can't be judged: .*; choose other arguments"):
        build_bank(load_problem(folder), 0)


def test_a_problem_with_faults_has_no_bank(tmp_path):
    folder = copy_of("centre", tmp_path)
    edit(folder / "mistakes.py", '"""Another default"""', "")
    with pytest.raises(ProblemError, match="has no docstring"):
        build_bank(load_problem(folder), 0)


def test_one_more_case_is_made_as_those_of_the_bank_are():
    maker = CaseMaker(load_problem(PROBLEMS / "centre"))
    x = np.array([[1.0, 3.0]])
    made = maker.make("one", Case(group="rows", args={"x": fortran(x)}, why="w"), "generated")
    assert made.name == "one"
    assert made.wants[0].tolist() == [[-0.5, 0.5]]
    assert made.call.steps[0][0].order == "F"
    made = maker.make("two", Seq(group="calls", calls=[{"x": x}, {"x": -x}], reuse=True), "generated")
    assert made.name == "two"
    assert made.call.reuse
    cancelling = Case(group="rows", args={"x": np.array([1e16, 1e16 + 2]), "scale": 1.0})
    assert isinstance(maker.make("three", cancelling, "generated"), str)


def test_a_case_whose_results_are_too_large_to_hand_over_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("grader.bank.build.MAX_WANT_BYTES", 100)
    problem = load_problem(copy_of("centre", tmp_path))
    with pytest.raises(ProblemError, match=r"its results have [\d,]+ bytes, more than the 100 of"):
        build_bank(problem, 0)
