"""What a run tells of submissions that return, raise, crash, hang, flood and leave."""

import os
import random
import signal
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from grader.errors import JudgeFault
from grader.runner import client, frames
from grader.runner.status import Limits, Status
from grader.runner.wire import Call, LaidArray, UnsupportedValue

from .conftest import NO_ARGUMENTS, SMALL, open_spawner

KINDS = ["process", pytest.param("kernel", marks=pytest.mark.kernel)]


def source(text):
    return dedent(text).encode()


def statuses(results):
    return [result.status.value for result in results]


@pytest.fixture(scope="module")
def numbered():
    """Give a spawner for twelve calls with the numbers 0 to 11."""
    with open_spawner([Call(steps=((number,),)) for number in range(12)]) as opened:
        yield opened


def test_values_come_back_in_the_order_of_the_calls(numbered):
    results = list(numbered.run(b"def f(n): return n * n"))
    assert [result.values for result in results] == [(n * n,) for n in range(12)]
    assert [result.call for result in results] == list(range(12))
    assert set(statuses(results)) == {"returned"}


def test_chosen_calls_are_run_in_the_order_asked_for(numbered):
    results = list(numbered.run(b"def f(n): return n", calls=[7, 2, 2, 11]))
    assert [(result.call, result.values) for result in results] == [
        (7, (7,)),
        (2, (2,)),
        (2, (2,)),
        (11, (11,)),
    ]


def test_no_calls_give_no_results(numbered):
    assert list(numbered.run(b"def f(n): return n", calls=[])) == []


def test_one_call_that_the_spawner_was_not_opened_with(numbered):
    call = Call(steps=((np.arange(3.0),), (np.ones(2),)))
    result = numbered.run_one(b"def f(x): return x + 1", call)
    assert result.status is Status.RETURNED
    assert [value.tolist() for value in result.values] == [[1.0, 2.0, 3.0], [2.0, 2.0]]
    again = numbered.run_one(b"def f(x): return x[99]", call)
    assert (again.status, again.raised.builtin) == (Status.RAISED, "IndexError")


@pytest.mark.parametrize(
    ("text", "status", "type_name", "lines"),
    [
        (b"def f(:\n", "not_compiled", "SyntaxError", ((1, "<module>"),)),
        (b"x = 1\n\n  y = 2\n", "not_compiled", "IndentationError", ((3, "<module>"),)),
        (b"\x00", "not_compiled", None, ()),
        (b"# coding: nothing\n", "not_compiled", "SyntaxError", ()),
        (b"s = '\xff'\n", "not_compiled", "SyntaxError", ()),
        (b"x = 1\n", "no_entry_point", None, ()),
        (b"f = 1\n", "no_entry_point", None, ()),
        (b"", "no_entry_point", None, ()),
        (b"#" * 300_000, "not_compiled", "SyntaxError", ()),
        (b"import sys\nsys.exit(3)\n", "exited", "SystemExit", ((2, "<module>"),)),
        (b"import os\nos._exit(0)\n", "exited", None, ()),
        (b"\n\nraise KeyError('k')\n", "raised", "KeyError", ((3, "<module>"),)),
        (b"import torch\n", "raised", "ModuleNotFoundError", ((1, "<module>"),)),
        (b"while True: pass\n", "time", None, ()),
        (b"import time\ntime.sleep(60)\n", "time", None, ()),
        (b"while True: print('x' * 1000)\n", "output", None, ()),
        (b"import ctypes\nctypes.string_at(0)\n", "crashed", None, ()),
    ],
)
def test_an_import_that_fails_fails_every_call_and_is_not_tried_again(
    numbered, text, status, type_name, lines
):
    results = list(numbered.run(text))
    assert statuses(results) == [status] * 12
    assert all(result.at_import for result in results)
    assert [result.call for result in results] == list(range(12))
    if type_name:
        assert results[0].raised.type_name == type_name
    if lines:
        assert results[0].raised.lines == lines


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (b"", ""),
        (b"def g(n): return n\nclass H: pass\nx = 1\n", "it defines g, H"),
        (b"f = 1\n", "that name is bound to a value of type int, which can't be called"),
        (b"for i in range(50): exec(f'def a{i}(): pass')\n", "it defines a0, a1, a2, a3, a4, a5, a6, a7"),
        (b"globals()['\\x1b[2J'] = lambda: 0\n", "it defines \\x1b[2J"),
        (b"globals()['y' * 10**6] = lambda: 0\n", "it defines " + "y" * 79 + "…"),
    ],
)
def test_a_file_without_the_entry_point_says_what_it_has_instead(numbered, text, detail):
    (first, *_) = numbered.run(text)
    assert (first.status, first.detail) == (Status.NO_ENTRY_POINT, detail)


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbfdef f(n):\n    return n\n",
        b"# -*- coding: latin-1 -*-\ns = '\xe9'\ndef f(n):\n    assert s == chr(233)\n    return n\n",
        b"def f(n):\r\n    return n\r\n",
        b"def f(n):\r    return n\r",
        b"f = lambda n: n",
        b"class f:\n    def __new__(cls, n): return n\n",
        b"class C:\n    def __call__(self, n): return n\nf = C()\n",
        b"import functools\nf = functools.partial(lambda a, n: n, 1)\n",
        b"from __future__ import annotations\nimport dataclasses\n@dataclasses.dataclass\nclass f:\n    n: int\n    def __new__(cls, n): return n\n",
        b"from numpy import *\nf = lambda n: n\n",
        b"import sys\nsys.stdout = sys.stderr = None\nf = lambda n: n\n",
        b"import sys\nsys.stdout.close()\nf = lambda n: n\n",
        b"import sys, time\ntime.sleep(0.2)\nf = lambda n: n\n",
    ],
)
def test_files_that_python_takes_are_taken(numbered, text):
    assert [result.values for result in numbered.run(text)] == [(n,) for n in range(12)]


