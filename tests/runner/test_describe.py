"""What is told of exceptions, and that nothing of the submission runs for it."""

import sys
from textwrap import dedent

import numpy as np
import pytest

from grader.runner import claims, describe, wire
from grader.runner.describe import AuditWatch
from grader.runner.status import Status

WATCH = AuditWatch()
FIELDS = ("name", "builtin", "message", "lines", "operation", "target", "module", "asked_for", "leave")


def told(text):
    """Run `text` as a submission here, and return the description of what it raises, by field."""
    WATCH.clear()
    namespace = {"np": np, "sys": sys}
    try:
        exec(compile(dedent(text), "solution.py", "exec"), namespace)
    except BaseException as error:  # noqa: BLE001 - whatever it is
        return dict(zip(FIELDS, describe.describe(error, "solution.py", WATCH), strict=True))
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("text", "name", "builtin", "message"),
    [
        ("raise ValueError('a', 1, None)", "ValueError", "ValueError", "('a', 1, None)"),
        ("raise ValueError", "ValueError", "ValueError", ""),
        ("raise KeyError('k')", "KeyError", "KeyError", "'k'"),
        ("1 / 0", "ZeroDivisionError", "ZeroDivisionError", "division by zero"),
        (
            "open('/no/such/file')",
            "FileNotFoundError",
            "FileNotFoundError",
            "[Errno 2] No such file or directory: '/no/such/file'",
        ),
        (
            "import no_such_module",
            "ModuleNotFoundError",
            "ModuleNotFoundError",
            "No module named 'no_such_module'",
        ),
        (
            "np.zeros((2, 3)) @ np.zeros((2, 3))",
            "ValueError",
            "ValueError",
            "matmul: Input operand 1 has a mismatch",
        ),
        (
            "np.zeros(3).sum(axis=4)",
            "AxisError",
            "ValueError",
            "axis 4 is out of bounds for array of dimension 1",
        ),
        ("class Own(KeyError): pass\nraise Own('k')", "Own", "KeyError", "'k'"),
        (
            "class Own(Exception):\n    def __str__(self): raise SystemExit\nraise Own('x')",
            "Own",
            "Exception",
            "x",
        ),
        (
            "class Own(Exception):\n    def __str__(self):\n        while True: pass\nraise Own('x', 2)",
            "Own",
            "Exception",
            "x, 2",
        ),
        (
            "class R:\n    def __repr__(self): raise SystemExit\nraise ValueError(R())",
            "ValueError",
            "ValueError",
            "<R>",
        ),
        (
            "class R:\n    def __repr__(self): raise SystemExit\nraise ValueError([R()], 1)",
            "ValueError",
            "ValueError",
            "<list>, 1",
        ),
        (
            "class R:\n    def __repr__(self): raise SystemExit\nraise OSError(2, R(), R())",
            "FileNotFoundError",
            "FileNotFoundError",
            "[Errno 2] <R>: '<R>'",
        ),
        ("raise ValueError(10**5000)", "ValueError", "ValueError", "<int>"),
        ("raise SyntaxError('CE', ('/etc/hostname', 1, 1, None))", "SyntaxError", "SyntaxError", "CE"),
        (
            "raise type('\\x1b[31m', (Exception,), {})('\\x1b\\u202e\\n<b>')",
            "\\x1b[31m",
            "Exception",
            "\\x1b\\u202e\\n<b>",
        ),
        ("raise ExceptionGroup('all', [ValueError()])", "ExceptionGroup", "ExceptionGroup", "all, <list>"),
        (
            "raise UnicodeDecodeError('utf-8', b'\\xff', 0, 1, 'bad')",
            "UnicodeDecodeError",
            "UnicodeDecodeError",
            "'utf-8' codec can't decode byte 0xff",
        ),
    ],
)
def test_class_and_message_are_told(text, name, builtin, message):
    got = told(text)
    assert (got["name"], got["builtin"]) == (name, builtin)
    assert message in got["message"] if message else got["message"] == ""
    assert got["message"].isprintable()


def test_a_long_message_is_cut():
    got = told("raise ValueError('m' * 10**8)")
    assert len(got["message"]) == describe.MAX_MESSAGE
    assert told("raise type('N' * 10**6, (Exception,), {})")["name"] == "N" * 79 + "…"


