"""Values between processes: the codec, and what a call is.

Standard library and numpy only: this module is loaded into the process that runs submissions.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

Order = Literal["C", "F", "strided", "backwards"]


@dataclass(frozen=True, slots=True, eq=False)
class LaidArray:
    """An array argument with the memory layout in which the submission shall receive it."""

    array: np.ndarray[Any, Any]
    order: Order = "C"
    readonly: bool = False


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value that does not travel: `name` says what it was ("a matrix", "an array of dtype object")."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """What is asked of a submission: positional arguments for each step, and no more than that.

    No name, group or want: this object lives in the submission's process.
    """

    steps: tuple[tuple[Any, ...], ...]
    reuse: bool = False
    spoil: bool = False
