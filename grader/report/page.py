"""A problem's page, in words or as data: what `grader show` prints."""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grader.bounds import wall_budget_s
from grader.report import markdown
from grader.report.blocks import Block, Gap, Grid, Heading, Paragraph, Span, code, paragraph, span
from grader.report.values import labelled

if TYPE_CHECKING:
    from grader.problem.case import AnyCase
    from grader.problem.folder import Problem
    from grader.result import ShownValue

Example = tuple["AnyCase", "list[tuple[dict[str, ShownValue], ShownValue]]"]


def blocks(problem: "Problem", *, sections: Sequence[str], hint: int | None = None) -> tuple[Block, ...]:
    """Return the `sections` of the page of `problem`, and of its hints the one with number `hint`."""
    spec = problem.spec
    parts: list[Block] = [
        paragraph(span(spec.title, "strong")),
        paragraph(span(f"{spec.difficulty} · {spec.collection} · {problem.slug}", "quiet")),
    ]
    for name in sections:
        title, make = _SECTIONS[name]
        parts += [Gap(), Heading(title), Gap()]
        parts += _hints(problem, hint) if name == "hints" else make(problem)
    return tuple(parts)


def data(problem: "Problem", *, sections: Sequence[str], hint: int | None = None) -> dict[str, Any]:
    """Return the `sections` of the page as plain data: texts in Markdown as the author wrote them."""
    spec = problem.spec
    page: dict[str, Any] = {
        "slug": problem.slug,
        "title": spec.title,
        "collection": spec.collection,
        "difficulty": spec.difficulty,
        "entry_point": spec.entry_point,
    }
    make: Mapping[str, Callable[[], Any]] = {
        "problem": lambda: problem.statement,
        "theory": lambda: problem.theory,
        "examples": lambda: _examples_data(problem),
        "hints": lambda: {"count": len(spec.hints), "shown": _hint_data(problem, hint)},
        "requirements": lambda: list(spec.requirements),
        "constraints": lambda: {"constraints": list(spec.constraints), "limits": spec.limits.model_dump()},
        "starter": lambda: problem.starter,
        "cases": lambda: {name: counts(problem, name) for name in spec.groups},
    }
    return page | {name: make[name]() for name in sections}


def _statement(problem: "Problem") -> Sequence[Block]:
    return markdown.blocks(problem.statement)


def _theory(problem: "Problem") -> Sequence[Block]:
    return markdown.blocks(problem.theory or "This problem has no theory.")


def _examples(problem: "Problem") -> Iterator[Block]:
    for case, calls in worked(problem):
        yield Gap()
        yield paragraph(span(case.name, "strong"))
        yield paragraph(span(case.why, "quiet"), indent=2)
        for number, (args, want) in enumerate(calls, 1):
            if len(calls) > 1:
                yield paragraph(Span(f"call {number} of {len(calls)}", "quiet"), indent=2)
            for name, value in args.items():
                yield from labelled(name, value)
            many = problem.spec.comparison.kind == "custom"
            yield from labelled("→ a right answer" if many else "→ want", want)


def _hints(problem: "Problem", hint: int | None) -> Iterator[Block]:
    hints = problem.spec.hints
    if hint is not None:
        yield Paragraph((Span(f"{hint} of {len(hints)}  ", "quiet"), *markdown.inline(hints[hint - 1])))
    elif hints:
        count = f"{len(hints)} hints, one at a time: " if len(hints) > 1 else "One hint: "
        yield paragraph(count, span(f"grader show {problem.slug} --hint 1", "code"))
    else:
        yield paragraph("This problem has no hints.")


def _requirements(problem: "Problem") -> Iterator[Block]:
    for text in problem.spec.requirements:
        yield Paragraph(markdown.inline(text), 0, "• ")


def _constraints(problem: "Problem") -> Iterator[Block]:
    for text in problem.spec.constraints:
        yield Paragraph(markdown.inline(text), 0, "• ")
    yield Gap()
    rows = tuple((Span(name), Span(value)) for name, value in limits(problem))
    yield Grid(("", ""), rows, frozenset({0}), 0)