def test_the_parameters_are_told(numbered):
    def told(text):
        run = numbered.run(text, calls=[0])
        list(run)
        return run.usage.parameters

    assert told(b"def f(n, eps=1): return n") == ("n", "eps")
    assert told(b"def f(*n): return n") is None
    assert told(b"f = type") is None


def test_an_exception_costs_one_call(numbered):
    results = list(
        numbered.run(b"def f(n):\n    if n in (0, 5): raise ValueError(f'no {n}')\n    return n\n")
    )
    assert statuses(results) == ["raised" if n in (0, 5) else "returned" for n in range(12)]
    raised = results[5].raised
    assert (raised.type_name, raised.builtin, raised.message) == ("ValueError", "ValueError", "no 5")
    assert raised.lines == ((2, "f"),)


@pytest.mark.parametrize(
    "kind",
    ["KeyboardInterrupt", "GeneratorExit", "StopIteration", "BaseException", "TimeoutError", "EOFError"],
)
def test_every_exception_is_only_an_exception(run, kind):
    result = run(f"def f(): raise {kind}('AC')")
    assert (result.status, result.raised.builtin) == (Status.RAISED, kind)


@pytest.mark.parametrize(
    ("body", "status", "detail"),
    [
        ("import os; os._exit(0)", "exited", "exit status 0"),
        ("import os; os._exit(137)", "exited", "exit status 137"),
        ("raise SystemExit('done')", "exited", "sys.exit('done')"),
        ("exit()", "exited", "sys.exit()"),
        ("import ctypes; ctypes.string_at(0)", "crashed", "SIGSEGV"),
        ("while True: pass", "time", "for one call"),
        ("import time; time.sleep(60)", "time", "0.9 s of waiting for one call"),
        ("while True: print_in_spite()", "output", "256 KiB of printed text"),
    ],
)
def test_an_end_costs_the_call_in_which_it_came(numbered, body, status, detail):
    text = source("""
        def print_in_spite():
            try: print("x" * 4096)
            except OSError: pass
        def f(n):
            if n == 5:
                BODY
            return n
    """)
    results = list(numbered.run(text.replace(b"BODY", body.encode())))
    after = "skipped" if status == "output" or "waiting" in detail else "returned"
    assert statuses(results) == ["returned"] * 5 + [status] + [after] * 6
    assert detail in results[5].detail
    assert [result.values for result in results[:5]] == [(n,) for n in range(5)]


@pytest.mark.kernel
@pytest.mark.parametrize("closing", ["os.closerange(0, 64)", "[os.close(3) for _ in range(1)]"])
def test_the_way_back_to_the_judge_cannot_be_closed(by_isolation, closing):
    text = f"import os\ndef f():\n    try: {closing}\n    except OSError: pass\n    return 1\n"
    (result,) = by_isolation("kernel").run(text.encode())
    assert result.values == (1,)
    (result,) = by_isolation("process").run(text.encode())
    assert result.status in {Status.EXITED, Status.RETURNED}


