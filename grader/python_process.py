"""Starting Python processes: all of this package are started here, and none imports what lies about.

Theory of operation. A new interpreter looks for modules where its command line, its environment and its
working folder say, and all three may point at a folder of submissions (`grader.search_path`). What it then
imports runs with the rights of the judge. So each process is started

1. with ``-P -s``: neither the working folder nor that of a script nor the user's own ``site-packages`` is
   put on its path;
2. without PYTHONPATH, and with an LD_LIBRARY_PATH of absolute folders only;
3. in a working folder that is neutral: the root, or a new one of its own. Code of libraries that looks for
   its settings in the working folder finds none;
4. with a path that is handed over, and the package `grader` by the place of its files; or, where it needs no
   `grader`, without ``site`` and with an environment made from nothing (`bare`).

It never imports the program that starts it: ``multiprocessing`` would run its ``__main__`` again and hand its
path and working folder on.

Paths in the environment that were relative to the working folder are made absolute. Left over: a cluster's
workers, and the browser of ``grader serve --open``, are other people's programs.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader import search_path

if TYPE_CHECKING:
    import asyncio
    import subprocess
    from collections.abc import Iterable, Mapping

_FLAGS = ("-P", "-s")
# Run first by a process of ours.
_BOOT = """
import os, sys
os.chdir(sys.argv[1])
package, module, argument = sys.argv[2:5]
sys.path[:] = sys.argv[5:]
del sys.argv[1:]
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("grader", package + "/__init__.py", submodule_search_locations=[package])
sys.modules["grader"] = module_from_spec(spec)
spec.loader.exec_module(sys.modules["grader"])
__import__(module, fromlist=["main"]).main(argument)
"""
_NEUTRAL = "/"
_PATHS = (
    "GRADER_CACHE_DIR",
    "GRADER_HISTORY",
    "GRADER_PROBLEMS",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
)
_NO_PATHS = ("", "off")


@dataclass(frozen=True, slots=True)
class Program:
    """What a process is started with."""

    words: tuple[str, ...]
    environment: "Mapping[str, str]"


def bare(code: str, environment: "Mapping[str, str]", *, executable: str | None = None) -> Program:
    """Return an interpreter that runs `code` with the standard library alone, and `environment` alone.

    Of this process's environment it has no more than where shared libraries lie.
    """
    found = {
        name: _absolute_only(os.environ[name])
        for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
        if name in os.environ
    }
    words = (executable or sys.executable, *_FLAGS, "-S", "-B", "-c", code)
    return Program(words, {**found, **environment})


def ours(
    module: str, argument: str = "", *, folder: str = _NEUTRAL, environment: "Mapping[str, str] | None" = None
) -> Program:
    """Return an interpreter that calls ``main(argument)`` of a `module` of this package.

    Parameters
    ----------
    folder
        Its working folder.
    environment
        Variables beside those of this process.
    """
    path = search_path.installed()
    words = (sys.executable, *_FLAGS, *_passed_on(), "-c", _BOOT)
    return Program(
        (*words, folder, search_path.PACKAGE, module, argument, *path),
        {**_environment(), **(environment or {})},
    )


def spawn(
    program: Program,
    descriptors: "Mapping[int, int]",
    *,
    session: bool = False,
    blocked: "Iterable[int]" = (),
) -> int:
    """Start a process that has nothing of this one but some descriptors; return its id.

    Parameters
    ----------
    descriptors
        What it finds under a number. Standard input is from nowhere unless it is among them.
    session
        Make it the first of a session of its own.
    blocked
        Signals that it starts with as blocked. All others have their default action.

    Raises
    ------
    OSError
        It can't be started.
    """
    actions: list[tuple[Any, ...]] = [
        (os.POSIX_SPAWN_DUP2, own, number) for number, own in descriptors.items()
    ]
    if 0 not in descriptors:
        actions.insert(0, (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0))
    return os.posix_spawn(
        program.words[0],
        program.words,
        program.environment,
        file_actions=actions,
        setsid=session,
        setsigmask=blocked,
        setsigdef=[s for s in signal.valid_signals() if s not in (signal.SIGKILL, signal.SIGSTOP)],
    )


class Spawned:
    """A spawned process, for callers that end it and wait for it; parameters as for `spawn`."""

    def __init__(
        self, program: Program, descriptors: "Mapping[int, int]", *, blocked: "Iterable[int]" = ()
    ) -> None:
        self.pid = spawn(program, descriptors, blocked=blocked)
        self._handle = os.pidfd_open(self.pid)
        self._gone = False

    def kill(self) -> None:
        """End the process at once."""
        if not self._gone:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def wait(self, longest_s: float | None = None) -> bool:
        """Wait for the process to end and put it away; say whether it has ended."""
        if self._gone:
            return True
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        if not poll.poll(None if longest_s is None else 1000 * longest_s):
            return False
        self._gone = True
        os.close(self._handle)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        return True


def start_piped(program: Program, *, folder: str, errors: Any) -> "subprocess.Popen[bytes]":
    """Start a process in `folder`, with pipes as its standard input and output."""
    import subprocess  # noqa: PLC0415 - not for processes that are spawned

    return subprocess.Popen(  # noqa: S603 - our own interpreter, with nothing from outside
        program.words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        cwd=folder,
        env=program.environment,
    )


def output_of(process: "subprocess.Popen[bytes]", longest_s: float) -> bytes:
    """Return what a process wrote until it ended; it is killed after `longest_s` seconds."""
    import subprocess  # noqa: PLC0415 - as above

    try:
        return process.communicate(timeout=longest_s)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0]


async def start_streamed(program: Program, *, folder: str) -> "asyncio.subprocess.Process":
    """Start a process in `folder`, in a session of its own, with streams as its standard input and output."""
    import asyncio  # noqa: PLC0415 - for a server only

    return await asyncio.create_subprocess_exec(
        *program.words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=folder,
        env=program.environment,
        start_new_session=True,
    )


def _environment() -> dict[str, str]:
    """Return this process's environment for one with another working folder and path."""
    made = dict(os.environ)
    made.pop("PYTHONPATH", None)
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        if name in made:
            made[name] = _absolute_only(made[name])
    for name in _PATHS:
        if made.get(name, "") not in _NO_PATHS:
            entries = made[name].split(os.pathsep) if name == "GRADER_PROBLEMS" else [made[name]]
            made[name] = os.pathsep.join(os.path.abspath(entry) for entry in entries if entry)  # noqa: PTH100 - no link followed
    return made


def _absolute_only(folders: str) -> str:
    return ":".join(entry for entry in folders.replace(";", ":").split(":") if os.path.isabs(entry))  # noqa: PTH117 - a text


def _passed_on() -> list[str]:
    """Return the options of this interpreter that are not in its environment."""
    flags = sys.flags
    words = ["-B"] * flags.dont_write_bytecode + ["-O"] * flags.optimize + ["-E"] * flags.ignore_environment
    if flags.utf8_mode:
        words += ["-X", "utf8"]
    return words + [f"-W{option}" for option in sys.warnoptions]
