"""A `Result` as blocks: what a learner is told, in which order.

The verdict comes first, then the score with a bar a group, then one thing to work on (the first failing
case), then what may explain it (a known mistake, the smallest failing input), then notes. An accepted
submission gets the verdict, the bars and a line of figures, and no more.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from grader.report import escape, markdown
from grader.report.blocks import (
    Bar,
    Bars,
    Block,
    Gap,
    Heading,
    Paragraph,
    Span,
    Spans,
    Style,
    code,
    joined,
    paragraph,
    span,
)
from grader.report.values import labelled, side_by_side
from grader.result import CaseResult, Counterexample, Diagnosis, GroupResult, Result, Verdict
from grader.verdicts import BY_CODE, role_of

MEASURED = ("unstable", "low_precision")  # findings about digits, not mistakes that an author has named
_AT_IMPORT = "while the file was imported"  # how a message begins that is about no case in particular
_REASONS: Mapping[str, str] = {
    "type": "wrong type",
    "shape": "wrong shape",
    "dtype": "wrong dtype",
    "nonfinite": "NaN or infinity in the wrong place",
    "value": "wrong value",
    "raised": "an exception",
    "crashed": "a crash",
    "exited": "the process ended itself",
    "blocked": "a blocked operation",
    "protocol": "no valid answer",
}


def submit_report(result: Result, *, headline: bool = True) -> tuple[Block, ...]:
    """Return what `grader submit` says of `result`, without the `headline` where a page has its own."""
    return joined(
        (
            _headline(result) if headline else (),
            _told(result),
            _groups(result.groups),
            _first_failure(result),
            _diagnosis(result),
            _counterexample(result.counterexample, many_answers=result.problem.many_answers),
            _notes(result),
            _figures(result),
        )
    )


def check_report(result: Result, *, hidden_cases: int | None, headline: bool = True) -> tuple[Block, ...]:
    """Return what `grader check` says of `result`, which was graded on the samples only.

    Parameters
    ----------
    result
        The result on the sample cases.
    hidden_cases
        How many cases `grader submit` would add, if that is known.
    headline
        Whether it begins with the verdict and the problem's title; a page may have them already.
    """
    return joined(
        (
            _check_headline(result) if headline else (),
            _check_told(result),
            *(_sample(case, many_answers=result.problem.many_answers) for case in _worth_showing(result)),
            _notes(result),
            _rest(hidden_cases),
        )
    )


def _badge(verdict: str) -> Span:
    return Span(verdict, role_of(verdict))


def _headline(result: Result) -> Iterator[Block]:
    yield paragraph(_badge(result.verdict), Span(f"  {BY_CODE[result.verdict].headline}", "strong"))
    yield paragraph(span(f"{result.problem.title} ({result.problem.slug})", "quiet", limit=200))
    if result.score is not None:
        yield paragraph("Score ", Span(f"{figure(result.score)} of {result.max_score}", "strong"))


def _told(result: Result) -> Iterator[Block]:
    if result.score is None:
        yield paragraph("No score: this run does not count. Please tell whoever runs the judge.")
    told = _first_failing(result)
    if result.message and (told is None or told.message != result.message):
        yield paragraph(span(result.message, limit=2000))


def _groups(groups: Sequence[GroupResult]) -> Iterator[Block]:
    if groups:
        yield Gap()
        yield Bars(tuple(_bar(group) for group in groups))


def _bar(group: GroupResult) -> Bar:
    if group.advisory:
        note = "no points, advice only"
    elif group.max_points:
        note = f"{figure(group.points)} of {figure(group.max_points)} points"
    else:
        note = "samples" if group.visible else "no points"
    if group.verdict != Verdict.AC:
        note += f", {group.verdict}"
    failed: Style = "warn" if group.advisory else "bad"
    style: Style = "quiet" if group.verdict == Verdict.AC else failed
    share = group.passed / group.total if group.total else 0.0
    return Bar(span(group.name, limit=60).text, share, f"{group.passed}/{group.total}", Span(note, style))


def _first_failing(result: Result) -> CaseResult | None:
    """Return the case that decided the verdict; None where the file as a whole failed, not a case."""
    if result.verdict == Verdict.CE or (result.message or "").startswith(_AT_IMPORT):
        return None
    failing = _failing(result)
    return next((c for c in failing if c.verdict == result.verdict), failing[0] if failing else None)


def _failing(result: Result) -> list[CaseResult]:
    advisory = {group.name for group in result.groups if group.advisory}
    return [c for c in result.cases if c.verdict != Verdict.AC and c.group not in advisory]


def _first_failure(result: Result) -> Iterator[Block]:
    first = _first_failing(result)
    if first is None:
        return
    yield Heading("First failing case")
    yield from _case(first, many_answers=result.problem.many_answers)
    failing = _failing(result)
    skipped = sum(case.verdict == "skipped" for case in failing)
    more = len(failing) - skipped - 1
    facts = [f"{more} more {'case fails' if more == 1 else 'cases fail'}"] * (more > 0)
    facts += [f"{skipped} {'was' if skipped == 1 else 'were'} not run"] * (skipped > 0)
    if facts:
        yield paragraph(Span(", ".join(facts), "quiet"), indent=2)


def _case(case: CaseResult, *, many_answers: bool) -> Iterator[Block]:
    visibility = "" if case.visibility == case.group else case.visibility
    facts = [f"group {case.group}", visibility, _REASONS.get(case.reason or "", "")]
    about = " · ".join(fact for fact in facts if fact)
    yield paragraph(
        _badge(case.verdict),
        Span("  "),
        span(case.name, "strong", limit=120),
        span(f"  {about}", "quiet", limit=120),
    )
    if case.message:
        yield paragraph(span(case.message), indent=2)
    if case.verdict == Verdict.AC:
        return
    yield from _arguments(case)
    if case.got is not None:
        yield from side_by_side(case.got, case.want, many_answers=many_answers)
    yield from _printed(case, lines=12)


def _arguments(case: CaseResult) -> Iterator[Block]:
    for step, args in enumerate(case.args or ()):
        # Of a sequence, the calls up to the wrong one are what led to it.
        if case.call is not None and step > case.call:
            break
        if case.args is not None and len(case.args) > 1:
            yield paragraph(Span(f"call {step + 1} of {len(case.args)}", "quiet"), indent=2)
        for name, value in args.items():
            yield from labelled(name, value)


def _printed(case: CaseResult, *, lines: int) -> Iterator[Block]:
    if case.output and case.output.strip():
        yield paragraph(Span("printed", "quiet"), indent=2)
        yield code(case.output, indent=4, lines=lines, width=200)


def _diagnosis(result: Result) -> Iterator[Block]:
    found = result.diagnosis
    if not found:
        return
    yield Heading("Likely cause")
    measured = [item for item in found if item.mistake in MEASURED]
    named = [item for item in found if item.mistake not in MEASURED]
    for item in measured:
        yield from _mistake(item, result.problem.slug)
    if len(named) > 1:
        yield paragraph("One of these, which can't be told apart here:", indent=2)
    for item in named:
        yield from _mistake(item, result.problem.slug)
    # Whatever is told explains every failure, so the count is said once.
    counts = f"explains {found[0].matched} of {found[0].compared} wrong cases"
    yield paragraph(Span(counts, "quiet"), indent=2)


def _mistake(item: Diagnosis, slug: str) -> Iterator[Block]:
    yield Paragraph(told(item.mistake, item.message), 2)
    if item.hint is not None:
        yield paragraph("A hint: ", span(f"grader show {slug} --hint {item.hint}", "code"), indent=2)


@lru_cache(maxsize=500)  # a class makes the same mistakes
def told(mistake: str, message: str) -> Spans:
    """Return a diagnosis' message: the judge's words as they are, an author's read as Markdown."""
    if mistake in MEASURED:
        return (span(message, limit=2000),)
    return markdown.inline(escape.bounded(message, 2000))