def test_properties_that_lie_are_not_asked():
    got = told("""
        class E(ValueError):
            __class__ = property(lambda self: 1 / 0)
            __traceback__ = property(lambda self: 1 / 0)
            __cause__ = property(lambda self: 1 / 0)
            args = property(lambda self: 1 / 0)
            def __getattribute__(self, name): raise SystemExit
        raise E("honest")
    """)
    assert (got["name"], got["builtin"], got["message"]) == ("E", "ValueError", "honest")
    assert got["lines"] == ((8, "<module>"),)


def test_the_loader_of_the_module_is_not_asked():
    got = told("""
        class L:
            def get_source(self, name): raise SystemExit
        __loader__ = L()
        def f(): raise ValueError("x")
        f()
    """)
    assert got["lines"] == ((6, "<module>"), (5, "f"))


def test_the_submissions_own_lines_are_told_outermost_first():
    got = told("""
        def inner():
            return np.zeros(3).reshape(2, 2)
        def outer():
            return [inner() for _ in (1,)]
        outer()
    """)
    assert got["lines"][0][0] == 6
    assert got["lines"][-1] == (3, "inner")


def test_of_a_deep_recursion_both_ends_are_told():
    got = told("def f(n):\n    if n == 0: raise ValueError\n    f(n - 1)\nf(500)\n")
    assert len(got["lines"]) == describe.MAX_LINES
    assert got["lines"][0] == (4, "<module>")
    assert got["lines"][-1] == (2, "f")


@pytest.mark.parametrize(
    ("text", "operation", "target"),
    [
        ("raise PermissionError(1, 'no')", describe.OTHER, None),
        ("raise PermissionError(1, 'no', '/x')", describe.FILE, "/x"),
        ('raise RuntimeError("can\'t start new thread")', "starting a thread", None),
        ("raise FileNotFoundError(2, 'no', '/x')", None, None),
        ("raise RuntimeError('no')", None, None),
        ("sys.audit('open', '/x', 'r', 0); raise PermissionError(13, 'no', '/x')", "opening a file", "/x"),
        ("sys.audit('open', '/y', 'r', 0); raise PermissionError(13, 'no', '/x')", describe.FILE, "/x"),
        ("sys.audit('os.listdir', '/x'); raise PermissionError(13, 'no', '/x')", "listing a folder", "/x"),
        (
            "sys.audit('socket.__new__', 1, 2, 3, 4); raise PermissionError(1, 'no')",
            "using the network",
            None,
        ),
        (
            "sys.audit('subprocess.Popen', 'ls', [], None, None); raise PermissionError(1, 'no')",
            "starting a process",
            "ls",
        ),
        ("sys.audit('os.kill', 1, 9); raise PermissionError(1, 'no')", "sending a signal", None),
        (
            "sys.audit('tempfile.mkstemp', '/t'); raise FileNotFoundError(2, 'no')",
            "making a temporary file",
            None,
        ),
    ],
)
def test_a_denied_operation_is_named(text, operation, target):
    got = told(text)
    assert (got["operation"], got["target"]) == (operation, target)
    assert operation is None or operation in describe.OPERATIONS


@pytest.mark.parametrize(
    ("text", "leave"),
    [
        ("sys.exit()", "sys.exit()"),
        ("sys.exit(3)", "sys.exit(3)"),
        ("sys.exit('text')", "sys.exit('text')"),
        ("sys.exit(object())", "sys.exit(<object>)"),
        ("raise ValueError", None),
    ],
)
def test_leaving_is_told_from_raising(text, leave):
    assert told(text)["leave"] == leave


def test_what_an_allocation_asked_for_is_told():
    assert told("np.ones(2**50)")["asked_for"] == 2**53
    assert told("raise MemoryError('x')")["asked_for"] == 1
    assert told("raise OSError(12, 'no memory')")["asked_for"] == 1
    assert told("raise ValueError")["asked_for"] == 0
    assert told("class M(MemoryError):\n    _total_size = -5\nraise M")["asked_for"] == 1


def test_a_missing_module_is_named():
    assert told("import no.such.module")["module"] == "no"
    assert told("raise ImportError('x', name=3)")["module"] is None


# The judge's side.


def claim(**fields):
    values = dict(zip(FIELDS, told("raise ValueError('m')").values(), strict=True)) | fields
    return wire.encode_value(tuple(values.values()))


