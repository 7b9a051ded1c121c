"""Read, check and submit problems in a browser, on this machine.

Prints the address to open, which contains a secret; Ctrl+C stops the server. Needs the extra [web].
"""

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli import options
from grader.cli.errors import INTERRUPTED
from grader.cli.output import write
from grader.cli.which import tell_shadows
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.web.browser import Opening
    from grader.web.security import Keys

_MISSING = "grader serve needs two more packages: pip install 'numgrader[web]'"

Port = Annotated[
    int | None,
    typer.Option("--port", metavar="N", help="Listen on this port; by default on the first free one."),
]
Host = Annotated[
    str, typer.Option("--host", metavar="ADDR", help="Listen on this address; other machines may reach it.")
]
Open = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]
NoHistory = Annotated[bool, typer.Option("--no-history", help="Do not record or show attempts.")]


def run(
    *,
    port: Port = None,
    host: Host = "127.0.0.1",
    open_: Open = False,
    problems: options.Problems = None,
    no_history: NoHistory = False,
    time_factor: options.TimeFactor = 1.0,
    isolation: options.IsolationOption = options.IsolationName.KERNEL,
    debug: options.Debug = False,
) -> None:
    """Serve until it is interrupted."""
    if port is not None and not 0 <= port < 2**16:
        raise UsageError(f"--port: must be a number from 0 to 65535, got {port}")
    options.check_time_factor(time_factor)
    try:
        import starlette  # noqa: F401, PLC0415
        import uvicorn  # noqa: F401, PLC0415
    except ModuleNotFoundError:
        raise UsageError(_MISSING) from None
    _check(problems or (), isolation)

    from grader.history import default_path  # noqa: PLC0415
    from grader.web import security, server  # noqa: PLC0415
    from grader.web.app import ServerSettings  # noqa: PLC0415

    bound = server.listen(host, port)
    place = server.place_of(bound)
    keys = security.Keys()
    if not place.loopback:
        _say(f"warning: anyone who can reach {place.shown} and knows this address can run code here")
    address = f"http://{place.shown}/?token="
    write(f"{address}{keys.token}\n", None, force=False)
    _say("open this address in a browser; Ctrl+C stops the server")
    number = server.serve(
        bound,
        ServerSettings(
            problems=tuple(folder.resolve() for folder in problems or ()),
            history=not no_history and default_path() is not None,
            isolation=isolation.value,
            time_factor=time_factor,
        ),
        keys,
        log_level="error" if debug else "critical",
        opening=_opening(address, keys) if open_ else None,
    )
    sys.exit(INTERRUPTED if number == signal.SIGINT else 128 + number if number else 0)


def _opening(address: str, keys: "Keys") -> "Opening":
    from grader.web.browser import Opening  # noqa: PLC0415

    made = Opening()
    made.lead_to(f"{address}{keys.single_use(made.close)}")
    return made


def _check(folders: Sequence[Path], isolation: options.IsolationName) -> None:
    """Refuse what every page or run would fail of."""
    from grader.errors import IsolationError  # noqa: PLC0415
    from grader.problem.find import list_problems  # noqa: PLC0415

    list_problems(extra=folders)
    tell_shadows(None, extra=folders)
    if isolation == options.IsolationName.KERNEL:
        from grader.runner.confine import missing  # noqa: PLC0415

        if why := missing():
            raise IsolationError(why)


def _say(what: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"grader: {what}\n")
        sys.stderr.flush()
