"""A problem as a value: cheap text, code on demand, one digest."""

import subprocess
import sys

import numpy as np
import pytest
from support.folders import PROBLEMS, copy_of, edit

from grader.errors import ProblemError
from grader.problem.case import Case, Laid, Seq
from grader.problem.folder import load_problem
from grader.problem.validate import validate


def test_reading_a_folder_runs_none_of_its_code_and_needs_no_numpy(tmp_path):
    folder = copy_of("centre", tmp_path)
    for name in ("reference.py", "strategies.py", "cases.py", "mistakes.py"):
        (folder / name).write_text("raise SystemExit('it ran')\n")
    script = (
        "import sys; from grader.problem.folder import load_problem; load_problem(sys.argv[1]);"
        "print([m for m in ('numpy', 'hypothesis', 'difflib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script, folder], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_page_and_the_spec_are_there():
    problem = load_problem(PROBLEMS / "centre")
    assert problem.slug == "centre"
    assert problem.folder == (PROBLEMS / "centre").resolve()
    assert problem.spec.title == "Centre the rows"
    assert list(problem.spec.groups) == ["sample", "rows", "layouts", "calls", "edge"]
    assert problem.spec.limits.cpu_s_call == 1.0
    assert problem.spec.limits.memory_bytes == 512 * 2**20
    assert "make the mean" in problem.statement
    assert problem.theory.startswith("The mean of $x$")
    assert load_problem(PROBLEMS / "hypotenuse").theory == ""
    assert problem.starter.startswith("import numpy")
    assert problem.signature.names == ("x", "scale")


def test_cases_come_in_the_order_of_groups_then_files_then_code():
    cases = load_problem(PROBLEMS / "centre").cases
    assert [(c.group, c.name) for c in cases] == [
        ("sample", "one_row"),
        ("rows", "integers"),
        ("rows", "two_rows"),
        ("layouts", "fortran"),
        ("layouts", "backwards"),
        ("calls", "reused_buffer"),
        ("calls", "spoiled_result"),
        ("edge", "readonly"),
    ]
    one_row, integers, *_, fortran, _, reused, _, readonly = cases
    assert one_row.omit == ("scale",)
    assert one_row.want.decimals == 6
    assert one_row.want.value.tolist() == [-0.5, 0.0, 0.5]
    assert integers.args["x"].dtype == np.int64
    assert isinstance(fortran.args["x"], Laid)
    assert isinstance(reused, Seq)
    assert (reused.reuse, reused.overwrite_results, len(reused.calls)) == (True, False, 3)
    assert readonly.args["x"].readonly


def test_strings_and_tuples_are_read_by_the_annotations():
    stop, two = sorted(load_problem(PROBLEMS / "top_words").cases, key=lambda case: case.name)
    assert stop.args == {"text": "the cat and the hat", "count": 3, "stop": ("the", "and")}
    assert two.want.value == [("a", 2), ("b", 1)]
    assert two.want.decimals is None


def test_mistakes_have_a_title_a_message_and_perhaps_a_hint():
    mistakes = load_problem(PROBLEMS / "centre").mistakes
    assert [m.name for m in mistakes] == ["shifted_first", "whole_mean", "other_default"]
    whole = mistakes[1]
    assert whole.title == "The mean of the whole array"
    assert whole.message == "The mean is taken over all elements, not over each row."
    assert whole.hint == 1
    assert mistakes[0].hint is None
    assert mistakes[2].message == ""
    assert mistakes[0].message == "Right in exact arithmetic, but digits are lost."
    assert whole.function(np.array([[1.0, 3.0]]), 1.0).tolist() == [[-1.0, 1.0]]


def test_mistakes_may_lie_in_files_by_theme(tmp_path):
    folder = copy_of("centre", tmp_path)
    (folder / "mistakes").mkdir()
    helper = "def _twice(x):\n    return {} * x\n\n\n"
    one = 'def {0}(x, scale=2.0):\n    """{0}"""\n    return _twice(x)\n\n\n'
    (folder / "mistakes" / "scale.py").write_text(helper.format(3) + one.format("zeta") + one.format("alpha"))
    (folder / "mistakes" / "cases.py").write_text(helper.format(2) + one.format("middle"))
    problem = load_problem(folder)
    validate(problem)
    beside = [(m.name, m.file) for m in load_problem(PROBLEMS / "centre").mistakes]
    assert [(m.name, m.file) for m in problem.mistakes] == [
        *beside,
        ("middle", "mistakes/cases.py"),
        ("zeta", "mistakes/scale.py"),
        ("alpha", "mistakes/scale.py"),
    ]
    assert {file for _, file in beside} == {"mistakes.py"}
    assert [problem.fresh_mistake(name)(1.0) for name in ("middle", "zeta")] == [2.0, 3.0]
    assert [case.name for case in problem.cases] == [c.name for c in load_problem(PROBLEMS / "centre").cases]
    (folder / "mistakes.py").unlink()
    assert [m.name for m in load_problem(folder).mistakes] == ["middle", "zeta", "alpha"]


def test_a_file_of_mistakes_counts_in_the_digest(tmp_path):
    folder = copy_of("centre", tmp_path)
    digests = {load_problem(folder).digest}
    (folder / "mistakes").mkdir()
    for name in ("a.py", "b.py"):
        (folder / "mistakes" / name).write_text("import numpy as np\n")
        digests.add(load_problem(folder).digest)
    assert len(digests) == 3


def test_the_comparison_is_there_for_custom_only():
    compare = load_problem(PROBLEMS / "two_factors").compare
    assert compare((2, 6), (3, 4), {"n": 12}) is None
    assert compare((2, 5), (3, 4), {"n": 12}) == "2 times 5 is not 12"
    assert load_problem(PROBLEMS / "centre").compare is None


def test_code_runs_as_private_modules(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    text = "from dataclasses import dataclass\n\n\n@dataclass\nclass Pair:\n    a: float\n\n\n"
    (folder / "reference.py").write_text(
        "from __future__ import annotations\n" + text + (folder / "reference.py").read_text()
    )
    before = set(sys.modules)
    assert load_problem(folder).reference(3.0, 4.0) == 5.0
    assert all(name.startswith("_problem_") for name in set(sys.modules) - before)
    assert not (folder / "__pycache__").exists()


@pytest.mark.parametrize("name", ["problem.toml", "theory.md", "cases/rows/integers.toml", "strategies.py"])
def test_every_file_that_is_read_counts_in_the_digest(name, tmp_path):
    folder = copy_of("centre", tmp_path)
    before = load_problem(folder).digest
    assert before == load_problem(PROBLEMS / "centre").digest
    (folder / name).write_text((folder / name).read_text() + "\n")
    assert load_problem(folder).digest != before


def test_a_name_counts_in_the_digest_too(tmp_path):
    folder = copy_of("centre", tmp_path)
    before = load_problem(folder).digest
    (folder / "cases/rows/integers.toml").rename(folder / "cases/rows/whole.toml")
    assert load_problem(folder).digest != before


def test_code_is_that_which_was_read(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    problem = load_problem(folder)
    (folder / "reference.py").write_text("raise RuntimeError\n")
    assert problem.reference(3.0, 4.0) == 5.0


def test_a_fresh_run_of_the_mistakes_has_no_state(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    (folder / "mistakes.py").write_text(
        'calls = []\n\n\ndef counts(a, b):\n    """Counts"""\n    calls.append(a)\n    return float(len(calls))\n'
    )
    problem = load_problem(folder)
    assert [problem.mistakes[0].function(1.0, 1.0) for _ in range(2)] == [1.0, 2.0]
    assert problem.fresh_mistake("counts")(1.0, 1.0) == 1.0


def test_a_fresh_run_is_one_of_the_mistakes_own_file(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    (folder / "mistakes.py").unlink()
    (folder / "mistakes").mkdir()
    for name in ("first", "second"):
        (folder / "mistakes" / f"{name}.py").write_text(
            f'calls = []\n\n\ndef {name}(a, b):\n    """{name}"""\n    calls.append(a)\n    return float(len(calls))\n'
        )
    problem = load_problem(folder)
    for mistake in problem.mistakes:
        assert [mistake.function(1.0, 1.0) for _ in range(2)] == [1.0, 2.0]
        assert problem.fresh_mistake(mistake.name)(1.0, 1.0) == 1.0


def test_a_value_by_hand_may_differ_by_half_a_unit_of_its_last_decimal(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    sample = folder / "cases/sample/three_four_five.toml"
    edit(sample, "a = 3.0\nb = 4.0", "a = 0.75\nb = 1.0")  # 1.25
    edit(sample, "decimals = 12", "decimals = 1")
    for value, right in (("1.2", True), ("1.3", True), ("1.1", False), ("1.31", False), ("1.19", False)):
        text = sample.read_text()
        edit(sample, "want = 5.0", f"want = {value}")
        problem = load_problem(folder)
        if right:
            validate(problem)
        else:
            with pytest.raises(ProblemError, match=f"want: the reference returns 1.25, got {value}"):
                validate(problem)
        sample.write_text(text)


def test_authors_may_leave_the_name_to_the_bank():
    assert Case(args={"x": 1}).calls == ({"x": 1},)
    assert Seq(calls=[{"x": 1}], reuse=True).group == ""
