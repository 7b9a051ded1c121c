"""`check --watch`: grade one file at each save, with a judge that stays open."""

import os
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from grader.cli import file_watch
from grader.cli.errors import INTERRUPTED
from grader.cli.grading import GradingOptions, grade_source, open_judge
from grader.cli.interrupts import tidy_after_interrupts
from grader.cli.output import on_screen, present, write
from grader.cli.paths import followed
from grader.cli.source import STANDARD_INPUT, read_source
from grader.cli.which import find_for
from grader.errors import GraderError, ProblemError, UsageError
from grader.verdicts import is_judge_fault

if TYPE_CHECKING:
    from grader.judge import Judge
    from grader.report.blocks import Block
    from grader.result import Result

_CLEAR = "\x1b[2J\x1b[H"
_LINE = "-" * 72


class WatchedFile:
    """The file, the judge that is open for its problem, and the result of the last run.

    Parameters
    ----------
    file
        The solution.
    named, problems
        What ``--problem`` and ``--problems`` said.
    conditions
        Under which it is graded.
    """

    def __init__(
        self, file: Path, *, named: str | None, problems: list[Path] | None, conditions: GradingOptions
    ) -> None:
        self.file = file
        self._named = named
        self._problems = problems
        self._conditions = conditions
        self._folder: Path | None = None
        self._judge: Judge | None = None
        self._judged_by: dict[str, file_watch.Mark] = {}
        self._open = ExitStack()
        self._last: Result | None = None
        self._seen: tuple[file_watch.Mark, dict[str, file_watch.Mark] | None] = None, None

    def close(self) -> None:
        """End the sandbox's processes."""
        self._judge = None
        self._open.close()

    def folders(self) -> set[Path]:
        """Return the folders in which a save may be of matter."""
        absolute = self.file.absolute()
        found = {absolute.parent, followed(absolute).parent}  # a link, and what it points to
        if self._folder is not None:
            found |= {Path(p) for p, is_file in file_watch.marks_below(self._folder).items() if not is_file}
        return found

    def saved(self) -> bool:
        """Return whether the file or the problem was saved since `report` read them."""
        return self._seen != self._look()

    def report(self) -> "Sequence[Block]":
        """Grade the file and return what there is to say of it; first, what has changed.

        Raises
        ------
        GraderError
            The file or its problem can't be used as it is now.
        """
        self._seen = self._look()  # before reading: a save during the run counts
        source = read_source(self.file)
        folder = self._find(source)
        if self._judge is None or folder != self._folder or self._judged_by != file_watch.marks_below(folder):
            self._reopen(folder)
        assert self._judge is not None
        try:
            graded = grade_source(self._judge, source, self.file, self._conditions)
        except GraderError:
            self.close()
            raise
        before, self._last = self._last, graded.result
        if is_judge_fault(graded.result.verdict):  # whatever ails this judge, the next one may not have it
            self.close()

        from grader.report.blocks import Gap  # noqa: PLC0415 - not for the help
        from grader.report.changes import changes  # noqa: PLC0415
        from grader.report.content import check_report  # noqa: PLC0415

        told = check_report(graded.result, hidden_cases=graded.hidden_cases)
        return told if before is None else (changes(before, graded.result), Gap(), *told)

    def _look(self) -> tuple[file_watch.Mark, dict[str, file_watch.Mark] | None]:
        return file_watch.mark(self.file), None if self._folder is None else file_watch.marks_below(
            self._folder
        )

    def _find(self, source: bytes) -> Path:
        """Return the problem's folder; a file that does not say it just now stays with the one it had."""
        try:
            return find_for(source, self.file, named=self._named, extra=self._problems or ())
        except UsageError:
            if self._folder is None:
                raise
            return self._folder

    def _reopen(self, folder: Path) -> None:
        self.close()
        self._folder = folder
        self._judged_by = file_watch.marks_below(folder)
        self._seen = self._seen[0], self._judged_by
        with ExitStack() as stack:
            self._judge = open_judge(stack, folder, self.file, self._conditions)
            self._open = stack.pop_all()


def watch(
    file: Path, *, named: str | None, problems: list[Path] | None, conditions: GradingOptions, no_color: bool
) -> NoReturn:
    """Show the report of `file`, and again at each save, until an interrupt, which ends it with 130.

    Raises
    ------
    GraderError
        The file can't be graded to begin with. Later on that is shown, and what is saved next waited for.
    """
    if file == STANDARD_INPUT:
        raise UsageError("--watch: can't watch standard input; give a file")
    file_watch.need_watchfiles()
    desk = WatchedFile(file, named=named, problems=problems, conditions=conditions)
    try:
        if _show(desk.report(), file, no_color=no_color):
            file_watch.load_watchfiles()
            tidy_after_interrupts()
            for _ in file_watch.notices(desk.folders):
                if desk.saved():
                    file_watch.settle(file)
                    if not _show(_again(desk), file, no_color=no_color, first=False):
                        break
    except KeyboardInterrupt:
        if on_screen(None):
            write("\n", None, force=False)  # after the ^C of the terminal
        raise SystemExit(INTERRUPTED) from None
    finally:
        desk.close()
    raise SystemExit(0)  # nobody reads any more


def _again(desk: WatchedFile) -> "Sequence[Block]":
    try:
        return desk.report()
    except GraderError as error:
        from grader.report.blocks import paragraph, span  # noqa: PLC0415

        faults = error.faults if isinstance(error, ProblemError) else (" ".join(str(error).split("\n")),)
        return tuple(paragraph(span(fault, "warn", limit=2000)) for fault in faults)


def _show(blocks: "Sequence[Block]", file: Path, *, no_color: bool, first: bool = True) -> bool:
    """Show a report in place of the one before, or below a line; return whether there is a reader left."""
    from grader.report.blocks import Gap, paragraph, span  # noqa: PLC0415
    from grader.report.layout import lay_out  # noqa: PLC0415

    head = "" if first else f"{_LINE}\n"
    if on_screen(None) and os.environ.get("TERM") != "dumb":
        head = _CLEAR
        status = paragraph(span(f"watching {file.name}, Ctrl+C stops", "quiet", limit=200))
        size = shutil.get_terminal_size()
        too_long = len(lay_out(blocks, size.columns)) + 3 > size.lines
        # What matters most is the first line: it is said again where it has moved out of sight.
        blocks = (*blocks, Gap(), *blocks[: 1 if too_long else 0], status)
    return present(blocks, None, force=False, no_color=no_color, head=head)
