"""The forms in which a result is written for other programs: one table, for every command and page."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.result import Result

KEY = "KEY"
"""Stands for a submission in the name of a file."""


@dataclass(frozen=True, slots=True)
class Format:
    """One form.

    Attributes
    ----------
    name : str
        As in ``--format``.
    title : str
        What it is, for lists.
    render : callable
        Takes a name of the whole, and results with the name of each; yields the document in pieces. The
        module that does it is imported then.
    per_submission : bool
        Whether a document holds one result only.
    file_name : str or None
        Where `batch` writes it, relative to its folder, `KEY` standing for a submission. None for what
        `batch` writes in a form of its own.
    """

    name: str
    title: str
    render: Callable[[str, Iterable[tuple[str, "Result"]]], Iterator[str]]
    per_submission: bool
    file_name: str | None

    @property
    def place(self) -> str | None:
        """The file or folder that is all of this form in the folder of a batch."""
        return None if self.file_name is None else self.file_name.split("/")[0]

    @property
    def suffix(self) -> str:
        """What is added to the name of a submission."""
        return (self.file_name or "").partition(KEY)[2]

    def text(self, result: "Result") -> str:
        """Return the document of one result."""
        name = result.problem.slug
        return "".join(self.render(name, [(result.submission.path or name, result)]))


def _single(module: str) -> Callable[[str, Iterable[tuple[str, "Result"]]], Iterator[str]]:
    """Return what yields a document for each result, by the `render` of a module here."""

    def render(name: str, results: Iterable[tuple[str, "Result"]]) -> Iterator[str]:
        del name
        written = import_module(f"grader.report.{module}").render
        for _, result in results:
            yield written(result)

    return render


def _junit(name: str, results: Iterable[tuple[str, "Result"]]) -> Iterator[str]:
    from grader.report import junit  # noqa: PLC0415 - not for the help

    return junit.document(name, results)


FORMATS = (
    Format("json", "the result as `result.schema.json` describes it", _single("json"), True, None),
    Format(
        "junit",
        "XML for build servers: one suite per submission, one test per case",
        _junit,
        False,
        "junit.xml",
    ),
    Format(
        "gradescope",
        "a `results.json` per submission for Gradescope",
        _single("gradescope"),
        True,
        f"gradescope/{KEY}.json",
    ),
    Format(
        "prairielearn",
        "a `results.json` per submission for PrairieLearn",
        _single("prairielearn"),
        True,
        f"prairielearn/{KEY}.json",
    ),
)
"""What `submit` writes besides text."""

BATCH_FORMATS = tuple(form for form in FORMATS if form.file_name is not None)
"""What `batch` writes when it is asked to."""


def names(formats: Iterable[Format]) -> tuple[str, ...]:
    """Return the names of formats."""
    return tuple(form.name for form in formats)


def find(name: str, formats: Iterable[Format] = FORMATS) -> Format | None:
    """Return the format of that name, None if there is none."""
    return next((form for form in formats if form.name == name), None)
