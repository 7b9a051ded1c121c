"""seccomp: which system calls there are.

Threat
    Whatever `landlock` leaves open: forking, threads, exec, signals, tracing, sockets, shared memory,
    changing modes and times, new limits, asking for signals on a descriptor, and the corners of the
    kernel that nobody has audited for this.
Mechanism
    An allow-list: what numpy and the standard library need once they are loaded. Everything else fails
    with EPERM, so that Python turns it into an exception with a line number; clone3 fails with ENOSYS,
    on which the C library falls back to clone. Calls that only an attack makes, and calls by another
    architecture's numbers (x32 among them), kill the process. Calls with a second use are let through
    by their arguments: openat for reading only, fcntl without owners and signals, ioctl for asking
    whether something is a terminal, prlimit64 for reading the own limits.

    There are two filters, as both have to allow a call: `base` is the spawner's, which still forks,
    waits and speaks with the judge; the small `for_fork` takes that away from a fork before the
    submission's first line, and costs a tenth of a millisecond less than a whole list.
Left over
    Bugs of the kernel in the calls that are allowed.
"""

import ctypes
import errno
from struct import pack

from .libc import PR_SET_SECCOMP, prctl
from .syscalls import AUDIT_ARCH, X86_64, machine, number, numbers

ALLOWED = (
    "read", "write", "readv", "writev", "pread64", "close", "fstat", "newfstatat", "stat", "lstat",
    "statx", "lseek", "readlink", "readlinkat", "getdents64", "getcwd", "access", "faccessat",
    "faccessat2", "mmap", "mprotect", "munmap", "mremap", "brk", "madvise", "futex", "getrandom",
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "gettid", "getpid", "getppid",
    "getuid", "geteuid", "getgid", "getegid", "set_robust_list", "rseq", "uname", "sysinfo",
    "getrusage", "times", "sched_yield", "sched_getaffinity", "poll", "ppoll", "select", "pselect6",
    "exit", "exit_group", "restart_syscall",
)  # fmt: skip
SPAWNER_ONLY = (
    "clone", "fork", "vfork", "wait4", "recvmsg", "sendmsg", "seccomp", "prctl", "setrlimit",
    "close_range", "pidfd_open",
)  # fmt: skip
ONCE_BEFORE = ("dup2", "dup3")
"""What a fork needs before the submission: to put a descriptor over another is only an attack later."""
KILLED = (
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "bpf", "io_uring_setup",
    "io_uring_enter", "io_uring_register", "unshare", "setns", "mount", "umount2", "pivot_root", "chroot",
    "keyctl", "add_key", "request_key", "perf_event_open", "userfaultfd", "kcmp", "init_module",
    "finit_module", "kexec_load", "open_by_handle_at", "pidfd_getfd", "reboot", "swapon",
)  # fmt: skip

_MODE_FILTER = 2
_KILL, _ALLOW, _ERRNO = 0x80000000, 0x7FFF0000, 0x00050000
_EPERM = _ERRNO | errno.EPERM
_EACCES = _ERRNO | errno.EACCES
_ENOSYS = _ERRNO | errno.ENOSYS
# Opcodes of classic BPF: load a word of `seccomp_data`, jump, and, return.
_LOAD, _EQUAL, _NOT_LESS, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16  # offsets in `seccomp_data`
_X32_BIT = 0x40000000

_WRITING = 0o1 | 0o2 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC: alike on both architectures
_F_GETFD, _F_SETFD, _F_GETFL, _F_DUPFD_CLOEXEC = 1, 2, 3, 1030
_TCGETS = 0x5401


def _step(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return pack("HBBI", code, if_true, if_false, operand)


def _return_if(call: int, action: int) -> bytes:
    return _step(_EQUAL, call, 0, 1) + _step(_RETURN, action)


def _low(argument: int) -> bytes:
    return _step(_LOAD, _ARGUMENTS + 8 * argument)


def _high(argument: int) -> bytes:
    return _step(_LOAD, _ARGUMENTS + 8 * argument + 4)


def _block(call: int, body: bytes) -> bytes:
    """Return steps that run `body`, which must end in a return, for one call only."""
    return _step(_EQUAL, call, 0, len(body) // 8) + body


def _openat() -> bytes:
    flags = _low(2) + _step(_ANY_BIT, _WRITING, 0, 1)
    return _block(number("openat"), flags + _step(_RETURN, _EACCES) + _step(_RETURN, _ALLOW))


def _fcntl() -> bytes:
    body = _low(1)
    for command in (_F_GETFD, _F_SETFD, _F_GETFL, _F_DUPFD_CLOEXEC):
        body += _return_if(command, _ALLOW)
    return _block(number("fcntl"), body + _step(_RETURN, _EPERM))


def _ioctl() -> bytes:
    return _block(number("ioctl"), _low(1) + _return_if(_TCGETS, _ALLOW) + _step(_RETURN, _EPERM))


def _prlimit_for_reading() -> bytes:
    zero = b"".join(
        part + _step(_EQUAL, 0, 1, 0) + _step(_RETURN, _EPERM) for part in (_low(0), _low(2), _high(2))
    )
    return _block(number("prlimit64"), zero + _step(_RETURN, _ALLOW))


def base() -> bytes:
    """Return the program of the spawner's filter, for the architecture of this machine."""
    program = _step(_LOAD, _ARCH) + _step(_EQUAL, AUDIT_ARCH[machine()], 1, 0) + _step(_RETURN, _KILL)
    program += _step(_LOAD, _NUMBER)
    if machine() == X86_64:
        program += _step(_NOT_LESS, _X32_BIT, 0, 1) + _step(_RETURN, _KILL)
    for call in numbers(KILLED):
        program += _return_if(call, _KILL)
    program += _return_if(number("clone3"), _ENOSYS)
    for call in numbers((*ALLOWED, *SPAWNER_ONLY, *ONCE_BEFORE, "prlimit64")):
        program += _return_if(call, _ALLOW)
    return program + _openat() + _fcntl() + _ioctl() + _step(_RETURN, _EPERM)


def for_fork(replies: int) -> bytes:
    """Return the program that takes the spawner's own calls away from a fork.

    `replies` is the descriptor that leads to the judge. It can't be closed: how far an answer had got by
    then would be a matter of luck.
    """
    program = _step(_LOAD, _NUMBER)
    for call in numbers(SPAWNER_ONLY):
        program += _return_if(call, _EPERM)
    for call in numbers(ONCE_BEFORE):
        program += _return_if(call, _KILL)
    kept = _low(0) + _return_if(replies, _EPERM) + _step(_RETURN, _ALLOW)
    return program + _block(number("close"), kept) + _prlimit_for_reading() + _step(_RETURN, _ALLOW)


class _Program(ctypes.Structure):
    _fields_ = (("steps", ctypes.c_ushort), ("first", ctypes.c_void_p))


class Filter:
    """A program in the form in which the kernel takes it."""

    def __init__(self, program: bytes) -> None:
        self._steps = ctypes.create_string_buffer(program, len(program))
        self._program = _Program(len(program) // 8, ctypes.addressof(self._steps))
        self._address = ctypes.addressof(self._program)

    def install(self) -> None:
        """Put the filter on this thread and all that it forks; it can't be taken off.

        Raises
        ------
        OSError
            If the kernel has no seccomp, or ``no_new_privs`` is not set.
        """
        prctl(PR_SET_SECCOMP, _MODE_FILTER, self._address)
