"""What named mistakes answer to the cases of a bank."""

from dataclasses import replace

import numpy as np
from support.folders import PROBLEMS, copy_of

from grader.bank import mistakes
from grader.bank.build import digest_of
from grader.bank.cache import open_bank
from grader.bank.mistakes import MAX_OUTPUT_BYTES, open_mistakes
from grader.problem.folder import load_problem


def table_of(slug, cache):
    problem = load_problem(PROBLEMS / slug)
    bank = open_bank(problem, seed=0, cache_dir=cache)
    return problem, bank, open_mistakes(problem, bank)


def test_every_mistake_has_its_value_on_every_case(cache):
    problem, bank, table = table_of("centre", cache)
    assert table.names == ("shifted_first", "whole_mean", "other_default")
    functions = {m.name: m.function for m in problem.mistakes}
    for name in table.names:
        for index, case in enumerate(bank.cases):
            output = table.output(name, index)
            assert output.raised is None
            for args, value in zip(case.steps, output.values, strict=True):
                assert np.array_equal(value, functions[name](*args.values()))


def test_a_mistake_that_raises_is_known_by_the_built_in_class(cache):
    _, bank, table = table_of("hypotenuse", cache)
    outputs = [table.output("always_raises", i) for i in range(len(bank.cases))]
    assert {(o.values, o.raised, o.spreads) for o in outputs} == {(None, "ZeroDivisionError", None)}
    assert {o.said for o in outputs} == {"float floor division by zero"}


def test_spreads_have_the_structure_of_the_values(cache):
    _, bank, table = table_of("centre", cache)
    answer = table.answers("whole_mean")
    for index in range(len(bank.cases)):
        output = answer(index)
        assert len(output.spreads) == len(output.values)
        for value, spread in zip(output.values, output.spreads, strict=True):
            assert spread.shape == value.shape
            assert np.all(spread >= 0)


def test_nothing_is_run_that_is_not_asked_for_and_nothing_twice(cache, monkeypatch):
    problem, bank, _ = table_of("centre", cache)
    runs = []
    monkeypatch.setattr(
        mistakes, "_run", lambda function, call: runs.append(function.__name__) or ("ValueError", "")
    )
    table = mistakes.MistakeTable(problem, bank)
    assert runs == []
    table.output("whole_mean", 2)
    table.output("whole_mean", 1)
    assert runs == ["whole_mean"] * 3
    assert open_mistakes(problem, bank) is open_mistakes(problem, bank)


def folder_with(tmp_path, text_of_mistakes):
    folder = copy_of("centre", tmp_path)
    text = (folder / "problem.toml").read_text().replace('forgives = ["shifted_first"]\n', "")
    (folder / "problem.toml").write_text(text)
    (folder / "mistakes.py").write_text("import numpy as np\n\n" + text_of_mistakes)
    return load_problem(folder)


def test_a_mistake_meets_layouts_refills_and_spoiled_results_as_a_submission_does(tmp_path):
    problem = folder_with(
        tmp_path,
        '''
_FORMULA = lambda x, scale: (x - x.mean(axis=-1, keepdims=True)) / scale
_seen = {}
_last = {}


def order(x, scale=2.0):
    """Tells the layout"""
    return np.array([x.flags.c_contiguous, x.flags.f_contiguous])


def remembers_the_object(x, scale=2.0):
    """Takes the same object for the same values"""
    if _last.get("x") is not x:
        _last.update(x=x, result=_FORMULA(x, scale))
    return _last["result"].copy()


def hands_out_its_memory(x, scale=2.0):
    """Hands out what it keeps"""
    return _seen.setdefault((x.tobytes(), scale), _FORMULA(x, scale))
''',
    )
    bank = open_bank(problem, seed=0, cache_dir=tmp_path / "cache")
    table = open_mistakes(problem, bank)
    index = {case.name: i for i, case in enumerate(bank.cases)}
    assert table.output("order", index["fortran"]).values[0].tolist() == [False, True]
    reused = table.output("remembers_the_object", index["reused_buffer"]).values
    assert np.array_equal(reused[0], reused[1])
    assert np.array_equal(reused[0], bank.cases[index["reused_buffer"]].wants[0])
    spoiled = table.output("hands_out_its_memory", index["spoiled_result"]).values
    assert np.array_equal(spoiled[0], bank.cases[index["spoiled_result"]].wants[0])
    assert np.isnan(spoiled[1]).all()


def test_a_mistake_that_does_not_come_back_answers_nothing_from_there_on(tmp_path, monkeypatch):
    monkeypatch.setattr("grader.problem.folder._LEAST_S", 0.2)
    problem = folder_with(
        tmp_path,
        '''
import sys

_asked = []


def without_an_end(x, scale=2.0):
    """Goes on and on"""
    _asked.append(1)
    while len(_asked) == 2:
        pass
    return x.copy()


def leaves(x, scale=2.0):
    """Ends the program"""
    sys.exit(0)
''',
    )
    limits = problem.spec.limits.model_copy(update={"cpu_s_call": 0.01})
    problem = replace(problem, spec=problem.spec.model_copy(update={"limits": limits}))
    bank = open_bank(problem, seed=0, cache_dir=tmp_path / "cache")
    table = mistakes.MistakeTable(problem, bank)
    answers = [table.output("without_an_end", i) for i in range(len(bank.cases))]
    assert [a is None for a in answers] == [False] + [True] * (len(answers) - 1)
    assert table.output("leaves", 0) is None


def test_what_is_too_large_is_not_kept_and_what_is_no_value_travels_by_name(tmp_path):
    problem = folder_with(
        tmp_path,
        f'''
def large(x, scale=2.0):
    """Returns much"""
    return np.zeros({MAX_OUTPUT_BYTES // 8 + 1})


def odd(x, scale=2.0):
    """Returns a set"""
    return {{1}}


def own_error(x, scale=2.0):
    """Raises an error of its own"""
    raise type("Odd", (KeyError,), {{}})


def leaves(x, scale=2.0):
    """Changes its argument"""
    x[...] = 0.0
    return x
''',
    )
    bank = open_bank(problem, seed=0, cache_dir=tmp_path / "cache")
    table = open_mistakes(problem, bank)
    assert table.output("large", 0) is None
    assert table.output("odd", 0).values[0].name == "a `set`"
    assert table.output("odd", 0).spreads is None
    assert table.output("own_error", 0).raised == "KeyError"
    assert table.output("leaves", 0).values[0].tolist() == [0.0, 0.0, 0.0]
    assert bank.cases[0].steps[0]["x"].tolist() == [1.0, 2.0, 3.0]


def test_a_mistake_that_writes_into_its_arguments_leaves_the_bank_as_it_was(tmp_path):
    folder = copy_of("centre", tmp_path)
    with (folder / "mistakes.py").open("a") as file:
        file.write(
            '\n\ndef works_in_place(x, scale=2.0):\n    """Changes its argument."""\n    x *= 0\n    return x\n'
        )
    problem = load_problem(folder)
    bank = open_bank(problem, seed=0, cache_dir=tmp_path / "cache")
    open_mistakes(problem, bank)
    assert digest_of(bank.cases) == bank.digest
