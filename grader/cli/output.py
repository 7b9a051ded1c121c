"""Output of a command: to standard output, or to a file that is written atomically."""

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.interrupts import tidy_after_interrupts
from grader.cli.paths import followed
from grader.errors import UsageError, cannot_write
from grader.writing import write_file

if TYPE_CHECKING:
    from grader.report.blocks import Block

STANDARD_OUTPUT = Path("-")
# What the reports draw, for terminals that know ASCII only.
_ASCII = str.maketrans(
    {"█": "#", "░": ".", "←": "<-", "·": "-", "…": "...", "≥": ">=", "≤": "<=", "×": "x", "⊙": "*", "−": "-"}
)


def check_output(output: Path | None, *, force: bool, sources: Sequence[Path] = ()) -> None:
    """Refuse an output that can't be written, before any work is done for it.

    Raises
    ------
    UsageError
        If the file exists and `force` is false, if it is one of `sources`, or can't be made.
    """
    if output is None or output == STANDARD_OUTPUT:
        return
    for source in sources:
        if _same(output, source):
            raise UsageError(f"{output}: is the input file; choose another output")
    if output.is_dir():
        raise UsageError(f"{output}: is a folder; give a file in it")
    if os.path.lexists(output):
        if not force:
            raise UsageError(
                f"{output}: exists already; --force overwrites it, -o FILE writes to another file"
            )
        if output.exists() and not output.is_file():
            raise UsageError(f"{output}: is not a regular file; leave out -o to write to standard output")
    folder = followed(output).parent
    if not folder.is_dir():
        raise UsageError(f"{output}: can't be written: there is no folder {folder}; make it first")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{output}: can't be written: the folder is read-only; choose another with -o")


def write(content: str | bytes, output: Path | None, *, force: bool) -> bool:
    """Write `content` to `output`, or to standard output if that is None or ``-``; bytes as they are.

    Returns
    -------
    bool
        False if the reader of standard output has gone away.
    """
    if output is None or output == STANDARD_OUTPUT:
        return _print(content)
    check_output(output, force=force)
    tidy_after_interrupts()
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        write_file(output, data, follow=True, overwrite=force)  # a link stays one
    except FileExistsError:
        raise UsageError(
            f"{output}: exists already; --force overwrites it, -o FILE writes to another file"
        ) from None
    return True


def present(
    blocks: "Sequence[Block]", output: Path | None, *, force: bool, no_color: bool, head: str = ""
) -> bool:
    """Write a report after `head`: coloured on a terminal that wants it, else as plain text.

    Returns
    -------
    bool
        False if the reader of standard output has gone away.
    """
    from grader.report import text  # noqa: PLC0415 - not for the help

    if not on_screen(output):
        return write(head + text.render(blocks), output, force=force)
    width = shutil.get_terminal_size().columns
    plain = no_color or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain:
        return _print(head + text.render(blocks, width=min(width, 100)))
    from grader.report import terminal  # noqa: PLC0415 - rich takes its time to load

    return _print(head + terminal.render(blocks, width=width))


def on_screen(output: Path | None) -> bool:
    """Return whether what is written to `output` is seen on a terminal."""
    return output in (None, STANDARD_OUTPUT) and sys.stdout is not None and sys.stdout.isatty()


def warn(message: str) -> None:
    """Print a warning on standard error, in one line."""
    from grader.report import escape  # noqa: PLC0415 - not for the help

    note(f"grader: warning: {escape.line(message, 2000)}")


def note(line: str) -> None:
    """Print a line of our own on standard error."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):  # nowhere to say it
            print(line, file=sys.stderr, flush=True)


@contextlib.contextmanager
def progress(message: str) -> Iterator[None]:
    """Show `message` on standard error while the body runs, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    sys.stderr.write(f"{message} …")
    sys.stderr.flush()
    try:
        yield
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


@contextlib.contextmanager
def prints_aside() -> Iterator[None]:
    """Redirect the prints of a problem's own code to standard error."""
    with contextlib.nullcontext() if sys.stderr is None else contextlib.redirect_stdout(sys.stderr):
        yield


def _print(content: str | bytes) -> bool:
    """Print `content`; a closed pipe is not an error and does not change the exit code."""
    if sys.stdout is None:
        raise UsageError("standard output: is closed; write to a file with -o")
    try:
        if isinstance(content, bytes):
            sys.stdout.buffer.write(content)
        elif (sys.stdout.encoding or "").lower().startswith("utf"):
            sys.stdout.write(content)
        else:
            sys.stdout.write(content.translate(_ASCII))
        sys.stdout.flush()
    except BrokenPipeError:
        # What is left in the buffer must not raise again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    except OSError as error:
        raise cannot_write("standard output", error) from None
    return True


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
