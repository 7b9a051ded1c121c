"""What goes wrong in one problem's code is told under its name, and the others are verified."""

import json

import pytest
import typer
from support.folders import copy_of, edit

from grader.authoring.verify.comparison import answers
from grader.cli import verify as command

pytestmark = pytest.mark.kernel

FAULTS = {
    "raises": ("compare.py", "    return 1 / 0\n", "comparison", "ZeroDivisionError"),
    "raises on few": (
        "compare.py",
        "    return None if got[0] > 0 else 1 / 0\n",
        "comparison",
        "ZeroDivisionError",
    ),
    "interrupts": ("compare.py", "    raise KeyboardInterrupt\n", "comparison", "raises KeyboardInterrupt"),
    "exits": ("compare.py", "    raise SystemExit(0)\n", "comparison", "SystemExit"),
    "hangs": ("compare.py", "    while True: pass\n", "comparison", "is still running"),
    "answers oddly": ("compare.py", "    return got == want\n", "comparison", "compare returned"),
    "interrupting reference": ("reference.py", "", "cases", "raises KeyboardInterrupt"),
    "two answers": ("reference.py", "", "cases", "two calls differ"),
    "order of a set": ("reference.py", "", "repeatable", "hash seeds"),
}
SIGNATURE = "def top_words(text: str, count: int = 2, stop: tuple[str, ...] = ()):\n"
BODIES = {
    "interrupting reference": f"{SIGNATURE}    raise KeyboardInterrupt\n",
    "two answers": f"calls = []\n\n\n{SIGNATURE}    calls.append(1)\n    return [(text, len(calls))]\n",
    "order of a set": f"{SIGNATURE}    return [(word, 1) for word in {{'to', 'be', 'or', *'abcdefgh'}}]\n",
}


def spoilt(name, place, monkeypatch):
    """Return a folder of problems: one spoilt, and a good one that comes after it."""
    monkeypatch.setattr("grader.problem.folder._LEAST_S", 0.3)
    file, body, rule, words = FAULTS[name]
    if file == "compare.py":
        folder = copy_of("two_factors", place)
        (folder / file).write_text(f"def compare(got, want, args):\n{body}")
        with (folder / "problem.toml").open("a") as toml:
            toml.write("\n[limits]\ncpu_s_call = 0.05\n")
    else:
        folder = copy_of("top_words", place)
        (folder / file).write_text(BODIES[name])
        for case in folder.glob("cases/*/*.toml"):
            text = case.read_text().splitlines()
            case.write_text(
                "\n".join(line for line in text if not line.startswith(("want", "decimals"))) + "\n"
            )
    return folder, rule, words


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_a_problem_breaks_a_rule_of_that_problem(name, tmp_path, monkeypatch, verified):
    folder, rule, words = spoilt(name, tmp_path, monkeypatch)
    done = verified(folder)
    told = {
        check.rule: " ".join(map(str, check.findings)) for check in done.checks if check.status == "failed"
    }
    assert next(iter(told)) == rule
    assert words in told[rule]
    assert not done.ok


def test_the_other_problems_are_verified_all_the_same(tmp_path, monkeypatch):
    for name in ("hypotenuse", "two_factors", "centre"):
        copy_of(name, tmp_path / "problems")
    edit(tmp_path / "problems/two_factors/compare.py", "    a, b = got", "    raise KeyboardInterrupt")
    (tmp_path / "problems/centre/problem.toml").write_text("schema = 1\n")
    monkeypatch.setattr(
        command, "list_problems", lambda extra: {p.name: p for p in sorted(extra[0].iterdir())}
    )
    output = tmp_path / "verified.json"
    with pytest.raises(typer.Exit) as ended:
        command.run(problems=[tmp_path / "problems"], quick=True, form="json", output=output)
    assert ended.value.exit_code == 1
    problems = {one["slug"]: one for one in json.loads(output.read_text())["problems"]}
    assert list(problems) == ["centre", "hypotenuse", "two_factors"]
    assert not problems["two_factors"]["ok"]
    assert not problems["centre"]["ok"]
    ran = {rule["rule"]: rule["status"] for rule in problems["hypotenuse"]["rules"]}
    assert "skipped" not in ran.values()


def test_odd_answers_leave_the_result_as_it_was():
    want = [1, (2.0, "x"), {"k": True}]
    assert len({name for name, _ in answers(want)}) == len(list(answers(want)))
    assert want == [1, (2.0, "x"), {"k": True}]
