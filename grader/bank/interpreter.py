"""The interpreter in which strategies run: fresh, and the same whichever way the judge was started.

It is started with a constructed environment, in a folder of its own, without ``site`` (so without ``.pth``
files), and gets what it needs as text: the few modules of this package that it may import, then the
problem's strategies. None of these modules has a file.
"""

import importlib.util
import json
import os
import select
import struct
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from grader import python_process
from grader.errors import GraderError, JudgeFault, ProblemError
from grader.problem.faults import fault
from grader.problem.folder import Problem
from grader.runner.wire import decode_value

if TYPE_CHECKING:
    import subprocess

_PACKAGE = Path(__file__).resolve().parents[1]
# What may be imported there: nothing that imports more of this package.
_SOURCES = ("problem/case.py", "authoring_api.py", "runner/*.py", "bank/candidates.py")
_PACKAGES = ("grader", "grader.problem", "grader.runner", "grader.bank")
_LIBRARIES = ("numpy", "hypothesis", "sortedcontainers")
_BOOTSTRAP = """
import importlib, importlib.machinery, json, os, struct, sys

def read(size):
    data = b""
    while len(data) < size:
        data += os.read(0, size - len(data)) or sys.exit("no request")
    return data

def part():
    return json.loads(read(struct.unpack("<Q", read(8))[0]))

class Sources:
    def __init__(self, sources):
        self.sources = sources

    def find_spec(self, name, path=None, target=None):
        if name in self.sources:
            return importlib.machinery.ModuleSpec(name, self, is_package=self.sources[name] is None)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(self.sources[module.__name__] or "", module.__name__, "exec"), module.__dict__)

start = part()
sys.path += start["libraries"]
sys.meta_path.insert(0, Sources(start["sources"]))
importlib.import_module("grader.bank.candidates").start(part())
"""
_MAX_FRAME_BYTES = 2**28
_MAX_WAIT_S = 120.0
"""Until it says something; while it draws, the problem says how long its code may take."""


@dataclass(frozen=True, slots=True)
class Message:
    """What the interpreter says; `index` is that of the seed which a drawn case comes from.

    `kind` is ready at first; then case or done when it draws, try, found, none or fixed when it searches,
    fault in either.
    """

    kind: str
    group: str
    text: str
    value: Any
    index: int = 0


class DrawInterpreter:
    """A running interpreter; `receive` and `answer` talk with it."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", errors: IO[bytes], strategies: Path, longest_s: float
    ) -> None:
        self._process = process
        self._errors = errors
        self._strategies = strategies
        self._longest_s = longest_s
        self._ready = False
        self.group = ""  # the one that is at work, for messages

    def wait_until_ready(self) -> None:
        """Return when the libraries are loaded and the problem's own code is about to run."""
        self.receive()
        self._ready = True

    def receive(self) -> Message:
        """Return the next message.

        Raises
        ------
        ProblemError
            The strategies ended the interpreter, or have said nothing for a long time.
        JudgeFault
            It ended before they were loaded.
        """
        size = struct.unpack("<Q", self._read(8))[0]
        if size > _MAX_FRAME_BYTES:
            what = f"draws a case of {size:,} bytes, more than {_MAX_FRAME_BYTES:,}; draw smaller ones"
            raise ProblemError(fault(self._strategies, self.group, what))
        message: Any = decode_value(self._read(size))
        return Message(*message)

    def answer(self, interesting: bool | None) -> None:  # noqa: FBT001 - the answer is all there is
        """Answer a try; None ends what is going on."""
        assert self._process.stdin is not None
        word = b"-" if interesting is None else b"1" if interesting else b"0"
        with suppress(BrokenPipeError):
            self._process.stdin.write(word)
            self._process.stdin.flush()

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        data = bytearray()
        longest_s = self._longest_s if self._ready else _MAX_WAIT_S
        deadline = time.monotonic() + longest_s
        while len(data) < size:
            ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(descriptor, min(size - len(data), 2**20)) if ready else b""
            if not chunk:
                raise self._ended(None if ready else longest_s)
            data += chunk
        return bytes(data)

    def _ended(self, silent_s: float | None) -> GraderError:
        if silent_s is not None and self._ready:
            what = f"has drawn nothing for {silent_s:g} s; draw less, and look for an endless loop"
            return ProblemError(fault(self._strategies, self.group, what))
        what = f"said nothing for {silent_s} s"
        if silent_s is None:
            status = self._process.wait()
            self._errors.seek(0)
            last = self._errors.read(2**16).decode(errors="replace").strip().splitlines()
            what = f"ended with status {status}{f': {last[-1][:300]}' if last else ''}"
        if not self._ready:
            return JudgeFault(f"the interpreter that draws cases {what}")
        what = f"the interpreter that draws cases {what}; strategies may not exit, nor use up the memory"
        return ProblemError(fault(self._strategies, self.group, what))


@contextmanager
def interpreter(problem: Problem, request: Mapping[str, Any]) -> Iterator[DrawInterpreter]:
    """Start an interpreter on a request (see `grader.bank.candidates.main`), and end it after use."""
    if problem.strategies_path is None:
        raise ProblemError(fault(problem.place / "strategies.py", "", "missing; add it"))
    whole = {
        **request,
        "path": str(problem.strategies_path),
        "strategies": problem.files.text("strategies.py"),
    }
    with tempfile.TemporaryDirectory(prefix="grader-draw-") as home, tempfile.TemporaryFile() as errors:
        program = python_process.bare(_BOOTSTRAP, _environment(home))
        process = python_process.start_piped(program, folder=home, errors=errors)
        try:
            assert process.stdin is not None
            with suppress(BrokenPipeError):  # the read that follows says why it ended
                for part in (_start(), whole):
                    data = json.dumps(part).encode()
                    process.stdin.write(struct.pack("<Q", len(data)) + data)
                process.stdin.flush()
            longest_s = problem.longest_load_s if request["mode"] == "draw" else _MAX_WAIT_S
            running = DrawInterpreter(process, errors, problem.place / "strategies.py", longest_s)
            running.wait_until_ready()
            yield running
        finally:
            process.kill()
            with suppress(BrokenPipeError):
                process.communicate()


def _environment(home: str) -> dict[str, str]:
    return {
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_NO_PLUGINS": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def _start() -> dict[str, Any]:
    sources: dict[str, str | None] = dict.fromkeys(_PACKAGES)
    for pattern in _SOURCES:
        for path in _PACKAGE.glob(pattern):
            if path.name != "__init__.py":
                name = ".".join(("grader", *path.relative_to(_PACKAGE).with_suffix("").parts))
                sources[name] = path.read_text("utf-8")
    return {"libraries": list(_library_folders(_LIBRARIES)), "sources": sources}


@cache
def _library_folders(names: Sequence[str]) -> tuple[str, ...]:
    """Return the folders from which the libraries would be imported, without importing them."""
    folders: dict[str, None] = {}
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise JudgeFault(f"{name} is not installed; install the package's dependencies")
        folders[str(Path(spec.origin).parents[1])] = None
    return tuple(folders)
