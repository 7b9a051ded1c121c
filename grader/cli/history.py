"""List your attempts, or print the code of one.

`grader submit` records each one, with its code and result.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli import options
from grader.cli.output import check_output, on_screen, present, warn, write
from grader.cli.paths import followed
from grader.cli.which import find_folder, tell_shadows
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.history import History
    from grader.report.blocks import Block

Which = Annotated[
    str | None,
    typer.Argument(
        metavar="[PROBLEM]",
        help="Attempts at this problem only: its name, or its folder.",
        autocompletion=options.complete_problem,
        show_default=False,
    ),
]
Limit = Annotated[int, typer.Option("--limit", metavar="N", help="List the newest N attempts.")]
Show = Annotated[
    int | None,
    typer.Option("--show", metavar="N", help="Print the code of attempt N; in a pipe byte for byte."),
]
Clear = Annotated[
    bool, typer.Option("--clear", help="Delete these attempts, after a confirmation.", show_default=False)
]
Yes = Annotated[bool, typer.Option("--yes", help="Skip the confirmation of --clear.", show_default=False)]
_MOST = 1_000_000


def run(
    problem: Which = None,
    *,
    show: Show = None,
    limit: Limit = 20,
    clear: Clear = False,
    yes: Yes = False,
    form: options.Format = "text",
    output: options.Output = None,
    force: options.Force = False,
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Print the attempts, or do to them what was asked for."""
    del debug
    options.check_format(form, ("text", "json"))
    if not 1 <= limit <= _MOST:
        raise UsageError(f"--limit: must be a whole number from 1 to {_MOST}, got {limit}")
    if clear and (show is not None or output is not None or form != "text"):
        raise UsageError("--clear: deletes and prints nothing; leave out --show, --output and --format")
    if yes and not clear:
        raise UsageError("--yes: needs --clear; give both or neither")
    if show is not None and problem is not None:
        raise UsageError("--show: the number already identifies the problem; leave out PROBLEM")
    check_output(output, force=force)

    from grader.history import History, default_path  # noqa: PLC0415 - SQLite: not for the help

    if default_path() is None:
        warn("GRADER_HISTORY turns the history off")
    slug = _slug(problem)
    if problem is not None and slug == problem:
        tell_shadows((slug,), extra=())
    with History.open_existing() or History.empty() as history:
        if problem is not None and not history.attempts(slug, limit=1):
            find_folder(problem, extra=())  # reports a mistyped name
        if clear:
            _clear(history, slug, asked=not yes)
        elif show is not None:
            content = _attempt(history, show, form=form, blocks=form == "text" and on_screen(output))
            _put(content, output, force=force, no_color=no_color)
        else:
            _put(_list(history, slug, limit, form=form), output, force=force, no_color=no_color)


def _slug(problem: str | None) -> str | None:
    """Return the name of a problem that is given as its folder."""
    return problem if problem is None or os.sep not in problem else followed(Path(problem)).name


def _list(history: "History", slug: str | None, limit: int, *, form: str) -> "str | Sequence[Block]":
    from grader.history import listing  # noqa: PLC0415 - not for the help

    attempts = history.attempts(slug, limit=limit)
    if form == "json":
        from grader.report import json  # noqa: PLC0415

        return json.dumps([listing.data(attempt) for attempt in attempts])
    standings = history.standings()
    if slug is not None:
        standings = {slug: standings[slug]} if slug in standings else {}
    return tuple(listing.listing(attempts, standings))


def _attempt(history: "History", number: int, *, form: str, blocks: bool) -> "str | bytes | Sequence[Block]":
    from grader.history import listing  # noqa: PLC0415 - not for the help

    attempt = history.attempt(number)
    source = history.source(number)
    assert attempt is not None  # else there had been no source
    if form == "text":
        return tuple(listing.page(attempt, source)) if blocks else source
    from grader.report import json  # noqa: PLC0415

    result = history.result(number)
    return json.dumps(
        listing.data(attempt)
        | {
            "source": source.decode("utf-8", "backslashreplace"),
            "result": None if result is None else result.model_dump(mode="json"),
        }
    )


def _clear(history: "History", slug: str | None, *, asked: bool) -> None:
    standings = history.standings()
    count = sum(s.attempts for name, s in standings.items() if slug in (None, name))
    what = ("1 attempt" if count == 1 else f"{count} attempts") + (f" at {slug}" if slug else "")
    if count and asked:
        if sys.stdin is None or not sys.stdin.isatty():
            raise UsageError(f"--clear: would delete {what}; confirm with --yes if there is no terminal")
        if not typer.confirm(f"Delete {what}, with the code?", err=True):
            typer.echo("Nothing was deleted.")
            raise typer.Exit(1)
    history.clear(slug)
    typer.echo(f"Deleted {what}.")


def _put(
    content: "str | bytes | Sequence[Block]", output: Path | None, *, force: bool, no_color: bool
) -> None:
    if isinstance(content, str | bytes):
        write(content, output, force=force)
    else:
        present(content, output, force=force, no_color=no_color)
