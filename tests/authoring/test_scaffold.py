"""A problem from a working function: it loads, its function is accepted, and it reads as if written by hand."""

import itertools
import re

import numpy as np
import pytest

from grader.authoring.scaffold import scaffold
from grader.authoring.scaffold.probe import find_plan
from grader.bank.build import build_bank
from grader.errors import GraderError
from grader.problem.folder import load_problem
from grader.problem.signature import Parameter, Signature
from grader.problem.validate import validate

COSINE = '''import numpy as np


def cosine_similarity(a: np.ndarray, b: np.ndarray, eps: float = 1e-8) -> float:
    """Return the cosine of the angle between two vectors.

    The product of the norms is never taken below `eps`.

    Parameters
    ----------
    a, b
        Vectors.
    """
    return (a * b).sum() / np.maximum(np.sqrt((a * a).sum()) * np.sqrt((b * b).sum()), eps)
'''
AFFINE = '''import numpy as np


def affine(x: np.ndarray, w: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Apply a linear layer."""
    return np.einsum("mn,nk->mk", x, w) + bias.reshape(1, -1)[:, : w.shape[1]]
'''
LONGEST = """def longest(words: list[str], least: int = 1) -> str:
    best = ""
    for word in words:
        if len(word) >= least and len(word) > len(best):
            best = word
    return best
"""
LOOPS = '''import math


def norm(values: "list[float]", power: float) -> float:
    """Return a norm"""
    return math.pow(math.fsum(math.pow(abs(v), power) for v in values), 1 / power)
'''
LOGARITHM = '''import numpy as np

def entropy(p: np.ndarray) -> float:
    """Return the entropy of weights."""
    return -(p * np.log(p)).sum()
'''
MIXED = '''from typing import Literal


def count(pairs: list[tuple[int, str]], names: dict[str, float], how: Literal["a", "b"], flag: bool) -> int:
    """Count."""
    return len(pairs) + len(names) + (how == "a") + flag
'''

RUNS = '''
def run_length_encode(words: list[str]) -> list[tuple[str, int]]:
    """Return the runs of equal words, as pairs of a word and how often it stands in a row."""
    runs = []
    for word in words:
        if runs and runs[-1][0] == word:
            runs[-1] = (word, runs[-1][1] + 1)
        else:
            runs.append((word, 1))
    return runs
'''
OPTIONAL = '''
from typing import Optional


def take(values: list[float], k: Optional[int] = None, start: int | None = None) -> int:
    """Return how many are left."""
    return len(values[start:k])
'''
ONE_INT = '''
def twice(k: int) -> int:
    """Return it twice."""
    return 2 * k
'''


@pytest.fixture
def make(tmp_path):
    def call(source, slug="fresh", **options):
        file = tmp_path / "solution.py"
        file.write_text(source, errors="surrogateescape")
        return scaffold(slug, file, tmp_path / "problems", **options)

    return call


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (COSINE, "derived"), (AFFINE, "derived"), (LONGEST, "exact"), (LOOPS, "close"), (LOGARITHM, "derived"),
        (MIXED, "exact"), (RUNS, "exact"), (OPTIONAL, "exact"), (ONE_INT, "exact"),
    ],
    ids=["cosine", "affine", "longest", "loops", "logarithm", "mixed", "runs", "optional", "one int"],
)  # fmt: skip
def test_a_function_becomes_a_problem_on_which_it_is_accepted(source, kind, make):
    made = make(source)
    assert made.result.verdict == "AC"
    assert len(made.result.cases) == 22
    problem = load_problem(made.folder)
    validate(problem)
    assert problem.spec.comparison.kind == kind
    assert problem.files.sources["reference.py"].decode() == source
    assert [m.name for m in problem.mistakes] == ["nothing_returned"]
    assert not re.search(r"\de-0", "".join(problem.files.text(n) for n in ("starter.py", "strategies.py")))


@pytest.mark.kernel
def test_the_files_say_what_the_function_says(make, tmp_path):
    folder = make(COSINE, title="Cosine").folder
    assert (folder / "starter.py").read_text() == (
        "import numpy as np\n\n\n"
        "def cosine_similarity(a: np.ndarray, b: np.ndarray, eps: float = 1e-8) -> float:\n"
        '    """Return the cosine of the angle between two vectors."""\n    pass\n'
    )
    statement = (folder / "statement.md").read_text()
    assert statement.startswith("Write `cosine_similarity(a, b, eps=1e-8)`.\n\nReturn the cosine")
    assert "Parameters" not in statement
    assert (
        'cites = "Return the cosine of the angle between two vectors."'
        in (folder / "problem.toml").read_text()
    )
    accepted = tmp_path / "submissions/fresh/accepted/solution.py"
    assert accepted.read_text() == f"# grader: fresh\n{COSINE}"


