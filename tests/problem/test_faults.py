"""Break one thing of a sound folder, and expect one line that says which, and what to do."""

import os
import re

import numpy as np
import pytest
from support.folders import ALL, PROBLEMS, copy_of, edit

from grader.errors import ProblemError, UsageError
from grader.problem.bound import TookTooLong
from grader.problem.case import HandWorked
from grader.problem.faults import did, said
from grader.problem.files import REQUIRED
from grader.problem.folder import load_problem
from grader.problem.validate import folder_faults, validate, worked_fault


def relative(lines, folder):
    return [line.replace(f"{folder}{os.sep}", "") for line in lines]


def faults_of(folder):
    """Return every fault of a folder with paths relative to it."""
    return relative(folder_faults(folder), folder)


def raised_by(folder):
    """Return the faults with which reading and validating a folder ends."""
    try:
        validate(load_problem(folder))
    except ProblemError as error:
        return relative(error.faults, folder)
    return []


def assert_lines(got, expected):
    """Compare lines with patterns, one by one."""
    wanted = expected if isinstance(expected, list) else [expected]
    assert len(got) == len(wanted), got
    assert all(map(re.fullmatch, wanted, got)), got


@pytest.mark.parametrize("slug", ALL)
def test_a_sound_folder_has_no_faults(slug):
    assert faults_of(PROBLEMS / slug) == []


def change(file, old, new):
    return lambda folder: edit(folder / file, old, new)


def toml(old, new):
    return change("problem.toml", old, new)


def put(file, text, mode="w"):
    def act(folder):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text) if mode == "b" else path.write_text(text, "utf-8")

    return act


def append(file, text):
    return lambda folder: put(file, (folder / file).read_text("utf-8") + text)(folder)


def drop(file):
    return lambda folder: (folder / file).unlink()


def case(text, file="cases/rows/two_rows.toml"):
    return put(file, text)


def both(*acts):
    def act(folder):
        for one in acts:
            one(folder)

    return act


WHOLE = (
    'def unscaled(x, scale=2.0):\n    """Not scaled\n\n    It must be.\n    {hint}\n    """\n    return x\n'
)
CASE = 'why = "each row"\n[args]\nx = [1.0, 2.0]\nscale = 1.0\n'

