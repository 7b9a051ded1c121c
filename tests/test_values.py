"""Every kind of value is known to everything that deals with kinds, by the one table."""

import numpy as np
import pytest

from grader.bank.code import literal as written
from grader.comparator.check import check
from grader.comparator.messages import wrong_type
from grader.comparator.rule import rule_for
from grader.comparator.values import judgeable, name_of
from grader.outcomes.shown import shown
from grader.problem.arguments import not_an_argument
from grader.problem.literals import LiteralError, literal
from grader.report.values import describe, inline
from grader.runner.wire import decode_value, encode_value
from grader.values import BY_NAME, KINDS, TYPES, WIDER, annotated

SAMPLES = {
    "None": None,
    "bool": True,
    "int": 7,
    "float": 0.5,
    "complex": 1 + 2j,
    "str": "text",
    "bytes": b"raw",
    "list": [1, 2.5],
    "tuple": (1, "a"),
    "dict": {"a": 1},
    "ndarray": np.array([1.0, 2.0]),
}
WRITTEN = {  # as a literal case has it, and something that is not of the kind
    "bool": (True, 1), "int": (7, 7.0), "float": (0.5, 1), "complex": ("1+2j", []), "str": ("text", 1),
    "bytes": ("raw", 1), "list": ([1, 2.5], 1), "tuple": ([1, "a"], 1), "dict": ({"a": 1}, 1),
    "ndarray": ([1.0, 2.0], "a"),
}  # fmt: skip
EACH = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
WORDS = [(kind.name, word) for kind in KINDS for word in kind.annotations]


def same(a, b):
    return type(a) is type(b) and (np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b)


def test_each_kind_has_a_sample_here_and_a_name_and_annotations_of_its_own():
    assert list(SAMPLES) == [kind.name for kind in KINDS] == list(BY_NAME)
    words = [word for _, word in WORDS]
    assert len({*words, *WIDER}) == len(words) + len(WIDER)
    assert all(name in BY_NAME for names in WIDER.values() for name in names)


@EACH
def test_a_sample_is_of_its_type(kind):
    assert kind.type in (None, type(SAMPLES[kind.name]))
    assert (kind.type is None) == (kind.family == "array")


@EACH
def test_each_kind_can_be_passed_carried_and_judged(kind):
    sample = SAMPLES[kind.name]
    assert not not_an_argument(sample)
    assert same(decode_value(encode_value(sample)), sample)
    assert judgeable(sample)
    assert check(sample, sample).ok


@EACH
def test_each_kind_is_shown_under_its_name(kind):
    value = shown(SAMPLES[kind.name])
    assert value.type == kind.name
    assert inline(value)
    if kind.is_container:
        assert describe(value).startswith(kind.phrase)
    elif kind.family == "array":
        assert describe(value) == "array of float64, shape (2,)"
    else:
        assert describe(value) == inline(value)


@EACH
def test_code_that_is_written_of_each_kind_gives_it_back(kind):
    sample = SAMPLES[kind.name]
    assert same(eval(written(sample), {"np": np}), sample)


@EACH
def test_a_message_says_that_each_kind_is_wanted(kind):
    assert f"want {kind.phrase}" in wrong_type(object(), SAMPLES[kind.name], ())
    assert name_of(SAMPLES[kind.name])


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, word in WORDS if name != "None"])
def test_a_literal_case_makes_each_kind_by_any_of_its_annotations(name, word):
    fits, odd = WRITTEN[name]
    assert same(literal(fits, word), SAMPLES[name])
    with pytest.raises(LiteralError):
        literal(odd, word)


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        *((word, {BY_NAME[name].rule} - {""}) for name, word in WORDS),
        ("ArrayLike", {"array", "number", "list", "tuple"}),
        ("np.float64", {"number"}),
        ("Sequence[float]", {"list", "tuple"}),
        ("Collection[float]", {"list", "tuple"}),
        ("Mapping[str, float]", {"dict"}),
        ("Unknown", set()),
    ],
)
def test_the_rule_of_a_return_annotation_has_the_kinds_that_it_allows(word, kinds):
    assert rule_for(word).kinds == kinds


def test_what_no_row_has_is_no_value():
    for odd in ({1, 2}, object(), range(3)):
        assert type(odd) not in TYPES
        assert not judgeable(odd)
        assert "tuple, dict or a plain ndarray" in not_an_argument(odd)
    assert annotated("Unknown") == ()
