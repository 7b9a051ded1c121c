"""Numbers of system calls, for the architectures on which the sandbox works."""

import os

X86_64, AARCH64 = "x86_64", "aarch64"
AUDIT_ARCH = {X86_64: 0xC000003E, AARCH64: 0xC00000B7}

# name: (x86-64, aarch64); None where an architecture has none.
_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "stat": (4, None), "fstat": (5, 80),
    "lstat": (6, None), "poll": (7, None), "lseek": (8, 62), "mmap": (9, 222), "mprotect": (10, 226),
    "munmap": (11, 215), "brk": (12, 214), "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139), "ioctl": (16, 29), "pread64": (17, 67), "readv": (19, 65),
    "writev": (20, 66), "access": (21, None), "select": (23, None), "sched_yield": (24, 124),
    "mremap": (25, 216), "madvise": (28, 233), "dup2": (33, None), "nanosleep": (35, 101),
    "getpid": (39, 172), "sendto": (44, 206), "recvfrom": (45, 207), "sendmsg": (46, 211),
    "recvmsg": (47, 212), "clone": (56, 220), "fork": (57, None), "vfork": (58, None),
    "execve": (59, 221), "exit": (60, 93), "wait4": (61, 260), "kill": (62, 129), "uname": (63, 160),
    "fcntl": (72, 25), "getcwd": (79, 17), "readlink": (89, None), "gettimeofday": (96, 169),
    "getrusage": (98, 165), "sysinfo": (99, 179), "times": (100, 153), "ptrace": (101, 117),
    "getuid": (102, 174), "getgid": (104, 176), "geteuid": (107, 175), "getegid": (108, 177),
    "getppid": (110, 173), "capset": (126, 91), "sigaltstack": (131, 132), "pivot_root": (155, 41),
    "prctl": (157, 167), "setrlimit": (160, 164), "chroot": (161, 51), "mount": (165, 40),
    "umount2": (166, 39), "swapon": (167, 224), "reboot": (169, 142), "init_module": (175, 105),
    "gettid": (186, 178), "time": (201, None), "futex": (202, 98), "sched_getaffinity": (204, 123),
    "getdents64": (217, 61), "restart_syscall": (219, 128), "clock_gettime": (228, 113),
    "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "exit_group": (231, 94),
    "kexec_load": (246, 104), "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "openat": (257, 56), "newfstatat": (262, 79), "readlinkat": (267, 78), "faccessat": (269, 48),
    "pselect6": (270, 72), "ppoll": (271, 73), "unshare": (272, 97), "set_robust_list": (273, 99),
    "dup3": (292, 24), "perf_event_open": (298, 241), "prlimit64": (302, 261),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "setns": (308, 268),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "finit_module": (313, 273), "seccomp": (317, 277), "getrandom": (318, 278), "bpf": (321, 280),
    "execveat": (322, 281), "userfaultfd": (323, 282), "statx": (332, 291), "rseq": (334, 293),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "pidfd_open": (434, 434), "clone3": (435, 435), "close_range": (436, 436),
    "pidfd_getfd": (438, 438), "faccessat2": (439, 439), "process_madvise": (440, 440),
}  # fmt: skip


def machine() -> str:
    """Return the architecture of the kernel, as `AUDIT_ARCH` names it where it is known."""
    return os.uname().machine


def numbers(names: tuple[str, ...], architecture: str | None = None) -> list[int]:
    """Return the numbers of system calls, without those that the architecture has not."""
    column = (X86_64, AARCH64).index(architecture or machine())
    return [found for name in names if (found := _NUMBERS[name][column]) is not None]


def number(name: str) -> int:
    """Return the number of one system call that every architecture has."""
    return numbers((name,))[0]
