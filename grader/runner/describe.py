"""Exceptions of a submission, told to the judge without running the submission's own code for it.

Standard library and `wire` only: this module is loaded into the process that runs submissions.

Its classes may have hostile properties, a ``__str__`` that never ends, a message of 100 MB, a chain of
causes that forms a cycle. So everything here goes through the accessors of the built-in classes, bound
at import; a ``__str__`` is called only if it is the language's or numpy's own and all that it would
look at is plain; no source line is looked up, as that asks the submission's loader.
"""

import builtins
import errno
import sys
from collections import deque
from itertools import islice
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any

from .wire import class_name, printable

MAX_MESSAGE = 2_000
MAX_LINES = 20
MAX_TARGET = 300
_MAX_FRAMES = 100_000
_MAX_PARTS = 50

Description = tuple[
    str, str, str, tuple[tuple[int, str], ...], str | None, str | None, str | None, int, str | None
]
"""Type name, nearest built-in class, message, lines, operation, target, module, bytes asked for, exit."""

_ON_PATHS = {
    "open": "opening a file",
    "os.listdir": "listing a folder",
    "os.scandir": "listing a folder",
    "os.walk": "listing a folder",
    "os.mkdir": "making a folder",
    "os.rmdir": "removing a folder",
    "os.remove": "removing a file",
    "os.rename": "renaming a file",
    "os.link": "making a link",
    "os.symlink": "making a link",
    "os.truncate": "changing a file",
    "os.chdir": "changing the working folder",
    "os.chmod": "changing permissions",
    "os.chown": "changing owners",
    "os.utime": "changing the times of a file",
    "os.setxattr": "changing attributes of a file",
    "ctypes.dlopen": "loading a library",
    "sqlite3.connect": "opening a file",
    "tempfile.mkstemp": "making a temporary file",
    "tempfile.mkdtemp": "making a temporary file",
}
_ON_OTHERS = {
    "os.fork": "starting a process",
    "os.forkpty": "starting a process",
    "os.exec": "starting a process",
    "os.posix_spawn": "starting a process",
    "os.spawn": "starting a process",
    "os.system": "starting a process",
    "pty.spawn": "starting a process",
    "subprocess.Popen": "starting a process",
    "_thread.start_new_thread": "starting a thread",
    "_thread.start_joinable_thread": "starting a thread",
    "socket.__new__": "using the network",
    "socket.bind": "using the network",
    "socket.connect": "using the network",
    "socket.getaddrinfo": "using the network",
    "socket.gethostbyname": "using the network",
    "os.kill": "sending a signal",
    "os.killpg": "sending a signal",
    "signal.pthread_kill": "sending a signal",
    "resource.setrlimit": "changing limits",
    "resource.prlimit": "changing limits",
    "fcntl.fcntl": "controlling a descriptor",
    "fcntl.ioctl": "controlling a descriptor",
    "mmap.__new__": "mapping memory",
}
FILE = "using a file"
OTHER = "an operation that is not possible here"
OPERATIONS = frozenset((*_ON_PATHS.values(), *_ON_OTHERS.values(), FILE, OTHER))

_NAMES_OF_HOSTS = ("socket.getaddrinfo", "socket.gethostbyname")
_DENIED = frozenset((errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EROFS))
_BUILTINS = {
    kind: name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException) and name == kind.__name__
}
BUILTIN_NAMES = frozenset(_BUILTINS.values())

_mro = type.__dict__["__mro__"].__get__
_members = type.__dict__["__dict__"].__get__
_args = BaseException.__dict__["args"].__get__
_traceback = BaseException.__dict__["__traceback__"].__get__
_errno = OSError.__dict__["errno"].__get__
_strerror = OSError.__dict__["strerror"].__get__
_filename = OSError.__dict__["filename"].__get__
_import_name = ImportError.__dict__["name"].__get__
_import_message = ImportError.__dict__["msg"].__get__
_exit_code = SystemExit.__dict__["code"].__get__
_syntax_message = SyntaxError.__dict__["msg"].__get__
_syntax_line = SyntaxError.__dict__["lineno"].__get__
_PLAIN = (str, bytes, int, float, complex, bool, type(None))


NOTHING: tuple[str, object] = ("", None)


class AuditWatch:
    """Remembers which operations were tried last, by the interpreter's audit events.

    An audit hook can't be taken out again, so there is one for each process, made before any submission.
    """

    __slots__ = ("other", "path")

    def __init__(self) -> None:
        self.clear()
        sys.addaudithook(self._hook)

    def clear(self) -> None:
        """Forget what was tried so far."""
        self.path: tuple[str, object] = NOTHING
        self.other: tuple[str, object] = NOTHING

    def _hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if event in _ON_PATHS:
            self.path = (event, arguments[0] if arguments else None)
        elif event in _ON_OTHERS:
            self.other = (event, arguments[0] if arguments else None)


