"""The pages of the server: the list of problems, a problem with its editor, and a page of one sentence.

All of them are rendered here. They contain text of a learner's code only as escaped by `grader.report`. They
have no inline script or style, so the server's policy can forbid both: the scripts and style sheets are the
files of `STATIC`, and the one style sheet that the editor adds carries the response's nonce.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from grader.report import content, escape, fragments
from grader.verdicts import ROWS, Verdict

if TYPE_CHECKING:
    from jinja2 import Environment, Template

    from grader.history import Standing
    from grader.problem.folder import Problem
    from grader.report.problem_html import HtmlSection
    from grader.result import Result

_HERE = Path(__file__).parent
# Characters with which text could end the block of data, or that old scripts take for the end of a line.
_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
_HEADINGS = 3  # the level of those in a report: it stands under "Results" or an attempt


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages load unchanged."""

    path: Path
    media_type: str


def _assets() -> dict[str, Asset]:
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain"}
    shared = _HERE.parent / "report" / "templates"  # what `grader show --format html` has on its page, too
    files = {file.name: file for file in (_HERE / "static").iterdir() if file.suffix in kinds}
    files |= {"base.css": shared / "base.css", "tabs.js": shared / "problem.js"}
    return {name: Asset(file, kinds[file.suffix]) for name, file in sorted(files.items())}


STATIC: Mapping[str, Asset] = _assets()
"""What ``/static/NAME`` answers with, by NAME; nothing else is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemRow:
    """A problem in the list; one that breaks its rules has a `fault` and no page."""

    slug: str
    title: str = ""
    collection: str = ""
    difficulty: str = ""
    fault: str | None = None
    solved: bool = False
    best_score: float | None = None
    attempts: int = 0


def catalogue(rows: Sequence[ProblemRow]) -> str:
    """Return the list of problems, by collection, as a page."""
    sound = sorted((row for row in rows if not row.fault), key=lambda row: row.collection)
    collections = [(name, list(group)) for name, group in groupby(sound, key=lambda row: row.collection)]
    return _template("catalogue.html").render(
        collections=collections,
        faulty=[row for row in rows if row.fault],
        count=len(sound),
        solved=sum(row.solved for row in sound),
    )


def problem(
    problem: "Problem",
    sections: "Sequence[HtmlSection]",
    standing: "Standing | None",
    *,
    nonce: str,
    keeps_history: bool = True,
) -> str:
    """Return the page of `problem`: what is asked, and an editor.

    Parameters
    ----------
    problem
        A valid problem.
    sections
        As `grader.report.problem_html.sections` makes them; that runs the problem's own code, so it is done
        where it may be ended.
    standing
        The learner's standing at it; None before the first attempt.
    nonce
        The one that the answer's policy allows for style sheets.
    keeps_history
        Whether attempts are kept, so that there is a list of them.
    """
    data = {
        "slug": problem.slug,
        "starter": problem.starter,
        "nonce": nonce,
        "history": keeps_history,
        "solved": standing is not None and standing.solved,
        "attempts": standing.attempts if standing is not None else 0,
        "verdicts": {row.code: (row.title, row.role) for row in ROWS},
        "right": Verdict.AC,
    }
    return _template("problem.html").render(
        problem=problem,
        spec=problem.spec,
        sections=sections,
        standing=standing,
        keeps_history=keeps_history,
        data=json.dumps(data).translate(_MARKUP),
    )


def message(title: str, text: str) -> str:
    """Return a page that says `text` and no more, as for an address that is not known."""
    return _template("message.html").render(title=title, text=text)


def report(result: "Result", *, kind: Literal["samples", "submit"], hidden_cases: int | None = None) -> str:
    """Return what is said of `result` as HTML, for below a line that says verdict and score already."""
    if kind == "submit":
        blocks = content.submit_report(result, headline=False)
    else:
        blocks = content.check_report(result, hidden_cases=hidden_cases, headline=False)
    return fragments.html(blocks, level=_HEADINGS)


def _template(name: str) -> "Template":
    return _environment().get_template(name)


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - only for pages

    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["printable"] = escape.line
    return environment