def test_past_the_bound_of_forks_the_rest_is_skipped(numbered):
    results = list(numbered.run(b"import os\ndef f(n):\n    if n % 2: os._exit(1)\n    return n\n"))
    assert statuses(results) == ["returned", "exited"] * (1 + SMALL.reforks) + ["skipped"] * 4


def test_the_limit_of_all_calls_together_ends_the_run():
    limits = Limits(cpu_s_call=0.3, cpu_s_total=0.5, import_s=1, memory_bytes=2**28, wall_factor=40)
    with open_spawner([Call(steps=((n,),)) for n in range(30)], limits=limits) as opened:
        slow = b"import time\ndef f(n):\n    end = time.thread_time() + 0.08\n    while time.thread_time() < end: pass\n"
        results = list(opened.run(slow))
    ended = statuses(results).index("time")
    assert 4 <= ended <= 8
    assert results[ended].detail == "0.5 s of CPU time in all"
    assert set(statuses(results)[ended + 1 :]) == {"skipped"}


def test_memory_that_is_used_up_is_told_from_an_error_that_claims_it(run):
    assert run("def f():\n    a = []\n    while True: a.append(bytearray(2**20))\n").status is Status.MEMORY
    assert run("import numpy as np\ndef f(): return np.ones(2**33)\n").status is Status.MEMORY
    assert run("def f(): raise MemoryError('fake')\n").status is Status.RAISED
    assert run("a = []\nwhile True: a.append(bytearray(2**20))\n").status is Status.MEMORY


def test_the_next_call_goes_on_after_memory_was_used_up(numbered):
    text = b"def f(n):\n    if n == 3: return [bytearray(2**20) for _ in range(10**6)]\n    return n\n"
    assert statuses(numbered.run(text)) == ["returned"] * 3 + ["memory"] + ["returned"] * 8


def test_printed_text_is_kept_with_its_call(numbered):
    run = numbered.run(b"print('import')\ndef f(n):\n    if n % 2: print('call', n)\n    return n\n")
    results = list(run)
    assert run.usage.output == "import\n"
    assert [result.output for result in results] == [f"call {n}\n" if n % 2 else "" for n in range(12)]


def test_printed_text_is_bounded(run):
    result = run("def f(): print('x' * 100_000)\n")
    assert len(result.output) == 64 * 1024
    assert result.status is Status.RETURNED


def test_printed_text_that_is_no_text_is_told_all_the_same(run):
    result = run("import os\ndef f(): os.write(1, b'a\\xffb')\n")
    assert result.output == "a\ufffdb"


@pytest.mark.parametrize("order", ["C", "F", "strided", "backwards"])
def test_arrays_come_in_their_layout(spawner, order):
    values = np.arange(24.0).reshape(2, 3, 4)
    text = source("""
        def f(x, fixed):
            flags = x.flags
            ok = not fixed.flags.writeable and x.flags.writeable and x.flags.aligned
            return [x.copy(), flags.c_contiguous, flags.f_contiguous, list(x.strides), ok]
    """)
    call = Call(steps=((LaidArray(values, order), LaidArray(values, order, readonly=True)),))
    (got, c, f, strides, ok) = spawner.run_one(text, call).values[0]
    assert ok
    assert (got == values).all()
    assert (c, f) == (order == "C", order == "F")
    if order == "strided":
        assert strides == [192, 64, 16]
    if order == "backwards":
        assert strides == [-96, -32, -8]


def test_an_argument_that_was_changed_in_place_is_told(spawner):
    call = Call(steps=((np.zeros(3), np.zeros(3), [1, 2], {"a": 1}, (1, 2)),))
    for body, changed in (
        ("return a", ()),
        ("a += 1", ((0, 0),)),
        ("b.shape = (3, 1)", ((0, 1),)),
        ("c.append(3); d.clear()", ((0, 2), (0, 3))),
    ):
        result = spawner.run_one(f"def f(a, b, c, d, e):\n    {body}\n".encode(), call)
        assert result.changed == changed


def test_every_run_gets_fresh_arguments():
    with open_spawner([Call(steps=((np.zeros(3),),)), Call(steps=((np.zeros(3),),))]) as opened:
        text = b"def f(x):\n    x += 1\n    return x\n"
        for _ in range(2):
            assert [result.values[0].tolist() for result in opened.run(text)] == [[1.0] * 3] * 2


STEPS = tuple((np.full(2, float(n)), n) for n in range(3))


def test_results_of_a_sequence_are_handed_over_after_the_last_call(spawner):
    text = b"import numpy as np\nkept = np.zeros(2)\ndef f(x, n):\n    kept[:] = x\n    return kept\n"
    result = spawner.run_one(text, Call(steps=STEPS))
    assert [value.tolist() for value in result.values] == [[2.0, 2.0]] * 3


