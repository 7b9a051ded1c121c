"""The command line: the table of commands, and the exit code of a run.

A command's module is imported when the command runs (or for the list of commands in the help), and imports
its dependencies when it runs: ``grader --help`` needs typer and the standard library only.
"""

import io
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from grader.cli.errors import INTERRUPTED, CliSettings, report
from grader.cli.interrupts import tidy_after_interrupts
from grader.version import __version__

COMMANDS = (
    "list",
    "show",
    "start",
    "check",
    "submit",
    "history",
    "serve",
    "batch",
    "new",
    "add-case",
    "verify",
    "export",
    "doctor",
)
# What they have to tidy up comes late, and each says when (`output.write`, `grading.grade`).
_QUICK = ("list", "show", "start", "check", "submit", "history")


def build(name: str) -> Any:
    """Return the command `name`, made from the function ``run`` of its module."""
    module = import_module(f"grader.cli.{name.replace('-', '_')}")
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name, help=module.__doc__)(module.run)
    return get_command(single)


class Commands(TyperGroup):
    """The commands by name, each built when it is asked for."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options. A flag that was not given is False, not None: that would load pydantic."""
        parameters: list[Any] = super().get_params(ctx)
        for parameter in parameters:
            if getattr(parameter, "is_flag", False) and parameter.default is None:
                parameter.default = False
        return parameters

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer's own class of contexts moves
        """Return the names in the order in which a learner meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Return the command `cmd_name`, None if it does not exist."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in _QUICK:
            tidy_after_interrupts()
        if cmd_name not in self.commands:
            self.commands[cmd_name] = build(cmd_name)
        return self.commands[cmd_name]


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,  # plain help: no import of rich, and the same in every terminal
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:  # noqa: FBT001 - what typer passes
    if wanted:
        typer.echo(f"grader {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Judge solutions to numeric coding challenges: sandboxed, fair about rounding, with explanations.

    A first session: `grader list`, `grader start layer_norm`, edit solution.py, `grader check solution.py`,
    `grader submit solution.py`.
    """
    del version
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; an error becomes lines on standard error."""
    settings = CliSettings()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A path may hold bytes that are no text, and a terminal may know few characters.
            stream.reconfigure(errors="backslashreplace")
    try:
        code = get_command(app).main(
            args=list(arguments), prog_name="grader", standalone_mode=False, obj=settings
        )
    except SystemExit as exit_:  # shell completion, and a closed pipe
        return exit_.code if isinstance(exit_.code, int) else 0
    except BaseException as error:  # noqa: BLE001 - no traceback reaches a user who did not ask for one
        return report(error, debug=settings.debug)
    if code == INTERRUPTED:  # typer has caught the exception
        return report(KeyboardInterrupt(), debug=False)
    return code if isinstance(code, int) else 0
