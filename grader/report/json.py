"""A `Result` as JSON: one line for a program, or indented for a file that people open, too."""

import json
from typing import Any

from grader.result import Result


def render(result: Result, *, indent: int | None = 2) -> str:
    """Return `result` as JSON of schema version 1, in ASCII, ended by a line feed.

    ASCII: control characters, bidirectional overrides and the like are JSON escapes and act nowhere. A lone
    surrogate, which strict readers refuse, is written as text.
    """
    return dumps(result.model_dump(mode="json"), indent=indent)


def dumps(data: Any, *, indent: int | None = 2) -> str:
    """Return plain data as JSON in ASCII, ended by a line feed; NaN and infinities as strings."""
    separators = (",", ":") if indent is None else None
    return json.dumps(_clean(data), indent=indent, separators=separators, allow_nan=False) + "\n"


def _clean(data: Any) -> Any:
    match data:
        case str():
            return data if data.isascii() else data.encode("utf-8", "backslashreplace").decode("utf-8")
        case float() if data != data:
            return "NaN"
        case float() if data in (float("inf"), float("-inf")):
            return "Infinity" if data > 0 else "-Infinity"
        case dict():
            return {_clean(key): _clean(value) for key, value in data.items()}
        case list() | tuple():
            return [_clean(item) for item in data]
        case _:
            return data
