"""The corpus of solutions to `layer_norm`, and what is expected of each file."""

import functools
from dataclasses import dataclass
from pathlib import Path

from grader.problem.folder import load_problem

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests" / "corpus" / "layer_norm"

# The share of varied inputs on which a wrong solution must be wrong for generated cases to owe a catch.
OFTEN = 0.02
# It goes wrong after a hundred calls; generated cases alone are about that many, in an order that may change.
NOT_OWED = {"wrong/state__training_first_only.py"}


@dataclass(frozen=True)
class Solution:
    """One file of the corpus; `share` is the share of varied inputs on which it is wrong, if known."""

    path: str
    verdicts: tuple[str, ...]
    share: float | None
    fault: str
    note: str

    @property
    def folder(self):
        return self.path.partition("/")[0]

    @property
    def source(self):
        return (CORPUS / self.path).read_bytes()

    @property
    def may_hang(self):
        """Whether it is to be run with a tenth of the time: what never ends does not end in a tenth either."""
        return "TLE" in self.verdicts

    @property
    def owed_by_generated(self):
        """Whether generated cases alone must catch it."""
        often = self.share is not None and self.share >= OFTEN
        return self.folder == "wrong" and self.path not in NOT_OWED and (often or "state__" in self.path)


@functools.cache
def solutions(*folders):
    """Return the files of some folders, or all."""
    rows = [line.split("\t") for line in (CORPUS / "EXPECT.tsv").read_text("utf-8").splitlines()[1:]]
    found = [
        Solution(path, tuple(verdicts.split("|")), float(share) if share else None, fault, note)
        for path, verdicts, share, fault, note in rows
    ]
    return tuple(s for s in found if not folders or s.folder in folders)


@functools.cache
def expected_names():
    """Return, for each wrong or unstable file, the names of mistakes that are right for it."""
    rows = [line.split("\t") for line in (CORPUS / "NAMES.tsv").read_text("utf-8").splitlines()[1:]]
    return {path: frozenset(names.split()) for path, names in rows}


@functools.cache
def layer_norm():
    return load_problem(ROOT / "problems" / "layer_norm")
