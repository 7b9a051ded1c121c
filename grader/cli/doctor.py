"""Test every protection of the sandbox on this machine.

Runs a submission that tries to read and write files, use the network, fork and exhaust memory, and shows the
outcome of each, with facts about the machine.

Exits with 0 if every protection works, 3 if one is missing, 2 for an error in the command or its files.
"""

from typing import TYPE_CHECKING

import typer

from grader.cli import options
from grader.cli.output import check_output, present, progress, write
from grader.cli.which import tell_shadows

if TYPE_CHECKING:
    from grader.doctor import Examination

_FAILED = 3


def run(
    *,
    problems: options.Problems = None,
    form: options.Format = "text",
    output: options.Output = None,
    force: options.Force = False,
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Examine this machine and exit with what that means."""
    del debug
    options.check_format(form, ("text", "json"))
    check_output(output, force=force)
    tell_shadows(None, extra=problems or ())

    from grader.doctor import examine  # noqa: PLC0415 - not for the help

    with progress("trying the sandbox"):
        found = examine(problems=problems or ())
    if form == "json":
        from grader.report import json  # noqa: PLC0415 - only what the report needs

        write(json.dumps(_data(found)), output, force=force)
    else:
        from grader.report.health import health_report  # noqa: PLC0415

        present(health_report(_data(found)), output, force=force, no_color=no_color)
    raise typer.Exit(0 if found.healthy else _FAILED)


def _data(found: "Examination") -> dict[str, object]:
    from grader.errors import WAY_OUT  # noqa: PLC0415 - beside what is used with it

    return {
        "healthy": found.healthy,
        "fault": found.fault,
        "way_out": None if found.healthy else WAY_OUT,
        "protections": [{"name": f.name, "ok": f.ok, "found": f.found} for f in found.findings],
        "machine": found.facts,
        "problems": list(found.problems),
    }
