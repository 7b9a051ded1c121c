"""Copy a problem for learners' own machines, without hidden content.

A learner's machine needs the page (statement, theory, requirements, constraints, hints), the starter, the
limits, and the samples with their wants, for ``show``, ``start`` and ``check``. The copy leaves out the
reference, the mistakes, the strategies, the recorded equivalents, every hidden case and all comments. A
table of the samples' wants replaces the reference. Tolerances cannot be derived from a table, so the copy's
comparison is ``close``, with the widest tolerance of any sample.
"""

import math
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from grader.authoring.mutate.change import as_people_write
from grader.authoring.python_file import statement, with_imports
from grader.bank import code
from grader.bank.build import CaseMaker
from grader.bank.model import BankCase
from grader.comparator.values import leaves
from grader.errors import ProblemError, UsageError, cannot_write
from grader.problem.case import AnyCase
from grader.problem.files import BESIDE, FOLDERS, OPTIONAL, REQUIRED
from grader.problem.folder import Problem, load_problem
from grader.problem.validate import validate
from grader.writing import locked, replace_folder, write_file

SENTENCE = "This copy judges the samples only; the other cases are run where solutions are submitted."
_TEXTS = ("statement.md", "theory.md", "starter.py")
_WHY = "the widest tolerance of any sample; the complete problem derives one for each"
_TABLE = '''"""What the examples should give, in place of a solution."""

import numpy as np

{answers}


def {signature}:
    for arguments, answer in _ANSWERS:
        if _same(arguments, ({names},)):
            return answer
    raise ValueError("this copy of the problem knows the answers to its examples only")


def _same(a, b):
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")
    if isinstance(a, (list, tuple)) and type(a) is type(b):
        return len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and a == b
'''


def export_public(source: Path, target: Path, *, force: bool = False) -> Path:
    """Write a public copy of a problem and return its folder.

    Parameters
    ----------
    source
        The problem's folder.
    target
        The copy's folder: made, or of an earlier copy that `force` allows to replace. The last part of its
        name is the copy's name.
    force
        Replace `target`, which must hold nothing but a problem.

    Raises
    ------
    UsageError
        The target exists already, or contains files that do not belong to a problem.
    ProblemError
        The problem has faults, or a sample is too large to be written out.
    """
    problem = load_problem(source)
    validate(problem)
    check_target(target, source, force=force)
    with _beside(target) as made:
        copy = made / target.resolve().name
        copy.mkdir()
        _fill(copy, problem)
        validate(load_problem(copy))
        with locked(target.parent):
            check_target(target, source, force=force)
            replace_folder(copy, target)
    return target


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Give a folder on the same file system as `target`, for the time of the body."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = tempfile.TemporaryDirectory(prefix=".export-", dir=target.parent)
    except OSError as error:
        raise cannot_write(target, error) from None
    with made as folder:
        yield Path(folder)


def check_target(target: Path, source: Path, *, force: bool) -> None:
    """Refuse a folder that can't be written, or that holds something else than a problem."""
    if not os.path.lexists(target):
        return
    if not target.is_dir() or target.is_symlink():
        raise UsageError(f"{target}: is not a folder; choose another with -o")
    if target.samefile(source):
        raise UsageError(f"{target}: is the problem itself; choose another folder with -o")
    found = sorted(entry.name for entry in target.iterdir())
    if found and not force:
        raise UsageError(f"{target}: exists already; --force replaces it, -o DIR writes to another folder")
    known = {*REQUIRED, *OPTIONAL, *BESIDE, *FOLDERS, "__pycache__"}
    other = [name for name in found if name not in known]
    if other or (found and "problem.toml" not in found):
        raise UsageError(
            f"{target}: holds {(other or found)[0]}, and is not replaced; choose another folder with -o"
        )


