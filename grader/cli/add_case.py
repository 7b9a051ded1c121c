"""Add a fixed case to a problem.

The arguments come from a TOML file, from the counterexample of a result (grader submit --format json), or
from prompts. What TOML cannot express is appended to cases.py. The case is kept only if the problem then has
no fault.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grader.cli import options
from grader.cli.output import prints_aside, progress, write
from grader.cli.paths import near
from grader.cli.which import find_folder
from grader.errors import UsageError, cannot_read

if TYPE_CHECKING:
    from grader.problem.case import AnyCase
    from grader.problem.folder import Problem

_MOST_BYTES = 4 * 2**20

Name = Annotated[str, typer.Argument(metavar="NAME", help="The new case's name.", show_default=False)]
Group = Annotated[
    str, typer.Option("--group", "-g", metavar="GROUP", help="The case's group.", show_default=False)
]
Args = Annotated[
    Path | None,
    typer.Option("--args", metavar="FILE", help="The arguments: TOML, as in a problem's cases/ folder."),
]
FromResult = Annotated[
    Path | None,
    typer.Option(
        "--from-result", metavar="FILE", help="A result as JSON; its counterexample becomes the case."
    ),
]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="What the case catches, in one line.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing case.")]


def run(
    problem: options.ProblemArgument,
    name: Name,
    *,
    group: Group,
    args: Args = None,
    from_result: FromResult = None,
    why: Why = "",
    problems: options.Problems = None,
    force: Force = False,
    debug: options.Debug = False,
) -> None:
    """Write the case `name` into `problem`, and say where it is."""
    del debug
    if args is not None and from_result is not None:
        raise UsageError("--args, --from-result: are mutually exclusive; leave out one")
    data = _read(args or from_result)
    folder = near(find_folder(problem, extra=problems or ()))

    from grader.authoring import add_case  # noqa: PLC0415 - numpy and all: not for the help
    from grader.problem.folder import load_problem  # noqa: PLC0415

    asked = load_problem(folder)
    if group not in asked.spec.groups:
        from grader.problem.faults import did_you_mean  # noqa: PLC0415

        raise UsageError(
            f"--group {group}: {asked.slug} has no such group; {did_you_mean(group, asked.spec.groups)}"
        )
    toml = None
    if args is not None:
        case, toml = add_case.from_arguments(
            asked, _text(data, args), name=name, group=group, why=why, where=str(args)
        )
    elif from_result is not None:
        case = add_case.from_result(asked, data, name=name, group=group, why=why, where=str(from_result))
    else:
        case = _asked(asked, name=name, group=group, why=why)
    with prints_aside(), progress(f"checking {name}"):
        path = add_case.add(folder, case, toml=toml, force=force)
    arrays = ", ".join(add_case.arrays_of(case))
    read = f" ({arrays})" if arrays else ""
    write(f"Wrote {path}{read}. Next: grader verify {problem}\n", None, force=False)


def _read(file: Path | None) -> bytes:
    if file is None:
        return b""
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise UsageError(f"{file}: has more than {_MOST_BYTES:,} bytes; write large cases in cases.py")
        return file.read_bytes()
    except OSError as error:
        raise cannot_read(file, error) from None


def _text(data: bytes, file: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{file}: is not UTF-8; save it as UTF-8") from None


def _asked(problem: "Problem", *, name: str, group: str, why: str) -> "AnyCase":
    """Ask for each argument on the terminal, again until it fits."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("no arguments: give --args FILE or --from-result FILE; prompts need a terminal")
    from grader.authoring import add_case  # noqa: PLC0415

    typer.echo(f'Arguments of {problem.signature}, as in TOML: [1.0, 2.5], 3, 1e-6, true, "text".', err=True)
    given: dict[str, Any] = {}
    for parameter in problem.signature.parameters:
        label = f"{parameter.name} ({parameter.annotation or 'any value'})"
        if parameter.has_default:
            label += f", empty for {parameter.default!r}"
        while True:
            answer = typer.prompt(label, default="", show_default=False, err=True)
            if not answer and parameter.has_default:
                break
            try:
                given[parameter.name] = _value(answer, parameter.annotation)
                break
            except ValueError as error:
                typer.echo(f"  {error}", err=True)
    why = why or typer.prompt("What does the case catch", err=True)
    return add_case.from_values(problem, given, name=name, group=group, why=why)


def _value(answer: str, annotation: str | None) -> Any:
    import tomllib  # noqa: PLC0415

    from grader.problem.literals import literal  # noqa: PLC0415

    try:
        value = tomllib.loads(f"value = {answer}\n")
    except tomllib.TOMLDecodeError:
        raise ValueError('is not a TOML value: write [1.0, 2.5], 3, 1e-6, true or "text"') from None
    if list(value) != ["value"]:
        raise ValueError("write one value")
    return literal(value["value"], annotation)
