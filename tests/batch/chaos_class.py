"""A folder of everything that anybody might hand in, drawn by a seed, and what must come of each file."""

import json
import os
import random
import stat
from dataclasses import dataclass, field
from pathlib import Path

from hostile.files import submissions

from grader.batch.names import key_of

from .zips import bomb, flagged, link, packed

_HEAD = "import numpy as np\n\n\ndef layer_norm(x, gamma, beta, eps=1e-6):\n"
_RIGHT = """    d = x - x.mean(axis=-1, keepdims=True)
    y = d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
"""
HONEST = {
    ("AC", 100.0): f"{_HEAD}{_RIGHT}    return y\n",
    ("WA", 70.0): f"KEPT = {{}}\n{_HEAD}{_RIGHT}    out = KEPT.setdefault(x.shape, y)\n    out[...] = y\n    return out\n",
    ("WA", 30.0): f"{_HEAD}{_RIGHT}    return y if x.shape == (3, 5) else y + 1\n",
    ("WA", 0.0): f"{_HEAD}    return x * gamma + beta\n",
    ("RTE", 0.0): f"{_HEAD}    raise ValueError('no idea')\n",
    ("CE", 0.0): f"{_HEAD}    return (x\n",
}  # fmt: skip
"""What people who mean no harm hand in, by verdict and score."""
# Leaves a mark if it is run anywhere but in the sandbox, and goes for the judge and its results.
SABOTAGE = """import os
for act in (
    lambda: open({mark!r}, "a").write("here"),
    lambda: os.system("touch " + {mark!r}),
    lambda: os.kill(os.getppid(), 9),
    lambda: open({out!r} + "/grades.csv", "w").write("all,AC,100"),
    lambda: os.truncate({out!r} + "/results.jsonl", 0),
):
    try:
        act()
    except BaseException:
        pass


def layer_norm(x, gamma, beta, eps=1e-6):
    raise RuntimeError("did what it could")
"""
_NAMES = (
    "learner{n}.py", "-{n}.py", "--output={n}.py", "=1+{n}.py", "@SUM({n}).py", "+{n}.py", "{n}\n.py", "{n}\r\n;rm.py",
    "\x1b[31m{n}.py", "\x07{n}\x7f.py", "\t{n}.py", " {n} .py", "\U0001f600{n}.py", "{n}\u202eyp.py", "{n}\udcff\udcfe.py",
    "\udcc3{n}\\x.py", "{n}\\..\\x.py", "{n}%2e%2e%2f.py", "{n},\"a\",'b'.py", "<script>{n}</script>.py", "con{n}.PY",
    "$(touch mark{n}).py", "`touch mark{n}`.py", "{n};touch mark.py", "{n}|{n}.py", "e\u0301{n}.py", "\u00e9{n}.py", "..{n}..py",
    "{n}..py", "sub{n}/x..y/solution.py", "sub{n}/solution.py/a.py", "sub{n}.md/a.py", "{n}" + "w" * 240 + ".py",
    "{n}" + "\u00fc" * 120 + ".py",
)  # fmt: skip
_REPEATABLE = {"RTE", "WA", "CE"}