def test_a_spoiled_result_shows_who_hands_out_the_same_array(spawner):
    text = b"import numpy as np\nkept = np.zeros(2)\ndef f(x, n):\n    kept[:] += x\n    return kept\n"
    first, second, _ = spawner.run_one(text, Call(steps=STEPS, overwrite_results=True)).values
    assert first.tolist() == [0.0, 0.0]
    assert np.isnan(second).all()


def test_refilled_arguments_show_who_keys_a_cache_by_the_object(spawner):
    text = b"cache = {}\ndef f(x, n):\n    return cache.setdefault(id(x), (x.copy(), n))\n"
    kept = spawner.run_one(text, Call(steps=STEPS, reuse=True)).values
    assert [value[1] for value in kept] == [0, 0, 0]
    fresh = spawner.run_one(text, Call(steps=STEPS)).values
    assert [value[1] for value in fresh] == [0, 1, 2]
    plain = spawner.run_one(b"def f(x, n): return x.copy()", Call(steps=STEPS, reuse=True)).values
    assert [value.tolist() for value in plain] == [[n, n] for n in range(3)]


def test_the_step_in_which_a_sequence_ended_is_told(spawner):
    call = Call(steps=STEPS)
    raised = spawner.run_one(b"def f(x, n):\n    return 1 // (1 - n)\n", call)
    assert (raised.status, raised.step) == (Status.RAISED, 1)
    left = spawner.run_one(b"import os\ndef f(x, n):\n    if n == 2: os._exit(0)\n", call)
    assert (left.status, left.step) == (Status.EXITED, 2)


def test_an_entry_point_that_replaces_itself_is_told(numbered):
    text = b"def f(n):\n    global f\n    f = lambda n: n\n    return n\n"
    result = next(numbered.run(text))
    assert (result.status, result.raised.message) == (
        Status.RAISED,
        "f was bound to something else during the call",
    )


FRAMES = """
    import os, struct, gc, sys, time
    def header(position, kind, length, changes=0):
        return struct.pack("<IBxHIIQQQ", position, kind, 0, changes, length, 0, 1, 1)
    def f(n):
        time.sleep(0.002)  # longer than answers wait, so all before this call have been sent
        if n == 3:
            {body}
        return n
"""


@pytest.mark.parametrize("wait", ["", "; __import__('time').sleep(0.1)"], ids=["at once", "read by itself"])
@pytest.mark.parametrize(
    "body",
    [
        "os.write(3, b'x' * 4096)",
        "os.write(3, header(0, 2, 1) + b'N')",  # again what is answered
        "os.write(3, header(9, 2, 1) + b'N')",  # ahead
        "os.write(3, header(3, 2, 2**31))",  # larger than may be
        "os.write(3, header(3, 9, 0))",  # no kind
        "os.write(3, header(3, 1, 0))",  # an import again
        "os.write(3, header(0xFFFFFFFF, 1, 0))",
        "os.write(3, header(3, 2, 4, 99) + b'N' * 4)",
        "os.write(3, header(3, 2, 9) + b'i')",  # not all of it, then another frame
        "os.write(3, header(3, 2, 2) + b'NN')",  # two values
        "os.write(3, header(3, 3, 1) + b'N')",  # no description
        "os.write(3, header(3, 3, 0))",
        "os.write(3, header(3, 2, 1) + b'?')",
    ],
)
def test_frames_that_answer_nothing_are_no_answers(numbered, body, wait):
    results = list(numbered.run(source(FRAMES.format(body=body + wait))))
    assert statuses(results[:3]) == ["returned"] * 3 or "protocol" in statuses(results[:4])
    assert Status.PROTOCOL in {result.status for result in results}
    # What it writes in the place of its own answer to the call in progress may be read as that.
    assert not [r for r in results if r.status is Status.RETURNED and r.call != 3 and r.values != (r.call,)]


def test_imports_that_sleep_are_paid_for_by_one_budget():
    limits = replace(SMALL, wall_s=1.0, reforks=50)
    text = b"import os, time\ntime.sleep(0.3)\ndef f(n): os._exit(3)\n"
    with open_spawner([Call(((n,),)) for n in range(40)], limits=limits) as opened:
        results = list(opened.run(text))
    left = [r for r in results if r.status is Status.EXITED]
    assert len(left) <= 3
    assert {r.status for r in results[len(left) :]} == {Status.TIME}
    assert results[-1].detail == "1 s for the imports and all calls"


