"""Starting spawners: what they may read, that they start beside the judge's work, and that they end with it."""

import os
import shutil
import signal
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import grader
from grader.errors import IsolationError, UsageError
from grader.runner import packages
from grader.runner.client import KernelRunner
from grader.runner.status import Limits, Status
from grader.runner.wire import Call

from .conftest import NO_ARGUMENTS, open_spawner

KINDS = ["process", pytest.param("kernel", marks=pytest.mark.kernel)]
ROOT = Path(grader.__file__).parents[1]


def test_importing_the_runner_loads_nothing_heavy():
    text = "import sys, grader.runner.client; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(told.stdout.split())
    assert "grader.runner.client" in loaded
    assert not loaded & {
        "hypothesis",
        "pydantic",
        "rich",
        "typer",
        "subprocess",
        "multiprocessing",
        "asyncio",
    }


def test_a_spawner_gets_ready_while_the_judge_goes_on():
    with open_spawner() as opened:
        assert not opened._process._ready
        assert next(opened.run(b"def f(): return 1")).values == (1,)
        assert opened._process._ready


def test_a_spawner_that_is_never_used_ends_as_well():
    files, threads = len(os.listdir("/proc/self/fd")), threading.active_count()
    for _ in range(3):
        open_spawner().close()
    assert len(os.listdir("/proc/self/fd")) == files
    assert threading.active_count() == threads


def test_closing_twice_is_harmless():
    opened = open_spawner()
    opened.close()
    opened.close()


def test_two_spawners_work_side_by_side():
    with open_spawner([Call(steps=((1,),))]) as one, open_spawner([Call(steps=((2,),))]) as two:
        runs = [one.run(b"def f(n): return n"), two.run(b"def f(n): return n")]
        assert [next(run).values for run in runs] == [(1,), (2,)]


def test_an_allowed_import_that_is_not_installed_is_named():
    with pytest.raises(UsageError, match=r"'no_such_package' is not installed here: pip install"):
        KernelRunner(entry_point="f", allowed_imports=("numpy", "no_such_package"))


