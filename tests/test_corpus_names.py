"""Judging the judge: what it calls a mistake is what the mistake is, or it says nothing."""

import pytest
from corpus_tables.files import expected_names, layer_norm, solutions
from corpus_tables.naming import MEASURED, diagnoses_of, named
from corpus_tables.survey import confusion

from grader.explain.call_order import NAME as KEPT
from grader.judge import Judge

pytestmark = pytest.mark.kernel

FAULTY = [s for s in solutions("wrong", "unstable") if not s.path.startswith("wrong/syntax__")]
# All in the long tier. Digits are measured by further calls: those files are always in.
DIGITS = [s for s in FAULTY if expected_names()[s.path] & {"unstable", "low_precision"}]
SOME = [*DIGITS, *(s for s in FAULTY[::8] if s not in DIGITS)]
ONE_PASS = [s for s in solutions("unstable") if s.note.startswith("one-pass")]
# Least shares of the files of one kind that must get a name; kinds that are about the file as such have none.
LEAST_NAMED = {
    "affine": 0.9,
    "axis": 0.9,
    "eps": 0.9,
    "loops": 0.8,
    "special": 0.8,
    "variance": 0.95,
    "dtype": 0.8,
}


@pytest.fixture(scope="module")
def judges(cache):
    with (
        Judge(layer_norm(), cache_dir=cache) as patient,
        Judge(layer_norm(), cache_dir=cache, time_factor=0.1) as hasty,
    ):
        yield {False: patient, True: hasty}


@pytest.fixture(scope="module")
def diagnoses(judges):
    made = {}

    def of(solution):
        if solution not in made:
            made[solution] = diagnoses_of(judges[solution.may_hang], solution)
        return made[solution]

    return of


def parametrized():
    return [pytest.param(s, id=s.path, marks=[] if s in SOME else [pytest.mark.long]) for s in FAULTY]


@pytest.mark.parametrize("solution", parametrized())
def test_no_solution_is_given_a_wrong_name(solution, diagnoses):
    names = [d.mistake for d in diagnoses(solution)]
    assert named(solution, names) != "wrong", names


@pytest.mark.parametrize("solution", [pytest.param(s, id=s.path) for s in DIGITS])
def test_lost_digits_are_named_by_measurement_or_as_the_mistake(solution, diagnoses):
    names = [d.mistake for d in diagnoses(solution)]
    assert named(solution, names) == "right", names


@pytest.mark.parametrize("solution", [pytest.param(s, id=s.path) for s in ONE_PASS])
def test_a_one_pass_variance_is_right_in_exact_arithmetic_and_told_what_it_loses(solution, diagnoses):
    first = diagnoses(solution)[0]
    assert first.mistake == "unstable"
    assert first.message.startswith("right in exact arithmetic, but loses ")
    lost = int(first.message.split(" loses ")[1].split()[0])
    assert 5 <= lost <= 12


@pytest.mark.long
def test_most_mistakes_are_named(diagnoses):
    table = confusion({s: [d.mistake for d in diagnoses(s)] for s in FAULTY})
    assert sum(counts["wrong"] for counts in table.values()) == 0
    shares = {kind: counts["right"] / counts.total() for kind, counts in table.items()}
    assert {k: s for k, s in shares.items() if s < LEAST_NAMED.get(k, 0)} == {}


def test_every_file_says_which_names_are_right_and_every_name_exists():
    assert set(expected_names()) == {s.path for s in solutions("wrong", "unstable")}
    known = {m.name for m in layer_norm().mistakes} | MEASURED
    assert set().union(*expected_names().values()) <= known
    assert KEPT in MEASURED
