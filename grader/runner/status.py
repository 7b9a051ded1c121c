"""What a submission's process did. What that means for the learner is the judge's to say."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, Self

from grader.bounds import IMPORT_WALL_FACTOR, WALL_FACTOR

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from grader.runner.wire import Call


class Status(StrEnum):
    """How a call, or the import before it, ended."""

    RETURNED = "returned"  # a reply that decodes and answers the call that was asked
    RAISED = "raised"  # an exception left the call or the import
    BLOCKED = "blocked"  # the exception or kill that ended it came from a denied operation
    CRASHED = "crashed"  # ended by a signal
    EXITED = "exited"  # the process left on its own account
    TIME = "time"  # CPU or wall limit, as the judge saw it
    MEMORY = "memory"
    OUTPUT = "output"
    PROTOCOL = "protocol"  # bytes that are no reply, or not the one that was asked for
    NOT_COMPILED = "not_compiled"
    NO_ENTRY_POINT = "no_entry_point"
    SKIPPED = "skipped"  # not run: too many crashes before it


@dataclass(frozen=True, slots=True)
class Limits:
    """What one submission may use. CPU times are the limits; waiting is limited to a multiple of each.

    `wall_s` bounds everything together, new forks and their imports included; None is the sum of what an
    import and all calls may take.
    """

    cpu_s_call: float = 2.0
    cpu_s_total: float = 10.0
    import_s: float = 10.0
    memory_bytes: int = 512 * 2**20
    output_bytes: int = 16 * 2**20
    kept_bytes: int = 64 * 2**20  # of returned values, all calls together: they wait in the judge's memory
    wall_factor: float = WALL_FACTOR
    import_wall_factor: float = IMPORT_WALL_FACTOR
    reforks: int = 3
    wall_s: float | None = None

    @property
    def wall_budget_s(self) -> float:
        """Seconds that all processes of the submission may take together."""
        if self.wall_s is not None:
            return self.wall_s
        return self.import_wall_factor * self.import_s + self.wall_factor * self.cpu_s_total


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception, as far as it can be trusted: its text is bounded, printable, and a claim."""

    type_name: str  # the class's own name
    builtin: str  # the nearest class of the language itself
    message: str
    lines: tuple[tuple[int, str], ...] = ()  # (line number, function) in the submission, outermost first
    operation: str | None = None  # kind of a denied operation: "opening a file"
    target: str | None = None  # its path or name
    module: str | None = None  # the module that could not be imported


@dataclass(frozen=True, slots=True)
class RunResult:
    """One call's end. `values` has one value a step of the call when `status` is RETURNED."""

    call: int
    status: Status
    values: tuple[object, ...] = ()
    raised: Raised | None = None
    at_import: bool = False
    step: int = 0  # the step of a sequence in which it ended
    changed: tuple[tuple[int, int], ...] = ()  # (step, argument) pairs changed in place, by the child's word
    detail: str = ""  # signal name, exit status, which limit: printable
    output: str = ""  # printed text, at most 64 KiB, printable or escaped by reports
    wall_s: float = 0.0
    cpu_s: float = 0.0
    arguments: tuple[tuple[object, ...], ...] | None = None  # after each step, if the call asked for them


@dataclass(slots=True)
class Usage:
    """What all processes of one run used, and what the import told; filled while the run goes on."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_bytes: int = 0  # peak above the baseline
    parameters: tuple[str, ...] | None = None  # names of the entry point's positional parameters, claimed
    output: str = ""  # printed during import
    import_s: float = 0.0  # wall time of the longest import


class Run(Protocol):
    """An iterator over the results of the calls, in the order in which they were asked for."""

    usage: Usage

    def __iter__(self) -> "Iterator[RunResult]": ...

    def __next__(self) -> RunResult: ...

    def wait(self, longest_s: float) -> bool:
        """Wait at most so long for the next result; return whether it is worth asking for by now."""
        ...


class Spawner(Protocol):
    """Runs submissions on the calls that it was opened with."""

    def run(self, source: bytes, *, calls: "Sequence[int] | None" = None) -> Run:
        """Run `source` in one fork on all calls, or on those with the given indices, in order."""
        ...

    def run_one(self, source: bytes, call: "Call", *, wall_s: float | None = None) -> RunResult:
        """Run `source` in a new fork on a call that it was not opened with.

        With `wall_s` the run ends after so many seconds; what is returned then says nothing.
        """
        ...

    def close(self) -> None:
        """End all processes."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None: ...


class Runner(Protocol):
    """Makes spawners: the seam between the judge and the sandbox."""

    @property
    def isolation(self) -> str:
        """How submissions are kept apart: ``kernel`` or ``process``."""
        ...

    def open(self, calls: "Sequence[Call]", limits: Limits) -> Spawner:
        """Start what is needed to run submissions on `calls`."""
        ...
