"""The picture of a class: one HTML file that needs no network and no other file.

The page is a template, a style sheet and a script, which are ours, and data, which is not: what submissions
and file names say is in a block of JSON that no browser runs, and the script puts it on the page as text.
A policy in the page's head lets nothing run or load but this very script and style sheet, each named by its
hash, so that even text that got out of its place could do nothing. The data are written row by row: a
page of ten thousand submissions takes no more memory to make than one of ten.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from typing import Any

from grader.report import escape
from grader.report.one_file import TEMPLATES, named_by_hash, template
from grader.verdicts import ROWS, SKIPPED, Verdict

_KEY = 300
# Characters with which text could end the block of data, or that old scripts take for the end of a line.
_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


@dataclass(frozen=True, slots=True)
class Group:
    """A group of cases, as the page shows it."""

    name: str
    points: float
    advisory: bool


@dataclass(frozen=True, slots=True)
class Header:
    """What the page says of the class as a whole.

    Attributes
    ----------
    summary : dict
        As it stands in ``summary.json``.
    cases : tuple
        (name, group, visibility) of each case, in the order of the letters in `Line.cases`.
    missing : tuple
        (key, id, name, why) of each learner without a submission.
    """

    slug: str
    title: str
    summary: dict[str, Any]
    groups: tuple[Group, ...]
    cases: tuple[tuple[str, str, str], ...]
    environment: dict[str, Any]
    missing: tuple[tuple[str, str, str, str], ...] = ()
    with_roster: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """What the page says of one submission; the script knows the fields by their order."""

    key: str
    id: str
    name: str
    verdict: str
    score: float | None
    message: str
    points: tuple[float | None, ...]
    cases: str  # the letter of each case's verdict
    failing: tuple[tuple[int, str, str], ...]
    mistakes: tuple[tuple[str, int, int, str], ...]
    counterexample: str
    notes: tuple[str, ...]


def page(header: Header, lines: Iterable[Line]) -> Iterator[str]:
    """Yield the page, piece by piece."""
    style, script = ((TEMPLATES / name).read_text("utf-8") for name in ("report.css", "report.js"))
    style += _colours()
    yield from template("report.html").generate(
        title=escape.line(header.title, 200),
        slug=header.slug,
        style=style,
        script=script,
        style_hash=named_by_hash(style),
        script_hash=named_by_hash(script),
        data=_data(header, lines),
    )


def _colours() -> str:
    """Return the colours of the verdicts, on a light ground and on a dark one, and of their badges."""
    light, dark = ("".join(f"--{row.code}: {row.colours[n]}; " for row in ROWS) for n in (0, 1))
    # The colour of a case that was not run is one for areas, too pale for text.
    badges = ((row.code, "quiet" if row.code == SKIPPED else row.code) for row in ROWS)
    return (
        f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n"
        + " ".join(f".c-{code} {{ color: var(--{colour}); }}" for code, colour in badges)
        + "\n"
    )


def _data(header: Header, lines: Iterable[Line]) -> Iterator[str]:
    about = {
        "verdicts": [(row.code, row.title.lower(), row.letter) for row in ROWS],
        "right": Verdict.AC,
        "slug": header.slug,
        "title": escape.line(header.title, 200),
        "summary": _printable(header.summary),
        "groups": [astuple(group) for group in header.groups],
        "cases": header.cases,
        "environment": _printable(header.environment),
        "missing": _printable(header.missing),
        "roster": header.with_roster,
    }
    yield f'{{"about":{_json(about)},"rows":['
    comma = ""
    for line in lines:
        fields = list(astuple(line))
        fields[:3] = (escape.line(text, _KEY) for text in fields[:3])
        yield f"{comma}\n{_json(fields)}"
        comma = ","
    yield "\n]}"


def _json(value: object) -> str:
    """Return `value` in ASCII, fit to stand inside of a script element."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).translate(_MARKUP)


def _printable(value: Any) -> Any:
    match value:
        case str():
            return escape.line(value)
        case dict():
            return {key: _printable(item) for key, item in value.items()}
        case list() | tuple():
            return [_printable(item) for item in value]
        case _:
            return value
