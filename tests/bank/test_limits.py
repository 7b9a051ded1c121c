"""Every limit of what travels is found when the bank is built, and told to the author in one line."""

import re

import numpy as np
import pytest
from support.folders import copy_of

from grader.bank.build import build_bank
from grader.bank.limits import LimitError, measure, measure_result
from grader.errors import ProblemError
from grader.problem.folder import load_problem
from grader.runner.wire import MAX_DEPTH, LaidArray, encode_strictly

COMPARISONS = {
    "exact": 'kind = "exact"',
    "close": 'kind = "close"\nrtol = 1e-9\natol = 1e-9\nwhy = "not in ufuncs"',
    "derived": 'kind = "derived"',
    "custom": 'kind = "custom"\nwhy = "there are many right answers"',
}
RESULTS = {
    "{'a': {1: 2.0}}": r"result\['a'\] is a dict with a key of type int; keys must be str",
    "{(0, 1): 2.0}": r"result is a dict with a key of type tuple; keys must be str",
    "(0.5, 1 << 14_000)": r"result\[1\] is an int of 14,001 bits, more than 14,000; choose smaller",
    "deep(40)": r"result is nested 40 levels deep, more than 32; make it flatter",
    "cycle()": r"result is nested 1,000 or more levels deep, more than 32; make it flatter",
    "['a', '\\ud800']": r"result\[1\] holds a str with half of a surrogate pair, '\\ud800'; use whole",
    "{'\\udfff': 1}": r"result holds a str with half of a surrogate pair, '\\udfff'; use whole",
    "['x'] * 260_000": r"result has 2\d\d,\d\d\d parts or more, allowed are 250,000 \(10 numbers count as one\)",
    "[[1.0]] * 240_000": r"result has 25\d,\d\d\d parts or more, allowed are 250,000",
    "fan()": r"result has 250,\d\d\d parts or more, allowed are 250,000",
    "np.zeros((1,) * 40)": r"result is an array of 40 axes, more than 32; reshape it",
}
HEAD = """
import numpy as np
def deep(n):
    return [deep(n - 1)] if n else 1.0
def cycle():
    made = []
    made.append(made)
    return made
def fan():
    made = [1.0]
    for _ in range(25):
        made = [made, made]
    return made
"""


def folder_with(tmp_path, comparison, result, *, args="n = 12", in_place=""):
    folder = copy_of("two_factors", tmp_path)
    spec = (folder / "problem.toml").read_text("utf-8").replace("generated = 4\n", "")
    spec = re.sub(r"kind = .*\nwhy = .*\n", COMPARISONS[comparison] + "\n", spec)
    (folder / "problem.toml").write_text(spec.replace("entry_point", f"{in_place}entry_point"), "utf-8")
    if comparison != "custom":
        (folder / "compare.py").unlink()
    (folder / "strategies.py").unlink()
    (folder / "starter.py").write_text("def two_factors(n):\n    pass\n", "utf-8")
    (folder / "reference.py").write_text(f"{HEAD}\ndef two_factors(n):\n    return {result}\n", "utf-8")
    for case in folder.glob("cases/*/*.toml"):
        case.unlink()
    (folder / "cases.py").write_text(
        f"from grader.authoring_api import Case\nimport numpy as np\n\ndef cases():\n    {args}\n"
        "    return [Case(name='one', group='sample', args={'n': n}, why='a'),"
        " Case(name='two', group='plain', args={'n': n}, why='b')]\n",
        "utf-8",
    )
    return folder


def faults_of(folder):
    with pytest.raises(ProblemError) as caught:
        build_bank(load_problem(folder), 0)
    return caught.value.faults


# Every limit under one comparison, and one of each kind under every other.
ASKED = [("exact", *pair) for pair in RESULTS.items()] + [
    (comparison, *pair)
    for comparison in COMPARISONS
    if comparison != "exact"
    for pair in list(RESULTS.items())[2:7:2]
]


@pytest.mark.parametrize(("comparison", "result", "told"), ASKED)
def test_what_a_reference_may_not_return_is_told_with_file_and_case(comparison, result, told, tmp_path):
    if result.startswith("np.zeros") and np.lib.NumpyVersion(np.__version__) < "2.0.0":
        pytest.skip("this numpy makes no such array")
    faults = faults_of(folder_with(tmp_path, comparison, result))
    assert len(faults) == 2
    for line, case in zip(faults, ("one", "two"), strict=True):
        assert re.search(rf"/reference\.py: on case {case}: {told}", line), line


