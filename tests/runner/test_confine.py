"""Attacks from inside, by Python's own functions and by raw system calls: blocked, and by what.

Each attack is a function body that returns something true if it succeeded. The harmless ones are also
run with ``isolation="process"``, where they must succeed: so that each of these tests can fail.
"""

import ctypes
import importlib
import os
import platform
import sys
import warnings
from pathlib import Path
from textwrap import dedent, indent

import numpy as np
import pytest

import grader
from grader.errors import IsolationError
from grader.runner import confine
from grader.runner.confine import landlock, seccomp, syscalls
from grader.runner.status import Status

from .conftest import open_spawner

HEAD = """
import ctypes, os, signal, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    got = libc.syscall(ctypes.c_long(number), *wide)
    return got
def f():
    try:
        return bool(attack())
    except (OSError, RuntimeError, ImportError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
def attack():
"""
PLACES = {
    "site-packages": Path(np.__file__).parents[1] / "pytest" / "__init__.py",
    "grader": Path(grader.__file__),
    "tests": Path(__file__),
    "passwd": Path("/etc/passwd"),
    "maps": Path("/proc/self/maps"),
    "status": Path("/proc/self/status"),
    "random": Path("/dev/urandom"),
}


def attack(spawner, body):
    """Return what an attack told, or the status of a process that it ended."""
    (result,) = spawner.run((HEAD + indent(dedent(body), "    ")).encode())
    if result.status is Status.RETURNED:
        return result.values[0]
    return f"{result.status} {result.detail} {result.raised}"


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    """Give a folder in which anybody may do anything, with a file in it."""
    folder = tmp_path_factory.mktemp("scratch")
    (folder / "there").write_text("there")
    return folder


@pytest.mark.kernel
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "body",
    [
        "return open({path!r}, 'rb').read(1)",
        "return os.read(os.open({path!r}, os.O_RDONLY), 1)",
        "return call(OPENAT, -100, {path!r}.encode(), 0) >= 0",
    ],
    ids=["open", "os.open", "openat"],
)
def test_files_outside_the_list_cannot_be_read(by_isolation, place, body):
    text = body.format(path=str(PLACES[place])).replace("OPENAT", str(syscalls.number("openat")))
    assert attack(by_isolation("process"), text) is True
    assert attack(by_isolation("kernel"), text) is not True


@pytest.mark.kernel
@pytest.mark.parametrize(
    "folder",
    [
        "/",
        "/tmp",
        "/proc",
        str(Path(np.__file__).parents[1]),
        str(Path(os.__file__).parent),
        str(Path(grader.__file__).parent),
    ],
)
def test_folders_outside_the_list_cannot_be_listed(by_isolation, folder):
    for body in (f"return os.listdir({folder!r})", f"return list(os.scandir({folder!r}))"):
        assert attack(by_isolation("process"), body) is True
        assert "PermissionError" in attack(by_isolation("kernel"), body)


@pytest.mark.kernel
def test_what_is_on_the_list_can_be_read(by_isolation):
    for path in (np.__file__, os.__file__):
        assert attack(by_isolation("kernel"), f"return open({path!r}).read(1)") is True


WRITES = {
    "create": "return open(HERE + '/new', 'w')",
    "append": "return open(HERE + '/there', 'a')",
    "update": "return open(HERE + '/there', 'r+')",
    "truncate": "os.truncate(HERE + '/there', 5); return 1",
    "O_TRUNC": "return os.open(HERE + '/there', os.O_RDONLY | os.O_TRUNC) >= 0",
    "O_TMPFILE": "return os.open(HERE, os.O_RDWR | os.O_TMPFILE) >= 0",
    "mkdir": "os.mkdir(HERE + '/folder'); os.rmdir(HERE + '/folder'); return 1",
    "rename": "os.rename(HERE + '/there', HERE + '/there'); return 1",
    "link": "os.link(HERE + '/there', HERE + '/l'); os.remove(HERE + '/l'); return 1",
    "symlink": "os.symlink('/', HERE + '/s'); os.remove(HERE + '/s'); return 1",
    "fifo": "os.mkfifo(HERE + '/f'); os.remove(HERE + '/f'); return 1",
    "chmod": "os.chmod(HERE + '/there', 0o600); return 1",
    "utime": "os.utime(HERE + '/there', (1, 1)); return 1",
    "chown": "os.chown(HERE + '/there', -1, -1); return 1",
    "xattr": "os.setxattr(HERE + '/there', 'user.a', b'1'); return 1",
    "chdir": "os.chdir(HERE); return 1",
    "temporary file": "import tempfile; tempfile.tempdir = HERE; return tempfile.TemporaryFile()",
    "relative": "os.chdir(HERE); return open('relative', 'w')",
}