def describe(error: BaseException, filename: str, watch: AuditWatch) -> Description:
    """Return what may be told of an exception that left the submission in `filename`."""
    kind = type(error)
    parents = _mro(kind)
    nearest = next((_BUILTINS[parent] for parent in parents if parent in _BUILTINS), "BaseException")
    lines = _lines(_traceback(error), filename)
    if SyntaxError in parents and not lines:
        line = _syntax_line(error)
        lines = ((line, "<module>"),) if type(line) is int and line > 0 else ()
    operation, target = _denied(error, parents, watch)
    module = _import_name(error) if ImportError in parents else None
    return (
        class_name(kind),
        nearest,
        _message(error, parents),
        lines,
        operation,
        target,
        printable(module, MAX_TARGET) if type(module) is str else None,
        _asked_for(error, parents),
        _exit(error) if SystemExit in parents else None,
    )


def _lines(trace: TracebackType | None, filename: str) -> tuple[tuple[int, str], ...]:
    """Return line and function of the frames that are the submission's own, the middle left out."""
    first: list[tuple[int, str]] = []
    last: deque[tuple[int, str]] = deque(maxlen=MAX_LINES // 2)
    for _ in range(_MAX_FRAMES):
        if trace is None:
            break
        frame: FrameType = trace.tb_frame
        code: CodeType = frame.f_code
        if code.co_filename == filename:
            entry = (trace.tb_lineno or 0, printable(code.co_name, 80))
            if len(first) < MAX_LINES // 2:
                first.append(entry)
            else:
                last.append(entry)
        trace = trace.tb_next
    return (*first, *last)


def _is_plain(value: object, depth: int = 0) -> bool:
    """Say whether printing `value` runs no code of the submission and takes no long time."""
    kind = type(value)
    if kind is int:
        return value.bit_length() < 1_000  # type: ignore[attr-defined, no-any-return]
    if kind in (str, bytes):
        return len(value) <= MAX_MESSAGE  # type: ignore[arg-type]
    if kind in (tuple, list) and depth < 3:
        return len(value) <= _MAX_PARTS and all(  # type: ignore[arg-type]
            _is_plain(v, depth + 1)
            for v in value  # type: ignore[attr-defined]
        )
    return kind in _PLAIN


def _text(value: object) -> str:
    """Return `value` as text, or the name of its class if that could run code."""
    if type(value) is str:
        return printable(value, MAX_MESSAGE)
    if _is_plain(value):
        return printable(str(value), MAX_MESSAGE)
    return f"<{class_name(type(value))}>"


def _message(error: BaseException, parents: tuple[type, ...]) -> str:
    args = _args(error)
    if OSError in parents and type(_errno(error)) is int:
        name = _filename(error)
        message = f"[Errno {_errno(error)}] {_text(_strerror(error))}"
        return printable(message if name is None else f"{message}: {_text(name)!r}", MAX_MESSAGE)
    if SyntaxError in parents:
        return _text(_syntax_message(error))
    if ImportError in parents and type(_import_message(error)) is str:
        return _text(_import_message(error))
    if _says_itself(error, parents):
        return printable(str(error), MAX_MESSAGE)
    if len(args) == 1:
        return _text(args[0])
    return printable(", ".join(_text(value) for value in islice(args, _MAX_PARTS)), MAX_MESSAGE)


def _says_itself(error: BaseException, parents: tuple[type, ...]) -> bool:
    """Say whether ``str(error)`` is the language's own and looks at plain things only, or is numpy's."""
    for parent in parents:
        own: Any = _members(parent).get("__str__")
        if type(own) is FunctionType:
            return str(own.__globals__.get("__name__", "")).startswith("numpy.")
        if own is not None:
            return parent in _BUILTINS and _is_plain(_args(error))
    return False


def _asked_for(error: BaseException, parents: tuple[type, ...]) -> int:
    """Return the bytes that a failed allocation wanted: 0 if unknown, 1 if it is about memory at all."""
    if MemoryError in parents:
        size = 1 if parents[0] is MemoryError else getattr(error, "_total_size", 1)  # numpy tells
        return min(size, 1 << 62) if type(size) is int and size > 0 else 1
    return int(OSError in parents and _errno(error) == errno.ENOMEM)


def _exit(error: BaseException) -> str:
    code = _exit_code(error)
    return f"sys.exit({'' if code is None else repr(code) if _is_plain(code) else _text(code)})"


def _denied(
    error: BaseException, parents: tuple[type, ...], watch: AuditWatch
) -> tuple[str | None, str | None]:
    """Return kind and target of the denied operation that `error` is about, if it is about one."""
    event, subject = watch.other
    if RuntimeError in parents:
        args = _args(error)
        started = bool(args) and type(args[0]) is str and args[0].startswith("can't start new thread")
        return ("starting a thread", None) if started else (None, None)
    if OSError not in parents:
        return None, None
    number, name = _errno(error), _filename(error)
    if number == errno.ENOENT and watch.path[0].startswith("tempfile."):
        return _ON_PATHS[watch.path[0]], None
    if event in _NAMES_OF_HOSTS and name is None and (type(number) is not int or number < 0):
        return _ON_OTHERS[event], None  # told by the resolver's own numbers, or by none
    if type(number) is not int or number not in _DENIED:
        return None, None
    if name is not None:
        path_event, path = watch.path
        same = type(path) is type(name) and _is_plain(name) and path == name
        kind = _ON_PATHS[path_event] if same else FILE
        return kind, printable(_text(name), MAX_TARGET)
    if event:
        plain = type(subject) in (str, bytes) and event != "socket.__new__"
        return _ON_OTHERS[event], printable(_text(subject), MAX_TARGET) if plain else None
    return OTHER, None
