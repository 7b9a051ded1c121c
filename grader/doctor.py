"""Whether this machine can hold a submission: each protection tried for real, in the place of a submission.

What is tried is a submission like any other, run by the same runner; its attempts are harmless where they
succeed. So what is reported is what holds, not what is configured.
"""

import ctypes
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from grader.bank.cache import folder_of
from grader.errors import GraderError
from grader.problem.find import list_problems
from grader.runner.client import KernelRunner, KernelSpawner
from grader.runner.confine import landlock
from grader.runner.status import Limits, RunResult, Status
from grader.runner.wire import Call
from grader.version import __version__
from grader.writing import write_file

_LIMITS = Limits(
    cpu_s_call=0.2,
    cpu_s_total=30.0,
    import_s=5.0,
    memory_bytes=64 * 2**20,
    output_bytes=2**18,
    wall_factor=50.0,
)
_REFUSED = (Status.BLOCKED, Status.RAISED)
_BLOCKED = Status.BLOCKED
# `setrlimit` turns a refusal into a ValueError.
_REFUSALS = ("PermissionError", "FileNotFoundError", "OSError", "RuntimeError", "MemoryError", "ValueError")


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a submission must not be able to do: the body of a function of `path`, a file of ours.

    It returns what it could do, None if nothing; or it raises, or is ended for it.
    """

    name: str
    body: str
    ended: Status | None = None  # how it must end; None: refused, with an exception or by returning None


ATTEMPTS = (
    Action("reading a file", "return open(path).read()"),
    Action("reading a file by a raw call", "return libc.open(path.encode(), 0) >= 0 or None"),
    Action("listing a folder", "return str(os.listdir(os.path.dirname(path)))"),
    Action("writing a file", "return open(path + '.new', 'w').name"),
    Action("changing a file", "return open(path, 'a').name"),
    Action("changing permissions", "os.chmod(path, 0o600); return path"),
    Action("removing a file", "os.unlink(path); return path"),
    Action("reading what is installed", "import grader; return grader.__file__"),
    Action("reading the judge's memory", "return open(f'/proc/{os.getppid()}/mem', 'rb').name"),
    Action("the environment", "return ' '.join(os.environ) or None"),
    Action("using the network", "import socket; return str(socket.socket())"),
    Action("talking to other processes", "import socket; return str(socket.socketpair())"),
    Action("starting a process", "pid = os.fork()\n    if not pid: os._exit(0)\n    return str(pid)"),
    Action("starting a program", "os.execv('/bin/true', ['true'])"),
    Action("starting a thread", "import threading; threading.Thread(target=len).start(); return 'a thread'"),
    Action("sending a signal", "os.kill(os.getppid(), 0); return 'signal 0'"),
    Action("tracing a process", "return str(libc.ptrace(16, os.getppid(), 0, 0))", _BLOCKED),
    Action("reading another process", "libc.process_vm_readv(1, 0, 0, 0, 0, 0); return 'called'", _BLOCKED),
    Action("raising its own limits", "import resource; resource.setrlimit(9, (-1, -1)); return 'done'"),
    Action("keeping descriptors", "return str([fcntl.fcntl(1, 1030, 0) for _ in range(1000)])"),
    Action("the limit on memory", "return str(len(bytearray(2**30)))"),
    Action("the limit on CPU time", "while True: pass", Status.TIME),
    Action("the limit on printed text", "while True: print('x' * 4096)", Status.OUTPUT),
)  # fmt: skip
_SOURCE = """
import ctypes, fcntl, os
libc = ctypes.CDLL(None)


def attempt(path):
    {body}
"""


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """What came of one attempt: `ok` if it did not succeed."""

    name: str
    ok: bool
    found: str


@dataclass(frozen=True, slots=True)
class Examination:
    """Everything that was found; `fault` is why the sandbox could not even be started."""

    facts: dict[str, str]
    problems: tuple[str, ...]
    findings: tuple[ActionOutcome, ...]
    fault: str | None = None

    @property
    def healthy(self) -> bool:
        """Whether submissions can be run here."""
        return self.fault is None and all(finding.ok for finding in self.findings)


def examine(*, problems: Sequence[Path] = (), cache_dir: Path | None = None) -> Examination:
    """Try every protection, and tell what this machine is."""
    facts = _facts(cache_dir)
    names = tuple(list_problems(extra=problems))
    try:
        return Examination(facts, names, tuple(_tried()))
    except GraderError as fault:
        return Examination(facts, names, (), str(fault))


def _tried() -> Iterator[ActionOutcome]:
    """Make all attempts, on a file that is there for it.

    Raises
    ------
    IsolationError
        If the sandbox can't be had.
    """
    runner = KernelRunner(entry_point="attempt")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "outside"
        write_file(path, "this should not be read\n")
        path.chmod(0o666)
        Path(folder).chmod(0o777)
        with runner.open([Call(((str(path),),))], _LIMITS) as spawner:
            for attempt in ATTEMPTS:
                yield _try(spawner, attempt)


def _try(spawner: KernelSpawner, attempt: Action) -> ActionOutcome:
    (result,) = spawner.run(_SOURCE.format(body=attempt.body).encode())
    if attempt.ended is not None:
        return ActionOutcome(attempt.name, result.status is attempt.ended, _in_words(result))
    refused = result.status is Status.MEMORY or (
        result.status is Status.RETURNED and result.values == (None,)
    )
    if result.status in _REFUSED and result.raised is not None:
        refused = result.raised.operation is not None or result.raised.builtin in _REFUSALS + _OF_MEMORY
        refused = refused or result.raised.module is not None
    return ActionOutcome(attempt.name, refused, _in_words(result))


_OF_MEMORY = ("MemoryError", "ValueError")  # `setrlimit` turns a refusal into a ValueError


def _in_words(result: RunResult) -> str:
    if result.status is Status.RETURNED:
        (value,) = result.values
        return "nothing came of it" if value is None else f"possible: {value}"[:120]
    if result.status in _REFUSED and result.raised is not None:
        return f"refused: {result.raised.type_name}"
    return f"ended: {result.detail}" if result.detail else f"ended: {result.status}"


def _facts(cache_dir: Path | None) -> dict[str, str]:
    """Return what to know of this machine when something does not work."""
    folder = folder_of(cache_dir)
    place = next((p for p in (folder, *folder.parents) if p.exists()), folder)
    writable = "" if os.access(place, os.W_OK) else " (can't be written)"
    system = platform.uname()
    return {
        "grader": __version__,
        "kernel": f"{system.system} {system.release} {system.machine}",
        "Landlock": f"ABI {found}" if (found := _landlock()) else "none",
        "libseccomp": _libseccomp(),
        "python": f"{platform.python_version()} at {os.path.realpath(sys.executable)}",
        "numpy": np.__version__,
        "user": f"{os.geteuid()}",
        "cache": f"{folder}{writable}",
    }


def _landlock() -> int:
    return landlock.abi() if sys.platform == "linux" else 0


def _libseccomp() -> str:
    """Return the version of a library that is not needed, and that others may look for here."""

    class Version(ctypes.Structure):
        _fields_ = (("major", ctypes.c_uint), ("minor", ctypes.c_uint), ("micro", ctypes.c_uint))

    try:
        library = ctypes.CDLL("libseccomp.so.2")
        library.seccomp_version.restype = ctypes.POINTER(Version)
        found = library.seccomp_version().contents
    except (OSError, AttributeError, ValueError):
        return "not installed, not needed"
    return f"{found.major}.{found.minor}.{found.micro}, not needed"
