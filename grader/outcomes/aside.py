"""What is worth having beside a verdict, and must never cost one.

A message, a diagnosis, a counterexample and a note are made when the verdict is known already. Where one of
them can't be made, that is a fault of ours or of the problem's code: it becomes a note, and everything else
is told as if nothing had happened.
"""

from collections.abc import Callable
from typing import TypeVar

from grader.result import Note

Made = TypeVar("Made")
Other = TypeVar("Other")


class Aside:
    """Makes what stands beside one verdict, and keeps a note of what failed.

    Parameters
    ----------
    raising
        Let an exception out, for those who want the thing itself and have no verdict.
    """

    def __init__(self, *, raising: bool = False) -> None:
        self._raising = raising
        self._notes: dict[str, Note] = {}

    @property
    def notes(self) -> tuple[Note, ...]:
        """One note for each kind of thing that failed."""
        return tuple(self._notes.values())

    def attempt(self, what: str, make: Callable[[], Made], otherwise: Other) -> Made | Other:
        """Return what `make` makes, `otherwise` if it raises.

        Parameters
        ----------
        what
            Names the thing, with an article.
        """
        try:
            return make()
        except Exception as error:
            if self._raising:
                raise
            self._failed(what, error)
            return otherwise

    def _failed(self, what: str, error: Exception) -> None:
        import logging  # noqa: PLC0415 - where all goes well nobody needs it

        logging.getLogger(__name__).debug("%s failed", what, exc_info=error)
        # The text of the exception may hold a hidden input.
        self._notes[what] = Note(
            code="explanation_failed",
            message=f"{what} failed with {type(error).__name__}; verdict and score do not depend on it, and "
            "`--debug` shows where it happened",
        )