def _fill(copy: Path, problem: Problem) -> None:
    shown = [case for case in problem.cases if problem.spec.groups[case.group].visible]
    maker = CaseMaker(problem)
    made = []
    for case in shown:
        one = maker.make(case.name, case, "sample")
        if isinstance(one, str):
            raise ProblemError(f"{problem.place}: {case.name}: can't be judged: {one}")
        made.append(one)
    files = {name: problem.files.sources[name] for name in _TEXTS if name in problem.files.sources}
    files["statement.md"] = files["statement.md"].rstrip() + f"\n\n{SENTENCE}\n".encode()
    files["problem.toml"] = _problem_toml(problem, made).encode()
    files["reference.py"] = _reference(problem, made).encode()
    if problem.spec.comparison.kind == "custom":
        files["compare.py"] = problem.files.sources["compare.py"]
    files |= dict(_cases(problem, shown))
    for name, data in files.items():
        write_file(copy / name, data, parents=True)


def _cases(problem: Problem, shown: list[AnyCase]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the samples: literal ones as they are, those of cases.py written out."""
    written: list[AnyCase] = []
    for case in shown:
        name = f"cases/{case.group}/{case.name}.toml"
        if name in problem.files.sources:
            yield name, problem.files.sources[name]
        else:
            written.append(case)
    if written:
        body = "\n".join(statement(case) for case in written)
        lines = "".join(f"    {line}" if line.strip() else line for line in body.splitlines(keepends=True))
        source = f'"""Examples."""\n\nimport numpy as np\n\n\ndef cases():\n{lines}'
        yield "cases.py", with_imports(source, body).encode()


def _problem_toml(problem: Problem, made: list[BankCase]) -> str:
    import tomlkit  # noqa: PLC0415 - only where something is written

    spec = problem.spec
    document = tomlkit.document()
    document["schema"] = spec.schema_version
    for key in ("title", "collection", "difficulty", "entry_point"):
        document[key] = getattr(spec, key)
    document["allowed_imports"] = list(spec.allowed_imports)
    document["in_place"] = spec.in_place
    for key in ("hints", "requirements", "constraints"):
        texts = tomlkit.array()
        texts.extend(getattr(spec, key))
        document[key] = texts.multiline(bool(texts))
    document["limits"] = spec.limits.model_dump()
    document["comparison"] = _comparison(problem, made)
    groups = tomlkit.table(is_super_table=True)
    for name, group in spec.groups.items():
        if group.visible:
            groups[name] = {"visible": True, "points": 100.0, "cites": SENTENCE}
    document["groups"] = groups
    return tomlkit.dumps(document)


def _comparison(problem: Problem, made: list[BankCase]) -> dict[str, Any]:
    comparison = problem.spec.comparison
    if comparison.kind != "derived":
        return {
            key: value
            for key, value in comparison.model_dump().items()
            if key == "kind" or (comparison.kind == "close" and value) or (key == "why" and value)
        }
    slack = [
        float(np.max(tolerance, initial=0.0))
        for case in made
        for _, tolerance in leaves(case.tolerances)
        if tolerance is not None
    ]
    if not slack:
        return {"kind": "exact"}
    return {"kind": "close", "atol": _rounded_up(max(slack)), "why": _WHY}


def _rounded_up(value: float) -> float:
    """Return a number with one digit that is not below `value`."""
    power = 10.0 ** math.floor(math.log10(value))
    return float(f"{math.ceil(value / power) * power:.1g}")


def _reference(problem: Problem, made: list[BankCase]) -> str:
    """Return a module that knows the answers to the samples."""
    signature = problem.signature
    defaults = {p.name: p.default for p in signature.parameters if p.has_default}
    rows = []
    for case in made:
        for step, want in zip(case.steps, case.wants, strict=True):
            values = {**defaults, **step}
            written = [code.literal(values[name]) for name in signature.names] + [code.literal(want)]
            if not all(code.is_whole(text) for text in written):
                raise ProblemError(
                    f"{problem.place}: sample {case.name} is too large to write out; make it smaller"
                )
            arguments = ", ".join(written[:-1])
            rows.append(f"    (({arguments},), {written[-1]}),")
    answers = "\n".join(["_ANSWERS = [", *rows, "]"])
    plain = ", ".join(f"{p.name}={p.default!r}" if p.has_default else p.name for p in signature.parameters)
    text = _TABLE.format(
        answers=answers, signature=f"{signature.name}({plain})", names=", ".join(signature.names)
    )
    return as_people_write(text)