@pytest.mark.kernel
@pytest.mark.parametrize("way", WRITES)
def test_nothing_can_be_written(by_isolation, scratch, way):
    body = f"HERE = {str(scratch)!r}\n{WRITES[way]}"
    outside = attack(by_isolation("process"), body)
    assert outside is True or (way == "xattr" and "not supported" in outside)
    (scratch / "there").chmod(0o644)
    before = sorted(os.listdir(scratch)), (scratch / "there").stat().st_mode
    inside = attack(by_isolation("kernel"), body)
    assert inside is not True
    assert "Error" in inside
    assert (sorted(os.listdir(scratch)), (scratch / "there").stat().st_mode) == before


@pytest.mark.kernel
def test_the_standard_library_is_not_writable_even_for_root(by_isolation):
    body = f"return os.open({os.__file__!r}, os.O_RDONLY | os.O_TRUNC)"
    assert "PermissionError" in attack(by_isolation("kernel"), body)
    assert Path(os.__file__).stat().st_size > 1000


BLOCKED_HARMLESS = {
    "stream socket": "import socket; return socket.socket(socket.AF_INET)",
    "datagram socket": "import socket; return socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
    "unix socket": "import socket; return socket.socket(socket.AF_UNIX)",
    "netlink": "import socket; return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "socketpair": "import socket; return socket.socketpair()",
    "pipe": "return os.pipe()",
    "memfd": "return os.memfd_create('m') >= 0",
    "eventfd": "return os.eventfd(0) >= 0",
    "asyncio": "import asyncio; asyncio.run(asyncio.sleep(0)); return 1",
    "signal": "os.kill(os.getpid(), 0); return 1",
    "signal to the parent": "os.kill(os.getppid(), 0); return 1",
    "signal to all": "os.killpg(0, 0); return 1",
    "alarm": "signal.setitimer(signal.ITIMER_REAL, 100); signal.setitimer(signal.ITIMER_REAL, 0); return 1",
    "owner of a descriptor": "import fcntl; fcntl.fcntl(3, fcntl.F_SETOWN, os.getppid()); return 1",
    "flags of a descriptor": "import fcntl; fcntl.fcntl(3, fcntl.F_SETFL, os.O_NONBLOCK); return 1",
    "size of a pipe": "import fcntl; fcntl.fcntl(3, 1031, 4096); return 1",
    "truncate output": "os.ftruncate(1, 0); return 1",
    "limits": "import resource as r; l = r.getrlimit(r.RLIMIT_CORE); r.setrlimit(r.RLIMIT_CORE, l); return 1",
    "priority": "os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0)); return 1",
    "affinity": "os.sched_setaffinity(0, os.sched_getaffinity(0)); return 1",
    "umask": "os.umask(0o22); return 1",
    "dumpable": "return libc.prctl(4, 0, 0, 0, 0) == 0",
    "name": "return libc.prctl(15, b'name', 0, 0, 0) == 0",
    "parent's death": "return libc.prctl(1, 0, 0, 0, 0) == 0",
    "shared memory": "return libc.shmget(0, 4096, 0o1600) >= 0",
    "message queue": "return libc.msgget(0, 0o1600) >= 0",
    "environ": "return open('/proc/self/environ', 'rb')",
    "memory": "return open('/proc/self/mem', 'rb')",
    "the parent's memory": "return open(f'/proc/{os.getppid()}/maps', 'rb')",
    "sendmsg": "return call(SENDTO, 3, b'x', 1, 0, 0, 0) >= 0 or ctypes.get_errno() != 1",
}


@pytest.mark.kernel
@pytest.mark.parametrize("way", BLOCKED_HARMLESS)
def test_operations_that_a_submission_has_no_use_for_are_refused(by_isolation, way):
    body = BLOCKED_HARMLESS[way].replace("SENDTO", str(syscalls.number("sendto")))
    outside = attack(by_isolation("process"), body)
    assert outside is True
    assert attack(by_isolation("kernel"), body) is not True


