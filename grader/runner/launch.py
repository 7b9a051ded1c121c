"""Starting a spawner: a fresh interpreter with an environment made from nothing.

The process is started by exec of the base interpreter (never the one of a virtual environment, whose
``site`` would put everything that is installed on the path), with no other variables than those listed
here, standard input from nowhere, and its output kept in memory for the case that it does not get ready.
The modules that run beside a submission are handed over as code, under a name that no import statement
can spell: in that process there is no `grader` to be imported.
"""

import marshal
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from functools import cache
from importlib.abc import InspectLoader
from importlib.util import find_spec
from mmap import mmap
from typing import TYPE_CHECKING, Any

from grader.errors import IsolationError, JudgeFault
from grader.runner import frames, wire
from grader.runner.packages import Packages, refuse_overlap

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grader.runner.wire import Buffer

PRIVATE = "<runner>"
_MODULES = (
    "values", "encode", "decode", "wire", "frames", "describe", "arguments", "imports", "child", "spawner",
    "confine", "confine.libc", "confine.syscalls", "confine.landlock", "confine.seccomp",
    "confine.capabilities", "confine.rlimits",
)  # fmt: skip
_START_S = 60.0
_END_S = 10.0
_EMPTY_PAGE = bytes(frames.PAGE_BYTES)
_LARGEST_MESSAGE = 256 * 1024
_ONE_THREAD = (
    "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)  # fmt: skip
_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC0",
    **dict.fromkeys(_ONE_THREAD, "1"),
}

# Run by the new interpreter. The first message brings the code and three more descriptors. Each module
# gets builtins of its own: what a submission does to the interpreter's is no matter to them.
_BOOT = f"""
import _socket, array, builtins, marshal, os, sys
from importlib.machinery import ModuleSpec
link = _socket.socket(fileno=3)
_, beside, _, _ = link.recvmsg(64, _socket.CMSG_LEN(16))
files = array.array("i", beside[0][2])
code, packages = marshal.loads(os.pread(files[0], os.fstat(files[0]).st_size, 0))
os.close(files[0])
class Sources:
    def find_spec(self, name, path=None, target=None):
        if name in code:
            return ModuleSpec(name, self, is_package=name in ({PRIVATE!r}, {PRIVATE + ".confine"!r}))
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        module.__dict__["__builtins__"] = dict(vars(builtins))
        exec(code[module.__name__], module.__dict__)
sources = Sources()
sys.meta_path.insert(0, sources)
standard = __import__({PRIVATE + ".imports"!r}, fromlist=["begin"]).begin(packages)
serve = __import__({PRIVATE + ".spawner"!r}, fromlist=["serve"]).serve
sys.meta_path.remove(sources)
serve(link.detach(), standard, *files[1:])
"""


@cache
def _code() -> dict[str, Any]:
    """Return the code of the private modules."""
    code: dict[str, Any] = {PRIVATE: compile("", PRIVATE, "exec")}
    for name in _MODULES:
        spec = find_spec(f"grader.runner.{name}")
        if spec is None or not isinstance(spec.loader, InspectLoader):
            raise JudgeFault(f"grader.runner.{name}: no code to be found; install grader again")
        code[f"{PRIVATE}.{name}"] = spec.loader.get_code(spec.name)
    return code


def memory_file(name: str, parts: "Sequence[Buffer]" = ()) -> int:
    """Return the descriptor of a new file in memory that holds `parts`."""
    descriptor = os.memfd_create(name, os.MFD_CLOEXEC)
    frames.write_all(descriptor, parts)
    return descriptor


