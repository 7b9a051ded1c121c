"""A call has values by position and nothing that tells what it is for."""

import dataclasses

import numpy as np

from grader.bank.calls import call_of, laid_back, steps_of, steps_of_call
from grader.problem.case import Case, Laid, Seq, backwards, readonly
from grader.problem.signature import Parameter, Signature
from grader.runner.wire import Call, LaidArray

SIGNATURE = Signature("f", (Parameter("x", None, False), Parameter("k", None, True, 3)), None)


def test_arguments_go_by_position_whatever_their_order():
    call = call_of(Case("secret", group="hidden", args={"k": 1, "x": 2.0}, why="w"), SIGNATURE)
    assert call.steps == ((2.0, 1),)
    assert (call.reuse, call.overwrite_results) == (False, False)
    assert {f.name for f in dataclasses.fields(call)} == {"steps", "reuse", "overwrite_results", "echo"}


def test_defaults_are_left_out_step_by_step():
    call = call_of(
        Seq("s", group="g", calls=[{"x": 1}, {"x": 2, "k": 4}], overwrite_results=True, why="w"), SIGNATURE
    )
    assert call.steps == ((1,), (2, 4))
    assert call.overwrite_results


def test_a_layout_travels_and_comes_back():
    array = np.arange(3.0)
    case = Case("n", group="g", args={"x": readonly(backwards(array)), "k": array}, why="w")
    ((laid, plain),) = call_of(case, SIGNATURE).steps
    assert isinstance(laid, LaidArray)
    assert (laid.order, laid.readonly) == ("backwards", True)
    assert plain is array
    assert steps_of(case, SIGNATURE)[0]["x"] is array
    back = laid_back({"x": laid, "k": plain})
    assert isinstance(back["x"], Laid)
    assert (back["x"].order, back["x"].readonly) == ("backwards", True)
    assert back["k"] is array


def test_the_steps_of_a_call_have_their_names_again():
    call = Call(((LaidArray(np.arange(2.0), "F"),), (1, 2)))
    first, second = steps_of_call(call, SIGNATURE)
    assert first["x"].tolist() == [0.0, 1.0]
    assert second == {"x": 1, "k": 2}