TABLE = {
    # problem.toml by itself
    "no toml": (
        toml("schema = 1", "schema = "),
        r"problem.toml: is not valid TOML: Invalid value \(at line 1.*\)",
    ),
    "a schema of the future": (toml("schema = 1", "schema = 2"), r"problem.toml: schema: must be 1, got 2"),
    "a title that is missing": (
        toml('title = "Centre the rows"\n', ""),
        r"problem.toml: title: missing; add it",
    ),
    "a blank title": (
        toml('title = "Centre the rows"', 'title = " "'),
        r"problem.toml: title: must not be empty, got ' '",
    ),
    "a number for a title": (
        toml('title = "Centre the rows"', "title = 3"),
        r"problem.toml: title: must be a string, got 3",
    ),
    "an unknown key": (
        toml("hints =", "hnits ="),
        [
            r"problem.toml: hnits: unknown key; did you mean 'hints'\?",
            r"mistakes.py: whole_mean: names hint 1; problem.toml has no hints",
        ],
    ),
    "an unknown key of a group": (
        toml("points = 50", "pionts = 50"),
        r"problem.toml: groups.rows.pionts: unknown key; did you mean 'points'\?",
    ),
    "a key with nothing near": (
        toml("[limits]", "[limits]\nzzz = 1"),
        r"problem.toml: limits.zzz: unknown key; known are: cpu_s_call, cpu_s_total, import_s, memory_bytes, output_bytes",
    ),
    "a key below the wrong heading": (
        toml("[limits]", '[limits]\nin_place = "warn"'),
        r"problem.toml: limits.in_place: unknown key here; it belongs above the first \[table\] of the file",
    ),
    "an unknown difficulty": (
        toml('"Medium"', '"Middling"'),
        r"problem.toml: difficulty: must be 'Easy', 'Medium' or 'Hard', got 'Middling'",
    ),
    "an entry point that is no name": (
        toml('entry_point = "centre"', 'entry_point = "the centre"'),
        r"problem.toml: entry_point: must be a Python name, got 'the centre'",
    ),
    "an import that is no name": (
        toml('["numpy"]', '["numpy", "os.path"]'),
        r"problem.toml: allowed_imports.1: must be a Python name, got 'os.path'",
    ),
    "a text for a list": (
        toml('["numpy"]', '"numpy"'),
        r"problem.toml: allowed_imports: must be a list, got 'numpy'",
    ),
    "a word for in_place": (
        toml("hints =", 'in_place = "ignore"\nhints ='),
        r"problem.toml: in_place: must be 'warn' or 'reject', got 'ignore'",
    ),
    "a word for a switch": (
        toml("hints =", 'show_counterexamples = "no"\nhints ='),
        r"problem.toml: show_counterexamples: must be true or false, got 'no'",
    ),
    # limits
    "a limit of zero": (
        toml("cpu_s_call = 1.0", "cpu_s_call = 0"),
        r"problem.toml: limits.cpu_s_call: must be > 0, got 0",
    ),
    "a limit without end": (
        toml("cpu_s_total = 5.0", "cpu_s_total = inf"),
        r"problem.toml: limits.cpu_s_total: must be a finite number, got inf",
    ),
    "a limit in halves of bytes": (
        toml("cpu_s_call = 1.0", "memory_bytes = 1.5"),
        r"problem.toml: limits.memory_bytes: must be a whole number, got 1.5",
    ),
    "a call longer than all calls": (
        toml("cpu_s_call = 1.0", "cpu_s_call = 9.0"),
        r"problem.toml: limits.cpu_s_call: must not be above cpu_s_total \(5\), got 9",
    ),
    # comparison
    "an unknown comparison": (
        toml("[limits]", '[comparison]\nkind = "fuzzy"\n[limits]'),
        r"problem.toml: comparison.kind: must be 'derived', 'exact', 'close' or 'custom', got 'fuzzy'",
    ),
    "close without a tolerance": (
        lambda f: (
            toml("[limits]", '[comparison]\nkind = "close"\nwhy = "x"\n[limits]')(f),
            toml('forgives = ["shifted_first"]\n', "")(f),
        ),
        r"problem.toml: comparison: 'close' needs rtol or atol above 0; add one",
    ),
    "close without a reason": (
        lambda f: (
            toml("[limits]", '[comparison]\nkind = "close"\nrtol = 0.1\n[limits]')(f),
            toml('forgives = ["shifted_first"]\n', "")(f),
        ),
        r"problem.toml: comparison.why: missing; say in one line why these tolerances are right",
    ),
    "a negative tolerance": (
        toml("[limits]", "[comparison]\nrtol = -1.0\n[limits]"),
        r"problem.toml: comparison.rtol: must be ≥ 0, got -1.0",
    ),
    "a tolerance that is derived": (
        toml("[limits]", "[comparison]\natol = 0.0\n[limits]"),
        r"problem.toml: comparison.atol: has no meaning for 'derived'; remove it, or use 'close'",
    ),
    "a reason for what is derived": (
        toml("[limits]", '[comparison]\nwhy = "x"\n[limits]'),
        r"problem.toml: comparison.why: has no meaning for 'derived'; remove it",
    ),
    "custom without compare.py": (
        lambda f: (
            toml("[limits]", '[comparison]\nkind = "custom"\n[limits]')(f),
            toml('forgives = ["shifted_first"]\n', "")(f),
        ),
        [
            r"compare.py: missing; comparison.kind 'custom' needs it; add `def compare\(got, want, args\) -> str \| None`"
        ],
    ),
    "compare.py that nobody calls": (
        put("compare.py", "def compare(got, want, args):\n    return None\n"),
        r"compare.py: is never used; say comparison.kind = 'custom', or remove it",
    ),
    # groups
    "negative points": (
        toml("points = 50", "points = -5"),
        r"problem.toml: groups.rows.points: must be ≥ 0, got -5",
    ),
    "a group's name": (
        toml("[groups.edge]", "[groups.Edge]"),
        r"problem.toml: groups.Edge: must be lower-case letters, digits and _, at most 40, got 'Edge'",
    ),
    "half a case": (
        toml("generated = 10", "generated = 1.5"),
        r"problem.toml: groups.rows.generated: must be a whole number, got 1.5",
    ),
    "points for advice": (
        toml("advisory = true", "advisory = true\npoints = 1\ncites = 'x has at least one dimension.'"),
        r"problem.toml: groups.edge.points: an advisory group has no points; remove one of them",
    ),
    "a hidden group that earns nothing": (
        toml("points = 50\n", ""),
        r"problem.toml: groups.rows.points: missing; give points, or say advisory = true or visible = true",
    ),
    "samples that are advice": (
        toml("visible = true", "visible = true\nadvisory = true"),
        r"problem.toml: groups.sample.advisory: samples are always judged; remove one of them",
    ),
    "samples that are drawn": (
        lambda f: (
            toml("visible = true", "visible = true\ngenerated = 2")(f),
            append("strategies.py", "\n\ndef sample():\n    return rows()\n")(f),
        ),
        r"problem.toml: groups.sample.generated: samples are fixed cases; set it to 0 in a visible group",
    ),
    "no citation": (
        toml('cites = "Any memory layout is possible."', ""),
        r"problem.toml: groups.layouts.cites: missing; quote the sentence of the page that the group checks",
    ),
    "a citation of what the page does not say": (
        toml('cites = "Any memory layout is possible."', 'cites = "Any layout at all."'),
        r"problem.toml: groups.layouts.cites: 'Any layout at all.' is not on the page; quote statement.md, the requirements or the constraints word for word",
    ),
    "an unknown mistake is forgiven": (
        toml('["shifted_first"]', '["shifted_frist"]'),
        r"problem.toml: groups.rows.forgives: 'shifted_frist' is not a function of mistakes.py; did you mean 'shifted_first'\?",
    ),
    "forgiveness of what is exact": (
        toml("[limits]", '[comparison]\nkind = "exact"\n[limits]'),
        r"problem.toml: groups.rows.forgives: applies to comparison 'derived' only; remove it",
    ),
    "a group without cases": (
        toml("[groups.edge]", "[groups.empty]\nadvisory = true\n[groups.edge]"),
        r"problem.toml: groups.empty: has no cases; add one, or remove the group",
    ),
    # files
    "no statement": (drop("statement.md"), r"statement.md: missing; add it"),
    "no starter": (drop("starter.py"), r"starter.py: missing; add it"),
    "no reference": (drop("reference.py"), r"reference.py: missing; add it"),
    "no strategies": (
        drop("strategies.py"),
        r"strategies.py: missing; add a strategy for rows, layouts, calls",
    ),
    "an unknown file": (
        lambda f: (f / "mistakes.py").rename(f / "mistake.py"),
        [
            r"mistake.py: is not a file of a problem; did you mean 'mistakes.py'\?, or remove it",
            r"problem.toml: groups.rows.forgives: 'shifted_first' is not a function of mistakes.py; there are none",
        ],
    ),
    "a folder": (put("data/x.txt", ""), r"data: is not a folder of a problem; remove it"),
    "a case beside the groups": (
        case(CASE, "cases/x.toml"),
        r"cases/x.toml: is outside of a group; move it into cases/<group>/",
    ),
    "a case of no group": (
        case(CASE, "cases/rwos/x.toml"),
        r"cases/rwos: is not a group of problem.toml; did you mean 'rows'\?",
    ),
    "a case with a space": (
        case(CASE, "cases/rows/a b.toml"),
        r"cases/rows/a b.toml: is not a valid case name; use letters, digits, - and _, ending in .toml",
    ),
    "a case that is no TOML file": (
        case(CASE, "cases/rows/x.json"),
        r"cases/rows/x.json: is not a valid case name; use letters, digits, - and _, ending in .toml",
    ),
    "a symbolic link": (
        lambda f: (f / "theory.md").unlink() or (f / "theory.md").symlink_to(f / "statement.md"),
        r"theory.md: is a symbolic link; replace it by the file",
    ),
    "a required symbolic link": (
        lambda f: (
            (f / "statement.md").rename(f / "README.md") and (f / "statement.md").symlink_to("README.md")
        ),
        r"statement.md: is a symbolic link; replace it by the file",
    ),
    "a pipe": (
        lambda f: (f / "theory.md").unlink() or os.mkfifo(f / "theory.md"),
        r"theory.md: is not a regular file; replace it",
    ),
    "a large file": (
        put("theory.md", "x" * (2**20 + 1)),
        r"theory.md: has 1,048,577 bytes, more than 1,048,576; write large cases in cases.py",
    ),
    "latin-1": (put("theory.md", b"caf\xe9", "b"), r"theory.md: is not UTF-8 at byte 3; save it as UTF-8"),
    "latin-1 in problem.toml": (
        put("problem.toml", b'title = "caf\xe9"', "b"),
        r"problem.toml: is not UTF-8 at byte 12; save it as UTF-8",
    ),
    "a page in latin-1": (
        put("statement.md", b"caf\xe9", "b"),
        r"statement.md: is not UTF-8 at byte 3; save it as UTF-8",
    ),
    "a starter in latin-1": (
        put("starter.py", b"# caf\xe9", "b"),
        r"starter.py: is not UTF-8 at byte 5; save it as UTF-8",
    ),
    "a reference in latin-1": (
        put("reference.py", b"# caf\xe9", "b"),
        r"reference.py: is not UTF-8 at byte 5; save it as UTF-8",
    ),
    "a case in latin-1": (
        put("cases/rows/two_rows.toml", b"# caf\xe9", "b"),
        r"cases/rows/two_rows.toml: is not UTF-8 at byte 5; save it as UTF-8",
    ),
    # starter
    "a starter that does not compile": (
        put("starter.py", "def centre(x:\n"),
        r"starter.py: does not compile: .*line 1\)",
    ),
    "a starter without the entry point": (
        change("starter.py", "def centre", "def center"),
        r"starter.py: centre: the entry point is not defined as a function; did you mean 'center'\?",
    ),
    "a starter without functions": (
        put("starter.py", "x = 1\n"),
        r"starter.py: centre: the entry point is not defined as a function; add `def centre\(...\)`",
    ),
    "two entry points": (
        append("starter.py", "\n\ndef centre(x): ...\n"),
        r"starter.py: centre: the entry point is defined twice; keep one",
    ),
    "a keyword-only parameter": (
        change("starter.py", "scale: float", "*, scale: float"),
        r"starter.py: centre.scale: is a keyword-only parameter; use plain parameters, since calls are positional",
    ),
    "collected arguments": (
        change("starter.py", "scale: float = 2.0", "*rest"),
        r"starter.py: centre.rest: collects arguments; use plain parameters, since calls are positional",
    ),
    "a computed default": (
        change("starter.py", "= 2.0", "= np.sqrt(4)"),
        r"starter.py: centre.scale: its default is not a literal; write the value itself",
    ),
    "no parameters": (
        change("starter.py", "x: np.ndarray, scale: float = 2.0", ""),
        r"starter.py: centre: has no parameters; a case needs something to vary",
    ),
    # reference
    "a reference that raises": (
        append("reference.py", "1 / 0\n"),
        [r"reference.py: line 6: ZeroDivisionError: division by zero; it must load without error"],
    ),
    "a reference that leaves": (
        append("reference.py", "raise SystemExit\n"),
        [r"reference.py: line 6: ends the program with SystemExit; it must load without error"],
    ),
    "a reference that ends the process": (
        append("reference.py", "import os\nos._exit(0)\n"),
        [r"reference.py: line 7: ends the program with os._exit\(0\); it must load without error"],
    ),
    "a reference that does not compile": (
        append("reference.py", "def\n"),
        [r"reference.py: line 6: SyntaxError: invalid syntax .*; it must load without error"],
    ),
    "a reference without the entry point": (
        change("reference.py", "def centre", "def center"),
        [r"reference.py: centre: the entry point is not defined; add `def centre\(...\)`"],
    ),
    "a reference with other names": (
        change("reference.py", "scale", "factor"),
        r"reference.py: centre: has parameters \(x, factor\); the starter has \(x, scale\); make them equal",
    ),
    "a reference with another default": (
        change("reference.py", "= 2.0", "= 3.0"),
        [
            r"reference.py: centre: parameter scale has the default 3.0; the starter has 2.0; make them equal",
            r"cases/sample/one_row.toml: want: the reference returns -0.33\d* at \[0\], got -0.5; .*",
        ],
    ),
    "a reference without a default": (
        change("reference.py", "scale: float = 2.0", "scale: float"),
        [
            r"reference.py: centre: parameter scale lacks a default, unlike in the starter; make them equal",
            r"cases/sample/one_row.toml: want: the reference raises TypeError: .*; correct one of them",
        ],
    ),
    # mistakes
    "a hint that is no line of its own": (
        change("mistakes.py", "not over each row.\n    Hint: 1", "not over each row. Hint: 1"),
        r"mistakes.py: whole_mean: 'Hint: 1' must be a line of its own at the end of the docstring; move it there",
    ),
    "a mistake without a docstring": (
        change("mistakes.py", '"""Another default"""', ""),
        r"mistakes.py: other_default: has no docstring; describe the mistake for the learner",
    ),
    "a hint that is not there": (
        change("mistakes.py", "Hint: 1", "Hint: 3"),
        r"mistakes.py: whole_mean: names hint 3; problem.toml has hints 1 to 2",
    ),
    "a hint that a mistake by theme names wrongly": (
        put("mistakes/scale.py", WHOLE.format(hint="Hint: 3")),
        r"mistakes/scale.py: unscaled: names hint 3; problem.toml has hints 1 to 2",
    ),
    "a helper among mistakes by theme": (
        put("mistakes/scale.py", WHOLE.format(hint="") + "\n\ndef scaled(a):\n    return a\n"),
        [
            r"mistakes/scale.py: scaled: has parameters \(a\); the starter has \(x, scale\); make them equal, or begin a helper's name with _",
            r"mistakes/scale.py: scaled: has no docstring; describe the mistake for the learner",
        ],
    ),
    "a name in two files of mistakes": (
        both(
            put("mistakes/scale.py", "import numpy as np\n\n\n" + WHOLE.format(hint="Hint: 1")),
            put("mistakes/axis.py", WHOLE.format(hint="Hint: 1")),
        ),
        r"mistakes/scale.py: line 4, unscaled: its name is taken in mistakes/axis.py, line 1; choose a new one",
    ),
    "a name in mistakes.py and in a file beside it": (
        put("mistakes/axis.py", WHOLE.replace("unscaled", "whole_mean").format(hint="")),
        r"mistakes/axis.py: line 1, whole_mean: its name is taken in mistakes.py, line 18; choose a new one",
    ),
    "two files of mistakes that do not load": (
        both(put("mistakes/scale.py", "def broken(:\n"), put("mistakes/axis.py", "import nothing_like_it\n")),
        [
            r"mistakes/axis.py: line 1: ModuleNotFoundError: .*; it must load without error",
            r"mistakes/scale.py: line 1: SyntaxError: .*; it must load without error",
        ],
    ),
    "what is no file of mistakes": (
        both(
            put("mistakes/Scale.py", ""),
            put("mistakes/notes.md", ""),
            put("mistakes/deeper/scale.py", ""),
        ),
        [
            rf"mistakes/{name}: is no name for a file of mistakes; use lower-case letters, digits and _, ending in .py"
            for name in ("Scale.py", "deeper", "notes.md")
        ],
    ),
    "a file of mistakes that is not UTF-8": (
        put("mistakes/scale.py", b"# \xe9\n", "b"),
        r"mistakes/scale.py: is not UTF-8 at byte 2; save it as UTF-8",
    ),
    "a forgiven mistake that is in no file": (
        both(toml('"shifted_first"', '"shifted_frist"'), put("mistakes/scale.py", WHOLE.format(hint=""))),
        r"problem.toml: groups.rows.forgives: 'shifted_frist' is not a function of mistakes.py or mistakes/; did you mean 'shifted_first'\?",
    ),
    "a helper among the mistakes": (
        change("mistakes.py", "def _scaled(x, scale)", "def scaled(a)"),
        [
            r"mistakes.py: scaled: has parameters \(a\); the starter has \(x, scale\); make them equal, or begin a helper's name with _",
            r"mistakes.py: scaled: has no docstring; describe the mistake for the learner",
        ],
    ),
    # strategies
    "strategies that do not compile": (
        append("strategies.py", "def\n"),
        r"strategies.py: does not compile: invalid syntax .*",
    ),
    "a strategy that is missing": (
        lambda f: (
            change("strategies.py", "def layouts", "def _layouts")(f),
            change("strategies.py", "layouts.shrink", "_layouts.shrink")(f),
        ),
        r"strategies.py: layouts: the group generates cases but has no strategy; add `def layouts\(\)`",
    ),
    "a strategy of no group": (
        append("strategies.py", "\n\ndef rwos():\n    return rows()\n"),
        r"strategies.py: rwos: is not a group of problem.toml; did you mean 'rows'\? A helper's name begins with _",
    ),
    "a strategy that nobody draws from": (
        toml("generated = 10\n", ""),
        r"problem.toml: groups.rows.generated: is 0 but strategies.py has a strategy for it; set the number of cases, or remove it",
    ),
    # cases
    "a case that is no TOML": (case("x ="), r"cases/rows/two_rows.toml: is not valid TOML: .*"),
    "a case with an unknown key": (
        case('wyh = "x"\n' + CASE),
        r"cases/rows/two_rows.toml: wyh: unknown key; did you mean 'why'\?",
    ),
    "a case without arguments": (
        case('why = "x"\n'),
        r"cases/rows/two_rows.toml: args: missing; add \[args\] with a value for each parameter",
    ),
    "arguments that are no table": (
        case('why = "x"\nargs = 3\n'),
        r"cases/rows/two_rows.toml: args: must be a table, got 3",
    ),
    "no reason": (
        case("[args]\nx = [1.0]\nscale = 1.0\n"),
        r"cases/rows/two_rows.toml: why: missing; say in one line what the case catches",
    ),
    "a long reason": (
        case('why = """a\nb"""\n[args]\nx = [1.0]\nscale = 1.0\n'),
        r"cases/rows/two_rows.toml: why: missing; say in one line what the case catches",
    ),
    "an unknown parameter": (
        case(CASE + "sacle = 2.0\n"),
        r"cases/rows/two_rows.toml: args.sacle: unknown parameter; did you mean 'scale'\?",
    ),
    "an argument that is missing": (
        case('why = "x"\n[args]\nscale = 1.0\n'),
        r"cases/rows/two_rows.toml: args.x: missing; add it, as it has no default",
    ),
    "a default that is not asked for": (
        case('why = "x"\n[args]\nx = [1.0]\n'),
        r'cases/rows/two_rows.toml: args.scale: missing; add it, or say omit = \["scale"\]',
    ),
    "an unknown default": (
        case('omit = ["sacle"]\n' + CASE),
        r"cases/rows/two_rows.toml: omit: unknown parameter 'sacle'; did you mean 'scale'\?",
    ),
    "a default beside a value": (
        case('omit = ["scale"]\n' + CASE),
        r"cases/rows/two_rows.toml: omit: scale also has a value; remove one of them",
    ),
    "omit is no list of names": (
        case("omit = [1]\n" + CASE),
        r"cases/rows/two_rows.toml: omit: must be a list of parameter names, got \[1\]",
    ),
    "an argument of another type": (
        case(CASE.replace("scale = 1.0", "scale = 1")),
        r"cases/rows/two_rows.toml: args.scale: must be a float, got 1; write 1.0",
    ),
    "ragged rows": (
        case(CASE.replace("[1.0, 2.0]", "[[1.0, 2.0], [3.0]]")),
        r"cases/rows/two_rows.toml: args.x: is ragged: rows have shapes \(2,\) and \(1,\); make them equal",
    ),
    "a value by hand that is wrong": (
        change("cases/sample/one_row.toml", "0.5]", "0.6]"),
        r"cases/sample/one_row.toml: want: the reference returns 0.5 at \[2\], got 0.6; correct the value, the decimals or the reference",
    ),
    "a value by hand of another shape": (
        change("cases/sample/one_row.toml", "[-0.5, 0, 0.5]", "[[-0.5, 0, 0.5]]"),
        r"cases/sample/one_row.toml: want: the reference returns shape \(3,\), got \(1, 3\); .*",
    ),
    "a value by hand of unknown worth": (
        change("cases/sample/one_row.toml", "decimals = 6\n", ""),
        r"cases/sample/one_row.toml: decimals: missing; give the number of decimals of want",
    ),
    "decimals of nothing": (
        case("decimals = 3\n" + CASE),
        r"cases/rows/two_rows.toml: decimals: has no meaning without want; add it",
    ),
    "decimals without end": (
        change("cases/sample/one_row.toml", "decimals = 6", "decimals = 99"),
        r"cases/sample/one_row.toml: decimals: must be a whole number from 0 to 15, got 99",
    ),
    "a name that is taken": (
        case(CASE, "cases/rows/one_row.toml"),
        r"cases/rows/one_row.toml: another case has this name; choose a new one",
    ),
    "a name of a generated case": (
        case(CASE, "cases/rows/rows-g001.toml"),
        r"cases/rows/rows-g001.toml: the name is reserved for a generated case; choose a new one",
    ),
    # cases.py
    "cases.py without its function": (
        change("cases.py", "def cases", "def case"),
        [r"cases.py: cases: the generator of cases is not defined; add `def cases\(...\)`"],
    ),
    "cases.py that raises": (
        change("cases.py", "    stream =", "    1 / 0\n    stream ="),
        [r"cases.py: cases, line 7: ZeroDivisionError: division by zero; it must yield every case"],
    ),
    "cases.py that leaves": (
        change("cases.py", "    stream =", "    raise SystemExit(0)\n    stream ="),
        [r"cases.py: cases, line 7: ends the program with SystemExit: 0; it must yield every case"],
    ),
    "something that is no case": (
        append("cases.py", '    yield {"x": 1}\n'),
        [r"cases.py: cases: yields \{'x': 1\}; yield a Case or a Seq"],
    ),
    "a case of an unknown group": (
        change("cases.py", 'group="edge"', 'group="egde"'),
        [
            r"cases.py: readonly: group: unknown group 'egde'; did you mean 'edge'\?",
            r"problem.toml: groups.edge: has no cases; add one, or remove the group",
        ],
    ),
    "a case without a name": (
        change("cases.py", '"readonly", group', '"", group'),
        r"cases.py: '' is not a valid case name; use letters, digits, - and _",
    ),
    "a sequence without calls": (
        change("cases.py", 'calls=[{"x": x}, {"x": x}]', "calls=[]"),
        r"cases.py: spoiled_result: calls: is empty; a sequence needs at least one call",
    ),
    "a fault in a sequence": (
        change("cases.py", '{"x": 2.0 * x}', '{"y": x}'),
        [
            r"cases.py: reused_buffer: call 1: args.y: unknown parameter; known are: x, scale",
            r"cases.py: reused_buffer: call 1: args.x: missing; add it, as it has no default",
        ],
    ),
    "an argument that does not travel": (
        change("cases.py", '"scale": 1.5', '"scale": {1}'),
        r"cases.py: backwards: args.scale: is a builtins.set; use None, bool, int, float, .*",
    ),
    "an array of objects": (
        change("cases.py", '"scale": 1.5', '"scale": np.array([None])'),
        r"cases.py: backwards: args.scale: has dtype object; use bool, int, float or complex",
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_one_thing_broken_is_one_line(name, tmp_path):
    breaks, expected = TABLE[name]
    folder = copy_of("centre", tmp_path)
    breaks(folder)
    got = faults_of(folder)
    assert_lines(got, expected)
    assert all("\n" not in line for line in got)
    raised = raised_by(folder)
    assert raised
    assert set(raised) <= set(got)


def test_all_faults_of_text_and_code_are_told_at_once(tmp_path):
    folder = copy_of("centre", tmp_path)
    breaks = [
        "an unknown key of a group",
        "a limit of zero",
        "latin-1",
        "a reference with other names",
        "a mistake without a docstring",
        "a strategy of no group",
        "ragged rows",
    ]
    for name in breaks:
        TABLE[name][0](folder)
    got = faults_of(folder)
    for name in breaks:
        assert any(re.fullmatch(TABLE[name][1], line) for line in got), (name, got)
    assert len(got) == len(breaks)


def test_a_fault_of_the_author_is_never_the_judges(tmp_path):
    for slug in ALL:
        folder = copy_of(slug, tmp_path)
        for name in ("reference.py", "strategies.py", "starter.py"):
            (folder / name).write_text("def broken(:\n")
        with pytest.raises(ProblemError):
            load_problem(folder)
        (folder / "starter.py").write_text((PROBLEMS / slug / "starter.py").read_text())
        with pytest.raises(ProblemError):
            validate(load_problem(folder))


def test_a_folder_that_is_none_is_wrong_use(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(
        UsageError, match=r"there is no such folder; give the folder that holds problem\.toml"
    ):
        load_problem(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is not a folder"):
        load_problem(tmp_path / "file")


def test_an_empty_folder_lacks_each_required_file(tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()
    assert faults_of(folder) == [f"{name}: missing; add it" for name in REQUIRED]


def test_a_folder_needs_a_plain_name(tmp_path):
    folder = copy_of("hypotenuse", tmp_path).rename(tmp_path / "My Problem")
    assert faults_of(folder) == [
        f"{folder}: 'My Problem' is not a valid problem name; use lower-case letters, digits, _ and -, at most 60"
    ]


def test_what_editors_and_python_leave_behind_is_passed_over(tmp_path):
    folder = copy_of("centre", tmp_path)
    before = load_problem(folder).digest
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "reference.cpython-311.pyc").write_bytes(b"x")
    (folder / ".DS_Store").write_bytes(b"x")
    (folder / "cases" / "rows" / ".two_rows.toml.swp").write_bytes(b"x")
    (folder / "README.md").write_text("notes")
    assert faults_of(folder) == []
    assert load_problem(folder).digest == before


CUSTOM = {
    "compare with two parameters": (
        change("compare.py", "got, want, args", "got, want"),
        r"compare.py: compare: must take \(got, want, args\), takes 2",
    ),
    "compare.py without compare": (
        change("compare.py", "def compare", "def check"),
        r"compare.py: compare: the comparison is not defined; add `def compare\(...\)`",
    ),
    "compare.py is missing": (
        drop("compare.py"),
        r"compare.py: missing; comparison.kind 'custom' needs it; add `def compare\(got, want, args\) -> str \| None`",
    ),
    "a reason for exact": (
        toml('kind = "custom"', 'kind = "exact"'),
        [
            r"problem.toml: comparison.why: has no meaning for 'exact'; remove it",
            r"compare.py: is never used; say comparison.kind = 'custom', or remove it",
        ],
    ),
}


@pytest.mark.parametrize("name", CUSTOM)
def test_a_custom_comparison_needs_its_function(name, tmp_path):
    breaks, expected = CUSTOM[name]
    folder = copy_of("two_factors", tmp_path)
    breaks(folder)
    got = faults_of(folder)
    assert_lines(got, expected)


@pytest.mark.parametrize("parameters", ["x, scale", "x, scale=3.0", "x, scale=None"])
def test_a_mistake_may_have_another_default_or_forget_it(parameters, tmp_path):
    folder = copy_of("centre", tmp_path)
    append("mistakes.py", f'\n\ndef of_its_own({parameters}):\n    """A title"""\n    return x\n')(folder)
    assert faults_of(folder) == []


ENDLESS = {
    "a reference": (append("reference.py", "while True: pass\n"), "reference.py: line 6: is still running"),
    "mistakes": (append("mistakes.py", "while True: pass\n"), r"mistakes.py: line \d+: is still running"),
    "cases.py": (
        change("cases.py", "    stream =", "    while True: pass\n    stream ="),
        "cases.py: cases, line 7: is still running",
    ),
    "a reference on a case worked by hand": (
        change("reference.py", "    return", "    while True: pass\n    return"),
        "cases/sample/one_row.toml: want: the reference is still running",
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_code_without_an_end_is_one_fault_and_waited_for_once(name, tmp_path, monkeypatch):
    monkeypatch.setattr("grader.problem.folder._LEAST_S", 0.1)
    folder = copy_of("centre", tmp_path)
    text = (folder / "problem.toml").read_text("utf-8")
    (folder / "problem.toml").write_text(
        re.sub("cpu_s_call = .*", "cpu_s_call = 0.01\nimport_s = 0.01", text)
    )
    breaks, line = ENDLESS[name]
    breaks(folder)
    assert_lines(faults_of(folder), rf"{line} after 0\.1 s; .*")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("no\n way"), "raises ValueError: no way"),
        (MemoryError(), "raises MemoryError"),
        (TookTooLong("is still running after 2 s"), "is still running after 2 s"),
    ],
)
def test_what_code_did_is_told_in_a_few_words(error, told):
    assert did(error) == told


@pytest.mark.parametrize(
    ("value", "quoted"), [("a" * 9, "'aaaaa…'"), ([1] * 9, "[1, 1,…]"), (10**9, "1000000…")]
)
def test_a_quotation_that_is_cut_is_closed(value, quoted):
    assert said(value, 8) == quoted


@pytest.mark.parametrize(
    ("got", "want", "decimals", "told"),
    [
        ([("a", 2), ("b", 1)], [["a", 2], ["b", 3]], None, "the reference returns 1 at [1][1], got 3"),
        ([("a", 2)], [["a", 2], ["b", 3]], None, "the reference returns 1 elements, got 2"),
        ([["a"], ["b"]], [["a"], []], None, "the reference returns 1 elements at [1], got 0"),
        ({"x": {"y": "a"}}, {"x": {"y": "b"}}, None, "the reference returns 'a' at ['x']['y'], got 'b'"),
        ((np.eye(2), 1.0), (np.ones((2, 2)), 1.0), None, "the reference returns 0.0 at [0][0, 1], got 1.0"),
        (np.eye(2), np.ones((2, 2)), 3, "the reference returns 0.0 at [0, 1], got 1.0"),
        (2.0, 2.5, 1, "the reference returns 2.0, got 2.5"),
    ],
)
def test_a_value_worked_by_hand_that_differs_is_named_with_its_place(got, want, decimals, told):
    assert worked_fault(got, HandWorked(want, decimals)) == told
