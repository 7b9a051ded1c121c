"""What a learner is told of each way to end, on a sample and on a hidden case."""

import re

import pytest
from hostile.bench import small_judge

from grader.runner.clock import Clock

pytestmark = pytest.mark.kernel

TEMPLATE = """import numpy as np
{top}


def layer_norm(x, gamma, beta, eps=1e-6):
    {body}
"""
AT_THE_CALL = {
    "an exception": "raise ValueError(f'x is {x.shape}')",
    "an exception of its own": "raise type('Mine', (KeyError,), {})('a secret')",
    "an assertion": "assert x.ndim == 17",
    "an attribute that there is not": "return x.no_such_thing",
    "a division": "return 1 // 0",
    "numpy's own error": "return x.reshape(-1, 99999)",
    "an endless recursion": "return layer_norm(x, gamma, beta)",
    "a crash": "import ctypes; return ctypes.string_at(0)",
    "an abort": "import os; os.abort()",
    "an end with status 0": "import os; os._exit(0)",
    "an end with status 3": "import os; os._exit(3)",
    "sys.exit": "import sys; sys.exit('bye')",
    "sys.exit with what it was given": "import sys; sys.exit(str(x.ravel().tolist()))",
    "exit": "exit()",
    "opening a file": "return open('/etc/passwd').read()",
    "opening a file of its own": "return open('notes.txt', 'w')",
    "opening a file named after the input": "return open(str(x.ravel()[0]))",
    "listing a folder": "import os; return os.listdir('/')",
    "removing a file": "import os; os.remove('/etc/passwd')",
    "making a folder": "import os; os.mkdir('folder')",
    "a temporary file": "import tempfile; return tempfile.mkstemp()",
    "a thread": "import threading; threading.Thread(target=print).start()",
    "a process": "import subprocess; subprocess.run(['ls'])",
    "a fork": "import os; return os.fork()",
    "a socket": "import socket; return socket.socket()",
    "a page of the web": "import urllib.request; return urllib.request.urlopen('http://localhost/')",
    "a signal": "import os; os.kill(os.getppid(), 9)",
    "limits": "import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 1))",
    "a call that only an attack makes": "import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)",
    "shared memory": "from multiprocessing import shared_memory; shared_memory.SharedMemory(create=True, size=9)",
    "a package that is not allowed": "import torch",
    "a part of a package that is not allowed": "import scipy.stats",
    "a name that a package has not": "from numpy import no_such_name",
    "a part that numpy has not": "import numpy.no_such_part",
    "an import by relative name": "from . import helper",
    "much memory at once": "return np.ones(10**11)",
    "memory bit by bit": "kept = []\n    while True: kept.append(np.ones(10**6))",
    "a list that doubles": "kept = [0]\n    while True: kept += kept",
    "an error of memory by hand": "raise MemoryError('all gone')",
    "an endless loop": "while True: pass",
    "sleep": "import time; time.sleep(100)",
    "a file that is flooded": "while True: print('x' * 1000)",
    "input": "return input()",
}  # fmt: skip
AT_IMPORT = {
    "an exception while imported": "raise ValueError('early')",
    "a file while imported": "open('/etc/passwd')",
    "a package while imported": "import pandas",
    "an end while imported": "import os; os._exit(0)",
    "sys.exit while imported": "raise SystemExit('early')",
    "a crash while imported": "import ctypes; ctypes.string_at(0)",
    "a loop while imported": "while True: pass",
    "sleep while imported": "import time; time.sleep(100)",
    "memory while imported": "KEPT = []\nwhile True: KEPT.append(np.ones(10**6))",
    "a flood while imported": "while True: print('x' * 1000)",
    "a fault of syntax": "def f(:",
    "a fault of tabs": "if 1:\n        a = 1\n\tb = 2",
    "a bad byte": "a = '\\ud800'; b = chr(0) + ",
    "too many brackets": "a = " + "(" * 300,
}
WHOLE_FILES = {
    "an empty file": b"",
    "another name": b"def layernorm(x): return x\n",
    "a name that is no function": b"layer_norm = 5\n",
    "bytes that are no UTF-8": b"# \xff\xfe\n",
    "a coding that there is not": b"# coding: klingon\n",
    "too large": b"#" * 300_000,
    "frames that are none": b"import os, time\nos.write(3, b'x' * 1000)\ntime.sleep(9)\n",
}
_TIGHT = {"cpu_s_call": 0.2, "cpu_s_total": 0.5, "import_s": 0.5, "reforks": 20}
LOOPS = ("an endless loop", "a loop while imported")
SLEEPERS = ("sleep", "sleep while imported")