@pytest.mark.kernel
@pytest.mark.parametrize(
    "body",
    [
        "import threading; t = threading.Thread(target=int); t.start(); t.join(); return 1",
        "p = os.fork()\nif not p: os._exit(0)\nos.waitpid(p, 0); return 1",
        "import subprocess; return subprocess.run(['true']).returncode == 0",
        "import multiprocessing as m; p = m.Process(target=int); p.start(); p.join(); return p.exitcode == 0",
        "from concurrent.futures import ThreadPoolExecutor as T; return T(1).submit(int).result() == 0",
        "return os.system('true') == 0",
        "os.posix_spawn('/bin/true', ['true'], {}); return 1",
    ],
)
def test_no_processes_and_no_threads(by_isolation, body):
    if os.getuid() == 0:  # RLIMIT_NPROC binds the others there as well
        assert attack(by_isolation("process"), body) is True
    inside = attack(by_isolation("kernel"), body)
    assert inside is not True


@pytest.mark.kernel
@pytest.mark.parametrize("name", [n for n in ("fork", "vfork", "clone", "clone3") if syscalls.numbers((n,))])
def test_no_processes_by_raw_calls(by_isolation, name):
    body = f"""
    got = call({syscalls.number(name)}, 17, 0, 0, 0, 0)
    if got == 0: os._exit(0)
    assert got == -1 and ctypes.get_errno() in (1, 38)
    """
    assert attack(by_isolation("kernel"), body) is False


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["execve", "execveat"])
def test_no_other_program(by_isolation, name):
    arguments = {
        "execve": "b'/bin/true', 0, 0",
        "execveat": "-100, b'/bin/true', 0, 0, 0",
    }[name]
    body = f"got = call({syscalls.number(name)}, {arguments}); assert got == -1 and ctypes.get_errno() == 1"
    assert attack(by_isolation("kernel"), body) is False
    assert attack(by_isolation("process"), body) is not False


@pytest.mark.kernel
@pytest.mark.parametrize("name", seccomp.KILLED)
def test_calls_that_only_an_attack_makes_end_it(by_isolation, name):
    (result,) = by_isolation("kernel").run(
        (HEAD + f"    call({syscalls.number(name)}, -1, 0, 0, 0, 0, 0)").encode()
    )
    assert result.status is Status.BLOCKED
    assert result.detail == "a system call that is not possible here"


@pytest.mark.kernel
@pytest.mark.skipif(platform.machine() != "x86_64", reason="x32 is an ABI of x86-64")
@pytest.mark.parametrize("number", [0, 2, 39, 41, 62, 520])
def test_calls_by_the_numbers_of_another_abi_end_it(by_isolation, number):
    (result,) = by_isolation("kernel").run((HEAD + f"    call({0x40000000 + number}, 0, 0, 0)").encode())
    assert result.status is Status.BLOCKED


@pytest.mark.kernel
@pytest.mark.skipif(platform.machine() != "x86_64", reason="machine code")
def test_calls_by_the_gate_of_32_bits_end_it(by_isolation):
    body = """
    import mmap
    code = mmap.mmap(-1, 4096, prot=7)
    code.write(b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3")  # mov eax, 20 (getpid); int 0x80; ret
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
    return 1
    """
    assert "blocked" in attack(by_isolation("kernel"), body)


@pytest.mark.kernel
def test_no_limit_can_be_raised(by_isolation):
    body = f"""
    new = struct.pack("QQ", 2**64 - 1, 2**64 - 1)
    old = ctypes.create_string_buffer(16)
    for kind in range(16):
        if call({syscalls.number("prlimit64")}, 0, kind, new, 0) == 0: return 1
        if call({syscalls.number("prlimit64")}, os.getppid(), kind, 0, old) == 0: return 1
        if call({syscalls.number("prlimit64")}, 0, kind, 0, old) != 0: return 1
    """
    assert attack(by_isolation("kernel"), body) is False


