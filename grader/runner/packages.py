"""Which files of this machine a submission may read: the allowed packages, and never anything of ours."""

import json
import os
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import IsolationError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Packages:
    """Where the allowed packages are: the file of each, and all paths that belong to them."""

    files: dict[str, str]
    readable: list[str]


def find_packages(names: "Sequence[str]") -> Packages:
    """Find numpy and the allowed imports on this machine; the standard library needs no finding.

    The values themselves are handed over by numpy, so it is there whatever a problem allows.

    Raises
    ------
    UsageError
        If one is not installed.
    """
    files: dict[str, str] = {}
    readable: list[str] = []
    for name in dict.fromkeys(("numpy", *names)):
        if name in sys.stdlib_module_names:
            continue
        spec = find_spec(name) if name.isidentifier() else None
        if spec is None or not spec.origin:
            raise UsageError(f"allowed import {name!r} is not installed here: pip install {name}")
        origin = os.path.realpath(spec.origin)
        files[name] = origin
        if spec.submodule_search_locations:
            folder = Path(origin).parent
            readable.append(str(folder))
            libraries = folder.with_name(f"{folder.name}.libs")
            if libraries.is_dir():
                readable.append(str(libraries))
        else:
            readable.append(origin)
    return Packages(files, readable)


def refuse_overlap(readable: "Sequence[str]", forbidden: "Sequence[Path]") -> None:
    """Raise `IsolationError` if one of the `forbidden` places could be read from inside."""
    for place in (Path(__file__).parents[1], *forbidden):
        real = os.path.realpath(place)
        for path in readable:
            if real == path or real.startswith(path.rstrip("/") + "/"):
                raise IsolationError(
                    f"{json.dumps(str(place))} lies under {path}, which submissions may read: move it"
                )
