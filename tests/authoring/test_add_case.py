import subprocess
import sys

import numpy as np
import pytest

import grader.authoring.add_case
from grader.authoring.add_case import add, arrays_of, from_arguments, from_values
from grader.authoring.identity import same_call
from grader.authoring.literal_file import as_toml
from grader.authoring.python_file import inserted
from grader.authoring_api import Case, Seq, backwards, fortran, readonly, strided
from grader.errors import GraderError, ProblemError, UsageError
from grader.problem.folder import load_problem
from grader.problem.signature import Parameter, Signature
from grader.writing import locked

X = np.array([1.0, 2.5, 4.0])
TWIN = {"x": np.array([1.0, 3.0]), "eps": 0.01}


def case(value=X, **more):
    return Case("extra", group="basic", args={"x": value}, why="one more", **more)


def read_back(problem, name="extra"):
    return next(c for c in load_problem(problem).cases if c.name == name)


def test_a_plain_case_becomes_a_file_as_a_person_would_write_it(problem):
    path = add(problem, case())
    assert path == problem / "cases/basic/extra.toml"
    assert path.read_text() == 'why = "one more"\nomit = ["eps"]\n\n[args]\nx = [1.0, 2.5, 4.0]\n'


@pytest.mark.parametrize(
    "value",
    [
        X.astype(np.float32), np.array([1, 2], dtype=np.uint8), fortran(X), strided(X), backwards(X),
        readonly(X), readonly(fortran(X)), np.arange(500.0) / 7,
    ],
    ids=str,
)  # fmt: skip
def test_what_toml_cannot_hold_goes_into_cases_py_and_is_read_back_the_same(value, problem):
    assert add(problem, case(value)) == problem / "cases.py"
    assert same_call(read_back(problem), case(value), load_problem(problem).signature)
    text = (problem / "cases.py").read_text()
    assert "def cases():\n    for name, mean in" in text
    assert text.count("import numpy as np") == 1


def test_a_sequence_goes_into_cases_py(problem):
    seq = Seq("extra", group="basic", calls=[{"x": X}, {"x": X[::-1].copy()}], reuse=True, why="again")
    add(problem, seq)
    found = read_back(problem)
    assert (found.reuse, found.overwrite_results, len(found.calls)) == (True, False, 2)
    assert "from grader.authoring_api import Case, Seq\n" in (problem / "cases.py").read_text()


def test_cases_py_is_made_if_there_is_none(problem):
    (problem / "cases.py").unlink()
    for name, mean in (("one", 1e6), ("two", 2e6)):
        add(problem, Case(name, group="stability", args={"x": fortran(X + mean)}, why="large"))
    assert [c.name for c in load_problem(problem).cases if c.group == "stability"] == ["one", "two"]
    assert (problem / "cases.py").read_text().count("yield") == 2


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (Case("extra", group="basc", args={"x": X}, why="?"), "did you mean 'basic'?"),
        (Case("ex tra", group="basic", args={"x": X}, why="?"), "not a valid case name"),
        (Case("extra", group="basic", args={"x": X}), "--why: missing"),
        (Case("default", group="basic", args={"x": X}, why="?"), "--force overwrites it"),
        (Case("default", group="stability", args={"x": X}, why="?"), "exists in group basic"),
        (Case("mean_of_a_million", group="stability", args={"x": X}, why="?"), "exists in group stability"),
        (Case("extra", group="basic", args={"y": X}, why="?"), "args.x: missing"),
        (Case("extra", group="basic", args=TWIN, why="?"), "makes the same call as case first; choose other"),
        (Case("extra", group="basic", args={"x": np.zeros(2000)}, why="?", omit=()), None),
        (
            Case("extra", group="basic", args={"x": np.arange(2000) / 7}, why="?"),
            "np.random.RandomState(seed)",
        ),
        (Case("extra", group="basic", args={"x": np.array([1e13, 1e13 + 0.25])}, why="?"), "can't be judged"),
    ],
)
def test_a_case_that_does_not_fit_changes_nothing(new, said, problem):
    before = {p: p.read_bytes() for p in problem.rglob("*") if p.is_file() and p.suffix != ".pyc"}
    if said is None:  # an array that repeats itself is short to write
        add(problem, new)
        return
    with pytest.raises(GraderError) as refused:
        add(problem, new)
    assert said in str(refused.value)
    assert {p: p.read_bytes() for p in problem.rglob("*") if p.is_file() and p.suffix != ".pyc"} == before


def test_force_overwrites_a_literal_case(problem):
    add(problem, Case("default", group="basic", args={"x": X}, why="anew"), force=True)
    assert read_back(problem, "default").why == "anew"


def from_text(problem, text, why=""):
    return from_arguments(load_problem(problem), text, name="extra", group="basic", why=why, where="my.toml")