@pytest.mark.kernel
def test_what_python_needs_is_allowed(by_isolation):
    body = """
    import time, random, tempfile, locale, platform, uuid, secrets, hashlib, select, zlib
    time.sleep(0.001); time.process_time(); time.localtime(); secrets.token_bytes(8)
    os.getcwd(); os.stat('/'); os.path.realpath('/proc'); os.getpid(); os.times(); os.uname()
    os.cpu_count(); os.get_blocking(1); os.isatty(1); os.access('/', os.R_OK); len(os.urandom(4))
    os.close(os.dup(1)); select.select([], [], [], 0); bytearray(2**26); hashlib.sha256(b'x').digest()
    import resource; resource.getrlimit(resource.RLIMIT_AS); resource.getrusage(resource.RUSAGE_SELF)
    import numpy as np; np.random.default_rng(0).normal(size=10); np.linalg.svd(np.ones((30, 30)))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    return 1
    """
    assert attack(by_isolation("kernel"), body) is True


def test_the_environment_holds_nothing_of_the_judges(spawner, monkeypatch):
    monkeypatch.setenv("GRADER_SECRET", "a token")
    body = """
    libc.getenv.restype = ctypes.c_char_p
    return os.environ or libc.getenv(b"GRADER_SECRET") or libc.getenv(b"HOME")
    """
    with open_spawner() as opened:
        assert attack(opened, body) is False


def test_no_module_of_grader_can_be_imported_but_the_private_ones_are_there(run):
    names = run("import sys\ndef f(): return sorted(sys.modules)").values[0]
    own = [name for name in names if "grader" in name or "runner" in name]
    assert own
    assert all(name == "<runner>" or name.startswith("<runner>.") for name in own)
    assert "<runner>.attempt" not in own
    for name in ("grader", "grader.runner", "grader.runner.wire", "pydantic", "hypothesis", "pytest"):
        result = run(f"import {name}\ndef f(): pass")
        assert result.raised.type_name == "ModuleNotFoundError"
        assert result.raised.module == name.split(".")[0]


def test_nothing_is_to_be_read_from_standard_input(run):
    assert run("def f(): return input()").raised.type_name == "EOFError"
    assert run("import os\ndef f(): return os.read(0, 10)").values == (b"",)


def test_hashes_are_the_same_in_every_spawner():
    texts = b"def f(): return [hash('a text'), hash(b'bytes')]"
    got = []
    for _ in range(2):
        with open_spawner() as opened:
            got.append(next(opened.run(texts)).values)
    assert got[0] == got[1]


def test_every_standard_module_can_be_imported(spawner):
    """Those that this platform's interpreter itself does not have are refused as anywhere.

    Left out is what opens a browser, prints a poem, opens windows, or is for telephones only.
    """
    text = dedent("""
        import importlib, io, sys, warnings
        def f():
            missing = {}
            warnings.simplefilter("ignore")
            left_out = {"antigravity", "this", "idlelib", "__main__", "_ios_support"}
            for name in sorted(sys.stdlib_module_names - left_out):
                try:
                    importlib.import_module(name)
                except ImportError as error:
                    missing[name] = str(error)
            return missing
    """)
    (result,) = spawner.run(text.encode())
    assert result.status is Status.RETURNED, result
    missing = result.values[0]
    outside = {name for name in missing if not _is_here(name)}
    assert set(missing) == outside


