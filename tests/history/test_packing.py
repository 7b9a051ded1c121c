import random
import zlib

import pytest
from report.results import MADE, result

from grader.history.packing import (
    RESULT_BYTES,
    SOURCE_BYTES,
    PackingError,
    pack_result,
    pack_source,
    unpack_result,
    unpack_source,
)
from grader.result import CaseResult


@pytest.mark.parametrize("name", MADE)
def test_every_kind_of_result_comes_back_as_it_was(name):
    assert unpack_result(pack_result(MADE[name])) == MADE[name]


@pytest.mark.parametrize("source", [b"", b"def f(): ...\n", bytes(range(1, 256)), b"\xff" * (256 * 1024)])
def test_code_comes_back_byte_by_byte(source):
    assert unpack_source(pack_source(source)) == source


def test_code_that_no_judge_takes_is_refused():
    with pytest.raises(ValueError, match="at most"):
        pack_source(b"x" * (SOURCE_BYTES + 1))


@pytest.mark.parametrize(
    "body",
    [b"", b"no zlib", zlib.compress(b"x" * 1000)[:-6], zlib.compress(b"x" * (RESULT_BYTES + 1))],
    ids=["empty", "not packed", "cut off", "too large"],
)
def test_damaged_bytes_are_an_error_or_no_result(body):
    assert unpack_result(body) is None
    with pytest.raises(PackingError):
        unpack_source(body)


def test_a_result_of_another_model_is_none():
    other = MADE["accepted"].model_dump_json().replace('"schema_version":1', '"schema_version":2')
    assert unpack_result(zlib.compress(other.encode())) is None


def case(output):
    return CaseResult(name="printed", group="sample", visibility="sample", verdict="WA", output=output)


def test_a_very_large_result_is_kept_without_what_makes_it_large():
    noise = random.Random(0).randbytes(100_000).hex()
    large = result("WA", cases=tuple(case(noise) for _ in range(30)))
    kept = unpack_result(pack_result(large))
    assert kept.verdict == "WA"
    assert [c.output for c in kept.cases] == [None] * 30


def test_a_result_that_is_too_large_even_so_is_not_kept():
    name = "x" * 1000
    cases = tuple(case("").model_copy(update={"name": name}) for _ in range(RESULT_BYTES // 1000 + 1))
    assert pack_result(result("WA", cases=cases)) is None


def test_text_that_no_encoding_knows_is_kept_as_its_escape():
    kept = unpack_result(pack_result(result("WA", message="a lone \ud800")))
    assert kept.message == "a lone \\ud800"