def test_a_run_may_be_given_less_time():
    with open_spawner(limits=replace(SMALL, cpu_s_call=60.0, cpu_s_total=60.0)) as opened:
        result = opened.run_one(b"import time\ndef f(): time.sleep(100)\n", NO_ARGUMENTS, wall_s=0.2)
    assert (result.status, result.detail) == (Status.TIME, "0.2 s for the imports and all calls")


@pytest.mark.parametrize("claimed", [0, 1, 2, 3, 7, 13, 14, 4_000_000_000])
def test_a_hang_is_put_down_to_its_call_whatever_the_page_says(numbered, claimed):
    text = f"""
        import sys
        def f(n):
            if n == 3:
                sys._getframe(1).f_locals["self"]._channel.cells[0] = {claimed}
                while True: pass
            return n
    """
    results = list(numbered.run(source(text)))
    assert [r.call for r in results if r.status is not Status.RETURNED] == [3]
    assert results[3].status is Status.TIME


PATCHES = """
    import builtins, functools, importlib.machinery, io, math, os, struct, sys, time, types
    import numpy as np
    def garbage(*args, **kwargs):
        return 0
    patched = False
    def f(n):
        global patched
        if not patched:
            patched = True
            for name in list(vars({module})):
                try:
                    setattr({module}, name, garbage)
                except Exception:
                    pass
        return n
"""


@pytest.mark.parametrize(
    "module",
    [
        "os",
        "time",
        "sys",
        "struct",
        "math",
        "types",
        "builtins",
        "functools",
        "io",
        "np",
        "importlib.machinery",
    ],
)
def test_what_a_submission_puts_into_modules_changes_nothing_of_its_answers(numbered, module):
    results = list(numbered.run(source(PATCHES.format(module=module))))
    assert [(r.status, r.values) for r in results] == [(Status.RETURNED, (n,)) for n in range(12)]


def test_a_forged_answer_is_an_answer_and_the_honest_one_after_it_is_not(numbered):
    text = FRAMES.format(body="os.write(3, b''.join([header(p, 2, 1) + b'N' for p in range(12)]))")
    run = numbered.run(source(text))
    results = list(run)
    assert len(results) == 12
    assert set(statuses(results)) <= {"returned", "protocol", "skipped"}


def test_a_page_that_lies_makes_no_wrong_answer_right(numbered):
    text = source("""
        import sys
        def f(n):
            if n == 2:
                channel = sys._getframe(1).f_locals["self"]._channel
                channel.cells[0] = channel.cells[1] = channel.cells[2] = 4_000_000_000
                while True: pass
            return n
    """)
    results = list(numbered.run(text))
    assert "time" in statuses(results)
    assert all(r.values == (r.call,) for r in results if r.status is Status.RETURNED)


def test_nothing_of_a_submission_is_left_on_the_page_for_the_next(spawner):
    text = source("""
        import sys
        def f():
            return bytes(sys._getframe(1).f_locals["self"]._channel._page).count(b"a secret")
    """)
    (first,) = spawner.run(b"def f(): return 'a ' + 'secret'")
    assert first.values == ("a secret",)
    (result,) = spawner.run(text)
    assert result.values == (0,)


def test_one_byte_at_a_time_gains_no_time(spawner):
    text = b"import os, time\ndef f():\n    while True:\n        os.write(3, b'\\0'); time.sleep(0.01)\n"
    (result,) = spawner.run(text)
    assert result.status in {Status.TIME, Status.PROTOCOL}
    text = b"import os, time\ndef f():\n    os.write(3, b'\\0\\0\\0\\0\\2')\n    while True:\n        time.sleep(0.01)\n"
    (result,) = spawner.run(text)
    assert result.status is Status.TIME


def test_a_flood_of_replies_is_cut_off(spawner):
    text = b"import os\ndef f():\n    while True: os.write(3, b'\\0' * 65536)\n"
    (result,) = spawner.run(text)
    assert result.status is Status.PROTOCOL


def test_large_values_travel_and_larger_ones_are_named(spawner):
    text = b"import numpy as np\ndef f(n): return np.arange(n, dtype='f8')\n"
    value = spawner.run_one(text, Call(steps=((10**6,),))).values[0]
    assert value.shape == (10**6,)
    assert value[-1] == 10**6 - 1
    assert type(spawner.run_one(text, Call(steps=((3 * 10**6,),))).values[0]) is UnsupportedValue
    several = spawner.run_one(text, Call(steps=((2 * 10**6,),) * 3)).values
    assert [type(value) for value in several] == [UnsupportedValue] * 3


