"""Read a working function: its signature and docstring describe the problem."""

import ast
import sys
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError, cannot_read
from grader.problem.signature import Signature, read_signature


@dataclass(frozen=True, slots=True)
class Solution:
    """A file with a working function.

    `imports` are its lines that bind names in annotations, and numpy's; `packages` what it imports besides
    the standard library; `summary` the docstring's text above the first section.
    """

    source: str
    signature: Signature
    imports: tuple[str, ...]
    packages: tuple[str, ...]
    summary: str


def read_solution(path: Path, entry_point: str | None) -> Solution:
    """Read a solution without running it.

    Parameters
    ----------
    path
        The file.
    entry_point
        The function's name; None if it is the only public one.

    Raises
    ------
    UsageError
        The file can't be read, or its function has no signature of which a problem can be made.
    """
    try:
        source = path.read_bytes().decode("utf-8")
        tree = ast.parse(source, filename=path.name)
    except OSError as error:
        raise cannot_read(path, error) from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not UTF-8; save it as UTF-8") from None
    except (SyntaxError, ValueError, RecursionError) as error:
        raise UsageError(f"{path}: does not compile: {error}") from None
    name = entry_point or _only_function(tree, path)
    signature, faults = read_signature(path, source, name)
    if signature is None:
        raise UsageError("; ".join(faults))
    bare = [p.name for p in signature.parameters if p.annotation is None]
    if bare:
        which = f"parameter {bare[0]} has" if len(bare) == 1 else f"parameters {', '.join(bare)} have"
        raise UsageError(
            f"{path}: {name}: {which} no annotation; say what is passed: np.ndarray, float, int, bool, str, "
            "list[float], …"
        )
    function = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name)
    return Solution(source, signature, _imports(tree, function), _packages(tree), _summary(function))


def _only_function(tree: ast.Module, path: Path) -> str:
    names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
    if len(names) == 1:
        return names[0]
    if not names:
        raise UsageError(f"{path}: defines no function; write the solution with def")
    raise UsageError(f"{path}: defines {', '.join(names)}; choose one with --entry-point")


def _imports(tree: ast.Module, function: ast.FunctionDef) -> tuple[str, ...]:
    annotations = [a.annotation for a in (*function.args.posonlyargs, *function.args.args)]
    used = {
        n.id
        for annotation in (*annotations, function.returns)
        if annotation is not None
        for n in ast.walk(annotation)
        if isinstance(n, ast.Name)
    }
    lines = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            bound = {alias.asname or alias.name.partition(".")[0] for alias in node.names}
            if bound & used or any(alias.name == "numpy" for alias in node.names):
                lines.append(ast.unparse(node))
    return tuple(lines)


def _packages(tree: ast.Module) -> tuple[str, ...]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return tuple(sorted({"numpy"} | (names - sys.stdlib_module_names)))


def _summary(function: ast.FunctionDef) -> str:
    lines = (ast.get_docstring(function) or "").splitlines()
    for i, line in enumerate(lines):
        if i and line.strip() and set(line.strip()) == {"-"}:
            lines = lines[: i - 1]
            break
    return "\n".join(lines).strip()
