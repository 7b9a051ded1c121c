"""Write a case as Python, at the end of ``cases()`` in a problem's ``cases.py``."""

import ast
from typing import Any

import numpy as np

from grader.bank import code
from grader.errors import UsageError
from grader.problem.case import AnyCase, Case, Laid

_LAYOUTS = {"F": "fortran", "strided": "strided", "backwards": "backwards"}
_NEW = '''"""Fixed cases that TOML can't hold: dtypes, layouts, larger arrays, sequences of calls."""

import numpy as np

from grader.authoring_api import Case


def cases():
'''


def inserted(source: str | None, case: AnyCase) -> str:
    """Return the source of a ``cases.py`` with one more case at the end of ``cases()``.

    Parameters
    ----------
    source
        The present content; None if there is no file.

    Raises
    ------
    UsageError
        The case is too large to be written out, or there is no place for it.
    """
    block = statement(case)
    if source is None:
        return with_imports(_NEW + _indented(block, 4), block)
    tree = ast.parse(source)
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "cases"]
    if not found or isinstance(found[0].body[-1], ast.Return):
        raise UsageError(
            "cases.py: has no function cases() that ends with a yield; add this to it by hand:\n" + block
        )
    last = found[0].body[-1]
    lines = source.split("\n")
    assert last.end_lineno is not None
    lines.insert(last.end_lineno, _indented(block, last.col_offset).rstrip("\n"))
    return with_imports("\n".join(lines), block)


def statement(case: AnyCase) -> str:
    """Return the ``yield`` of a case."""
    if isinstance(case, Case):
        lines = [f"yield Case(\n    {_text(case.name)},", f"    group={_text(case.group)},"]
        lines += _arguments("args=", dict(case.args), 4)
        if case.omit:
            lines.append(f"    omit={code.literal(case.omit)},")
    else:
        lines = [f"yield Seq(\n    {_text(case.name)},", f"    group={_text(case.group)},"]
        lines.append("    calls=[")
        for args in case.calls:
            lines += _arguments("", dict(args), 8)
        lines.append("    ],")
        lines += [f"    {flag}=True," for flag in ("reuse", "overwrite_results") if getattr(case, flag)]
    return "\n".join([*lines, f"    why={_text(case.why)},", ")\n"])


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _arguments(head: str, args: dict[str, Any], indent: int) -> list[str]:
    pad = " " * indent
    inner = [f"{pad}    {_text(name)}: {_value(value, indent + 4)}," for name, value in args.items()]
    return [f"{pad}{head}{{", *inner, f"{pad}}},"]


def _value(value: Any, indent: int) -> str:
    if isinstance(value, Laid):
        inner = _value(value.array, indent)
        laid = f"{_LAYOUTS[value.order]}({inner})" if value.order in _LAYOUTS else inner
        return f"readonly({laid})" if value.readonly else laid
    text = code.literal(value)
    if not code.is_whole(text):
        raise UsageError(
            f"an array of shape {np.shape(value)} is too large to write out; create it in cases.py, "
            "from np.random.RandomState(seed)"
        )
    return text.replace("\n", "\n" + " " * indent)


def _indented(block: str, indent: int) -> str:
    pad = " " * indent
    return "".join(pad + line if line.strip() else line for line in block.splitlines(keepends=True))


def with_imports(source: str, block: str) -> str:
    """Return the source with the imports that a block needs."""
    tree = ast.parse(source)
    calls = [
        n for n in ast.walk(ast.parse(block)) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    ]
    needed = {n.func.id for n in calls if isinstance(n.func, ast.Name) and n.func.id != "complex"}
    api = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "grader.authoring_api"]
    lines = source.split("\n")
    if api:
        names = sorted({alias.name for alias in api[0].names} | needed, key=lambda n: (n[0].islower(), n))
        assert api[0].end_lineno is not None
        lines[api[0].lineno - 1 : api[0].end_lineno] = [_import(names)]
    else:
        lines.insert(_end_of_imports(tree), _import(sorted(needed)))
    source = "\n".join(lines)
    if "np." in block and not _imports_numpy(tree):
        lines = source.split("\n")
        lines.insert(_first_import(tree), "import numpy as np")
        source = "\n".join(lines)
    return source


def _import(names: list[str]) -> str:
    return f"from grader.authoring_api import {', '.join(names)}"


def _imports_numpy(tree: ast.Module) -> bool:
    aliases = [alias for n in tree.body if isinstance(n, ast.Import) for alias in n.names]
    return any(alias.name == "numpy" and alias.asname == "np" for alias in aliases)


def _first_import(tree: ast.Module) -> int:
    found = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    return found[0].lineno - 1 if found else _end_of_imports(tree)


def _end_of_imports(tree: ast.Module) -> int:
    """Return the number of lines up to the last import, or up to the docstring."""
    found = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    if found:
        return found[-1].end_lineno or 0
    first = tree.body[0] if tree.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return first.end_lineno or 0
    return 0
