"""The spawner: a fresh interpreter that holds numpy and the inputs, and forks for each submission.

Standard library and numpy only: this module is loaded into the process that runs submissions.

It never runs a submission itself, and a fork never comes back into its loop. It speaks with the judge
over one socket, of which a fork has no descriptor; it ends when the judge does.
"""

import gc
import mmap
import os
import site
import sys
from _socket import CMSG_LEN, SOL_SOCKET, socket
from array import array
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from . import confine, imports
from .arguments import Prepared, prepare
from .child import REPLIES, Child
from .confine import rlimits, seccomp
from .confine.libc import PR_SET_CHILD_SUBREAPER, prctl
from .describe import AuditWatch
from .frames import ENDED, FAILED, FORKED, PAGE_BYTES, READY, read_all
from .wire import decode_call, decode_value, encode_value

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_MESSAGE_BYTES = 64
_SCM_RIGHTS = 1
_KIB = 1024
_BROKEN = 70


@dataclass(frozen=True, slots=True)
class SpawnerSettings:
    """What the judge starts a spawner with; on the wire a dict with these names."""

    entry_point: str
    readable: list[str]  # paths that belong to them
    memory_bytes: int
    output_bytes: int
    cpu_s: int
    isolated: bool  # by the kernel, not by fork and limits only


class Refusal(Exception):
    """The spawner can't start as ordered; the text goes to the judge."""


def _send(channel: socket, message: bytes, descriptor: int | None = None) -> None:
    beside = [] if descriptor is None else [(SOL_SOCKET, _SCM_RIGHTS, array("i", [descriptor]))]
    channel.sendmsg([message], beside)


def _receive(channel: socket, count: int) -> tuple[bytes, "Sequence[int]"]:
    message, beside, _, _ = channel.recvmsg(MAX_MESSAGE_BYTES, CMSG_LEN(count * array("i").itemsize))
    descriptors = array("i")
    for level, kind, data in beside:
        if level == SOL_SOCKET and kind == _SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    return message, descriptors


def serve(
    descriptor: int, judge: int, folder: int | None, standard: list[str], packages: list[str]
) -> NoReturn:
    """Load what submissions may import, take the order, and fork for each message after it.

    `judge` is a process id: this ends when that process does, or closes the socket. `folder` is the judge's
    working folder, where submissions run only if nothing isolates them.
    """
    channel = socket(fileno=descriptor)
    try:
        confine.die_with(judge)
        _load(packages)
        message, files = _receive(channel, 3)
        if not message:
            os._exit(0)
        order_file, inputs_file, page_file = files
        order = SpawnerSettings(**decode_value(read_all(order_file)))
        if folder is not None:
            if not order.isolated:
                os.fchdir(folder)
            os.close(folder)
        readable = standard + order.readable
        inputs = [prepare(decode_call(call)) for call in decode_value(read_all(inputs_file))]
        page = memoryview(mmap.mmap(page_file, PAGE_BYTES))
        os.close(page_file)
        spawner = _Spawner(channel, order, inputs, page)
        baseline, resident = _mapped_bytes()
        ready = {"readable": readable, "baseline_bytes": baseline, "resident_bytes": resident}
        spawner.confine(readable, baseline)
    except (Refusal, OSError, ImportError, ValueError) as fault:
        _send(channel, FAILED + str(fault).encode(errors="replace")[: 4 * _KIB])
        os._exit(1)
    gc.collect()
    gc.freeze()
    gc.disable()
    _send(channel, READY + encode_value(ready))
    while True:
        spawner.run_next()


def _load(packages: list[str]) -> None:
    """Import everything that forks shall find loaded, and leave nothing else to be found."""
    sys.argv[:] = [""]
    sys.modules["__main__"] = ModuleType("__main__")
    # `exit`, `quit` and `help` are what a learner expects to find; `site` is not run as a whole.
    site.setquit()
    site.sethelper()
    for name in packages:
        try:
            __import__(name)
        except ImportError as fault:
            raise Refusal(f"the allowed import {name!r} can't be loaded: {fault}") from fault
    imports.load(imports.WITH_LIBRARIES + imports.LIKELY)
    for name in list(os.environ):
        del os.environ[name]


def _mapped_bytes() -> tuple[int, int]:
    """Return how much address space and how much memory this process takes."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
            pages = file.read().split()
        return int(pages[0]) * mmap.PAGESIZE, int(pages[1]) * mmap.PAGESIZE
    except OSError:
        return 0, 0


class _Spawner:
    """The loop, with everything that it needs made beforehand."""

    def __init__(
        self, channel: socket, order: SpawnerSettings, inputs: "Sequence[Prepared]", page: "memoryview[int]"
    ) -> None:
        self._channel = channel
        self._order = order
        self._inputs = inputs
        self._child = Child(order.entry_point, page, AuditWatch(), sys.stdout)
        self._cpu_limit = rlimits.CpuLimit(order.cpu_s)
        self._fork_filter = seccomp.Filter(seccomp.for_fork(REPLIES)) if order.isolated else None

    def confine(self, readable: list[str], baseline: int) -> None:
        """Give up everything that neither the loop nor a fork needs."""
        order = self._order
        if order.isolated:
            rlimits.set_for_all_forks(baseline + order.memory_bytes, order.output_bytes)
            confine.confine(readable)
        else:
            prctl(PR_SET_CHILD_SUBREAPER, 1)
            rlimits.set_for_all_forks(baseline + order.memory_bytes, order.output_bytes)

    def run_next(self) -> None:
        """Fork for the next message, and tell the judge of the fork and of its end."""
        message, descriptors = _receive(self._channel, 3)
        if not message:
            os._exit(0)
        job, replies, output = descriptors
        spawner = os.getpid()
        child = os.fork()
        if child == 0:
            self._in_child(spawner, job, replies, output)
        for descriptor in descriptors:
            os.close(descriptor)
        handle = os.pidfd_open(child)
        _send(self._channel, FORKED.pack(b"F", child), handle)
        os.close(handle)
        _, status, used = os.wait4(child, 0)
        if not self._order.isolated:
            _end_orphans()
        _send(
            self._channel,
            ENDED.pack(b"E", child, status, used.ru_utime, used.ru_stime, used.ru_maxrss),
        )

    def _in_child(self, spawner: int, job_file: int, replies: int, output: int) -> NoReturn:
        try:
            confine.die_with(spawner)
            # Read here and not before the fork: what the spawner has read lies in its memory for all later
            # forks to find, and no submission shall find another's source there.
            job = decode_value(read_all(job_file))
            os.dup2(output, 1)
            os.dup2(output, 2)
            if replies != REPLIES:
                os.dup2(replies, REPLIES)
            os.closerange(REPLIES + 1, 64)
            self._cpu_limit.set()
            if self._fork_filter is not None:
                self._fork_filter.install()
            else:
                rlimits.forbid_processes()
            work: Sequence[Prepared] = self._inputs
            if job["call"] is not None:
                work = [prepare(decode_call(job["call"]))]
            elif job["indices"] is not None:
                work = [self._inputs[index] for index in array("I", job["indices"])]
            gc.enable()
            self._child.run(job["source"], work)
        finally:
            os._exit(_BROKEN)


def _end_orphans() -> None:
    """End and reap what a submission started, where nothing kept it from that."""
    me = os.getpid()
    while True:
        with open(f"/proc/self/task/{me}/children", "rb") as file:  # noqa: PTH123
            orphans = file.read().split()
        if not orphans:
            return
        for orphan in orphans:
            os.kill(int(orphan), 9)
            os.waitpid(int(orphan), 0)