def _is_here(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            importlib.import_module(name)
        except ImportError:
            return False
    return True


def test_parts_of_packages_are_imported_late(run):
    result = run(
        "def f():\n    import numpy.ma, numpy.polynomial.chebyshev, xml.dom.minidom, email.mime.text\n"
        "    import concurrent.futures, importlib.resources, unittest.mock, json.tool\n    return 1\n"
    )
    assert result.values == (1,)


def test_modules_are_still_found_after_the_caches_were_dropped(run):
    result = run(
        "import importlib\ndef f():\n    importlib.invalidate_caches()\n    import wave, csv\n    return 1\n"
    )
    assert result.values == (1,)


# The filters, as programs: a small machine runs them on every number and on telling arguments.


def judge_call(program, number, arguments=(), architecture=None):
    """Run a filter on a system call and return its verdict."""
    arch = syscalls.AUDIT_ARCH[syscalls.machine()] if architecture is None else architecture
    padded = [*arguments, *(0,) * (6 - len(arguments))]
    data = np.array([number, arch, 0, 0], "<u4").tobytes() + np.array(padded, "<u8").tobytes()
    steps = np.frombuffer(program, [("code", "<u2"), ("yes", "u1"), ("no", "u1"), ("k", "<u4")])
    accumulator = at = 0
    while True:
        code, yes, no, k = (int(x) for x in steps[at])
        at += 1
        if code == 0x20:
            accumulator = int.from_bytes(data[k : k + 4], "little")
        elif code == 0x06:
            return k
        else:
            holds = {0x15: accumulator == k, 0x35: accumulator >= k, 0x45: bool(accumulator & k)}[code]
            at += yes if holds else no


ALLOW, EPERM, EACCES, ENOSYS, KILL = 0x7FFF0000, 0x00050001, 0x0005000D, 0x00050026, 0x80000000
known_machine = pytest.mark.skipif(
    syscalls.machine() not in syscalls.AUDIT_ARCH, reason="no filter for this architecture"
)


@known_machine
def test_the_filters_allow_the_list_and_nothing_else():
    base, fork = seccomp.base(), seccomp.for_fork(3)
    allowed = set(syscalls.numbers(seccomp.ALLOWED))
    spawner = set(syscalls.numbers(seccomp.SPAWNER_ONLY))
    once = set(syscalls.numbers(seccomp.ONCE_BEFORE))
    killed = set(syscalls.numbers(seccomp.KILLED))
    by_argument = {syscalls.number(name) for name in ("openat", "fcntl", "ioctl", "prlimit64", "close")}
    assert not allowed & (spawner | killed | once)
    for number in (*range(600), 0x3FFFFFFF):
        if number in by_argument:
            continue
        first, second = judge_call(base, number), judge_call(fork, number)
        if number == syscalls.number("clone3"):
            assert first == ENOSYS
        elif number in killed:
            assert first == KILL
        elif number in allowed:
            assert (first, second) == (ALLOW, ALLOW)
        elif number in spawner:
            assert (first, second) == (ALLOW, EPERM)
        elif number in once:
            assert (first, second) == (ALLOW, KILL)
        else:
            assert first == EPERM


@known_machine
@pytest.mark.parametrize(
    ("name", "arguments", "want"),
    [
        ("openat", (0, 0, os.O_RDONLY), ALLOW),
        ("openat", (0, 0, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY), ALLOW),
        ("openat", (0, 0, os.O_PATH), ALLOW),
        ("openat", (0, 0, os.O_WRONLY), EACCES),
        ("openat", (0, 0, os.O_RDWR), EACCES),
        ("openat", (0, 0, os.O_CREAT), EACCES),
        ("openat", (0, 0, os.O_TRUNC), EACCES),
        ("openat", (0, 0, os.O_TMPFILE | os.O_RDWR), EACCES),
        ("openat", (0, 0, (1 << 32) | os.O_TRUNC), EACCES),
        ("fcntl", (3, 1), ALLOW),
        ("fcntl", (3, 1030), ALLOW),
        ("fcntl", (3, 0), EPERM),
        ("fcntl", (3, 4), EPERM),
        ("fcntl", (3, 8), EPERM),
        ("fcntl", (3, 10), EPERM),
        ("fcntl", (3, 1031), EPERM),
        ("ioctl", (1, 0x5401), ALLOW),
        ("ioctl", (1, 0x5412), EPERM),
        ("ioctl", (1, 0x5413), EPERM),
    ],
)
def test_calls_with_a_second_use_are_allowed_by_their_arguments(name, arguments, want):
    assert judge_call(seccomp.base(), syscalls.number(name), arguments) == want


@known_machine
@pytest.mark.parametrize(
    ("name", "arguments", "want"),
    [
        ("prlimit64", (0, 7, 0, 0x1000), ALLOW),
        ("prlimit64", (0, 7, 0x1000, 0), EPERM),
        ("prlimit64", (0, 7, 1 << 32, 0), EPERM),
        ("prlimit64", (1, 7, 0, 0x1000), EPERM),
        ("close", (4,), ALLOW),
        ("close", (3,), EPERM),
        ("close", ((1 << 32) | 3,), EPERM),
    ],
)
def test_a_fork_has_fewer(name, arguments, want):
    assert judge_call(seccomp.base(), syscalls.number(name), arguments) == ALLOW
    assert judge_call(seccomp.for_fork(3), syscalls.number(name), arguments) == want


@known_machine
def test_another_architecture_is_ended_at_once():
    assert judge_call(seccomp.base(), 0, architecture=0x40000003) == KILL
    if platform.machine() == "x86_64":
        assert judge_call(seccomp.base(), 0x40000000) == KILL
        assert judge_call(seccomp.base(), 0xFFFFFFFF) == KILL


@pytest.mark.parametrize("architecture", ["x86_64", "aarch64"])
def test_programs_are_made_for_each_architecture(monkeypatch, architecture):
    monkeypatch.setattr(seccomp, "machine", lambda: architecture)
    monkeypatch.setattr(syscalls, "machine", lambda: architecture)
    for program in (seccomp.base(), seccomp.for_fork(3)):
        assert len(program) % 8 == 0
        assert len(program) // 8 < 4096


HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


@pytest.mark.parametrize("architecture", HEADERS)
def test_the_numbers_are_those_of_the_kernels_headers(architecture):
    if not HEADERS[architecture].exists():
        pytest.skip("the kernel's headers are not installed")
    told = {}
    for line in HEADERS[architecture].read_text().splitlines():
        words = line.split()
        if len(words) >= 3 and words[0] == "#define" and words[1].startswith("__NR") and words[2].isdigit():
            told[words[1].removeprefix("__NR3264_").removeprefix("__NR_")] = int(words[2])
    told.setdefault("newfstatat", told.get("fstatat", -1))
    for name in syscalls._NUMBERS:
        assert syscalls.numbers((name,), architecture) == ([told[name]] if name in told else [])


@pytest.mark.long
@known_machine
def test_the_filters_agree_with_those_of_libseccomp():
    """The same list given to the usual library makes a program with the same verdicts."""
    try:
        library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    except OSError:
        pytest.skip("libseccomp is not installed")
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(EPERM)))
    rules = [(ENOSYS, syscalls.number("clone3"))]
    rules += [(KILL, number) for number in syscalls.numbers(seccomp.KILLED)]
    rules += [
        (ALLOW, number)
        for number in syscalls.numbers((*seccomp.ALLOWED, *seccomp.SPAWNER_ONLY, *seccomp.ONCE_BEFORE))
    ]
    for action, number in rules:
        assert library.seccomp_rule_add(context, ctypes.c_uint32(action), ctypes.c_int(number), 0) == 0
    reader = os.memfd_create("bpf")
    assert library.seccomp_export_bpf(context, reader) == 0
    theirs = os.pread(reader, 2**20, 0)
    os.close(reader)
    by_argument = {syscalls.number(name) for name in ("openat", "fcntl", "ioctl", "prlimit64")}
    for number in set(range(600)) - by_argument:
        assert judge_call(seccomp.base(), number) == _machine_of(theirs)(number), number