@dataclass
class Class:
    """A folder, and what must come of what lies in it."""

    folder: Path
    wanted: dict = field(default_factory=dict)  # key: (possible verdicts, score or None)
    left: set = field(default_factory=set)  # keys of what is no submission
    free: set = field(default_factory=set)  # keys whose reason is the submission's own words

    def add(self, path, data, verdicts, score=None):
        """Write a file that is graded."""
        self._write(path, data)
        self.wants(key_of(path), verdicts, score)

    def wants(self, key, verdicts, score=None):
        """Note what must come of a key."""
        self.wanted[key] = ({verdicts} if isinstance(verdicts, str) else set(verdicts), score)

    def leave(self, path, data=None, *, inside=None):
        """Write a file that is not graded; `inside` is the entry of an archive that is not."""
        if data is not None:
            self._write(path, data)
        self.left.add(key_of(path) if inside is None else f"{key_of(path)}/{inside}")

    def _write(self, path, data):
        target = self.path(path)
        target.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogateescape"))

    def path(self, path):
        """Return where a file lies; its folder is made."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        return target


def make_chaos(folder, count, seed, *, outside, out, mark):
    """Write `count` things of all kinds; return the class.

    `outside` is a folder that links lead to, `out` where the results will lie, `mark` a file that only
    code which got out of the sandbox can make.
    """
    rng = random.Random(seed)
    made = Class(folder)
    folder.mkdir()
    (outside / "secret.py").write_text(HONEST["AC", 100.0])
    sabotage = SABOTAGE.format(mark=str(mark), out=str(out))
    corpus = [s for s in submissions() if set(s.expect) <= _REPEATABLE and s.family != "benign"]
    rng.shuffle(corpus)
    # Each kind of odd thing once before any comes again; of all, half are honest.
    odd = rng.sample(_ODD, len(_ODD))
    for n in range(count):
        if n % 2:
            _honest(made, n, rng)
        elif n % 8 == 0:
            each = corpus[n // 8 % len(corpus)]
            made.add(f"corpus{n}.py", each.source, each.expect)
            made.free.add(f"corpus{n}.py")
        elif n % 8 == 4:
            name = ("pickle", "numpy", "sitecustomize", "json", "conftest")[n // 8] if n < 40 else f"s{n}"
            made.add(f"{name}.py", f"# {n}\n{sabotage}", "RTE", 0.0)
        else:
            odd[n // 4 % len(odd)](made, n, rng, outside)
    return made


def _honest(made, n, rng):
    """Add what is right or wrong in a known way: under any name, in a notebook, in an archive."""
    (verdict, score), source = rng.choice(list(HONEST.items())[: 6 if n % 3 else 2])
    source = f"# {n}\n{source}"
    form = rng.randrange(8)
    if form == 0:
        cells = [{"cell_type": "code", "source": f"!touch mark\n%run mark\n{source}"}]
        made.add(f"note{n}.ipynb", json.dumps({"cells": cells}), verdict, score)
    elif form == 1:
        made._write(f"all{n}.zip", packed([("learner.py", source), ("other.txt", "")]))
        made.wants(f"all{n}.zip/learner.py", verdict, score)
        made.leave(f"all{n}.zip", inside="other.txt")
    elif form == 2:
        made._write(
            f"deep{n}.zip", packed([("learner.zip", packed([("a/solution.py", source), ("a/b.py", "")]))])
        )
        made.wants(f"deep{n}.zip/learner.zip/a/solution.py", verdict, score)
        made.leave(f"deep{n}.zip", inside="learner.zip/a/b.py")
    else:
        path = rng.choice(_NAMES).format(n=n)
        if path.startswith("."):
            made.leave(path, source)
        else:
            made.add(path, source, verdict, score)


def _leave(name, content):
    def odd(made, n, rng, outside):
        made.leave(name.format(n=n), content(rng) if callable(content) else content)

    return odd


def _refuse(name, content):
    def odd(made, n, rng, outside):
        made.add(name.format(n=n), content(rng) if callable(content) else content, "CE", 0.0)

    return odd


def _entry(content, *, verdict=None, name="x.py"):
    """Return what adds an archive whose one entry is refused, or left where there is no verdict."""

    def odd(made, n, rng, outside):
        made._write(f"archive{n}.zip", content() if callable(content) else content)
        if verdict is None:
            made.leave(f"archive{n}.zip", inside=name)
        else:
            made.wants(f"archive{n}.zip/{name}", verdict, 0.0)

    return odd


def _linked(target):
    """Return what adds a link that leads nowhere that counts."""

    def odd(made, n, rng, outside):
        os.symlink(target.format(n=n, outside=outside), made.path(f"link{n}.py"))
        made.leave(f"link{n}.py")

    return odd


def _between(made, n, rng, outside):
    made.add(f"lender{n}.py", HONEST["AC", 100.0], "AC", 100.0)
    os.symlink(f"lender{n}.py", made.path(f"borrower{n}.py"))
    made.wants(f"borrower{n}.py", "AC", 100.0)


def _loop(made, n, rng, outside):
    for here, there in ((f"loop{n}a.py", f"loop{n}b.py"), (f"loop{n}b.py", f"loop{n}a.py")):
        os.symlink(there, made.path(here))
        made.leave(here)


def _to_parent(made, n, rng, outside):
    os.symlink("..", made.path(f"around{n}/again"))
    made.leave(f"around{n}/again")


def _node(kind):
    def odd(made, n, rng, outside):
        os.mknod(made.path(f"node{n}.py"), kind | 0o666)
        made.wants(f"node{n}.py", "CE", 0.0)

    return odd


def _no_file(made, n, rng, outside):
    made.path(f"folder{n}.py/empty.zip/x")  # their folders are made, and nothing in them


def _closed(made, n, rng, outside):
    made.add(f"closed{n}.py", HONEST["AC", 100.0], "AC", 100.0)
    made.path(f"closed{n}.py").chmod(0)
    if os.geteuid():
        del made.wanted[f"closed{n}.py"]
        made.leave(f"closed{n}.py")


def _hidden_folder(made, n, rng, outside):
    made.path(f"__pycache__/x{n}.py").write_text("")
    made.leave("__pycache__")


def _deep(made, n, rng, outside):
    made.path(f"down{n}/" + "d/" * 64 + "x.py").write_text("")
    made.leave(f"down{n}/" + "/".join("d" * 64))


_MIB = 2**20
_ODD = (
    _refuse("empty{n}.py", b""), _refuse("spaces{n}.py", b" \n\t\n"), _refuse("nul{n}.py", b"a = 1\n\0\n"),
    _refuse("binary{n}.py", lambda rng: b"\xff" + rng.randbytes(2000)), _refuse("large{n}.py", b"#" * 300_000),
    _refuse("broken{n}.ipynb", "{"), _refuse("list{n}.ipynb", "[]"), _refuse("none{n}.ipynb", b""),
    _refuse("deep{n}.ipynb", "[" * 100_000), _refuse("cells{n}.ipynb", '{"cells": [1, null, {"source": 3}]}'),
    _refuse("bytes{n}.ipynb", lambda rng: rng.randbytes(500)),
    _leave("essay{n}.docx", b"words"), _leave(".hidden{n}.py", b""), _hidden_folder,
    _leave("no{n}.zip", b"PK\x03\x04 and no more"), _leave("none{n}.zip", b""), _leave("noise{n}.zip", lambda rng: rng.randbytes(500)),
    _leave("cut{n}.zip", packed([("x.py", "a" * 100)])[:-30]),
    _entry(lambda: bomb("x.py", 64 * _MIB), verdict="CE"), _entry(lambda: packed([("x.zip", b"\0" * 20 * _MIB)]), name="x.zip"),
    _entry(packed([("../x.py", "")]), name="../x.py"), _entry(packed([("/etc/x.py", "")]), name="etc/x.py"),
    _entry(link("x.py", "/etc/passwd")), _entry(flagged(packed([("x.py", "")]), 1), verdict="CE"),
    _entry(packed([("x.zip", packed([("y.zip", packed([("z.py", "")]))]))]), name="x.zip/y.zip"),
    _entry(packed([("\x1b[2J=1\n.py", "")]), verdict="CE", name="\x1b[2J=1\n.py"),
    _entry(lambda: bomb("x.ipynb", 64 * _MIB), verdict="CE", name="x.ipynb"),
    _linked("{outside}/secret.py"), _linked("../outside/secret.py"), _linked("nowhere{n}.py"), _linked("/dev/zero"),
    _linked("/proc/self/environ"), _linked("link{n}.py"), _linked("."),
    _between, _loop, _to_parent, _node(stat.S_IFIFO), _node(stat.S_IFSOCK), _no_file, _closed, _deep,
)  # fmt: skip