@pytest.mark.parametrize(
    ("text", "why", "expected"),
    [
        ("# mine\nx = [1.0,  2.0]  # two\n", "w", 'why = "w"\nomit = ["eps"]\n\n[args]\n# mine\nx = [1.0,  2.0]  # two\n'),
        ("x = [1.0]\neps = 0.5\n", "w", 'why = "w"\n\n[args]\nx = [1.0]\neps = 0.5\n'),
        ('# c\nwhy = "old"  # d\n\n[args]\nx = [1.0]\neps = 1.0\n', "new", '# c\nwhy = "new"  # d\n\n[args]\nx = [1.0]\neps = 1.0\n'),
        ('why = "old"\nomit = ["eps"]\n[args]\nx = [1.0]\n', "", 'why = "old"\nomit = ["eps"]\n[args]\nx = [1.0]\n'),
    ],
)  # fmt: skip
def test_what_an_author_wrote_is_kept_with_its_comments(text, why, expected, problem):
    found, toml = from_text(problem, text, why)
    assert toml == expected
    assert np.array_equal(found.args["x"][0], 1.0)
    if found.why:
        assert add(problem, found, toml=toml).read_text() == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = [1.0", "my.toml: is not valid TOML"),
        ("x = 3\n", "my.toml: args.x: must be an array"),
        ("[args]\nx = [1.0]\n[more]\ny = 3\n", "my.toml: more: unknown key"),
    ],
)
def test_a_faulty_file_is_named(text, said, problem):
    with pytest.raises(UsageError) as refused:
        from_text(problem, text, "w")
    assert said in str(refused.value)


def test_values_that_were_asked_for_leave_out_what_has_a_default(problem):
    found = from_values(load_problem(problem), {"x": X}, name="a", group="basic", why="b")
    assert found.omit == ("eps",)


WIDE = Signature("f", tuple(Parameter(n, a, False) for n, a in (
    ("a", "np.ndarray"), ("b", "list[str]"), ("c", "tuple[int, float]"), ("d", "dict[str, bool]"), ("e", "complex"),
    ("g", "float"), ("h", "str"), ("i", "bytes"),
)), None)  # fmt: skip


def test_every_kind_of_literal_is_written_so_that_it_is_read_back():
    args = {
        "a": np.array([[np.nan, -0.0], [np.inf, 1e-9]]),
        "b": ['"', "ä\n"],
        "c": (1, 2.0),
        "d": {"x y": True},
        "e": 1 - 2.5j,
        "g": 1e-300,
        "h": "\x00\\",
        "i": b"abc",
    }
    text = as_toml(Case("n", group="g", args=args, why="w"), WIDE)
    assert text is not None
    assert "1e-9" in text


def test_long_rows_have_a_line_each():
    rows = np.arange(60.0).reshape(3, 20) / 8
    text = as_toml(Case("n", group="g", args={"a": rows}, why="w"), Signature("f", WIDE.parameters[:1], None))
    assert text.count("\n  [") == 3


def test_a_cases_function_that_ends_with_return_is_left_to_its_author():
    with pytest.raises(UsageError, match="add this to it by hand"):
        inserted("def cases():\n    return []\n", case(fortran(X)))


def test_an_odd_problem_is_not_touched(problem):
    (problem / "problem.toml").write_text("schema = 2")
    with pytest.raises(ProblemError):
        add(problem, case())


def test_the_same_call_is_added_where_that_is_wanted(problem):
    add(problem, Case("extra", group="basic", args=TWIN, why="again"), force=True)
    assert same_call(read_back(problem), read_back(problem, "first"), load_problem(problem).signature)


def test_it_is_told_what_arrays_were_read_as():
    args = {"x": np.array([[1, 2]]), "y": readonly(X), "k": 3}
    assert list(arrays_of(Case("a", group="basic", args=args))) == [
        "x: int64 of shape (1, 2)",
        "y: float64 of shape (3,)",
    ]
    assert list(arrays_of(Seq("a", group="basic", calls=[args]))) == []


ADD = """
import sys
from pathlib import Path
import numpy as np
from grader.authoring.add_case import add
from grader.authoring_api import Case, fortran

folder, number = Path(sys.argv[1]), int(sys.argv[2])
x = np.array([1.0, 2.5, 4.0 + number])
case = Case(f"extra{number}", group="basic", args={"x": fortran(x)}, why="one more")
print("ready", flush=True)
sys.stdin.readline()
add(folder, case)
"""


def test_of_several_that_add_a_case_at_once_none_is_lost(problem):
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", ADD, problem, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for run in runs:
        assert run.stdout.readline() == "ready\n"
    for run in runs:
        run.stdin.write("go\n")
        run.stdin.close()
    for run in runs:
        run.stdout.read()
        run.stdout.close()
        assert run.wait(timeout=600) == 0
    assert {f"extra{number}" for number in range(3)} <= {c.name for c in load_problem(problem).cases}
    assert (problem / "cases.py").read_text().count("one more") == 3


def test_a_problem_that_somebody_else_writes_is_left_alone(problem, monkeypatch):
    monkeypatch.setattr(grader.authoring.add_case, "locked", lambda folder: locked(folder, wait_s=0))
    with locked(problem), pytest.raises(UsageError, match="another command has been writing there"):
        add(problem, case())
    assert add(problem, case()).exists()
