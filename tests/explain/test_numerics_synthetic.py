"""No fault is taken for rounding that is none: many faults, on problems of different condition."""

import pytest
from explain import synthetic

SEEDS = range(3)
MANY_SEEDS = range(3, 60)
WRONG = {**synthetic.SMOOTH, **synthetic.SPECIAL, **synthetic.STATEFUL, **synthetic.CHANCE}
# A fault of the mean enters a variance by its square: it is too small to be seen, or looks like a wrong formula.
UNSEEN = {("variance", name) for name in synthetic.LOW if "middle" in name}


@pytest.fixture(scope="module")
def drawn():
    made = {}

    def cases(name, seed):
        if (name, seed) not in made:
            made[name, seed] = synthetic.PROBLEMS[name].cases(seed)
        return made[name, seed]

    return cases


def seeds():
    return [pytest.param(SEEDS, id="few"), pytest.param(MANY_SEEDS, id="many", marks=pytest.mark.long)]


@pytest.mark.parametrize("seeds", seeds())
@pytest.mark.parametrize("problem", synthetic.PROBLEMS)
def test_wrong_formulas_special_cases_states_and_chance_are_no_rounding(problem, seeds, drawn):
    made = synthetic.PROBLEMS[problem]
    found = {
        (name, seed): made.finding(fault(made), drawn(problem, seed))
        for name, fault in WRONG.items()
        for seed in seeds
    }
    assert {key: what for key, what in found.items() if what not in ("nothing", "right")} == {}
    caught = {name for (name, _), what in found.items() if what == "nothing"}
    assert len(caught) > 0.8 * len(WRONG)  # else this would show little


@pytest.mark.parametrize("seeds", seeds())
@pytest.mark.parametrize("problem", synthetic.PROBLEMS)
def test_low_precision_at_one_place_is_low_precision(problem, seeds, drawn):
    made = synthetic.PROBLEMS[problem]
    found = {
        (name, seed): made.finding(fault(made), drawn(problem, seed))
        for name, fault in synthetic.LOW.items()
        for seed in seeds
    }
    assert {key: what for key, what in found.items() if what == "unstable"} == {}
    seen = {key: what for key, what in found.items() if (problem, key[0]) not in UNSEEN}
    assert {key: what for key, what in seen.items() if what != "low"} == {}


@pytest.mark.parametrize("seeds", seeds())
@pytest.mark.parametrize("problem", synthetic.PROBLEMS)
def test_a_short_cut_that_is_right_in_exact_arithmetic_is_unstable(problem, seeds, drawn):
    made = synthetic.PROBLEMS[problem]
    assert {made.finding(made.shortcut, drawn(problem, seed)) for seed in seeds} == {"unstable"}
