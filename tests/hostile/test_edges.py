"""Values at the edge of what travels bring no verdict but that of a wrong answer, or none of the judge's."""

import pytest
from support.folders import copy_of

from grader.judge import Judge
from grader.problem.folder import load_problem

pytestmark = pytest.mark.kernel

# Replies of its own making: an integer of so many bits for the result and for each argument.
FORGED = """
import os, struct, sys, time
def bigint(bits):
    data = (1 << (bits - 1)).to_bytes(bits // 8 + 1, "little", signed=True)
    return b"I" + struct.pack("<Q", len(data)) + data
def reply(position, kind, payload):
    return struct.pack("<IBxHIIQQQ", position, kind, 0, 0, len(payload), 0, 1000, 1000) + payload
frame = sys._getframe()
while "work" not in frame.f_locals:
    frame = frame.f_back
sent = reply(0xFFFFFFFF, 1, b"")
for position, prepared in enumerate(frame.f_locals["work"]):
    sent += reply(position, 2, b"".join(bigint(BITS) * (1 + len(step)) for step in prepared.steps))
os.write(3, sent)
time.sleep(100)
"""


@pytest.fixture(scope="module")
def judge(tmp_path_factory, cache):
    folder = copy_of("two_factors", tmp_path_factory.mktemp("edges"))
    spec = folder / "problem.toml"
    text = spec.read_text("utf-8").replace("generated = 4\n", "")
    # Any value of any type is right, so that arguments that came back are looked at.
    text = text.replace('kind = "custom"\n', 'kind = "custom"\naccepts = "any"\n')
    spec.write_text('in_place = "reject"\n' + text, "utf-8")
    (folder / "strategies.py").unlink()
    (folder / "compare.py").write_text("def compare(got, want, args):\n    return None\n", "utf-8")
    with Judge(load_problem(folder), cache_dir=cache) as made:
        yield made


@pytest.mark.parametrize(
    ("bits", "verdict", "message"),
    [
        (14_000, "WA", "n was changed in place"),
        (14_001, "RTE", "an int too long to print"),
        (14_007, "RTE", "an int too long to print"),
        (14_009, "RTE", "an int too long to print"),
    ],
)
def test_an_argument_that_comes_back_as_another_integer_is_no_fault_of_the_judge(
    judge, bits, verdict, message
):
    result = judge.grade(FORGED.replace("BITS", str(bits)).encode())
    assert (result.verdict, result.score) == (verdict, 0.0)
    assert message in result.message


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("'a\\ud800'", "a str with lone surrogates"),
        ("{'\\ud800': 1}", "a str with lone surrogates"),
        ("{1: 2}", "a dict whose keys are not all str"),
        ("1 << 20_000", "an int of 20001 bits, more than 14,000"),
        ("['a'] * 300_000", "a value of more than 250,000 parts"),
        ("eval('[' * 40 + ']' * 40)", "a value nested more than 32 deep"),
        ("'x' * 2**25", "a value too large to hand over"),
    ],
)
def test_what_does_not_travel_is_a_wrong_answer_in_words(judge, answer, named):
    result = judge.grade(f"def two_factors(n):\n    return {answer}\n".encode())
    assert (result.verdict, result.score) == ("WA", 0.0)
    assert named in result.message
