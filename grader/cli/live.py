"""The progress of a batch on a terminal: counts, rate and remaining time, on standard error."""

import os
import sys
from collections import Counter
from typing import Any

from grader.verdicts import Verdict


class Live:
    """Draws a bar if standard error is a terminal, otherwise nothing."""

    def __init__(self, *, no_color: bool) -> None:
        dumb = os.environ.get("TERM") == "dumb"
        self._wanted = sys.stderr is not None and sys.stderr.isatty() and not dumb
        self._no_color = no_color or bool(os.environ.get("NO_COLOR"))
        self._counts: Counter[str] = Counter()
        self._bar: Any = None
        self._task: Any = None

    def begin(self, slug: str, total: int) -> None:
        """Draw the bar."""
        if not self._wanted:
            return
        from rich import progress  # noqa: PLC0415 - takes its time to load
        from rich.console import Console  # noqa: PLC0415

        self._counts.clear()
        self._bar = progress.Progress(
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(bar_width=24),
            progress.MofNCompleteColumn(),
            progress.TextColumn("{task.fields[rate]}", markup=False),
            progress.TimeRemainingColumn(),
            progress.TextColumn("{task.fields[counts]}", markup=False),
            console=Console(stderr=True, no_color=self._no_color),
            transient=True,
            refresh_per_second=4,
        )
        self._task = self._bar.add_task(slug, total=total, counts="", rate="")
        self._bar.start()

    def verdict(self, verdict: str, *, fresh: bool) -> None:
        """Count one more submission."""
        del fresh
        if self._bar is None:
            return
        self._counts[verdict] += 1
        told = " ".join(f"{name} {self._counts[name]}" for name in Verdict if self._counts[name])
        speed = self._bar.tasks[0].speed
        rate = f"{speed:.0f}/s" if speed and speed >= 10 else f"{speed:.1f}/s" if speed else ""
        self._bar.update(self._task, advance=1, counts=told, rate=rate)

    def writing(self) -> None:
        """Say that reports are being written."""
        if self._bar is not None:
            self._bar.update(self._task, counts="writing reports")

    def end(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
