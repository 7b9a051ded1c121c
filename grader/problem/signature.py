"""The entry point's signature, read from `starter.py` only."""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.problem.faults import did_you_mean, fault


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; arguments are passed by position."""

    name: str
    annotation: str | None
    has_default: bool
    default: Any = None


@dataclass(frozen=True, slots=True)
class Signature:
    """A function's name, parameters and return annotation, as the starter writes them."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: str | None

    def __str__(self) -> str:
        def shown(p: Parameter) -> str:
            text = p.name if p.annotation is None else f"{p.name}: {p.annotation}"
            if not p.has_default:
                return text
            return f"{text}={p.default!r}" if p.annotation is None else f"{text} = {p.default!r}"

        returns = f" -> {self.returns}" if self.returns is not None else ""
        return f"{self.name}({', '.join(map(shown, self.parameters))}){returns}"

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names in order."""
        return tuple(p.name for p in self.parameters)

    @property
    def required(self) -> int:
        """How many parameters have no default; they come first."""
        return sum(not p.has_default for p in self.parameters)


def read_signature(path: Path, source: str, entry_point: str) -> tuple[Signature | None, list[str]]:
    """Read the signature of `entry_point` from a starter's source.

    Returns
    -------
    signature
        None if there are faults.
    faults
        One line each.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        return None, [fault(path, "", f"does not compile: {error}")]
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == entry_point]
    if not found:
        names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef)]
        hint = did_you_mean(entry_point, names) if names else f"add `def {entry_point}(...)`"
        return None, [fault(path, entry_point, f"the entry point is not defined as a function; {hint}")]
    if len(found) > 1:
        return None, [fault(path, entry_point, "the entry point is defined twice; keep one")]
    return _from_node(path, found[0])


def _from_node(path: Path, node: ast.FunctionDef) -> tuple[Signature | None, list[str]]:
    a = node.args
    faults = [
        fault(path, f"{node.name}.{arg.arg}", f"{what}; use plain parameters, since calls are positional")
        for arg, what in (
            *((x, "is a keyword-only parameter") for x in a.kwonlyargs),
            *((x, "collects arguments") for x in (a.vararg, a.kwarg) if x is not None),
        )
    ]
    arguments = [*a.posonlyargs, *a.args]
    if not arguments and not faults:
        faults.append(fault(path, node.name, "has no parameters; a case needs something to vary"))
    first = len(arguments) - len(a.defaults)
    parameters = []
    for i, arg in enumerate(arguments):
        annotation = ast.unparse(arg.annotation) if arg.annotation is not None else None
        default = None
        if i >= first:
            try:
                default = ast.literal_eval(a.defaults[i - first])
            except (ValueError, TypeError, RecursionError):
                faults.append(
                    fault(
                        path, f"{node.name}.{arg.arg}", "its default is not a literal; write the value itself"
                    )
                )
        parameters.append(Parameter(arg.arg, _unquoted(annotation), i >= first, default))
    if faults:
        return None, faults
    returns = ast.unparse(node.returns) if node.returns is not None else None
    return Signature(node.name, tuple(parameters), _unquoted(returns)), []


def _unquoted(annotation: str | None) -> str | None:
    """Take the quotes off a forward reference: ``"np.ndarray"`` is np.ndarray."""
    if annotation is None:
        return None
    try:
        value = ast.literal_eval(annotation)
    except (ValueError, SyntaxError):
        return annotation
    return value if isinstance(value, str) else annotation
