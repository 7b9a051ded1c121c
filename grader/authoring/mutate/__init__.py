"""Mutants: the reference with one typical fault of numeric code each.

A class of faults is a function that takes a node of the tree and yields changes; one table lists them. The
source is edited as text at the node's position. So a mutant differs in one place, comments and layout are
kept, and a diff shows only the fault.
"""

import ast
import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grader.authoring.mutate import calls, flow, layout, numbers, operators, reductions
from grader.authoring.mutate.change import Change, Scope

__all__ = ["FAULTS", "Mutant", "mutants_of"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A source with one fault.

    `before` and `after` are the changed lines, without indentation; with `nth`, which of equal changes it
    is, they name the mutant however the rest of the file changes.
    """

    fault: str
    line: int
    what: str
    source: str
    before: str
    after: str
    nth: int
    diff: str

    @property
    def key(self) -> tuple[str, str, int]:
        """What names the mutant."""
        return (self.before, self.after, self.nth)


FAULTS: dict[str, Callable[[ast.AST, Scope], Iterator[Change]]] = {
    "arithmetic operator": operators.arithmetic,
    "comparison": operators.comparison,
    "constant": numbers.constants,
    "axis": reductions.axis,
    "keepdims": reductions.keepdims,
    "ddof": reductions.ddof,
    "root or square removed": calls.roots,
    "dropped term or factor": operators.dropped,
    "swapped arguments": calls.swapped,
    "swapped operands": operators.swapped_operands,
    "eps moved": operators.moved_term,
    "dtype narrowed": calls.narrowed,
    "reduction replaced": reductions.replaced,
    "off by one": numbers.slices,
    "transposition": layout.transposed,
    "in-place alias": calls.aliases,
    "default changed": numbers.defaults,
    "branch negated": flow.branches,
    "call removed": calls.removed,
}


def mutants_of(source: str) -> tuple[Mutant, ...]:
    """Return every mutant of a module's functions, in the order of its lines; no two are equal.

    Raises
    ------
    SyntaxError
        The source does not compile.
    """
    tree = ast.parse(source)
    scope = _scope(tree)
    seen = {ast.dump(tree)}
    found: list[Mutant] = []
    times: dict[tuple[str, str], int] = {}
    for node in _nodes(tree):
        for fault, changes in FAULTS.items():
            for change in changes(node, scope):
                text = _changed(source, change, scope)
                if text is None or (dump := ast.dump(ast.parse(text))) in seen:
                    continue
                seen.add(dump)
                before, after = _changed_lines(source, text)
                nth = times[before, after] = times.get((before, after), 0) + 1
                diff = _diff(source, text)
                line = change.node.lineno
                found.append(Mutant(fault, line, change.what, text, before, after, nth, diff))
    return tuple(sorted(found, key=lambda mutant: mutant.line))


def _scope(tree: ast.Module) -> Scope:
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    numpy, modules = "", set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                modules.add(name)
                numpy = name if alias.name == "numpy" else numpy
    return Scope(parents, numpy, frozenset(modules))


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that compute something: no imports, annotations, decorators or docstrings."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or isinstance(node, ast.Import | ast.ImportFrom):
                continue
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            yield node
            yield from _nodes(node)


def _changed(source: str, change: Change, scope: Scope) -> str | None:
    """Return the source with the change, None if that does not compile.

    An expression keeps its place in the tree: parentheses are put around it where it needs them.
    """
    bare = _spliced(source, change.node, change.text)
    if isinstance(change.node, ast.stmt) or isinstance(scope.parent(change.node), ast.stmt):
        return bare if _compiles(bare) else None
    grouped = _spliced(source, change.node, f"({change.text})")
    if not _compiles(grouped):  # a slice can't be grouped
        return bare if _compiles(bare) else None
    same = _compiles(bare) and ast.dump(ast.parse(bare)) == ast.dump(ast.parse(grouped))
    return bare if same else grouped


def _spliced(source: str, node: ast.expr | ast.stmt, text: str) -> str:
    lines = source.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    data = source.encode()
    begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
    return (data[:begin] + text.encode() + data[end:]).decode()


def _compiles(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _changed_lines(source: str, text: str) -> tuple[str, str]:
    old, new = source.splitlines(), text.splitlines()
    changed = [
        op for op in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if op[0] != "equal"
    ]
    first, last = changed[0], changed[-1]
    return _joined(old[first[1] : last[2]]), _joined(new[first[3] : last[4]])


def _joined(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines)


def _diff(source: str, text: str) -> str:
    lines = difflib.unified_diff(
        source.splitlines(), text.splitlines(), "reference.py", "mutant", n=1, lineterm=""
    )
    return "\n".join(lines)