def test_a_run_that_is_not_read_to_its_end_is_ended_by_the_next(numbered):
    first = numbered.run(b"def f(n):\n    while n: pass\n    return n\n")
    assert next(first).values == (0,)
    assert len(list(numbered.run(b"def f(n): return n"))) == 12
    assert len(list(first)) < 12


def _children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.parametrize("isolation", KINDS)
def test_a_child_killed_at_a_random_moment_costs_the_call_in_flight(isolation):
    rng = random.Random(3)
    calls = [Call(steps=((n,),)) for n in range(20)]
    text = b"def f(n):\n    for _ in range(12000): n += 1\n    return n - 12000\n"
    hit = 0
    with open_spawner(calls, isolation=isolation) as opened:
        list(opened.run(text))
        cells = opened._process.cells
        for _ in range(100):
            run = opened.run(text)
            progress, turns = rng.randrange(frames.FIRST_CALL + 20), rng.randrange(3000)
            while cells[frames.CALL] < progress:
                pass
            for _ in range(turns):
                pass
            for child in _children(opened._process._pid):
                os.kill(child, signal.SIGKILL)
            results = list(run)
            assert [result.call for result in results] == list(range(20))
            assert all(r.values == (r.call,) for r in results if r.status is Status.RETURNED)
            ended = [result for result in results if result.status is not Status.RETURNED]
            assert all((r.status, r.detail) == (Status.CRASHED, "SIGKILL") for r in ended)
            assert len(ended) <= 1 or (ended[0].at_import and len(ended) == 20)
            hit += bool(ended)
    assert hit > 10


def _open_files():
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("isolation", KINDS)
def test_nothing_is_left_after_many_submissions(isolation):
    texts = [
        b"def f(): return 1",
        b"def f(): raise ValueError",
        b"import os\ndef f(): os._exit(1)",
        b"def f(:",
        b"import os\nos.kill(os.getpid(), 9)",
    ]
    before = _open_files()
    with open_spawner(isolation=isolation) as opened:
        list(opened.run(texts[0]))
        level = _open_files()
        spawner_files = len(os.listdir(f"/proc/{opened._process._pid}/fd"))
        for number in range(500):
            list(opened.run(texts[number % len(texts)]))
        assert _open_files() == level
        assert len(os.listdir(f"/proc/{opened._process._pid}/fd")) == spawner_files
        assert _children(opened._process._pid) == []
        pid = opened._process._pid
    assert _open_files() == before
    assert not Path(f"/proc/{pid}").exists()


@pytest.mark.kernel
def test_a_spawner_that_is_killed_is_the_judges_fault_and_the_next_run_has_another():
    with open_spawner([Call(steps=((n,),)) for n in range(3)], isolation="kernel") as opened:
        run = opened.run(b"import time\ndef f(n):\n    time.sleep(0.4 * (n > 0))\n    return n\n")
        assert next(run).values == (0,)
        os.kill(opened._process._pid, signal.SIGKILL)
        with pytest.raises(JudgeFault):
            list(run)
        assert [result.values for result in opened.run(b"def f(n): return n")] == [(0,), (1,), (2,)]
        os.kill(opened._process._pid, signal.SIGKILL)
        assert [result.values for result in opened.run(b"def f(n): return n")] == [(0,), (1,), (2,)]


def test_a_submission_that_ends_its_spawner_where_it_can_has_crashed():
    with open_spawner([Call(steps=((n,),)) for n in range(3)], isolation="process") as opened:
        text = b"import os, time\ndef f(n):\n    if n == 1:\n        os.kill(os.getppid(), 9)\n        time.sleep(60)\n    return n\n"
        results = list(opened.run(text))
        assert statuses(results) == ["returned", "crashed", "returned"]


def test_what_a_run_used_is_told(spawner):
    run = spawner.run(
        b"import numpy as np, time\ndef f():\n    np.ones(2**23)\n    end = time.thread_time() + 0.1\n"
        b"    while time.thread_time() < end: pass\n"
    )
    (result,) = run
    assert 0.1 <= run.usage.cpu_s < 1
    assert run.usage.wall_s >= 0.1
    assert run.usage.memory_bytes > 2**25
    assert 0.1 <= result.cpu_s <= result.wall_s * 1.5


def test_isolation_is_named():
    assert client.KernelRunner(entry_point="f").isolation == "kernel"