class Process:
    """A spawner's process, from the judge's side. It is started at once and gets ready meanwhile."""

    def __init__(self, order: dict[str, object], packages: Packages, inputs: int) -> None:
        """Start; `inputs` is a memory file with the encoded calls, and stays the caller's."""
        self.link, self._far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.link.settimeout(0)
        self.baseline_bytes = 0
        self.resident_bytes = 0
        self.readable: list[str] = []
        self.isolated = bool(order["isolated"])
        self.broken = False
        self._ready = False
        self._pid = 0
        self._handle = -1
        self._fault: OSError | None = None
        self._log = memory_file("log")
        page = os.memfd_create("page", os.MFD_CLOEXEC)
        os.ftruncate(page, frames.PAGE_BYTES)
        self._page = mmap(page, frames.PAGE_BYTES)
        self.cells = memoryview(self._page)[: frames.PAGE_HEAD].cast("I")
        self._started = threading.Event()
        self._ended = threading.Event()
        # The kernel ends the spawner when the *thread* that started it ends, so one stays for it.
        self._keeper = threading.Thread(target=self._keep, name="grader-spawner", daemon=True)
        order = {
            **order,
            "packages": list(packages.files),
            "readable": packages.readable,
            "judge": os.getpid(),
        }
        files = [
            memory_file("code", [marshal.dumps((_code(), packages.files))]),
            memory_file("order", [wire.encode_value(order)]),
            os.dup(inputs),
            page,
        ]
        try:
            socket.send_fds(self.link, [b"B"], files)
        finally:
            for descriptor in files:
                os.close(descriptor)
        self._keeper.start()

    def _keep(self) -> None:
        """Start the process, wait for its end and reap it."""
        executable = os.path.realpath(sys.executable)
        environment = dict(_ENVIRONMENT)
        if "LD_LIBRARY_PATH" in os.environ:  # where an interpreter of a cluster's modules finds its own
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        try:
            self._pid = os.posix_spawn(
                executable,
                [executable, "-P", "-s", "-S", "-B", "-c", _BOOT],
                environment,
                file_actions=[
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_DUP2, self._log, 1),
                    (os.POSIX_SPAWN_DUP2, self._log, 2),
                    (os.POSIX_SPAWN_DUP2, self._far.fileno(), 3),
                ],
                setsid=True,
                setsigmask=[],
                setsigdef=[s for s in signal.valid_signals() if s not in (signal.SIGKILL, signal.SIGSTOP)],
            )
        except OSError as fault:
            self._fault = fault
        else:
            self._handle = os.pidfd_open(self._pid)
        finally:
            self._far.close()
            self._started.set()
        if self._pid:
            with suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
        self._ended.set()

    def wait_until_ready(self, forbidden: "Sequence[Path]") -> None:
        """Wait for the spawner to have loaded everything and confined itself.

        Raises
        ------
        IsolationError
            If it can't be started or confined, or could read what it must not.
        """
        if self._ready:
            return
        self.broken = True
        try:
            message = self.receive(time.monotonic() + _START_S, _LARGEST_MESSAGE)[0]
        except TimeoutError:
            raise IsolationError(f"the sandbox did not get ready within {_START_S:.0f} s") from None
        if message[:1] == frames.FAILED:
            raise IsolationError(message[1:].decode(errors="replace"))
        if message[:1] != frames.READY:
            raise IsolationError(self._why_not())
        told = wire.decode_value(message[1:])
        self.readable = told["readable"]
        self.baseline_bytes, self.resident_bytes = told["baseline_bytes"], told["resident_bytes"]
        refuse_overlap(self.readable, forbidden)
        self._ready = True
        self.broken = False

    def _why_not(self) -> str:
        executable = os.path.realpath(sys.executable)
        if self._fault is not None:
            return f"{executable} can't be started by this user: {self._fault.strerror}"
        lines = os.pread(self._log, 4096, 0).decode(errors="replace").strip().splitlines()
        said = f": {wire.printable(lines[-1], 300)}" if lines else ""
        return f"{executable} ended before the sandbox was ready{said}"

    def wipe(self) -> None:
        """Clear all of the shared page: what one submission writes there is not for the next."""
        self._page[:] = _EMPTY_PAGE

    def waiting(self) -> bytes:
        """Return the replies that a child had not yet written when it ended."""
        count = self.cells[frames.WAITING]
        return self._page[frames.PAGE_HEAD : frames.PAGE_HEAD + min(count, frames.PAGE_BYTES)]

    def send(self, message: bytes, descriptors: "Sequence[int]") -> None:
        """Send a message; there is never more than one under way, so this does not block.

        Raises
        ------
        JudgeFault
            If the spawner has gone.
        """
        try:
            socket.send_fds(self.link, [message], descriptors)
        except ConnectionError:
            self.broken = True
            raise JudgeFault("the sandbox's process has gone") from None

    def receive(self, deadline: float, size: int = 128) -> tuple[bytes, list[int]]:
        """Return the next message and the descriptors beside it; an empty one when the spawner has gone.

        Raises
        ------
        TimeoutError
            At the deadline (of `time.monotonic`).
        """
        self.link.settimeout(max(0.0, deadline - time.monotonic()) or 1e-6)
        try:
            message, descriptors, _, _ = socket.recv_fds(self.link, size, 1, socket.MSG_CMSG_CLOEXEC)
        except ConnectionError:
            return b"", []
        except BlockingIOError:
            raise TimeoutError from None
        finally:
            self.link.settimeout(0)
        return message, descriptors

    @property
    def usable(self) -> bool:
        """Whether the process is there and in step, as far as is known."""
        return not self.broken and not self._ended.is_set()

    def close(self) -> None:
        """End the process, and everything that it started, at once."""
        self._started.wait(_END_S)
        if self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
        self._keeper.join(_END_S)
        self.link.close()
        self.cells.release()
        self._page.close()
        os.close(self._log)