def _counterexample(found: Counterexample | None, *, many_answers: bool) -> Iterator[Block]:
    if found is None:
        return
    yield Heading("Smallest failing input")
    if found.message:
        yield paragraph(span(found.message), indent=2)
    if found.code:
        yield code(found.code, indent=4)
    elif found.args:
        for name, value in found.args.items():
            yield from labelled(name, value)
    yield from side_by_side(found.got, found.want, many_answers=many_answers)


def _notes(result: Result) -> Iterator[Block]:
    advisory = {group.name for group in result.groups if group.advisory}
    # Advice is for a solution that is right: a wrong one has other things to work on.
    told = result.verdict == Verdict.AC
    advice = [c for c in result.cases if c.group in advisory and c.verdict != Verdict.AC and told]
    if not result.warnings and not advice:
        return
    yield Heading("Notes (no points lost)")
    for note in result.warnings:
        yield paragraph(span(note.message), indent=2, marker="! ")
    for case in advice:
        text = f"{case.group}: {case.name}: {case.message or _REASONS.get(case.reason or '', case.verdict)}"
        yield paragraph(span(text), indent=2, marker="! ")


def _figures(result: Result) -> Iterator[Block]:
    used = result.resources
    facts = [f"{_seconds(used.wall_s)} ({_seconds(used.cpu_s)} CPU)"]
    if used.memory_bytes:
        facts.append(_size(used.memory_bytes))
    env = result.environment
    facts.append(f"seed {'secret' if env.seed is None else env.seed}")
    if env.isolation == "process":
        facts.append("without the sandbox (process isolation)")
    yield Gap()
    yield paragraph(Span(" · ".join(facts), "quiet"))


def _check_headline(result: Result) -> Iterator[Block]:
    right = sum(case.verdict == Verdict.AC for case in result.cases)
    total = len(result.cases)
    counted = right or result.verdict == Verdict.WA
    what = f"{right} of {total} samples right" if counted else BY_CODE[result.verdict].headline
    yield paragraph(_badge(result.verdict), Span(f"  {what}", "strong"))
    yield paragraph(span(f"{result.problem.title} ({result.problem.slug})", "quiet", limit=200))


def _check_told(result: Result) -> Iterator[Block]:
    if result.message and _first_failing(result) is None:
        yield paragraph(span(result.message, limit=2000))


def _worth_showing(result: Result) -> Sequence[CaseResult]:
    """Return the samples, or none where all failed with the file as a whole."""
    return result.cases if result.verdict == Verdict.AC or _first_failing(result) else ()


def _sample(case: CaseResult, *, many_answers: bool) -> Iterator[Block]:
    yield Gap()
    yield from _case(case, many_answers=many_answers)
    if case.verdict == Verdict.AC:
        yield from _printed(case, lines=40)


def _rest(hidden_cases: int | None) -> Iterator[Block]:
    if hidden_cases:  # a public copy has none
        yield Gap()
        what = "1 more case is hidden" if hidden_cases == 1 else f"{hidden_cases} more cases are hidden"
        yield paragraph(f"{what}: ", span("grader submit", "code"), " runs them all.")


def figure(value: float) -> str:
    """Return a score or points as people write it."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 0.01 else f"{value * 1000:.1f} ms"


def _size(value: int) -> str:
    return f"{value / 2**20:.0f} MiB" if value >= 2**20 else f"{value / 2**10:.0f} KiB"