@pytest.mark.parametrize(
    ("argument", "told"),
    [
        (
            "[1 << 14_000]",
            r"cases\.py: .*on case one, args\.n\[0\] is an int of 14,001 bits, more than 14,000; ",
        ),
        ("{'a': '\\ud800'}", r"cases\.py: .*args\.n: has half of a surrogate pair; use whole characters"),
        ("{1: 2}", r"cases\.py: .*args\.n: is a dict with keys that are not strings; use strings"),
        (f"eval('[' * {MAX_DEPTH + 1} + ']' * {MAX_DEPTH + 1})", None),
        (
            f"[eval('[' * {MAX_DEPTH + 1} + '1' + ']' * {MAX_DEPTH + 1})]",
            r"args\.n: is nested deeper than 32 levels",
        ),
    ],
)
def test_what_may_not_be_an_argument_is_not_put_down_to_the_reference(argument, told, tmp_path):
    folder = folder_with(tmp_path, "close", "1.0", args=f"n = {argument}")
    if told is None:  # as deep as it may be: calls and banks put it into lists of their own
        build_bank(load_problem(folder), 0)
        return
    faults = faults_of(folder)
    assert re.search(told, faults[0]), faults
    assert not any("reference.py" in line for line in faults)


def test_an_argument_that_has_to_come_back_is_bounded(tmp_path):
    args = "n = np.zeros(3 * 2**20)"
    build_bank(load_problem(folder_with(tmp_path / "a", "custom", "1.0", args=args)), 0)
    folder = folder_with(tmp_path / "b", "custom", "1.0", args=args, in_place='in_place = "reject"\n')
    (line, _) = faults_of(folder)
    assert re.search(
        r"cases\.py: .*on case one, args\.n takes 25,165,835 bytes, more than the 16,777,216 that come back",
        line,
    ), line
    folder = folder_with(
        tmp_path / "c",
        "custom",
        "np.zeros(1_800_000)",
        args="n = np.zeros(1_000_000)",
        in_place='in_place = "reject"\n',
    )
    (line, _) = faults_of(folder)
    assert re.search(
        r"results and arguments, which come back .* 22,400,022 bytes, more than the 20,709,376", line
    )


@pytest.mark.parametrize(
    ("comparison", "result"),
    [
        ("exact", "list(range(10**6))"),
        ("close", "np.arange(1e6).tolist()"),
        ("custom", "n"),
        ("exact", "[True] * 10**6"),
    ],
)
def test_a_million_numbers_are_no_limit(comparison, result, tmp_path):
    args = "n = np.arange(1e6).tolist()" if result == "n" else "n = 1"
    folder = folder_with(tmp_path, comparison, result, args=args)
    (first, _) = build_bank(load_problem(folder), 0).cases
    assert len(first.wants[0]) == 10**6


@pytest.mark.parametrize(
    ("value", "size_bytes"),
    [
        ([1.5] * 100, 9 + 900),
        ([True] * 100, 109),
        (np.zeros(10, np.int8), 11 + 80),
        (np.zeros(10, np.float32), 11 + 40),
        (np.zeros(10, bool), 11 + 10),
        (LaidArray(np.zeros(2)), 27),
        (["é", 2**70, None, 1j, np.float32(1)], 9 + 11 + (9 + 9) + 1 + 17 + 9),
        ({"ab": 1}, 9 + 11 + 9),
    ],
)
def test_a_value_is_measured_in_the_largest_form_that_is_right(value, size_bytes):
    assert measure(value).size_bytes == size_bytes


@pytest.mark.parametrize(
    "value",
    [
        [[1.0, 2.0]] * 200_000,
        [0.5] * 2_499_990,
        {str(i): 1 for i in range(80_000)},
        [[[i] * 5] for i in range(90_000)],
        (np.zeros(5), [None] * 1000, "text"),
    ],
)
def test_what_is_within_the_limits_travels(value):
    size = measure_result(value)
    data = encode_strictly(value) if size.size_bytes < 2**24 else b""
    assert len(data) <= size.size_bytes


def test_at_most_what_travels_is_within_the_limits():
    with pytest.raises(LimitError):
        measure_result([True] * 2_500_000)
