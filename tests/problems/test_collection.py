"""The problems that show that nothing in the judge is about one of them: their cases, mistakes and pages."""

import functools
from pathlib import Path

import pytest

from grader.bank.cache import open_bank
from grader.bank.mistakes import open_mistakes
from grader.cli.app import run
from grader.cli.show import SECTIONS
from grader.comparator.check import check, rule_for
from grader.comparator.custom import ask
from grader.judge import Judge
from grader.problem.folder import load_problem

ROOT = Path(__file__).resolve().parents[2]
SLUGS = (
    "softmax",
    "scaled_dot_product_attention",
    "sinusoidal_positional_encoding",
    "byte_pair_merge",
    "top_k_indices",
)
TITLES = (
    "Problem",
    "Theory",
    "Examples",
    "Hints",
    "Requirements",
    "Constraints and limits",
    "Starter code",
    "Test cases",
)
# The mistake that is named for a wrong submission of that name.
NAMED = {
    "byte_pair_merge/run_time_error/max_of_nothing": "choice_of_nothing",
    "byte_pair_merge/wrong_answer/dictionary_of_words": "equal_words_overwritten",
    "byte_pair_merge/wrong_answer/first_met": "first_pair_met",
    "byte_pair_merge/wrong_answer/forgets_counts": "counts_ignored",
    "byte_pair_merge/wrong_answer/greatest_of_equal": "last_pair_in_order",
    "byte_pair_merge/wrong_answer/replaces_text": "replaced_in_joined_text",
    "byte_pair_merge/wrong_answer/returns_words_as_text": "words_as_text",
    "byte_pair_merge/wrong_answer/uses_tokens_twice": "tokens_used_twice",
    "scaled_dot_product_attention/wrong_answer/average_without_keys": "large_number_taken_off_masked_scores",
    "scaled_dot_product_attention/wrong_answer/ignores_the_mask": "mask_ignored",
    "scaled_dot_product_attention/wrong_answer/mask_afterwards": "mask_after_the_softmax",
    "scaled_dot_product_attention/wrong_answer/nan_rows": "nan_without_a_key",
    "scaled_dot_product_attention/wrong_answer/not_scaled": "not_scaled",
    "scaled_dot_product_attention/wrong_answer/single_precision": "float32_throughout",
    "sinusoidal_positional_encoding/run_time_error/odd_width": "odd_width_raises",
    "sinusoidal_positional_encoding/wrong_answer/column_in_the_exponent": "exponent_of_each_column",
    "sinusoidal_positional_encoding/wrong_answer/exchanged": "sine_and_cosine_exchanged",
    "sinusoidal_positional_encoding/wrong_answer/ignores_start": "start_ignored",
    "sinusoidal_positional_encoding/wrong_answer/sines_then_cosines": "sines_first_then_cosines",
    "sinusoidal_positional_encoding/wrong_answer/single_precision": "float32_throughout",
    "sinusoidal_positional_encoding/wrong_answer/whole_number_exponents": "exponent_in_whole_numbers",
    "softmax/wrong_answer/epsilon": "small_number_added_to_the_sum",
    "softmax/wrong_answer/global_maximum": "maximum_of_the_whole_array",
    "softmax/wrong_answer/ignores_axis": "last_axis_always",
    "softmax/wrong_answer/integer_differences": "differences_in_the_dtype_of_x",
    "softmax/wrong_answer/masked_as_zero": "masked_scores_as_zero",
    "softmax/wrong_answer/naive": "no_maximum_taken_off",
    "softmax/wrong_answer/single_precision": "float32_throughout",
    "softmax/run_time_error/lost_dimension": "maximum_and_sum_without_their_axis",
    "top_k_indices/wrong_answer/as_lists": "list_returned",
    "top_k_indices/wrong_answer/flattened": "over_the_whole_array",
    "top_k_indices/wrong_answer/index_of_value": "looked_up_by_value",
    "top_k_indices/wrong_answer/minus_infinity_for_taken": "taken_marked_by_minus_infinity",
    "top_k_indices/wrong_answer/negated": "negated_to_sort_downwards",
    "top_k_indices/wrong_answer/smallest_first": "smallest_first",
    "top_k_indices/wrong_answer/values": "values_returned",
}


@functools.cache
def problem_of(slug):
    return load_problem(ROOT / "problems" / slug)


def files(*folders):
    return [
        f
        for s in SLUGS
        for folder in folders
        for f in sorted((ROOT / "submissions" / s / folder).glob("*.py"))
    ]


def name_of(file):
    return file.relative_to(ROOT / "submissions").with_suffix("").as_posix()