def test_a_description_arrives_as_it_was():
    raised, asked_for, leave = claims.read_raised(
        claim(lines=((3, "f"),), operation="opening a file", target="/x")
    )
    assert (raised.type_name, raised.message, raised.lines) == ("ValueError", "m", ((3, "f"),))
    assert (raised.operation, raised.target, asked_for, leave) == ("opening a file", "/x", 0, None)


def test_claims_are_bounded_and_escaped_again():
    raised, _, leave = claims.read_raised(
        claim(
            name="\x1b" * 900,
            builtin="Nonsense",
            message="\u202e" * 9000,
            lines=((-5, "f" * 999), (10**12, "\n")),
            operation="launching a rocket",
            target="\x07" * 999,
            module="\x00",
            leave="\x1b[2J",
        )
    )
    assert raised.builtin == "Exception"
    assert raised.operation is None
    assert raised.lines == ((0, "f" * 79 + "…"), (10_000_000, "\\n"))
    for text, limit in (
        (raised.type_name, 80),
        (raised.message, 2000),
        (raised.target, 300),
        (raised.module, 300),
        (leave, 300),
    ):
        assert text.isprintable()
        assert len(text) <= limit


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"N",
        wire.encode_value(()),
        wire.encode_value([1] * 9),
        claim(name=5),
        claim(message=None),
        claim(lines=[1]),
        claim(lines=((1, 2),)),
        claim(lines=((1.0, "f"),)),
        claim(lines=((1, "f"),) * 21),
        claim(asked_for="1"),
        claim(target=5),
        claim() + b"N",
    ],
    ids=len,
)
def test_what_is_no_description_is_refused(payload):
    with pytest.raises(wire.WireError):
        claims.read_raised(payload)


def test_parameters_are_bounded():
    assert claims.read_parameters(b"") is None
    assert claims.read_parameters(b"x gamma") == ("x", "gamma")
    assert claims.read_parameters(b"x \x1b[1m") == ("x", "\\x1b[1m")
    with pytest.raises(wire.WireError):
        claims.read_parameters(b"x " * 65)


# In the sandbox.


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("body", "operation", "target"),
    [
        ("open('/etc/passwd')", "opening a file", "/etc/passwd"),
        ("open('out.txt', 'w')", "opening a file", "out.txt"),
        ("import os; os.listdir('/')", "listing a folder", "/"),
        ("import os; os.mkdir('d')", "making a folder", "d"),
        ("import pathlib; pathlib.Path('x').read_text()", None, None),
        ("import socket; socket.socket()", "using the network", None),
        ("import urllib.request as u; u.urlopen('http://127.0.0.1:9')", None, None),
        ("import subprocess; subprocess.run(['ls'])", "starting a process", "ls"),
        ("import os; os.fork()", "starting a process", None),
        ("import threading; threading.Thread(target=int).start()", "starting a thread", None),
        ("import os; os.kill(1, 0)", "sending a signal", None),
        ("import os; os.pipe()", describe.OTHER, None),
        ("import tempfile; tempfile.mkdtemp()", None, None),
    ],
)
def test_in_the_sandbox_the_operation_is_named(by_isolation, body, operation, target):
    (result,) = by_isolation("kernel").run(f"def f():\n    {body}\n".encode())
    assert result.raised.lines[0] == (2, "f")
    assert (result.raised.operation, result.raised.target) == (operation, target)
    assert result.status is (Status.BLOCKED if operation else Status.RAISED)


@pytest.mark.parametrize(
    "body",
    [
        "import builtins as b\n    b.len = b.isinstance = b.type = b.repr = b.Exception = None\n    raise ValueError('x')",
        "import sys\n    sys.setrecursionlimit(50)\n    raise ValueError('x')",
        "import sys\n    sys.settrace(lambda *a: 1 / 0)\n    raise ValueError('x')",
        "import sys\n    sys.stdout = sys.stderr = sys.excepthook = 5\n    raise ValueError('x')",
    ],
)
def test_damage_to_the_interpreter_does_not_change_what_is_told(run, body):
    result = run(f"def f():\n    {body}\n")
    assert result.status is Status.RAISED
    assert result.raised.builtin in {"ValueError", "ZeroDivisionError"}
    assert run(f"def f():\n    {body.replace('raise ValueError', 'return str')}\n").values in {("x",), ()}
