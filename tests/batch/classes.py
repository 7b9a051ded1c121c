"""Classes of made-up learners, whose verdicts are known."""

import random
from pathlib import Path

PROBLEMS = Path(__file__).parents[1] / "support" / "problems"

KINDS = {
    "AC": "def hypotenuse(a, b):\n    return (a * a + b * b) ** 0.5\n",
    "WA": "def hypotenuse(a, b):\n    return a + b\n",
    "RTE": "def hypotenuse(a, b):\n    raise ValueError(a)\n",
    "CE": "def hypotenuse(a, b:\n    return a\n",
    "TLE": "def hypotenuse(a, b):\n    while True:\n        pass\n",
    "OLE": "def hypotenuse(a, b):\n    while True:\n        print('x' * 100_000)\n",
}
# How many of a hundred.
MIXED = {"AC": 60, "WA": 24, "RTE": 8, "CE": 6, "TLE": 1, "OLE": 1}


def make_class(folder, count, mix=None, seed=1):
    """Write `count` submissions of all kinds in a random order; return the verdicts by key."""
    mix = mix or MIXED
    kinds = [kind for kind, share in mix.items() for _ in range(max(1, share * count // 100))]
    kinds += ["AC"] * (count - len(kinds))
    random.Random(seed).shuffle(kinds)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {}
    for number, kind in enumerate(kinds[:count]):
        key = f"s{number:05d}.py"
        (folder / key).write_text(f"# {number}\n{KINDS[kind]}")
        wanted[key] = kind
    return wanted
