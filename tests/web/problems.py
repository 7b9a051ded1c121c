"""Small problems for the server: one that is quick, one with patience, one that never ends, one that is broken."""

import shutil

from web.client import ROOT

CENTRE = ROOT / "tests" / "support" / "problems" / "centre"
RIGHT = (CENTRE / "reference.py").read_text()
WRONG = RIGHT.replace("/ scale", "* scale")
ENDLESS = "def centre(x, scale=2.0):\n    while True:\n        pass\n"
_LOOP = "    while x.shape == (4, 6):\n        pass\n"


def course(folder):
    """Make a folder of problems and return it."""
    quick = _copy(folder / "quick")
    _edit(
        quick / "problem.toml", ("cpu_s_call = 1.0", "cpu_s_call = 0.5"), ("generated = 10", "generated = 2")
    )
    shutil.copytree(quick, folder / "lesson")  # for whoever counts the attempts
    patient = _copy(folder / "patient")
    _edit(
        patient / "problem.toml",
        ("cpu_s_call = 1.0", "cpu_s_call = 3000.0"),
        ("cpu_s_total = 5.0", "cpu_s_total = 3000.0"),
        ("generated = 10", "generated = 2"),
    )
    endless = _copy(folder / "endless")  # on its hidden cases
    _edit(endless / "reference.py", ("    return", f"{_LOOP}    return"))
    hanging = _copy(folder / "hanging")  # on its samples, too
    _edit(hanging / "reference.py", ("    return", f"{_LOOP.replace('(4, 6)', '(3,)')}    return"))
    broken = _copy(folder / "broken")
    _edit(broken / "problem.toml", ("schema = 1", "schema = 7"))
    return folder


def _copy(target):
    return shutil.copytree(CENTRE, target, ignore=shutil.ignore_patterns("__pycache__"))


def _edit(path, *changes):
    text = path.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text)
