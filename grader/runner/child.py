"""The child: one fork of the spawner, in which one submission runs. Nobody trusts what it says.

Standard library and numpy only: this module is loaded into the process that runs submissions.

Everything that is used here after the submission has begun was bound before, and the builtins are a
copy of this module's own, so that what a submission does to modules and builtins spoils its own
values and not the way in which they are told. By force it can do that too; then the judge sees no reply,
or a wrong one, and both are the submission's. What is told about times, printed text and changed arguments
is a claim, and the judge uses it for nothing that a verdict hangs on.
"""

import builtins
import os
import sys
from importlib.machinery import ModuleSpec
from time import perf_counter_ns, sleep, thread_time_ns
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from .arguments import Prepared, changed, overwrite_result, refill
from .describe import NOTHING, AuditWatch, Description, describe
from .frames import (
    CALL,
    CHANGE,
    FIRST_CALL,
    HEADER,
    IMPORT,
    IMPORTING,
    MAX_VALUES_BYTES,
    PAGE_BYTES,
    PAGE_HEAD,
    STEP,
    WAITING,
    Kind,
    write_all,
)
from .wire import UnsupportedValue, encode_reply, encode_value, large_array

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MODULE = "solution"
FILENAME = "solution.py"
REPLIES = 3
"""The descriptor to which replies are written."""

_FLUSH_NS = 1_000_000
_SHORT_NS = 500_000
_FLUSH_BYTES = 32 * 1024
_HEADER_BYTES = HEADER.size
_BROKEN = 70
_MAX_PARAMETERS = 64
_MAX_NAMES, _MAX_LOOKED_AT = 8, 1_000
_SPARE = 2**18
_RECURSION_TO_TELL = 1_000
_STARRED = 0x04  # CO_VARARGS

# The builtins of this module are its own copy, so these are the real ones whatever the submission does.
_getprofile, _setprofile, _gettrace, _settrace = sys.getprofile, sys.setprofile, sys.gettrace, sys.settrace
_getrecursionlimit, _setrecursionlimit = sys.getrecursionlimit, sys.setrecursionlimit
_lseek, _exit = os.lseek, os._exit
_name_of = type.__dict__["__name__"].__get__
_mro, _memory_error = type.__dict__["__mro__"].__get__, MemoryError
_empty = np.empty  # of float64, so eight times as many bytes; address space only, until it is written to
_FAILED_TO_TELL: Description = ("Exception", "Exception", "", (), None, None, None, 0, None)


class _Loader:
    """What `inspect` and `traceback` ask for the lines of the submission."""

    def __init__(self, source: bytes) -> None:
        self._source = source

    def get_source(self, _name: str) -> str:
        from importlib.util import decode_source  # noqa: PLC0415 - rarely asked for

        return decode_source(self._source)


def _nothing() -> None:
    """Flush nothing."""


class Channel:
    """Replies on their way to the judge: they wait on the page, and are written several at a time."""

    def __init__(self, page: "memoryview[int]", output: Any) -> None:
        self._page = page
        self.cells = page[:PAGE_HEAD].cast("I")
        self._flush_output = output.flush
        self.start()

    def start(self) -> None:
        """Begin to count time, with nothing to hand over."""
        self._end = PAGE_HEAD
        self._output_end = 0
        self._flushed_ns = self._wall_ns = perf_counter_ns()
        self._cpu_ns = thread_time_ns()

    def reply(
        self, position: int, kind: int, step: int, changes: bytes, payload: bytes, *, large: Any = b""
    ) -> None:
        """Put down one reply, with what time has passed since the one before.

        `large` is the rest of the payload, of at least `LARGE_BYTES`: it is written from where it lies.
        """
        try:
            self._flush_output()
        except BaseException:  # noqa: BLE001 - closed by the submission, or full: nothing more to flush
            self._flush_output = _nothing
        try:
            self._output_end = _lseek(1, 0, 1)
        except OSError:  # closed by the submission
            self._output_end = 0
        now = perf_counter_ns()
        wall = now - self._wall_ns
        # Asking for the CPU time is a system call, and a short call can't have had more than its wall time.
        cpu = max(thread_time_ns() - self._cpu_ns, 0) if wall > _SHORT_NS else wall
        self._cpu_ns += cpu
        self._wall_ns = now
        told = len(changes) + len(payload) + len(large)
        length = _HEADER_BYTES + told
        if self._end + length > PAGE_BYTES:
            self.flush()
        head = (
            position,
            kind,
            step,
            len(changes) // CHANGE.size,
            told,
            self._output_end,
            cpu,
            wall,
        )
        if length > PAGE_BYTES - PAGE_HEAD:
            write_all(REPLIES, (HEADER.pack(*head) + changes, payload, large))
            return
        page, start = self._page, self._end
        end = start + length
        HEADER.pack_into(page, start, *head)
        page[start + _HEADER_BYTES : end] = changes + payload if changes else payload
        self._end = end
        self.cells[WAITING] = end - PAGE_HEAD
        if end >= _FLUSH_BYTES or now - self._flushed_ns >= _FLUSH_NS:
            self.flush()

    def flush(self) -> None:
        """Write what waits, however long the judge takes to read it."""
        if self._end > PAGE_HEAD:
            write_all(REPLIES, (self._page[PAGE_HEAD : self._end],))
            self._end = PAGE_HEAD
            self.cells[WAITING] = 0
        self._flushed_ns = perf_counter_ns()
        self._cpu_ns = thread_time_ns()


