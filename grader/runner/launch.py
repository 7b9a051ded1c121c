"""Starting the interpreter in which submissions will run: with an environment made from nothing.

The process is started by exec of the base interpreter (never the one of a virtual environment, whose
``site`` would put everything that is installed on the path), with no other variables than those listed
here, standard input from nowhere, and its output kept in memory for the case that it does not get ready.
The modules that run beside a submission are handed over as code, under a name that no import statement
can spell: in that process there is no `grader` to be imported.

What it loads hangs on the allowed packages only. So it can be started as soon as these are known, and gets
ready beside the judge, which has to load numpy for itself: nothing here imports that.
"""

import marshal
import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from functools import cache
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Self

from grader import python_process
from grader.errors import JudgeFault

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from grader.runner.packages import Packages

PRIVATE = "<runner>"
_MODULES = (
    "values", "encode", "decode", "wire", "frames", "describe", "arguments", "imports", "child", "spawner",
    "confine", "confine.libc", "confine.syscalls", "confine.landlock", "confine.seccomp",
    "confine.capabilities", "confine.rlimits",
)  # fmt: skip
_END_S = 10.0
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

# Run by the new interpreter. The first message brings the code. Each module gets builtins of its own: what
# a submission does to the interpreter's is no matter to them.
_BOOT = f"""
import _socket, array, builtins, marshal, os, sys
try:
    folder = os.open(".", os.O_PATH | os.O_DIRECTORY)
except OSError:
    folder = None
os.chdir("/")
from importlib.machinery import ModuleSpec
link = _socket.socket(fileno=3)
_, beside, _, _ = link.recvmsg(64, _socket.CMSG_LEN(4))
file, = array.array("i", beside[0][2])
code, packages, judge = marshal.loads(os.pread(file, os.fstat(file).st_size, 0))
os.close(file)
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
serve(link.detach(), judge, folder, standard, list(packages))
"""


@cache
def _code() -> dict[str, Any]:
    """Return the code of the private modules, none of which is imported for it.

    Raises
    ------
    JudgeFault
        If it can't be found.
    """
    code: dict[str, Any] = {PRIVATE: compile("", PRIVATE, "exec")}
    for name in _MODULES:
        spec = _spec(f"grader.runner.{name}")
        if spec is None or not isinstance(spec.loader, InspectLoader):
            raise JudgeFault(f"grader.runner.{name}: no code to be found; install grader again")
        code[f"{PRIVATE}.{name}"] = spec.loader.get_code(spec.name)
    return code


def _spec(name: str) -> ModuleSpec | None:
    """Find a module without importing the package that it is in, as `find_spec` does."""
    package = _package(name.rpartition(".")[0])
    return PathFinder.find_spec(name, package)


@cache
def _package(name: str) -> list[str] | None:
    spec = find_spec(name)
    return None if spec is None else spec.submodule_search_locations


def memory_file(name: str, parts: "Iterable[bytes | bytearray | memoryview]" = ()) -> int:
    """Return the descriptor of a new file in memory that holds `parts`."""
    descriptor = os.memfd_create(name, os.MFD_CLOEXEC)
    for part in parts:
        view = memoryview(part)
        while view:
            view = view[os.write(descriptor, view) :]
    return descriptor


class SpawnerInterpreter:
    """The process, from the judge's side. It is started at once and loads its modules meanwhile.

    `ended` is set when it has gone; `fault` says why it could not be started.
    """

    def __init__(self, packages: "Packages") -> None:
        self.packages = packages
        self.link, self._far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.link.settimeout(0)
        self._pid = 0
        self.log = memory_file("log")
        self.fault: OSError | None = None
        self.ended = threading.Event()
        self._closed = False
        self._handle = -1
        self._started = threading.Event()
        # The kernel ends the spawner when the *thread* that started it ends, so one stays for it.
        self._keeper = threading.Thread(target=self._keep, name="grader-spawner", daemon=True)
        content = (_code(), packages.files, os.getpid())
        file = memory_file("code", [marshal.dumps(content)])
        try:
            socket.send_fds(self.link, [b"B"], [file])
        finally:
            os.close(file)
        self._keeper.start()

    def _keep(self) -> None:
        """Start the process, wait for its end and reap it."""
        executable = os.path.realpath(sys.executable)
        program = python_process.bare(_BOOT, _ENVIRONMENT, executable=executable)
        descriptors = {1: self.log, 2: self.log, 3: self._far.fileno()}
        try:
            self._pid = python_process.spawn(program, descriptors, session=True)
        except OSError as fault:
            self.fault = fault
        else:
            self._handle = os.pidfd_open(self._pid)
        finally:
            self._far.close()
            self._started.set()
        if self._pid:
            with suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
        self.ended.set()

    @property
    def pid(self) -> int:
        """Its process id, 0 if it could not be started."""
        self._started.wait(_END_S)
        return self._pid

    def close(self) -> None:
        """End the process, and everything that it started, at once."""
        if self._closed:
            return
        self._closed = True
        self._started.wait(_END_S)
        if self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
        self._keeper.join(_END_S)
        self.link.close()
        os.close(self.log)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self.close()