def test_the_standard_library_needs_no_finding():
    assert packages.find_packages(("math", "json")).files.keys() == {"numpy"}


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Give a folder on the path with a package, a module and a package that can't be loaded."""
    (tmp_path / "allowed_pkg").mkdir()
    (tmp_path / "allowed_pkg" / "__init__.py").write_text("WORD = 'package'\n")
    (tmp_path / "allowed_pkg" / "part.py").write_text("WORD = 'part'\n")
    (tmp_path / "allowed_pkg.libs").mkdir()
    (tmp_path / "allowed_module.py").write_text("WORD = 'module'\n")
    (tmp_path / "broken_pkg.py").write_text("import something_else_that_is_missing\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("isolation", KINDS)
def test_allowed_packages_are_there_and_their_neighbours_are_not(installed, isolation):
    with open_spawner(isolation=isolation, allowed_imports=("allowed_pkg", "allowed_module")) as opened:
        text = (
            b"import allowed_pkg, allowed_module, allowed_pkg.part\n"
            b"def f(): return [allowed_pkg.WORD, allowed_module.WORD, allowed_pkg.part.WORD]\n"
        )
        assert next(opened.run(text)).values == (["package", "module", "part"],)
        for name in (b"broken_pkg", b"pytest", b"grader"):
            result = next(opened.run(b"import " + name + b"\ndef f(): pass"))
            assert result.raised.module == name.decode()
    with open_spawner(isolation=isolation) as opened:
        assert next(opened.run(text)).raised.module == "allowed_pkg"


@pytest.mark.parametrize("isolation", KINDS)
def test_packages_are_loaded_away_from_the_folder_where_the_judge_works(installed, isolation, monkeypatch):
    (installed / "allowed_module.py").write_text("import os\nLOADED_IN = os.getcwd()\n")
    monkeypatch.chdir(installed / "allowed_pkg")
    with open_spawner(isolation=isolation, allowed_imports=("allowed_module",)) as opened:
        text = b"import allowed_module, os\ndef f(): return [allowed_module.LOADED_IN, os.getcwd()]\n"
        ((loaded, works),) = next(opened.run(text)).values
    assert loaded == "/"
    assert works == ("/" if isolation == "kernel" else str(installed / "allowed_pkg"))


def test_an_allowed_package_that_cannot_be_loaded_is_told(installed):
    with (
        open_spawner(allowed_imports=("broken_pkg",)) as opened,
        pytest.raises(IsolationError, match="'broken_pkg' can't be loaded: No module named 'something_else"),
    ):
        opened.run(b"def f(): pass")


@pytest.mark.parametrize("isolation", KINDS)
def test_a_place_that_must_stay_hidden_is_not_inside_a_readable_one(installed, isolation):
    hidden = installed / "allowed_pkg" / "problems"
    hidden.mkdir()
    with (
        open_spawner(isolation=isolation, allowed_imports=("allowed_pkg",), forbidden=[hidden]) as opened,
        pytest.raises(IsolationError, match=r"problems.*lies under.*allowed_pkg"),
    ):
        opened.run(b"def f(): pass")


def test_neither_grader_nor_what_is_installed_is_readable_as_a_whole(spawner):
    next(spawner.run(b"def f(): pass"))
    readable = spawner._process.readable
    assert str(Path(np.__file__).parent.resolve()) in readable
    for place in (
        ROOT,
        Path(grader.__file__).parent,
        Path(np.__file__).parents[1],
        Path(sysconfig.get_path("stdlib")),
    ):
        assert str(place.resolve()) not in readable
    assert not [path for path in readable if "site-packages" in Path(path).name]


def test_an_interpreter_that_cannot_be_started_is_told(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/interpreter")
    with (
        open_spawner() as opened,
        pytest.raises(IsolationError, match="can't be started by this user: No such"),
    ):
        opened.run(b"def f(): pass")


def test_an_interpreter_that_ends_early_is_told(monkeypatch):
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with open_spawner() as opened, pytest.raises(IsolationError, match="ended before the sandbox was ready"):
        opened.run(b"def f(): pass")


def test_a_fault_at_the_start_does_not_stay(monkeypatch):
    with open_spawner() as opened:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", shutil.which("false"))
            opened._process.close()
            opened._process = opened._start()
            with pytest.raises(IsolationError):
                opened.run(b"def f(): pass")
        assert next(opened.run(b"def f(): return 1")).values == (1,)


JUDGE = """
import sys
from grader.runner.client import KernelRunner
from grader.runner.status import Limits
from grader.runner.wire import Call
opened = KernelRunner(entry_point="f", isolation=sys.argv[1]).open([Call(steps=((),))], Limits())
run = opened.run(b"import time\\ndef f():\\n    while True: time.sleep(0.01)\\n")
pid = opened._process._pid
print(pid, open(f"/proc/{pid}/task/{pid}/children").read(), flush=True)
next(run)
"""


def _running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("isolation", KINDS)
@pytest.mark.parametrize("killed", ["judge", "spawner"])
def test_a_kill_leaves_no_process_running(isolation, killed):
    judge = subprocess.Popen(
        [sys.executable, "-c", JUDGE, isolation],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    )
    try:
        pids = [int(word) for word in judge.stdout.readline().split()]
        assert len(pids) == 2
        os.kill(judge.pid if killed == "judge" else pids[0], signal.SIGKILL)
        guard = time.monotonic() + 30
        while any(map(_running, pids)) and time.monotonic() < guard:
            time.sleep(0.01)
        assert not any(map(_running, pids))
    finally:
        judge.kill()
        judge.wait()
        judge.stdout.close()


def _readable_interpreter():
    """Return an interpreter of this version that every user can start, or None."""
    for path in (Path(sys.executable).resolve(), Path("/usr/bin/python3")):
        if not path.exists() or any(not parent.stat().st_mode & 0o001 for parent in path.parents):
            continue
        told = subprocess.run(
            [path, "-c", "import sys; print(*sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        if told.stdout.split() == [str(part) for part in sys.version_info[:2]]:
            return path
    return None


@pytest.mark.long
@pytest.mark.kernel
@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_an_ordinary_user_with_a_base_interpreter_has_the_same_sandbox():
    interpreter = _readable_interpreter()
    if interpreter is None:
        pytest.skip("no interpreter of this version can be started by every user")
    # Not below pytest's own folder, into which no other user may look.
    folder = Path(tempfile.mkdtemp(prefix="grader-ordinary-"))
    try:
        folder.chmod(0o755)
        home = Path(np.__file__).parent
        shutil.copytree(home, folder / home.name, ignore=shutil.ignore_patterns("__pycache__", "tests"))
        if (libraries := home.with_name(f"{home.name}.libs")).exists():
            shutil.copytree(libraries, folder / libraries.name)
        shutil.copytree(ROOT / "grader", folder / "grader", ignore=shutil.ignore_patterns("__pycache__"))
        text = (
            "from grader.runner.client import KernelRunner\n"
            "from grader.runner.status import Limits\n"
            "from grader.runner.wire import Call\n"
            "with KernelRunner(entry_point='f').open([Call(steps=((),))], Limits()) as opened:\n"
            "    for body in ('1', 'open(\"/etc/passwd\")', 'open(\"/tmp/new\", \"w\")', '__import__(\"os\").fork()',\n"
            '                 \'__import__("os").kill(__import__("os").getppid(), 0)\'):\n'
            "        print(next(opened.run(f'def f(): return {body}'.encode())).status)\n"
        )
        told = subprocess.run(
            [interpreter, "-B", "-c", text],
            capture_output=True,
            text=True,
            check=False,
            user=65534,
            group=65534,
            extra_groups=[],
            env={"PYTHONPATH": str(folder)},
            cwd="/",
        )
        assert told.stdout.split() == ["returned", *["blocked"] * 4], told.stderr
    finally:
        shutil.rmtree(folder)


@pytest.mark.bench
@pytest.mark.kernel
def test_a_confined_run_costs_little_more_than_a_bare_fork():
    """140 small calls, against fork, compile, the calls and the wait in one process; the medians of many."""
    rng = np.random.RandomState(0)
    text = (
        b"import numpy as np\ndef f(x, gamma, beta, eps=1e-6):\n"
        b"    mean = x.mean(axis=-1, keepdims=True)\n    var = ((x - mean) ** 2).mean(axis=-1, keepdims=True)\n"
        b"    return (x - mean) / np.sqrt(var + eps) * gamma + beta\n"
    )
    arguments = [(rng.randn(3, 9), rng.randn(9), rng.randn(9)) for _ in range(140)]

    def bare():
        pid = os.fork()
        if pid == 0:
            namespace = {}
            exec(compile(text, "bare", "exec"), namespace)
            for each in arguments:
                namespace["f"](*each)
            os._exit(0)
        os.waitpid(pid, 0)

    def seconds(work):
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    with open_spawner(
        [Call(steps=(each,)) for each in arguments], isolation="kernel", limits=Limits()
    ) as opened:

        def run():
            assert all(result.status is Status.RETURNED for result in opened.run(text))

        run()
        pairs = [(seconds(bare), seconds(run)) for _ in range(200)]
    ratio = statistics.median(confined for _, confined in pairs) / statistics.median(b for b, _ in pairs)
    assert ratio <= 1.5


def test_inputs_are_loaded_once():
    large = Call(steps=((np.zeros(10**6),),))
    with open_spawner([large, NO_ARGUMENTS]) as opened:
        text = b"def f(x=None): return None if x is None else float(x.sum())"
        for _ in range(3):
            assert [result.values for result in opened.run(text)] == [(0.0,), (None,)]
