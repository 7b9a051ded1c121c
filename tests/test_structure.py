"""The shape of the package: imports without circles, one class a name, functions that fit on a screen."""

import ast
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grader

PACKAGE = Path(grader.__file__).parent
LONGEST_LINES = 50


@cache
def modules():
    """Return the tree of every module, by its name."""
    trees = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        trees[name] = ast.parse(path.read_bytes())
    return trees


def imported(tree, known):
    """Return the modules of `known` that a module imports: lazily and for types alone as well."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                yield below if below in known else node.module


def circle(trees):
    """Return the modules of one circle of imports, nothing if there is none."""
    graph = {name: set(imported(tree, trees)) - {name} for name, tree in trees.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_module_imports_one_that_imports_it():
    assert circle(modules()) == []


def test_a_circle_is_found_where_an_import_is_lazy_or_for_types():
    lazy = "def f():\n    from p import b\n"
    typed = "if TYPE_CHECKING:\n    from p.a import A\n"
    assert set(circle({"p": ast.parse(""), "p.a": ast.parse(lazy), "p.b": ast.parse(typed)})) == {
        "p.a",
        "p.b",
    }


def test_no_two_classes_have_one_name():
    places = defaultdict(list)
    for module, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def statements(function):
    """Return the lines of a function's body: its arguments and its docstring may be long."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return function.end_lineno - body[0].lineno + 1 if body else 0


def test_no_function_is_too_long_to_read_at_once():
    long = {
        f"{module}.{node.name}": statements(node)
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and statements(node) > LONGEST_LINES
    }
    assert long == {}
