"""The commands, one module each, imported on demand."""

import sys

from grader import search_path

TYPE_CHECKING = False  # `typing` may only be imported after `leave_out_current_folder`
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

__all__ = ["main"]


def main(arguments: "Sequence[str] | None" = None) -> "NoReturn":
    """Run the command line and exit with its code."""
    search_path.leave_out_current_folder()
    from grader.cli import program  # noqa: PLC0415 - see `grader.search_path`

    program.run(sys.argv[1:] if arguments is None else arguments)