def _starter(problem: "Problem") -> Iterator[Block]:
    yield code(problem.starter, lines=400, limit=40_000)
    yield Gap()
    yield paragraph(span(f"grader start {problem.slug}", "code"), " writes it to solution.py.")


def _cases(problem: "Problem") -> Iterator[Block]:
    rows: list[tuple[Span, ...]] = []
    hidden = 0
    for name in problem.spec.groups:
        n = counts(problem, name)
        kind = "shown" if n["visible"] else "advice only" if n["advisory"] else "hidden"
        hidden += 0 if n["visible"] else n["fixed"] + n["generated"]
        figures = (f"{n['points']:g}", str(n["fixed"]), str(n["generated"]))
        rows.append((span(name), *(Span(figure) for figure in figures), Span(kind)))
    yield Grid(("group", "points", "fixed", "generated", ""), tuple(rows), frozenset({0, 4}), 0)
    yield Gap()
    for case in samples(problem):
        yield paragraph(span(case.name, "strong"), f": {case.why}", marker="• ")
    yield Gap()
    yield paragraph(f"{hidden} cases are hidden. Generated ones depend on --seed.")


_SECTIONS: Mapping[str, tuple[str, Any]] = {
    "problem": ("Problem", _statement),
    "theory": ("Theory", _theory),
    "examples": ("Examples", _examples),
    "hints": ("Hints", None),
    "requirements": ("Requirements", _requirements),
    "constraints": ("Constraints and limits", _constraints),
    "starter": ("Starter code", _starter),
    "cases": ("Test cases", _cases),
}
TITLES: Mapping[str, str] = {name: title for name, (title, _) in _SECTIONS.items()}


def samples(problem: "Problem") -> "list[AnyCase]":
    """Return the cases that are shown."""
    return [case for case in problem.cases if problem.spec.groups[case.group].visible]


def limits(problem: "Problem") -> tuple[tuple[str, str], ...]:
    """Return what one submission may use: the name of each limit, and how much, with its unit."""
    found = problem.spec.limits
    return (
        ("CPU time of one call", f"{found.cpu_s_call:g} s"),
        ("CPU time of all calls", f"{found.cpu_s_total:g} s"),
        ("time to import the file", f"{found.import_s:g} s"),
        ("time for everything together", f"{wall_budget_s(found.import_s, found.cpu_s_total):g} s"),
        ("memory", f"{found.memory_bytes / 2**20:g} MiB"),
        ("printed text", f"{found.output_bytes / 2**20:g} MiB"),
    )


def worked(problem: "Problem") -> Iterator[Example]:
    """Yield each sample with, for each of its calls, what goes in and what the reference returns."""
    from grader.outcomes.shown import shown  # noqa: PLC0415 - numpy, for this section only
    from grader.problem.bound import bound  # noqa: PLC0415

    reference = bound(problem.reference, problem.longest_call_s)
    for case in samples(problem):
        calls = []
        for args in case.calls:
            plain = {name: getattr(value, "array", value) for name, value in args.items()}
            before = {name: shown(value) for name, value in plain.items()}
            calls.append((before, shown(reference(**copy.deepcopy(plain)))))
        yield case, calls


def _examples_data(problem: "Problem") -> list[dict[str, Any]]:
    return [
        {
            "name": case.name,
            "why": case.why,
            "calls": [
                {"args": {k: v.model_dump() for k, v in args.items()}, "want": want.model_dump()}
                for args, want in calls
            ],
        }
        for case, calls in worked(problem)
    ]


def _hint_data(problem: "Problem", hint: int | None) -> dict[str, Any] | None:
    return None if hint is None else {"number": hint, "text": problem.spec.hints[hint - 1]}


def counts(problem: "Problem", name: str) -> dict[str, Any]:
    """Return how many cases the group `name` has, what it earns, and who sees it."""
    group = problem.spec.groups[name]
    return {
        "points": group.points,
        "fixed": sum(case.group == name for case in problem.cases),
        "generated": group.generated,
        "visible": group.visible,
        "advisory": group.advisory,
    }
