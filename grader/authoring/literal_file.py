"""A case as a TOML file, as a person would write it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from grader.authoring.identity import same_call
from grader.errors import UsageError
from grader.problem.case import AnyCase, Case, Laid
from grader.problem.literals import read_case
from grader.problem.signature import Signature

MAX_ELEMENTS = 400
"""Of all arguments together; more is not read by anybody, and is made in cases.py."""
_WIDTH = 100
_NOWHERE = Path("case.toml")


def as_toml(case: AnyCase, signature: Signature) -> str | None:
    """Return the file of a case, None if TOML can't hold it: a dtype, a layout, a sequence, a large array."""
    if not isinstance(case, Case) or not all(_fits(value) for value in case.args.values()):
        return None
    if sum(np.size(value) for value in case.args.values() if isinstance(value, np.ndarray)) > MAX_ELEMENTS:
        return None
    lines = [f"why = {_written(case.why)}"]
    if case.omit:
        lines.append(f"omit = {_written(list(case.omit))}")
    lines += ["", "[args]"]
    lines += [f"{name} = {_written(case.args[name])}" for name in signature.names if name in case.args]
    text = "\n".join(lines) + "\n"
    return text if _says(text, case, signature) else None


def _says(text: str, case: Case, signature: Signature) -> bool:
    """Tell whether reading the file gives the very same call."""
    found, faults = read_case(_NOWHERE, text, case.group, signature)
    if faults or found is None:
        return False
    return same_call(found, case, signature)


def completed(text: str, *, why: str, signature: Signature) -> str:
    """Return what an author wrote as a whole case: arguments under ``[args]``, a reason, what is left out.

    Parameters
    ----------
    text
        TOML: a case, or arguments only. Comments and layout stay as they are.
    why
        The reason, in place of the one in the text if it is not empty.

    Raises
    ------
    UsageError
        The text is no TOML.
    """
    import tomlkit  # noqa: PLC0415 - only where a case is written
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    try:
        document = tomlkit.parse(text)
        if not isinstance(document.get("args"), dict):
            text = f"[args]\n{text.strip()}\n"
            document = tomlkit.parse(text)
    except (TOMLKitError, RecursionError) as error:
        raise UsageError(f"is not valid TOML: {error}") from error
    if why and "why" in document:
        document["why"] = why
        text = tomlkit.dumps(document)
    head = f"why = {_written(why)}\n" if why and "why" not in document else ""
    left_out = [p.name for p in signature.parameters if p.has_default and p.name not in document["args"]]
    if left_out and "omit" not in document:
        head += f"omit = {_written(left_out)}\n"
    return f"{head}\n{text}" if head and text.startswith("[") else head + text


def _fits(value: Any) -> bool:
    if isinstance(value, Laid):
        return False
    if isinstance(value, np.ndarray):
        return value.ndim > 0 and value.dtype in (np.float64, np.int64, np.bool_)
    return not isinstance(value, bytes) or value.isascii()


def _written(value: Any, indent: int = 0) -> str:
    """Return a value as TOML; a long list of lists has a line for each."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_written(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        parts = [_written(item, indent + 2) for item in value]
        line = f"[{', '.join(parts)}]"
        nested = any(isinstance(item, list | tuple) for item in value)
        if len(line) + indent <= _WIDTH or not nested:
            return line
        pad = " " * (indent + 2)
        return "[\n" + "".join(f"{pad}{part},\n" for part in parts) + " " * indent + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    import tomlkit  # noqa: PLC0415 - only where a case is written

    match value:
        case bool():
            return "true" if value else "false"
        case float():
            return repr(value).replace("e-0", "e-").replace("e+", "e")
        case complex():
            return tomlkit.item(str(value).strip("()")).as_string()
        case bytes():
            return tomlkit.item(value.decode()).as_string()
        case _:
            return str(tomlkit.item(value).as_string())


def _key(key: str) -> str:
    import tomlkit  # noqa: PLC0415 - only where a case is written

    return str(tomlkit.key(key).as_string())
