"""Every way to overwrite_results a problem is caught, by a message that says what to do."""

import shutil

import pytest
from support.folders import copy_of, edit

pytestmark = pytest.mark.kernel


def test_the_problem_that_is_spoilt_here_keeps_every_rule(problem, verified):
    done = verified(problem)
    assert [check.rule for check in done.checks if check.status != "ok"] == []
    assert done.ok
    assert (done.mutation.killed, done.mutation.survivors) == (done.mutation.mutants, ())


def drop_a_case(problem, submissions):
    (problem / "cases/basic/default.toml").unlink()


def wrong_in_accepted(problem, submissions):
    shutil.move(submissions / "wrong_answer/no_eps.py", submissions / "accepted/no_eps.py")


def right_in_wrong(problem, submissions):
    shutil.copy(submissions / "accepted/methods.py", submissions / "wrong_answer/methods.py")


def weakened_tolerance(problem, submissions):
    edit(
        problem / "problem.toml",
        'kind = "derived"',
        'kind = "close"\nrtol = 1e-5\natol = 1e-6\nwhy = "it is enough"',
    )


def senseless_tolerance(problem, submissions):
    edit(problem / "problem.toml", 'kind = "derived"', 'kind = "close"\nrtol = 0.1\nwhy = "it is enough"')


def broken_reference(problem, submissions):
    edit(problem / "reference.py", "variance + eps", "variance * eps")


def unstable_reference(problem, submissions):
    edit(problem / "reference.py", "np.mean(deviation**2)", "np.maximum(np.mean(x * x) - np.mean(x) ** 2, 0)")


def raising_reference(problem, submissions):
    edit(problem / "reference.py", "np.mean(x)", "np.maen(x)")


def forgetful_reference(problem, submissions):
    edit(problem / "reference.py", "deviation = x -", "x -= np.mean(x)\n    deviation = x -")


def forbidden_reference(problem, submissions):
    edit(problem / "reference.py", "import numpy as np", "import os\nimport numpy as np\nos.listdir('/')")


def changed_starter(problem, submissions):
    edit(problem / "starter.py", "eps: float = 0.01", "eps: float = 0.001")


def solved_starter(problem, submissions):
    shutil.copy(submissions / "accepted/methods.py", problem / "starter.py")
    edit(problem / "starter.py", "(x, eps=0.01)", "(x: np.ndarray, eps: float = 0.01) -> np.ndarray")


def misspelt_key(problem, submissions):
    edit(problem / "problem.toml", "points = 60", "pionts = 60")


def dropped_sentence(problem, submissions):
    edit(problem / "statement.md", "Return the standard score of each element of `x`.\n", "")


def wrong_by_hand(problem, submissions):
    edit(problem / "cases/sample/first.toml", "-0.9950", "-0.9940")


def harmless_mistake(problem, submissions):
    with (problem / "mistakes.py").open("a") as file:
        file.write(
            '\n\ndef other_words(x, eps=0.01):\n    """Nothing is wrong."""\n'
            "    return (x - x.mean()) / np.sqrt(x.var() + eps)\n"
        )


def harmless_mistake_by_theme(problem, submissions):
    (problem / "mistakes").mkdir()
    harmless = (
        '"""Words."""\n\nimport numpy as np\n\n\ndef other_words(x, eps=0.01):\n    """Nothing is wrong."""\n'
    )
    body = "    return (x - x.mean()) / np.sqrt(x.var() + eps)\n"
    (problem / "mistakes" / "words.py").write_text(harmless + body)


def mistakes_that_do_what_is_forbidden(problem, submissions):
    (problem / "mistakes").mkdir()
    for name in ("one", "two"):
        text = f'import os\n\nos.listdir("/")\n\n\ndef {name}(x, eps=0.01):\n    """Wrong."""\n    return x\n'
        (problem / "mistakes" / f"{name}.py").write_text(text)


def unfinished_mistake_by_theme(problem, submissions):
    harmless_mistake_by_theme(problem, submissions)
    edit(problem / "mistakes" / "words.py", "Nothing is wrong.", "‹…›")


def unnamed_default(problem, submissions):
    edit(problem / "statement.md", "eps=0.01", "eps")


def strange_folder(problem, submissions):
    (submissions / "wrong_anwser").mkdir()


def no_solution(problem, submissions):
    shutil.rmtree(submissions / "accepted")


def tight_limit(problem, submissions):
    edit(problem / "problem.toml", "cpu_s_call = 1.0", "cpu_s_call = 1e-5")


def printing_reference(problem, submissions):
    edit(problem / "reference.py", "    variance =", "    print('here', x.shape)\n    variance =")


def endless_mistake(problem, submissions):
    with (problem / "mistakes.py").open("a") as file:
        file.write(
            '\n\ndef no_way_out(x, eps=0.01):\n    """It goes on and on."""\n    while x.size:\n        pass\n'
        )


def broken_starter(problem, submissions):
    with (problem / "starter.py").open("a") as file:
        file.write("\nstandard_score(3)\n")


def case_that_is_not_promised(problem, submissions):
    (problem / "cases/basic/odd.toml").write_text(
        'why = "x"\nomit = ["eps"]\n[args]\nx = [[1.0, 2.0], [3.0, 5.0]]\n'
    )
    (submissions / "accepted/vectors.py").write_text(
        "import numpy as np\ndef standard_scores(x, eps=0.01):\n    (n,) = x.shape\n"
        "    return (x - x.mean()) / np.sqrt(np.mean((x - x.mean()) ** 2) + eps)\n"
    )


