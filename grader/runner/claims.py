"""Reading what a submission's process says of itself: checked for form, bounded, escaped.

This is the judge's side. The child has bounded and escaped already, but the child is nobody to rely on.
"""

from grader.runner.describe import BUILTIN_NAMES, MAX_LINES, MAX_MESSAGE, MAX_TARGET, OPERATIONS
from grader.runner.status import Raised
from grader.runner.wire import WireError, decode_reply, printable

_MAX_NAME = 80
_MAX_LINE = 10_000_000
_MAX_PARAMETERS = 64
_MAX_NAMES = 8


def _decode(payload: bytes) -> object:
    value, end = decode_reply(payload)
    if end != len(payload):
        raise WireError("bytes left over after the claim")
    return value


def _text(value: object, limit: int) -> str:
    if type(value) is not str:
        raise WireError("a claim that is no text")
    return printable(value, limit)


def _text_or_none(value: object, limit: int) -> str | None:
    return None if value is None else _text(value, limit)


def _lines(value: object, last_line: int) -> tuple[tuple[int, str], ...]:
    if type(value) is not tuple or len(value) > MAX_LINES:
        raise WireError("lines that are no lines")
    found = []
    for entry in value:
        if type(entry) is not tuple or len(entry) != 2 or type(entry[0]) is not int:
            raise WireError("a line that is no line")
        found.append((min(max(entry[0], 0), last_line), _text(entry[1], _MAX_NAME)))
    return tuple(found)


def read_names(payload: bytes) -> str:
    """Return what a file without the entry point has in its place, in words, empty if there is nothing.

    Raises
    ------
    WireError
        If the payload does not say that.
    """
    told = _decode(payload)
    if type(told) is not tuple or len(told) != 2 or type(told[1]) is not tuple or len(told[1]) > _MAX_NAMES:
        raise WireError("names that are no names")
    kind, names = _text_or_none(told[0], _MAX_NAME), [_text(name, _MAX_NAME) for name in told[1]]
    if kind is not None:
        return f"that name is bound to a value of type {kind}, which can't be called"
    return f"it defines {', '.join(names)}" if names else ""


def read_raised(payload: bytes, last_line: int = _MAX_LINE) -> tuple[Raised, int, str | None]:
    """Return an exception, the bytes it asked memory for (0: it is not about memory), and how it left.

    `last_line` is that of the submission.

    Raises
    ------
    WireError
        If the payload is no description of an exception.
    """
    told = _decode(payload)
    if type(told) is not tuple or len(told) != 9:
        raise WireError("an exception that is none")
    name, builtin, message, lines, operation, target, module, asked_for, leave = told
    if type(asked_for) is not int:
        raise WireError("an exception that is none")
    raised = Raised(
        type_name=_text(name, _MAX_NAME),
        builtin=builtin if type(builtin) is str and builtin in BUILTIN_NAMES else "Exception",
        message=_text(message, MAX_MESSAGE),
        lines=_lines(lines, last_line),
        operation=operation if type(operation) is str and operation in OPERATIONS else None,
        target=_text_or_none(target, MAX_TARGET),
        module=_text_or_none(module, MAX_TARGET),
    )
    return raised, asked_for, _text_or_none(leave, MAX_TARGET)


def read_parameters(payload: bytes) -> tuple[str, ...] | None:
    """Return the names of the entry point's parameters, None if they are not told.

    Raises
    ------
    WireError
        If the payload is anything else.
    """
    names = payload[: _MAX_PARAMETERS * MAX_TARGET].decode(errors="replace").split()
    if len(names) > _MAX_PARAMETERS:
        raise WireError("parameters that are none")
    return tuple(printable(name, MAX_TARGET) for name in names) or None
