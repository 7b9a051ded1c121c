import ast

import pytest

from grader.authoring.mutate import FAULTS, mutants_of

HEAD = "import numpy as np\n\n\ndef f(x, y, eps=1e-6, k=2, flag=False):\n"


def changed(body, fault):
    """Return the changed lines of the mutants of one class."""
    return {m.after for m in mutants_of(HEAD + body) if m.fault == fault}


@pytest.mark.parametrize(
    ("fault", "body", "expected"),
    [
        ("arithmetic operator", "    return x + y\n", {"return x - y"}),
        ("arithmetic operator", "    return -x @ y\n", {"return -x * y", "return x @ y"}),
        ("arithmetic operator", "    x += y\n    return x\n", {"x -= y"}),
        ("comparison", "    return x < y\n", {"return x <= y", "return x > y"}),
        ("comparison", "    return x in y\n", {"return x not in y"}),
        ("constant", "    return x ** 2 + 0.5\n", {"return x ** 3 + 0.5", "return x ** 2 + 1.5", "return x ** 2 + -0.5"}),
        ("constant", "    return g(x, True, 1e-3)\n", {"return g(x, False, 1e-3)", "return g(x, True, 0.002)", "return g(x, True, 0.0005)"}),
        ("axis", "    return x.sum(axis=-1)\n", {"return x.sum(axis=0)", "return x.sum(axis=-2)", "return x.sum(axis=None)"}),
        ("axis", "    return np.sort(x, 1)\n", {"return np.sort(x, 0)", "return np.sort(x, -1)", "return np.sort(x, None)"}),
        ("axis", "    return x.sum(axis=k)\n", {"return x.sum(axis=0)", "return x.sum(axis=-1)", "return x.sum(axis=None)"}),
        ("keepdims", "    return x.sum(axis=0, keepdims=True)\n", {"return x.sum(axis=0, keepdims=False)"}),
        ("keepdims", "    return np.max(x, 0)\n", {"return np.max(x, 0, keepdims=True)"}),
        ("ddof", "    return x.var()\n", {"return x.var(ddof=1)"}),
        ("ddof", "    return x.std(ddof=1)\n", {"return x.std(ddof=0)"}),
        ("dropped term or factor", "    return x * y\n", {"return x", "return y"}),
        ("dropped term or factor", "    x += y\n    return x\n", {"pass"}),
        ("swapped arguments", "    return g(x, y)\n", {"return g(y, x)"}),
        ("swapped arguments", "    return np.maximum(x, y)\n", set()),
        ("swapped operands", "    return x - y * k\n", {"return y * k - x"}),
        ("root or square removed", "    return np.sqrt(x) * y\n", {"return x * y"}),
        ("root or square removed", "    return np.mean((x - y) ** 2)\n", {"return np.mean(x - y)"}),
        ("eps moved", "    return np.sqrt(x + eps)\n", {"return np.sqrt(x) + eps"}),
        ("eps moved", "    return x / (y + eps)\n", {"return x / y + eps"}),
        ("eps moved", "    return (x + eps) ** 0.5\n", {"return x ** 0.5 + eps"}),
        ("dtype narrowed", "    return np.zeros(3, dtype=np.float64)\n", {"return np.zeros(3, dtype=np.float32)", "return np.float64(np.float32(np.zeros(3, dtype=np.float64)))"}),
        ("dtype narrowed", "    x = x.astype(float)\n    return x\n", {"x = x.astype(np.float32)"}),
        ("dtype narrowed", "    m = x.mean()\n    return m\n", {"m = np.float64(np.float32(x.mean()))"}),
        ("reduction replaced", "    return x.mean() + max(y)\n", {"return x.sum() + max(y)", "return x.mean() + min(y)"}),
        ("reduction replaced", "    return np.sin(x)\n", {"return np.cos(x)"}),
        ("off by one", "    return x[1:k]\n", {"return x[2:k]", "return x[0:k]", "return x[1:k + 1]", "return x[1:k - 1]"}),
        ("off by one", "    return x[..., :-1]\n", {"return x[..., 1:-1]", "return x[..., :0]", "return x[..., :-2]"}),
        ("off by one", "    return x[-1]\n", {"return x[0]", "return x[-2]"}),
        ("off by one", "    return list(range(k))\n", {"return list(range(k - 1))", "return list(range(1, k))"}),
        ("transposition", "    return x.T\n", {"return x"}),
        ("transposition", "    return x @ y\n", {"return x @ y.T"}),
        ("transposition", "    return x[:, None]\n", {"return x[None, :]"}),
        ("in-place alias", "    z = x - y\n    return z\n", {"x -= y\nz = x"}),
        ("in-place alias", "    return x.copy()\n", {"return x"}),
        ("default changed", "    return x\n", {"def f(x, y, eps=1e-5, k=2, flag=False):", "def f(x, y, eps=1e-7, k=2, flag=False):", "def f(x, y, eps=1e-6, k=3, flag=False):", "def f(x, y, eps=1e-6, k=1, flag=False):", "def f(x, y, eps=1e-6, k=2, flag=True):"}),
        ("branch negated", "    return x if flag else y\n", {"return x if not flag else y"}),
        ("branch negated", "    if not flag:\n        return x\n    return y\n", {"if flag:"}),
        ("branch negated", "    return [z for z in x if z and y]\n", {"return [z for z in x if not (z and y)]", "return [z for z in x if z or y]"}),
        ("branch negated", "    for z in x:\n        if z:\n            continue\n", {"if not z:", "break"}),
        ("call removed", "    return np.exp(x)\n", {"return x"}),
        ("call removed", "    return x.ravel()\n", {"return x"}),
        ("call removed", "    np.add.at(x, y, 1)\n    return x\n", {"pass", "x"}),
    ],
)  # fmt: skip
def test_each_class_of_faults_makes_what_it_says(fault, body, expected):
    assert changed(body, fault) == expected