def latin_equivalents(problem, submissions):
    (problem / "equivalents.toml").write_bytes(b"# caf\xe9")


def unfinished(problem, submissions):
    with (problem / "statement.md").open("a") as file:
        file.write("\nIt returns ‹…›.\n")


@pytest.mark.parametrize(
    ("overwrite_results", "rule", "said"),
    [
        (
            drop_a_case,
            "mutants",
            ("reference.py:4", "default changed", "no fixed case kills this", "add one"),
        ),
        (wrong_in_accepted, "submissions", ("no_eps.py", "gets WA", "says AC", "move it to wrong_answer/")),
        (right_in_wrong, "submissions", ("methods.py", "is accepted", "add one that does")),
        (weakened_tolerance, "submissions", ("rounded.py", "is accepted (AC), its folder says WA")),
        (weakened_tolerance, "mutants", ("dtype narrowed", "no fixed case kills this")),
        (senseless_tolerance, "tolerance", ("problem.toml: comparison", "at most 0.001")),
        (broken_reference, "folder", ("first.toml", "want", "correct the value, the decimals or the ref")),
        (unstable_reference, "cases", ("mean_of_ten_million", "can't be judged", "choose other arguments")),
        (raising_reference, "folder", ("AttributeError", "correct one of them")),
        (forgetful_reference, "cases", ("reference.py", "changes its argument x", "work on a copy")),
        (forbidden_reference, "reference", ("reference.py", "is not accepted itself", "not possible here")),
        (changed_starter, "folder", ("reference.py", "has the default 0.01", "make them equal")),
        (solved_starter, "starter", ("is accepted unchanged", "remove the part that the learner must write")),
        (misspelt_key, "folder", ("groups.basic.pionts", "did you mean 'points'?")),
        (dropped_sentence, "folder", ("groups.basic.cites", "is not on the page", "quote statement.md")),
        (wrong_by_hand, "folder", ("first.toml: want", "-0.994", "correct the value")),
        (harmless_mistake, "mistakes", ("other_words", "by no case", "add a case on which it fails")),
        (harmless_mistake_by_theme, "mistakes", ("mistakes/words.py: other_words", "by no case")),
        (
            mistakes_that_do_what_is_forbidden,
            "mistakes",
            ("mistakes/one.py: can't be run as a submission",),
        ),
        (
            mistakes_that_do_what_is_forbidden,
            "mistakes",
            ("mistakes/two.py: can't be run as a submission",),
        ),
        (unfinished_mistake_by_theme, "page", ("mistakes/words.py", "placeholder", "write the text")),
        (unnamed_default, "page", ("`eps` is 0.01 by default", "add that")),
        (strange_folder, "submissions", ("wrong_anwser", "did you mean 'wrong_answer'?")),
        (no_solution, "submissions", ("holds no solution", "add one that differs")),
        (tight_limit, "head-room", ("limits.cpu_s_call", "raise the limit")),
        (unfinished, "page", ("placeholder", "write the text")),
        (
            printing_reference,
            "reference",
            ("reference.py", "prints on case first: 'here (", "remove the print"),
        ),
        (
            endless_mistake,
            "mistakes",
            ("no_way_out", "does not terminate on case first", "runs it for every", "make it"),
        ),
        (broken_starter, "starter", ("can't be imported", "NameError", "standard_score", "line 8")),
        (case_that_is_not_promised, "submissions", ("vectors.py", "case odd", "correct it or the case")),
        (latin_equivalents, "folder", ("equivalents.toml: is not UTF-8 at byte 5; save it as UTF-8",)),
    ],
)
def test_a_spoilt_problem_is_refused_with_a_remedy(
    overwrite_results, rule, said, problem, submissions, broken
):
    overwrite_results(problem, submissions)
    found = broken(problem)
    assert rule in found
    assert any(all(part in line for part in said) for line in found[rule]), found[rule]


def test_what_the_folder_is_refused_for_stops_everything_else(problem, submissions, verified):
    misspelt_key(problem, submissions)
    done = verified(problem)
    assert {check.status for check in done.checks[1:]} == {"skipped"}
    assert done.mutation is None


def test_each_case_that_alone_kills_a_mutant_is_missed(problem, verified):
    """The table names these cases; without one of them a survivor is named by its line and its diff."""
    figures = next(c.figures for c in verified(problem).checks if c.rule == "mutants")
    lone = figures.partition("sole killers: ")[2].split(", ")
    assert lone == ["default"]
    (problem / "cases/basic/default.toml").unlink()
    survivors = verified(problem).mutation.survivors
    assert {survivor.fault for survivor in survivors} == {"default changed"}
    assert all("+def standard_scores(x, eps=0." in survivor.diff for survivor in survivors)


def test_a_comparison_that_fails_on_an_odd_answer_is_found(tmp_path, broken):
    folder = copy_of("two_factors", tmp_path / "problems")
    edit(folder / "compare.py", "    a, b = got\n", '    a, b = got\n    assert a * b == args["n"]\n')
    found = broken(folder)
    assert any("compare raised AssertionError" in line for line in found["comparison"])


def test_a_comparison_that_fails_is_not_held_against_the_reference(tmp_path, broken):
    folder = copy_of("two_factors", tmp_path / "problems")
    edit(folder / "compare.py", "    a, b = got\n", "    1 / 0\n")
    found = broken(folder)
    assert "reference" not in found
    (line,) = found["comparison"]
    assert "compare.py" in line
    assert "case" in line
    assert "ZeroDivisionError" in line
    assert "make it pass" not in line
