"""The Python of a problem folder: trusted code, run from the same bytes that the digest covers."""

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from grader.errors import ProblemError
from grader.problem.bound import Stopped, TookTooLong, bounded
from grader.problem.case import AnyCase, Case, Seq
from grader.problem.faults import fault, reason, said
from grader.problem.files import Files
from grader.problem.signature import Signature

_HINT = re.compile(r"Hint:\s*(\d+)\.?")


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """A named wrong implementation; `hint` is the number of the hint that helps.

    `file` is where it is defined, relative to the folder. `title` is the first line of its docstring,
    `message` the rest: to the learner, what is wrong.
    """

    name: str
    file: str
    title: str
    message: str
    hint: int | None
    function: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Loader:
    """Runs the files of one folder, each as a private module.

    The module stays in `sys.modules` under a name that nobody else uses (dataclasses look theirs up), and
    keeps its docstrings and assertions whatever ``python -OO`` says. What is run has `longest_s` to end.
    """

    folder: Path
    files: Files
    longest_s: float = 30.0

    def module(self, name: str) -> ModuleType:
        """Run a file and return its module.

        Raises
        ------
        ProblemError
            The file does not compile, raises, or does not end.
        """
        path = self.folder / name
        if name not in self.files.sources:
            raise ProblemError(fault(path, "", "missing; add it"))
        private = f"_problem_{self.files.digest[:16]}_{name.removesuffix('.py').replace('/', '_')}"
        module = ModuleType(private)
        module.__file__ = str(path)
        try:
            code = _compiled(self.files.sources[name], str(path))
            sys.modules[private] = module
            with bounded(self.longest_s):
                exec(code, module.__dict__)  # noqa: S102 - a problem folder is trusted code
        except Exception as error:
            sys.modules.pop(private, None)
            line = line_in(error, path)
            where = f"line {line}" if line else ""
            raise ProblemError(fault(path, where, f"{reason(error)}; it must load without error")) from error
        return module

    def function(self, file: str, name: str, what: str) -> Callable[..., Any]:
        """Return one callable of a file."""
        found = getattr(self.module(file), name, None)
        if not callable(found):
            raise ProblemError(
                fault(self.folder / file, name, f"{what} is not defined; add `def {name}(...)`")
            )
        return found  # type: ignore[no-any-return]

    def mistakes(self) -> tuple[Mistake, ...]:
        """Return the public functions of `mistakes.py` and `mistakes/` in their order, read by docstring.

        Raises
        ------
        ProblemError
            A file does not load, or two functions have one name.
        """
        found: dict[str, Mistake] = {}
        faults: list[str] = []
        for file in self.files.mistakes():
            try:
                module = self.module(file)
            except ProblemError as error:
                if isinstance(error.__cause__, TookTooLong):
                    raise ProblemError([*faults, *error.faults]) from error.__cause__
                faults += error.faults
                continue
            for name, value in vars(module).items():
                if not isinstance(value, FunctionType) or name.startswith("_"):
                    continue
                if value.__module__ != module.__name__:
                    continue
                if name in found:
                    faults.append(self._taken(file, name, value, found[name]))
                else:
                    found[name] = _mistake(name, file, value)
        if faults:
            raise ProblemError(faults)
        return tuple(found.values())

    def _taken(self, file: str, name: str, function: FunctionType, other: Mistake) -> str:
        where = f"{self.folder / other.file}, line {other.function.__code__.co_firstlineno}"
        key = f"line {function.__code__.co_firstlineno}, {name}"
        return fault(self.folder / file, key, f"its name is taken in {where}; choose a new one")

    def cases(self) -> tuple[AnyCase, ...]:
        """Return what `cases.py` yields.

        Raises
        ------
        ProblemError
            It raises, does not terminate, or yields something other than cases.
        """
        if "cases.py" not in self.files.sources:
            return ()
        path = self.folder / "cases.py"
        make = self.function("cases.py", "cases", "the generator of cases")
        try:
            with bounded(self.longest_s):
                found = tuple(make())
        except Exception as error:
            line = line_in(error, path)
            where = f"cases, line {line}" if line else "cases"
            raise ProblemError(fault(path, where, f"{reason(error)}; it must yield every case")) from error
        faults = [
            fault(path, "cases", f"yields {said(case)}; yield a Case or a Seq")
            for case in found
            if not isinstance(case, (Case, Seq))
        ]
        if faults:
            raise ProblemError(faults)
        return found


@lru_cache(maxsize=64)
def _compiled(source: bytes, path: str) -> CodeType:
    return compile(source, path, "exec", dont_inherit=True, optimize=0)


def _mistake(name: str, file: str, function: FunctionType) -> Mistake:
    lines = inspect.cleandoc(function.__doc__ or "").strip().splitlines()
    title = lines[0].strip().rstrip(".") if lines else ""
    body = "\n".join(lines[1:]).strip()
    last = body.rsplit("\n", 1)[-1] if body else ""
    hint = _HINT.fullmatch(last.strip())
    if hint:
        body = body[: len(body) - len(last)].strip()
    return Mistake(name, file, title, " ".join(body.split()), int(hint[1]) if hint else None, function)


def signature_fault(got: Callable[..., Any], want: Signature, *, defaults: bool) -> str:
    """Return how a function's parameters differ from the starter's, empty if they don't.

    With `defaults` they count too; a mistake may have another default, or forget it.
    """
    try:
        parameters = list(inspect.signature(got).parameters.values())
    except (TypeError, ValueError):
        return "has no signature that can be read; define it with def"
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    names = [p.name if p.kind in plain else str(p) for p in parameters]
    if names != list(want.names):
        return f"has parameters ({', '.join(names)}); the starter has ({', '.join(want.names)})"
    for mine, theirs in zip(parameters, want.parameters, strict=True) if defaults else ():
        has = mine.default is not inspect.Parameter.empty
        if has != theirs.has_default:
            return f"parameter {mine.name} {'has' if has else 'lacks'} a default, unlike in the starter"
        same = type(mine.default) is type(theirs.default) and repr(mine.default) == repr(theirs.default)
        if has and not same:
            return (
                f"parameter {mine.name} has the default {mine.default!r}; the starter has {theirs.default!r}"
            )
    return ""


def line_in(error: BaseException, path: Path) -> int | None:
    """Return the last line of `path` that the error went through."""
    if isinstance(error, SyntaxError):
        return error.lineno
    if isinstance(error, Stopped) and error.__cause__ is not None:
        error = error.__cause__  # raised in the code itself
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
