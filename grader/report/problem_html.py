"""A problem's page as HTML: its sections one by one, and all of them as one file.

The file needs no network and no other file. It reads from top to bottom without JavaScript; its script only
makes tabs of the sections. A policy in its head lets nothing run or load but this very script and style
sheet, each named by its hash. The sections carry no style, script or event of their own, so that a server
may put them on a page with a policy that is just as strict.

Hints are closed until each is opened, on paper too: what is closed when the page is printed is not printed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.report import escape, fragments, prose
from grader.report.one_file import TEMPLATES, named_by_hash, template
from grader.report.page import TITLES, counts, limits, samples, worked
from grader.report.prose import python
from grader.report.values import labelled
from grader.version import __version__

if TYPE_CHECKING:
    from grader.problem.case import AnyCase
    from grader.problem.folder import Problem

_TITLES = {**TITLES, "constraints": "Constraints"}  # short, as all of them stand in one row
_SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'


@dataclass(frozen=True, slots=True)
class HtmlSection:
    """A section of a page: its `name` for addresses and options, its title, and what stands in it."""

    name: str
    title: str
    html: str


def sections(
    problem: "Problem", *, names: Sequence[str] = tuple(TITLES), level: int = 3
) -> tuple[HtmlSection, ...]:
    """Return the sections `names` of the page of `problem`, their headings from `level` on.

    The section ``examples`` runs the problem's own code.

    Raises
    ------
    ProblemError
        If that code fails.
    """
    make = {
        "problem": lambda: prose.html(problem.statement, level=level),
        "theory": lambda: prose.html(problem.theory or "This problem has no theory.", level=level),
        "examples": lambda: "".join(_examples(problem, level)),
        "hints": lambda: "".join(_hints(problem)),
        "requirements": lambda: _list(problem.spec.requirements, "Nothing beyond the problem itself."),
        "constraints": lambda: _constraints(problem, level),
        "starter": lambda: "".join(_starter(problem)),
        "cases": lambda: "".join(_cases(problem, level)),
    }
    return tuple(HtmlSection(name, _TITLES[name], make[name]()) for name in names)


def page(problem: "Problem", *, names: Sequence[str] = tuple(TITLES)) -> str:
    """Return the page of `problem`, or its sections `names`, as one HTML file.

    Raises
    ------
    ProblemError
        If the problem's own code fails.
    """
    style = "".join((TEMPLATES / name).read_text("utf-8") for name in ("base.css", "problem.css"))
    script = (TEMPLATES / "problem.js").read_text("utf-8")
    spec = problem.spec
    return template("problem.html").render(
        title=escape.line(spec.title, 200),
        slug=problem.slug,
        collection=escape.line(spec.collection, 200),
        difficulty=escape.line(spec.difficulty, 60),
        entry_point=spec.entry_point,
        sections=sections(problem, names=names),
        digest=problem.digest[:12],
        version=__version__,
        style=style,
        script=script,
        style_hash=named_by_hash(style),
        script_hash=named_by_hash(script),
    )


def _list(texts: Sequence[str], nothing: str) -> str:
    items = "".join(f"<li>{prose.inline(text)}</li>" for text in texts)
    return f'<div class="prose">{f"<ul>{items}</ul>" if items else f"<p>{nothing}</p>"}</div>'


def _examples(problem: "Problem", level: int) -> Iterator[str]:
    answer = "a right answer" if problem.spec.comparison.kind == "custom" else "result"
    none = True
    for case, calls in worked(problem):
        none = False
        yield f'<article class="example">{_case_title(case, level)}'
        for number, (args, want) in enumerate(calls, 1):
            if len(calls) > 1:
                yield f'<p class="quiet">call {number} of {len(calls)}</p>'
            given = [block for name, value in args.items() for block in labelled(name, value)]
            yield f'<div class="given">{fragments.html(given, level=level + 1)}</div>'
            yield f'<div class="wanted">{fragments.html(labelled(answer, want), level=level + 1)}</div>'
        yield "</article>"
    if none:
        yield '<div class="prose"><p>This problem shows no examples.</p></div>'


def _case_title(case: "AnyCase", level: int) -> str:
    why = f'<p class="why">{escape.html(case.why)}</p>' if case.why else ""
    return f"<h{level}>{escape.html(case.name)}</h{level}>{why}"


def _hints(problem: "Problem") -> Iterator[str]:
    for number, hint in enumerate(problem.spec.hints, 1):
        yield (
            f'<details class="hint"><summary>Hint {number}</summary>'
            f'<div class="prose"><p>{prose.inline(hint)}</p></div></details>'
        )
    if not problem.spec.hints:
        yield '<div class="prose"><p>This problem has no hints.</p></div>'


def _constraints(problem: "Problem", level: int) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape.html(name)}</th><td class="num">{escape.html(value)}</td></tr>'
        for name, value in limits(problem)
    )
    return (
        _list(problem.spec.constraints, "Whatever the problem says.")
        + f'<h{level}>Limits</h{level}><table class="limits"><tbody>{rows}</tbody></table>'
    )


def _starter(problem: "Problem") -> Iterator[str]:
    yield f'<pre class="starter" tabindex="0"><code>{python(problem.starter)}</code></pre>'
    yield (
        f'<p class="quiet"><code>grader start {escape.html(problem.slug)}</code> '
        "writes it to <code>solution.py</code>.</p>"
    )


def _cases(problem: "Problem", level: int) -> Iterator[str]:
    yield _SCROLL + '<table class="cases"><thead><tr><th scope="col">group</th>'
    yield '<th scope="col" class="num">cases</th><th scope="col" class="num">points</th></tr></thead><tbody>'
    hidden = 0
    for name, group in problem.spec.groups.items():
        n = counts(problem, name)
        total = n["fixed"] + n["generated"]
        hidden += 0 if n["visible"] else total
        kind = "Samples, shown in full." if n["visible"] else "Advice only." if n["advisory"] else ""
        about = prose.inline(group.cites) if group.cites else kind
        yield (
            f'<tr><th scope="row">{escape.html(name)}<span class="about">{about}</span></th>'
            f'<td class="num">{total}</td><td class="num">{n["points"]:g}</td></tr>'
        )
    yield "</tbody></table></div>"
    shown = "".join(f"<li><b>{escape.html(c.name)}</b>: {escape.html(c.why)}</li>" for c in samples(problem))
    if shown:
        yield f'<h{level}>Samples</h{level}><div class="prose"><ul>{shown}</ul></div>'
    if hidden:
        are = "1 case is hidden" if hidden == 1 else f"{hidden} cases are hidden"
        yield f'<p class="quiet">{are}. Generated ones depend on the seed.</p>'