def _machine_of(program):
    """Return a function that runs a program of libseccomp's, which uses a few more kinds of steps."""
    arch = syscalls.AUDIT_ARCH[syscalls.machine()]
    steps = [tuple(int(x) for x in step) for step in np.frombuffer(program, "<u2,u1,u1,<u4")]

    def run(number):
        data = np.array([number, arch, *(0,) * 14], "<u4")
        accumulator = at = 0
        while True:
            code, yes, no, k = steps[at]
            at += 1
            if code == 0x20:
                accumulator = int(data[k // 4])
            elif code == 0x06:
                return k
            elif code == 0x05:
                at += k
            else:
                holds = {0x15: accumulator == k, 0x35: accumulator >= k, 0x25: accumulator > k}[code]
                at += yes if holds else no

    return run


# The kernel's side of a machine that lacks something.


def test_a_machine_without_landlock_is_told(monkeypatch):
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    assert "Landlock" in confine.missing()


def test_a_machine_of_another_kind_is_told(monkeypatch):
    monkeypatch.setattr(confine, "machine", lambda: "riscv64")
    assert "riscv64" in confine.missing()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "darwin" in confine.missing()


@pytest.mark.kernel
def test_a_spawner_that_could_read_what_it_must_not_runs_nothing():
    with open_spawner(isolation="kernel", forbidden=[Path(np.__file__).parent]) as opened:
        for _ in range(2):
            with pytest.raises(IsolationError, match="lies under"):
                opened.run(b"def f(): pass")
