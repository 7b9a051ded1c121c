"""The hostile and odd submissions: those in ``corpus/``, and big ones that are made here."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
PROBLEM = HERE / "problem" / "layer_norm"
BREACH_PLACE = b"/tmp/attacks_breach"
"""Where the files of the corpus look for a folder outside, in their text."""

MARKER = b"honest-source-marker-0123456789"
HONEST = (
    b"# "
    + MARKER
    + b"""
import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    d = x - np.mean(x, axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
"""
    + b"# filler, so that the text is no short string: 0123456789 0123456789 0123456789\n" * 20
)


@dataclass(frozen=True)
class Submission:
    """A file, and what may come of it."""

    path: str
    kind: str
    expect: tuple[str, ...]
    attack: str
    probe: str

    @property
    def source(self):
        return (CORPUS / self.path).read_bytes()

    @property
    def path_on_disk(self):
        return CORPUS / self.path

    @property
    def family(self):
        return self.path.split("/")[0]

    def aimed_at(self, breach):
        """Return the source with the folder `breach` for the one that stands in its text."""
        return self.source.replace(BREACH_PLACE, str(breach).encode())


@cache
def submissions():
    """Return every row of the corpus."""
    rows = (CORPUS / "EXPECT.tsv").read_text("utf-8").splitlines()[1:]
    made = []
    for row in rows:
        path, kind, expect, attack, probe = row.split("\t")
        made.append(Submission(path, kind, tuple(expect.split("|")), attack, probe))
    return tuple(made)


def submission(path):
    """Return one row of the corpus."""
    return next(s for s in submissions() if s.path == path)


MIB = 2**20
ANY_END = ("CE", "RTE", "MLE", "TLE", "WA")
# name: (acceptable verdicts, source); what is over the size limit of the judge is CE without a look at it.
BIG_SOURCES = {
    "comments of 5 MB": (("CE",), lambda: b"# a comment\n" * (5 * MIB // 12) + HONEST),
    "code of 5 MB": (("CE",), lambda: HONEST + b"a = 1 + 2\n" * (5 * MIB // 10)),
    "docstring of 50 MB": (("CE",), lambda: b'"""' + b"x" * (50 * MIB) + b'"""\n' + HONEST),
    "one line of 5 MB": (("CE",), lambda: HONEST + b"a = " + b"1+" * (5 * MIB // 2) + b"1\n"),
    "a million unary minuses": (("CE",), lambda: HONEST + b"a = " + b"-" * 1_000_000 + b"1\n"),
    # As large as may be, so that they do reach the parser.
    "comments just within the size": (("AC",), lambda: _filled(b"# a comment\n")),
    "code just within the size": (("AC",), lambda: _filled(b"a = 1 + 2\n")),
    "unary minuses within the size": (ANY_END, lambda: HONEST + b"a = " + b"-" * 200_000 + b"1\n"),
    "10,000 nested elifs": (ANY_END, lambda: HONEST + b"a = 0\n" + _elifs(10_000)),
    "brackets to the limit": (ANY_END, lambda: HONEST + b"a = " + b"(" * 100_000 + b")" * 100_000 + b"\n"),
    "one sum of 120,000 parts": (("AC", *ANY_END), lambda: HONEST + b"a = " + b"1+" * 120_000 + b"1\n"),
    "3,000 functions": (("AC", *ANY_END), lambda: HONEST + b"".join(b"f%d=lambda:0\n" % n for n in range(3_000))),
    "a literal of 250 KB": (("AC",), lambda: HONEST + b"a = '" + b"x" * 250_000 + b"'\n"),
    "deep indentation": (("AC", *ANY_END), lambda: HONEST + b"".join(b" " * n + b"if 1:\n" for n in range(99)) + b" " * 99 + b"pass\n"),
}  # fmt: skip


def _filled(line, size=256 * 1024):
    return HONEST + line * ((size - len(HONEST)) // len(line))


def _elifs(count):
    return b"if a == 1:\n    pass\n" + b"".join(b"elif a==%d:\n  pass\n" % n for n in range(count))