class Child:
    """The run of one submission: made in the spawner, so that a fork finds it ready, run in a fork."""

    def __init__(self, entry_point: str, page: "memoryview[int]", watch: AuditWatch, output: Any) -> None:
        self._entry_point = entry_point
        self._watch = watch
        self._channel = Channel(page, output)
        self._cells = self._channel.cells
        # Given back when an exception has to be told and there may be no memory left to do it.
        self._spare: object = _empty(_SPARE)

    def run(self, source: bytes, work: "Sequence[Prepared]") -> NoReturn:
        """Import the submission, make the calls, reply to each, and wait for the end."""
        self._channel.start()
        try:
            function = self._load(source)
            if function is not None:
                cells, call = self._cells, self._call
                for position, prepared in enumerate(work):
                    cells[CALL] = FIRST_CALL + position
                    call(function, position, prepared)
            self._channel.flush()
            while True:
                sleep(3600)
        finally:
            _exit(_BROKEN)

    def _load(self, source: bytes) -> "Callable[..., Any] | None":
        """Return the entry point, or None when it has been told why there is none."""
        self._cells[CALL] = IMPORTING
        reply = self._channel.reply
        self._watch.clear()
        try:
            code = compile(source, FILENAME, "exec", dont_inherit=True)
        except BaseException as error:  # noqa: BLE001 - whatever the parser says
            reply(IMPORT, Kind.NOT_COMPILED, 0, b"", self._describe(error))
            return None
        try:
            function = self._execute(code, source)
        except BaseException as error:  # noqa: BLE001 - SystemExit and its like as well
            # Here and in no function: calling one is an event for a trace function, which may raise.
            try:  # noqa: SIM105
                _setprofile(None)
            except BaseException:  # noqa: BLE001, S110 - by a profiler, which is off after that
                pass
            _settrace(None)
            self._raised(IMPORT, 0, error)
            return None
        if not callable(function):
            reply(IMPORT, Kind.NO_ENTRY_POINT, 0, b"", self._what_there_is(function))
            return None
        reply(IMPORT, Kind.LOADED, 0, b"", _parameters(function))
        return function  # type: ignore[no-any-return]

    def _execute(self, code: CodeType, source: bytes) -> Any:
        module = ModuleType(MODULE)
        loader = _Loader(source)
        module.__spec__ = ModuleSpec(MODULE, loader, origin=FILENAME)  # type: ignore[arg-type]
        module.__loader__ = loader  # type: ignore[assignment]
        module.__file__ = FILENAME
        module.__package__ = ""
        sys.modules[MODULE] = module
        self._namespace = namespace = vars(module)
        namespace["__builtins__"] = vars(builtins)  # the interpreter's; `exec` would give it ours
        exec(code, namespace)  # noqa: S102 - this is what the process is for
        self._stop_watching_us()
        return namespace.get(self._entry_point)

    def _what_there_is(self, bound: object) -> bytes:
        """Return the type of what has the entry point's name, and the names of what could be called."""
        try:
            kind = _name_of(type(bound)) if self._entry_point in self._namespace else None
            items = list(self._namespace.items())[:_MAX_LOOKED_AT]
            names = [n for n, v in items if type(n) is str and (type(v) is FunctionType or type(v) is type)]
            return encode_value((kind, tuple(names[:_MAX_NAMES])))
        except BaseException:  # noqa: BLE001 - by force it can break anything here
            return encode_value((None, ()))

    def _call(self, function: "Callable[..., Any]", position: int, prepared: Prepared) -> None:
        if len(prepared.steps) > 1:
            self._sequence(function, position, prepared)
            return
        changes = b""
        watch = self._watch
        watch.path = watch.other = NOTHING
        try:
            value = function(*prepared.steps[0])
            if _getprofile() is not None or _gettrace() is not None:
                self._stop_watching_us()
            if self._namespace.get(self._entry_point) is not function:
                raise self._rebound()  # noqa: TRY301
            for index in changed(prepared.kept[0]):
                changes += CHANGE.pack(0, index)
            large: Any = b""
            if prepared.echo:
                payload = _together([encode_reply(value)], [_echo(prepared.steps[0])], prepared)
            elif (parts := large_array(value)) is not None:
                payload, large = parts
            else:
                payload = encode_reply(value)
        except BaseException as error:  # noqa: BLE001 - SystemExit and its like as well
            # Here and in no function: calling one is an event for a trace function, which may raise.
            try:  # noqa: SIM105
                _setprofile(None)
            except BaseException:  # noqa: BLE001, S110 - by a profiler, which is off after that
                pass
            _settrace(None)
            self._raised(position, 0, error)
            return
        self._channel.reply(position, Kind.VALUES, 0, changes, payload, large=large)

    def _sequence(self, function: "Callable[..., Any]", position: int, prepared: Prepared) -> None:
        """Make several calls, and look at what they returned after the last, or before it is spoiled."""
        returned: list[Any] = []
        echoes = [b""] * len(prepared.steps)
        changes = b""
        step = 0
        self._watch.clear()
        try:
            for step, arguments in enumerate(prepared.steps):
                self._cells[STEP] = step
                if step:
                    refill(prepared.refills[step])
                value = function(*arguments)
                self._stop_watching_us()
                if self._namespace.get(self._entry_point) is not function:
                    raise self._rebound()  # noqa: TRY301
                for index in changed(prepared.kept[step]):
                    changes += CHANGE.pack(step, index)
                if prepared.echo:
                    echoes[step] = _echo(arguments)
                if prepared.overwrite_results:
                    returned.append(encode_reply(value))
                    overwrite_result(value)
                else:
                    returned.append(value)
            told = returned if prepared.overwrite_results else [encode_reply(value) for value in returned]
            payload = _together(told, echoes, prepared)
        except BaseException as error:  # noqa: BLE001 - SystemExit and its like as well
            # Here and in no function: calling one is an event for a trace function, which may raise.
            try:  # noqa: SIM105
                _setprofile(None)
            except BaseException:  # noqa: BLE001, S110 - by a profiler, which is off after that
                pass
            _settrace(None)
            self._raised(position, step, error)
        else:
            self._channel.reply(position, Kind.VALUES, step, changes, payload)
        finally:
            self._cells[STEP] = 0

    def _rebound(self) -> Exception:
        """Return what is told when a call leaves another function behind than the one that was called.

        The entry point is looked up once; somebody else who looks again would get other answers.
        """
        return RuntimeError(f"{self._entry_point} was bound to something else during the call")

    def _raised(self, position: int, step: int, error: BaseException) -> None:
        self._channel.reply(position, Kind.RAISED, step, b"", self._describe(error))
        if _memory_error in _mro(type(error)):
            self._channel.flush()  # while the judge can still see how much memory this process has had

    def _stop_watching_us(self) -> None:
        """Take off the submission's trace and profile functions, which would run in our frames."""
        if _getprofile() is not None:
            _setprofile(None)
        if _gettrace() is not None:
            _settrace(None)

    def _describe(self, error: BaseException) -> bytes:
        limit = _getrecursionlimit()
        self._spare = None
        try:
            _setrecursionlimit(max(limit, _RECURSION_TO_TELL))
            description = describe(error, FILENAME, self._watch)
        except BaseException:  # noqa: BLE001 - by force it can break anything here
            description = _FAILED_TO_TELL
        payload = encode_value(description)
        _setrecursionlimit(limit)
        try:  # noqa: SIM105 - `suppress` runs with builtins that the submission may have replaced
            self._spare = _empty(_SPARE)
        except MemoryError:
            pass
        return payload


def _together(told: list[bytes], echoes: list[bytes], prepared: Prepared) -> bytes:
    """Return the values and echoes of all steps, or as many names if that is too much for one reply."""
    payload = b"".join([part for pair in zip(told, echoes, strict=True) for part in pair])
    if len(payload) <= MAX_VALUES_BYTES:
        return payload
    values = sum(1 + prepared.echo * len(arguments) for arguments in prepared.steps)
    return encode_value(UnsupportedValue("values too large to hand over together")) * values


def _echo(arguments: "tuple[Any, ...]") -> bytes:
    """Return what has become of arguments, each by itself."""
    return b"".join([encode_reply(argument) for argument in arguments])


def _parameters(function: Any) -> bytes:
    """Return the names of the positional parameters of a plain function, nothing if they can't be told."""
    if type(function) is not FunctionType or function.__code__.co_flags & _STARRED:
        return b""
    code = function.__code__
    return " ".join(code.co_varnames[: code.co_argcount][:_MAX_PARAMETERS]).encode(errors="replace")
