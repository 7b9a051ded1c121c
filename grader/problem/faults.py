"""The format of a fault in a problem folder: ``file: key: fault; remedy``, on one line."""

from collections.abc import Iterable
from pathlib import Path

from grader.problem.bound import Stopped


def fault(path: Path, key: str, what: str) -> str:
    """Return one line about `key` of the file `path`; an empty key means the whole file."""
    line = f"{path}: {key}: {what}" if key else f"{path}: {what}"
    return " ".join(line.split())


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'points'?`` or, with nothing near, the known names."""
    import difflib  # noqa: PLC0415 - only a fault needs it

    names = list(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"known are: {', '.join(names)}" if names else "there are none"


def said(value: object, limit: int = 60) -> str:
    """Return `value` as a fault quotes it: its literal, bounded."""
    text = repr(value)
    if len(text) <= limit:
        return text
    return f"{text[: limit - 2]}…{text[-1]}" if text[-1] in "'\"])}" else f"{text[: limit - 1]}…"


def reason(error: BaseException) -> str:
    """Return an exception of the author's code in a few words."""
    if isinstance(error, Stopped):
        return str(error)
    text = " ".join(str(error).split())
    name = type(error).__name__
    return f"{name}: {text[:200]}" if text else name


def did(error: BaseException) -> str:
    """Return what the author's code did, in a few words: ``raises ValueError: no way``."""
    return str(error) if isinstance(error, Stopped) else f"raises {reason(error)}"
