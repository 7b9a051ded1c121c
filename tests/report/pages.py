"""Pages of made-up classes."""

import random

from report.payloads import PAYLOADS

from grader.report.html import Group, Header, Line, page

GROUPS = (
    Group("sample", 0.0, advisory=False), Group("basic", 40.0, advisory=False), Group("shapes", 25.0, advisory=False),
    Group("stability", 35.0, advisory=False), Group("edge", 0.0, advisory=True),
)  # fmt: skip
SIZES = {"sample": 3, "basic": 60, "shapes": 50, "stability": 40, "edge": 5}
CASES = tuple(
    (f"{group}-{n:03d}", group, "sample" if group == "sample" else "hidden")
    for group, size in SIZES.items()
    for n in range(size)
)
ENVIRONMENT = {
    "grader": "0.1.0", "python": "3.11.4", "numpy": "2.4.6", "hypothesis": "6", "platform": "Linux-x86_64",
    "isolation": "kernel", "seed": None,
}  # fmt: skip
KINDS = (
    ("AC", 100.0, 55),
    ("WA", 40.0, 15),
    ("WA", 65.0, 10),
    ("RTE", 0.0, 8),
    ("TLE", 75.0, 5),
    ("CE", 0.0, 5),
    ("JE", None, 2),
)


def lines(count, seed=0):
    dice = random.Random(seed)
    for n in range(count):
        verdict, score, _ = dice.choices(KINDS, [share for *_, share in KINDS])[0]
        letters = _letters(verdict, score, dice)
        failing = [c for c, letter in enumerate(letters) if letter != "."][:8]
        wrong = verdict == "WA"
        yield Line(
            key=f"learner{n:05d}/solution.py",
            id=str(10_000 + n),
            name=f"Learner {n}",
            verdict=verdict,
            score=score,
            message="" if verdict == "AC" else f"what happened to number {n}",
            points=tuple(None if verdict == "JE" else 0.0 if score == 0 else g.points for g in GROUPS),
            cases=letters,
            failing=tuple((c, "value", f"the values of {CASES[c][0]} are wrong") for c in failing),
            mistakes=(("sample_variance" if score == 40.0 else "one_pass_variance", 9, 9, "matches it."),)
            if wrong
            else (),
            counterexample="layer_norm(np.array([[0.0, 1.0]]))\n\n  got  want\n   1    2\n" if wrong else "",
            notes=(),
        )


def _letters(verdict, score, dice):
    if verdict in ("CE", "JE"):
        return ""
    failing = {"AC": set(), "RTE": set(SIZES), "TLE": {"shapes"}}.get(
        verdict, {"stability"} if score == 65.0 else {"basic", "stability"}
    )
    letter = {"WA": "W", "RTE": "R", "TLE": "T"}.get(verdict, ".")
    return "".join(letter if group in failing and dice.random() < 0.8 else "." for _, group, _ in CASES)


def hostile_lines():
    for n, text in enumerate(PAYLOADS.values()):
        yield Line(
            key=text, id=text, name=text, verdict="WA", score=float(n % 101), message=text[:500],
            points=(0.0,) * 5, cases="W" * len(CASES), failing=((0, "value", text[:300]),),
            mistakes=((text[:60], 1, 1, text[:500]),), counterexample=text[:2000], notes=(text[:300],),
        )  # fmt: skip


def make_page(made, **changes):
    """Return the page of some lines as text."""
    made = list(made)
    verdicts, mistakes, passed = {}, {}, [0] * len(CASES)
    scores = [line.score for line in made if line.score is not None]
    for line in made:
        verdicts[line.verdict] = verdicts.get(line.verdict, 0) + 1
        for mistake in line.mistakes:
            mistakes[mistake[0]] = mistakes.get(mistake[0], 0) + 1
        for n, letter in enumerate(line.cases):
            passed[n] += letter == "."
    summary = {
        "submissions": len(made),
        "verdicts": verdicts,
        "score": {"mean": round(sum(scores) / len(scores), 2) if scores else None, "median": 50.0},
        "mistakes": [
            {"mistake": name, "count": n} for name, n in sorted(mistakes.items(), key=lambda m: -m[1])
        ],
        "cases": [
            {"name": name, "passed": n, "total": len(made)}
            for (name, _, _), n in zip(CASES, passed, strict=True)
        ],
        "not_graded": [{"path": "essay.docx", "reason": "is no Python file"}],
        "duplicates": [{"learner": "Carol", "keys": ["carol/1.py", "carol/2.py"]}],
        "same_file": [{"keys": ["dan.py", "erin.py"]}],
    }
    fields = {
        "slug": "layer_norm", "title": "Layer Normalization", "summary": summary, "groups": GROUPS, "cases": CASES,
        "environment": ENVIRONMENT, "missing": (("bob", "2", "Bob", "nothing was submitted"),), "with_roster": True,
    }  # fmt: skip
    return "".join(page(Header(**(fields | changes)), made))