def test_every_class_is_tried_above():
    (mark,) = (m for m in test_each_class_of_faults_makes_what_it_says.pytestmark if m.name == "parametrize")
    assert {row[0] for row in mark.args[1]} == set(FAULTS)


SOURCE = '''"""A module."""

import numpy as np

SCALE = 2.0


def _helper(rows: "np.ndarray"):  # ä comment with 1 + 1
    """Add 1 + 1, as no mutant does."""
    return rows.sum(axis=0) / SCALE


def f(x, mask=None):
    out = (
        np.sqrt(x)
        + 1.0  # kept
    )
    if mask is not None:
        out = out[1:] @ mask
    return _helper(out)
'''


def test_a_mutant_differs_in_one_place_and_keeps_comments_and_layout():
    found = mutants_of(SOURCE)
    assert len(found) > 20
    for mutant in found:
        old, new = SOURCE.splitlines(), mutant.source.splitlines()
        kept = [line for line in new if line in old]
        assert len(kept) >= len(old) - 2, mutant.what
        assert mutant.diff.startswith("--- reference.py")
    assert all("# ä comment" in m.source and '"""Add 1 + 1' in m.source for m in found)


def test_mutants_compile_differ_from_the_source_and_from_each_other():
    dumps = [ast.dump(ast.parse(mutant.source)) for mutant in mutants_of(SOURCE)]
    assert len(set(dumps)) == len(dumps)
    assert ast.dump(ast.parse(SOURCE)) not in dumps


def test_imports_annotations_and_docstrings_are_left_alone():
    assert all(mutant.line > 4 for mutant in mutants_of(SOURCE))


def test_a_mutant_keeps_its_name_when_the_file_changes_elsewhere():
    moved = SOURCE.replace("SCALE = 2.0\n", "# two\nSCALE = 2.0\n\n\ndef other(x):\n    return x\n")
    assert {m.key for m in mutants_of(SOURCE)} <= {m.key for m in mutants_of(moved)}


def test_equal_changes_of_equal_lines_are_numbered():
    twice = "def f(x):\n    x = x + 1\n    x = x + 1\n    return x\n"
    same = [m.nth for m in mutants_of(twice) if m.after == "x = x - 1"]
    assert same == [1, 2]


def test_replaced_expressions_keep_their_place_in_the_tree():
    (swapped,) = [
        m for m in mutants_of("def f(a, b, c):\n    return a * (b - c)\n") if m.fault == "swapped operands"
    ]
    assert swapped.after == "return a * (c - b)"
    afters = {m.after for m in mutants_of("def f(a, b, c):\n    return (a + b) * c / 2\n")}
    assert {"return (a + b) / 2", "return (a - b) * c / 2"} <= afters
