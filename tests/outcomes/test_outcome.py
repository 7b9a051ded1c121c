import numpy as np
import pytest
from support.cases import bank_case, returned

from grader.comparator.check import rule_for
from grader.outcomes.outcome import CaseEvaluator, Standard, judge_case
from grader.outcomes.words import message_of
from grader.result import Verdict
from grader.runner.status import RunResult, Status

ARRAY = Standard(rule=rule_for("np.ndarray"))


@pytest.mark.parametrize(
    ("status", "verdict", "reason"),
    [
        (Status.RAISED, Verdict.RTE, "raised"),
        (Status.BLOCKED, Verdict.RTE, "blocked"),
        (Status.CRASHED, Verdict.RTE, "crashed"),
        (Status.EXITED, Verdict.RTE, "exited"),
        (Status.PROTOCOL, Verdict.RTE, "protocol"),
        (Status.TIME, Verdict.TLE, "limit"),
        (Status.MEMORY, Verdict.MLE, "limit"),
        (Status.OUTPUT, Verdict.OLE, "limit"),
        (Status.NOT_COMPILED, Verdict.CE, None),
        (Status.NO_ENTRY_POINT, Verdict.CE, None),
        (Status.SKIPPED, "skipped", None),
    ],
)
def test_what_the_process_did_means_one_verdict(status, verdict, reason):
    outcome = judge_case(bank_case(), RunResult(0, status), ARRAY)
    assert (outcome.verdict, outcome.reason) == (verdict, reason)


def test_every_status_has_a_meaning():
    for status in Status:
        assert judge_case(bank_case(), RunResult(0, status, values=(np.arange(3.0),)), ARRAY).verdict


def test_a_value_within_its_tolerance_is_right():
    assert judge_case(bank_case(), returned(np.arange(3.0) + 1e-10), ARRAY).verdict == Verdict.AC


@pytest.mark.parametrize(
    ("got", "reason"),
    [
        (None, "type"),
        ([0.0, 1.0, 2.0], "type"),
        (np.arange(3.0)[None], "shape"),
        (np.arange(3.0, dtype=np.float32), "dtype"),
        (np.array([0, np.nan, 2]), "nonfinite"),
        (np.arange(3.0) + 1e-8, "value"),
    ],
)
def test_a_wrong_value_has_its_reason(got, reason):
    outcome = judge_case(bank_case(), returned(got), ARRAY)
    assert (outcome.verdict, outcome.reason) == (Verdict.WA, reason)


@pytest.mark.parametrize(("row", "told"), [(0, ""), (300, ""), (900, " (got 7, want 0.25)")])
def test_of_a_large_array_the_first_wrong_element_is_told_where_it_is_not_shown(row, told):
    want = np.full((1000, 3), 0.25)
    got = want.copy()
    got[row, 2] = 7.0
    outcome = judge_case(bank_case(steps=({"x": want},), wants=(want,)), returned(got), ARRAY)
    assert message_of(outcome, allowed_imports=(), in_full=True).partition("2]")[2] == told
    assert "7" not in message_of(outcome, allowed_imports=(), in_full=False)


def test_the_first_wrong_step_of_a_sequence_is_named():
    case = bank_case(steps=({"x": np.arange(2.0)},) * 3, wants=(np.ones(2),) * 3)
    assert judge_case(case, returned(np.ones(2), np.zeros(2), np.zeros(2)), ARRAY).step == 1


@pytest.mark.parametrize("values", [(), (np.arange(3.0), np.arange(3.0))])
def test_a_wrong_number_of_answers_is_never_right(values):
    assert judge_case(bank_case(), returned(*values), ARRAY).verdict == Verdict.WA


def test_a_comparison_that_fails_is_the_judges_fault():
    def compare(got, want, args):
        raise RuntimeError("broken")

    outcome = judge_case(bank_case(), returned(np.arange(3.0)), Standard(rule=ARRAY.rule, compare=compare))
    assert outcome.verdict == Verdict.JE
    assert "broken" in outcome.fault


def test_an_argument_changed_in_place_is_wrong_where_the_problem_says_so():
    case = bank_case()
    ((x,),) = case.call.steps
    run = returned(np.arange(3.0), arguments=((x + 1,),))
    assert judge_case(case, run, ARRAY).verdict == Verdict.AC
    strict = Standard(rule=ARRAY.rule, reject_in_place=True)
    outcome = judge_case(case, run, strict)
    assert outcome.verdict == Verdict.WA
    assert "x was changed in place" in outcome.check.message


def test_what_the_process_says_of_changes_is_no_evidence_where_arguments_come_back():
    case = bank_case()
    strict = Standard(rule=ARRAY.rule, reject_in_place=True)
    same = returned(np.arange(3.0), changed=((0, 0), (9, 9)), arguments=case.call.steps)
    assert judge_case(case, same, strict).verdict == Verdict.AC
    lacking = returned(np.arange(3.0))
    assert judge_case(case, lacking, strict).verdict == Verdict.JE


RUNS = [
    ([returned(np.arange(3.0)), returned(np.arange(3.0))], [True, True]),
    ([returned(np.arange(3.0)), returned(None)], [True, False]),
    ([returned(np.arange(3.0) + 1), returned(np.arange(3.0))], [False, True]),
    ([RunResult(0, Status.CRASHED), returned(np.arange(3.0))], [False, True]),
    ([returned(np.arange(3.0), np.arange(3.0)), returned(np.arange(3.0))], [False, True]),
    ([returned(), returned(np.arange(3.0))], [False, True]),
]


@pytest.mark.parametrize(("runs", "right"), RUNS)
def test_judging_at_once_gives_what_judging_one_by_one_gives(runs, right):
    cases = [bank_case("a"), bank_case("b")]
    outcomes = CaseEvaluator(cases, ARRAY).judge(runs)
    assert [o.right for o in outcomes] == right
    assert [o.case.name for o in outcomes] == ["a", "b"]
    assert [o.verdict for o in outcomes] == [
        judge_case(c, r, ARRAY).verdict for c, r in zip(cases, runs, strict=True)
    ]


def test_a_desk_with_the_problems_own_comparison_asks_it_for_each_case():
    standard = Standard(
        rule=ARRAY.rule, compare=lambda got, want, args: None if got == 7 else "not 7", accepts="any"
    )
    outcomes = CaseEvaluator([bank_case("a"), bank_case("b")], standard).judge([returned(7), returned(8)])
    assert [o.verdict for o in outcomes] == [Verdict.AC, Verdict.WA]
    assert outcomes[1].check.message == "not 7"


def test_a_desk_sees_arguments_changed_in_place():
    standard = Standard(rule=ARRAY.rule, reject_in_place=True)
    outcomes = CaseEvaluator([bank_case()], standard).judge(
        [returned(np.arange(3.0), arguments=((np.arange(3.0) + 1,),))]
    )
    assert outcomes[0].verdict == Verdict.WA