@pytest.fixture(scope="module")
def judge_for(cache):
    opened = {}

    def judge(slug, seed=0):
        if (slug, seed) not in opened:
            opened[slug, seed] = Judge(problem_of(slug), seed=seed, cache_dir=cache)
        return opened[slug, seed]

    yield judge
    for each in opened.values():
        each.close()


def right(problem, case, output):
    """Tell whether a mistake's output passes a case; what is not known counts as right."""
    if output is None:
        return True
    if output.values is None:
        return False
    compare, rule = problem.compare, rule_for(problem.signature.returns)
    if compare is not None:
        judged = zip(output.values, case.wants, case.steps, strict=True)
        return all(ask(compare, got, want, args).ok for got, want, args in judged)
    parts = zip(output.values, case.wants, case.tolerances, strict=True)
    return all(check(got, want, tolerance, rule).ok for got, want, tolerance in parts)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_mistake_is_caught_by_two_fixed_cases_unless_it_is_forgiven(slug, cache):
    problem = problem_of(slug)
    bank = open_bank(problem, seed=0, cache_dir=cache)
    table = open_mistakes(problem, bank)
    scored = [name for name, group in problem.spec.groups.items() if not group.advisory]
    fixed = [(i, c) for i, c in enumerate(bank.cases) if c.visibility != "generated" and c.group in scored]
    forgiven = {name for group in problem.spec.groups.values() for name in group.forgives}
    caught = {
        mistake.name: sum(not right(problem, case, table.output(mistake.name, i)) for i, case in fixed)
        for mistake in problem.mistakes
        if mistake.name not in forgiven
    }
    assert len(caught) >= 8
    assert {name: times for name, times in caught.items() if times < 2} == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_bank_is_small_and_shows_samples(slug, cache):
    problem = problem_of(slug)
    bank = open_bank(problem, seed=0, cache_dir=cache)
    count = {v: sum(c.visibility == v for c in bank.cases) for v in ("sample", "hidden", "generated")}
    assert count["sample"] >= 3
    assert 20 <= count["sample"] + count["hidden"] <= 64
    assert 20 <= count["generated"] <= 64


@pytest.mark.parametrize("slug", SLUGS)
def test_there_are_enough_submissions_of_both_kinds(slug):
    counts = [len(list((ROOT / "submissions" / slug / f).glob("*.py"))) for f in ("accepted", "wrong_answer")]
    assert counts[0] >= 4
    assert counts[1] >= 6


@pytest.mark.kernel
@pytest.mark.parametrize("file", files("accepted"), ids=name_of)
def test_an_accepted_submission_is_accepted_with_other_seeds_and_time_to_spare(file, judge_for):
    slug = file.parts[-3]
    for seed in (1, 2):
        result = judge_for(slug, seed).grade(file.read_bytes(), path=file.name)
        assert (result.verdict, result.score) == ("AC", 100), result.message
        assert [note for note in result.warnings if note.code != "nondeterministic"] == []
        assert result.resources.cpu_s < problem_of(slug).spec.limits.cpu_s_total / 4


@pytest.mark.long
@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(3, 33))
@pytest.mark.parametrize("slug", SLUGS)
def test_accepted_submissions_are_accepted_with_many_seeds(slug, seed, cache):
    with Judge(problem_of(slug), seed=seed, cache_dir=cache) as judge:
        for file in sorted((ROOT / "submissions" / slug / "accepted").glob("*.py")):
            result = judge.grade(file.read_bytes(), path=file.name)
            assert (file.name, result.verdict, result.message) == (file.name, "AC", None)


@pytest.mark.kernel
@pytest.mark.parametrize("file", files("wrong_answer", "run_time_error"), ids=name_of)
def test_fixed_cases_alone_catch_a_wrong_submission_and_its_mistake_is_named(file, judge_for):
    result = judge_for(file.parts[-3]).grade(file.read_bytes(), path=file.name)
    advisory = {group.name for group in result.groups if group.advisory}
    caught = [
        c.name
        for c in result.cases
        if c.visibility != "generated" and c.group not in advisory and c.verdict not in ("AC", "skipped")
    ]
    assert len(caught) >= 2
    if name_of(file) in NAMED:
        assert NAMED[name_of(file)] in [found.mistake for found in result.diagnosis]


def test_every_named_file_is_there():
    assert set(NAMED) <= set(map(name_of, files("wrong_answer", "run_time_error")))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_has_every_section_in_words(slug, capsys):
    assert run(["show", slug, "--problems", str(ROOT / "problems")]) == 0
    page = capsys.readouterr().out
    sections = [page.index(f"\n{title}\n") for title in TITLES]
    assert len(SECTIONS) == len(TITLES)
    assert sections == sorted(sections)
    assert min(b - a for a, b in zip(sections, [*sections[1:], len(page)], strict=True)) > 60
    assert not {"$", "\\"} & set(page[: sections[2]])