@pytest.fixture(scope="module")
def judges(cache):
    patient, _ = small_judge(cache, cpu_s_call=5.0, cpu_s_total=60.0, import_s=10.0, reforks=20)
    # Which of two clocks ends it is for the test to say, not for what else the machine has to do.
    looping, _ = small_judge(cache, **_TIGHT, wall_factor=200.0)
    sleeping, _ = small_judge(cache, **_TIGHT, wall_factor=2.0)
    with patient, looping, sleeping:
        yield lambda name: looping if name in LOOPS else sleeping if name in SLEEPERS else patient


def told(result):
    """Return what is said: in one line for the whole, and once for a sample and once for a hidden case."""
    samples = [c for c in result.cases if c.visibility == "sample"]
    hidden = [c for c in result.cases if c.visibility != "sample" and len(c.name) and c.call is None]
    lines = {
        "whole": f"{result.verdict} {result.message}",
        "sample": f"{samples[0].verdict} {samples[0].reason} {samples[0].message}",
        "hidden": f"{hidden[0].verdict} {hidden[0].reason} {hidden[0].message}",
    }
    return {who: _settled(line) for who, line in lines.items()}


def _settled(line):
    """Return `line` without what differs from machine to machine."""
    line = re.sub(r"[\d.]+ [KM]iB were in use", "N MiB were in use", line)
    return re.sub(
        r"/psm_\w+", "/psm_N", re.sub(r"\(/.*/numpy/__init__.py\)", "(.../numpy/__init__.py)", line)
    )


@pytest.mark.parametrize("name", AT_THE_CALL)
def test_a_call_that_does_not_return(name, judges, snapshot):
    result = judges(name).grade(TEMPLATE.format(top="", body=AT_THE_CALL[name]).encode())
    assert told(result) == snapshot


@pytest.mark.parametrize("name", AT_IMPORT)
def test_an_import_that_fails(name, judges, snapshot):
    source = TEMPLATE.format(top=AT_IMPORT[name], body="return x").encode("utf-8", "surrogatepass")
    assert told(judges(name).grade(source)) == snapshot


@pytest.mark.parametrize("name", WHOLE_FILES)
def test_a_file_that_is_no_solution(name, judges, snapshot):
    assert told(judges(name).grade(WHOLE_FILES[name])) == snapshot


INPUT = "f'{x.ravel()[0]!r}'"


@pytest.mark.parametrize(
    "body",
    [
        f"raise ValueError({INPUT})",
        f"raise type({INPUT}, (ValueError,), {{}})",
        f"open({INPUT})",
        f"import importlib; importlib.import_module({INPUT}.replace('.', '_').replace('-', '_').replace('(', '').replace(')', ''))",
        f"import sys; sys.exit({INPUT})",
        f"exec(compile('def f(): raise ValueError', 'solution.py', 'exec')); f = locals()['f']; f.__code__ = f.__code__.replace(co_name={INPUT}); f()",
        f"return {INPUT}",
        f"print({INPUT}); return None",
        f"import os; os.write(3, {INPUT}.encode() * 10); os._exit(1)",
        f"raise ImportError(name={INPUT})",
        f"raise OSError(1, {INPUT}, {INPUT})",
        f"e = ValueError(); e.add_note({INPUT}); raise e",
    ],
)
def test_no_hidden_input_comes_back_in_a_message(body, judges):
    # Samples are right, so that all that is told is of hidden cases.
    source = f"""import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    if x.shape in ((4,), (2, 3)):
        d = x - np.mean(x, axis=-1, keepdims=True)
        return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
    {body}
"""
    judge = judges("patient")
    result = judge.grade(source.encode())
    assert result.verdict in ("RTE", "WA")
    # Of generated cases the counterexample may be shown.
    fixed = [c for c in judge.bank.cases if c.visibility == "hidden"]
    inputs = {repr(float(c.steps[0]["x"].ravel()[0])).strip("-").replace(".", "_")[:12] for c in fixed}
    texts = [
        result.message,
        *(c.message for c in result.cases if c.visibility == "hidden"),
        *(w.message for w in result.warnings),
    ]
    everything = " ".join(filter(None, texts)).replace(".", "_")
    assert not [i for i in inputs if i in everything]


@pytest.mark.long
def test_what_only_the_kernel_has_ended_for_its_time_is_over_the_limit_of_time(cache, monkeypatch):
    monkeypatch.setattr(Clock, "look", lambda *_, **__: 0.1)  # a judge that is held up
    judge, _ = small_judge(cache, cpu_s_call=0.1, cpu_s_total=0.1, import_s=0.1, reforks=0)
    with judge:
        loops = judge.grade(TEMPLATE.format(top="", body="while True: pass").encode())
        sends = judge.grade(b"import signal\nsignal.raise_signal(signal.SIGXCPU)\n")
    assert loops.verdict == "TLE"
    assert "the kernel's limit of CPU time" in loops.message
    assert sends.verdict == "RTE"
