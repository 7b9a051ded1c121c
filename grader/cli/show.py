"""Show a problem, or parts of its page."""

from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli import options
from grader.cli.output import check_output, present, prints_aside, write
from grader.cli.which import find_folder
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.problem.folder import Problem

SECTIONS = (
    "problem",
    "theory",
    "examples",
    "hints",
    "requirements",
    "constraints",
    "starter",
    "cases",
)

Section = Annotated[
    list[str] | None,
    typer.Option(
        "--section",
        metavar="NAME",
        help=f"Show only this section: {', '.join(SECTIONS)}. May be given several times.",
        autocompletion=lambda incomplete: [name for name in SECTIONS if name.startswith(incomplete)],
    ),
]
PageFormat = Annotated[str, typer.Option("--format", metavar="FORM", help="text, json or html.")]
Hint = Annotated[int | None, typer.Option("--hint", metavar="N", help="Show only hint N.")]


def run(
    problem: options.ProblemArgument,
    *,
    section: Section = None,
    hint: Hint = None,
    problems: options.Problems = None,
    form: PageFormat = "text",
    output: options.Output = None,
    force: options.Force = False,
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Print the page of `problem`, or parts of it."""
    del debug
    options.check_format(form, ("text", "json", "html"))
    if form == "html" and hint is not None:
        raise UsageError("--hint: an HTML page has all hints, each collapsed; leave out --hint")
    chosen = check_sections(section)
    folder = find_folder(problem, extra=problems or ())
    check_output(output, force=force)

    from grader.problem.folder import load_problem  # noqa: PLC0415 - pydantic takes its time to load
    from grader.report import page  # noqa: PLC0415

    asked = load_problem(folder)
    if hint is not None:
        check_hint(hint, asked)
        chosen = ("hints",)
    if form == "json":
        from grader.report import json  # noqa: PLC0415

        with prints_aside():
            data = page.data(asked, sections=chosen, hint=hint)
        write(json.dumps(data), output, force=force)
    elif form == "html":
        from grader.report import problem_html  # noqa: PLC0415

        with prints_aside():
            text = problem_html.page(asked, names=chosen)
        write(text.encode(), output, force=force)
    else:
        with prints_aside():
            blocks = list(page.blocks(asked, sections=chosen, hint=hint))
        present(blocks, output, force=force, no_color=no_color)


def check_sections(names: list[str] | None) -> tuple[str, ...]:
    """Return the sections to show, in the order of the page."""
    wanted = {name.lower() for name in names or SECTIONS}
    for name in names or ():
        if name.lower() not in SECTIONS:
            raise UsageError(
                f"--section: there is no section {name!r}; the sections are {', '.join(SECTIONS)}"
            )
    return tuple(name for name in SECTIONS if name in wanted)


def check_hint(hint: int, problem: "Problem") -> None:
    """Refuse a hint that the problem does not have."""
    count = len(problem.spec.hints)
    if not 1 <= hint <= count:
        has = f"has hints 1 to {count}" if count else "has no hints"
        raise UsageError(f"--hint: {problem.slug} {has}, got {hint}")