@pytest.mark.kernel
def test_lists_have_equal_neighbours_and_may_be_empty_where_that_is_answered(make):
    folder = make(RUNS).folder
    problem = load_problem(folder)
    assert "a list[tuple[str, int]]" in problem.statement.replace("`", "")
    assert problem.spec.constraints == ("Lists, texts and dictionaries may be empty.",)
    samples = [case.args["words"] for case in problem.cases]
    assert all(len(set(words)) < len(words) for words in samples)
    drawn = [
        case.steps[0]["words"] for case in build_bank(problem, 0).cases if case.visibility == "generated"
    ]
    assert any("" in words for words in drawn)
    assert sum(any(a == b for a, b in itertools.pairwise(words)) for words in drawn) >= 5


@pytest.mark.kernel
def test_an_argument_that_is_none_is_left_out(make):
    problem = load_problem(make(OPTIONAL).folder)
    assert [sorted(case.args) for case in problem.cases] == [["values"], ["k", "start", "values"]]


@pytest.mark.kernel
def test_nothing_is_overwritten_without_force(make):
    made = make(COSINE)
    (made.folder / "statement.md").write_text("mine\n")
    with pytest.raises(GraderError, match=r"exists already; --force overwrites it"):
        make(COSINE)
    assert (made.folder / "statement.md").read_text() == "mine\n"
    make(COSINE, force=True)
    assert (made.folder / "statement.md").read_text() != "mine\n"


@pytest.mark.parametrize(
    ("source", "options", "said"),
    [
        ("def f(x):\n    return x\n", {}, "parameter x has no annotation"),
        ("def f(x: set):\n    return x\n", {}, "can't draw set"),
        ("def f(x: int, *, y: int):\n    return x\n", {}, "keyword-only"),
        ("def f(x: int):\n    return x\n\n\ndef g(x: int):\n    return x\n", {}, "--entry-point"),
        ("x = 3\n", {}, "defines no function"),
        ("def f(x: int)\n    return x\n", {}, "does not compile"),
        ("def f(x: float):\n    return None\n", {}, "found no arguments that it accepts"),
        ("def f(x: int):\n    raise KeyError(x)\n", {}, "last try: it raises KeyError"),
        ("def f(x: int):\n    while True: pass\n", {}, "last try: it is still running after 0.05 s"),
        ("def f(x: int):\n    exit(0)\n", {}, "last try: it ends the program with SystemExit: 0"),
        (
            "import os\ndef f(x: int):\n    os._exit(0)\n",
            {},
            "last try: it ends the program with os._exit(0)",
        ),
        ("def f(x, y):\n    return x\n", {}, "parameters x, y have no annotation"),
        ("# caf\udce9\n", {}, "solution.py: is not UTF-8; save it as UTF-8"),
        ("def f(x: int):\n    return x\n", {"slug": "No Name"}, "not a valid problem name"),
        ("def f(x: int):\n    return x\n", {"entry_point": "g"}, "g: the entry point is not defined"),
        ("raise ValueError\n\n\ndef f(x: int):\n    return x\n", {}, "must load without error"),
    ],
)
def test_a_function_of_which_no_problem_can_be_made_says_why(
    source, options, said, make, tmp_path, monkeypatch
):
    monkeypatch.setattr("grader.authoring.scaffold.probe._LONGEST_S", 0.05)
    with pytest.raises(GraderError) as refused:
        make(source, **options)
    assert said in str(refused.value)
    assert not (tmp_path / "problems").exists()


@pytest.mark.parametrize(
    ("function", "shapes", "low"),
    [
        (lambda a, b: float((a * b).sum()), [(3,), (3,)], -1000),
        (lambda a, b: a @ b, [(3,), (3,)], -1000),
        (lambda a, b: np.einsum("mn,n->m", a, b), [(2, 3), (3,)], -1000),
        (lambda a, b: np.einsum("mn,nk->mk", a, b), [(2, 3), (3, 4)], -1000),
        (lambda a, b: np.trace(a) + np.linalg.det(b), [(2, 3), (3, 3)], -1000),
        (lambda a, b: np.log(a) + b, [(3,), (3,)], 1),
    ],
)
def test_shapes_and_domains_are_found_by_trying(function, shapes, low):
    signature = Signature("f", tuple(Parameter(n, "np.ndarray", False) for n in "ab"), None)
    plan = find_plan(function, signature)
    drawn = plan.draw(0, {"m": 2, "n": 3, "k": 4})
    assert [value.shape for value in drawn.values()] == shapes
    assert plan.domain.low == low


def test_only_values_that_are_answered_are_drawn_beside_a_default():
    signature = Signature(
        "f", (Parameter("x", "np.ndarray", False), Parameter("axis", "int", True, -1)), None
    )
    plan = find_plan(lambda x, axis=-1: x.sum(axis=axis), signature)
    assert plan.options == {"axis": [-1, 0]}
