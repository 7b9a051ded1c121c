"""Mutants that the author records as equivalent to the reference: ``equivalents.toml``.

::

    [[equivalent]]
    line = "scores = np.exp(x - x.max())"
    mutant = "scores = np.exp(x - np.float64(np.float32(x.max())))"
    reason = "what is subtracted cancels in the quotient"

`line` and `mutant` are the changed lines without their indentation; where the same change can be made in
several places, ``nth = 2`` means the second.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.authoring.mutate import Mutant
from grader.errors import reason
from grader.problem.faults import did_you_mean, fault, said

FILE = "equivalents.toml"
SHARE = 0.1
"""Of the mutants; more are a sign that the reference does more than its results need."""
LEAST = 2
"""The number that is always allowed, for short references."""
_KEYS = ("line", "mutant", "reason", "nth")


@dataclass(frozen=True, slots=True)
class Recorded:
    """One entry of the file."""

    line: str
    mutant: str
    reason: str
    nth: int = 1

    @property
    def key(self) -> tuple[str, str, int]:
        """What names the mutant."""
        return (_tidy(self.line), _tidy(self.mutant), self.nth)


def read_equivalents(folder: Path) -> tuple[tuple[Recorded, ...], list[str]]:
    """Return what is recorded in a problem folder, and what is wrong with the file."""
    path = folder / FILE
    if not path.is_file():
        return (), []
    data = _data(path)
    if isinstance(data, str):
        return (), [data]
    faults = [
        fault(path, key, f"unknown key; {did_you_mean(key, ['equivalent'])}")
        for key in data
        if key != "equivalent"
    ]
    entries = data.get("equivalent", [])
    if not isinstance(entries, list):
        return (), [*faults, fault(path, "equivalent", "must be tables, each headed [[equivalent]]")]
    found = []
    for number, entry in enumerate(entries, 1):
        wrong = _entry_faults(entry)
        faults += [fault(path, f"equivalent {number}", what) for what in wrong]
        if not wrong:
            found.append(Recorded(entry["line"], entry["mutant"], entry["reason"], entry.get("nth", 1)))
    return tuple(found), faults


def file_faults(folder: Path) -> list[str]:
    """Return why the file of a problem folder cannot be parsed; empty if it can."""
    path = folder / FILE
    data = _data(path) if path.is_file() else {}
    return [data] if isinstance(data, str) else []


def _data(path: Path) -> dict[str, Any] | str:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        return fault(path, "", f"can't be read: {reason(error)}")
    except UnicodeDecodeError as error:
        return fault(path, "", f"is not UTF-8 at byte {error.start}; save it as UTF-8")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return fault(path, "", f"is not valid TOML: {error}")


def _entry_faults(entry: Any) -> list[str]:
    if not isinstance(entry, dict):
        return [f"must be a table, got {said(entry)}"]
    wrong = [f"{key}: unknown key; {did_you_mean(key, _KEYS)}" for key in entry if key not in _KEYS]
    wrong += [
        f"{key}: missing; copy what verify prints"
        for key in ("line", "mutant")
        if not isinstance(entry.get(key), str)
    ]
    if not isinstance(entry.get("reason"), str) or not entry["reason"].strip():
        wrong.append(
            "reason: missing; say in one line why no input distinguishes the mutant from the reference"
        )
    if type(entry.get("nth", 1)) is not int:
        wrong.append(f"nth: must be a whole number, got {said(entry['nth'])}")
    return wrong


def unmatched(recorded: Sequence[Recorded], mutants: Sequence[Mutant]) -> list[Recorded]:
    """Return the entries that match no mutant."""
    keys = {(_tidy(m.before), _tidy(m.after), m.nth) for m in mutants}
    return [entry for entry in recorded if entry.key not in keys]


def is_recorded(mutant: Mutant, recorded: Sequence[Recorded]) -> bool:
    """Tell whether the author has recorded a mutant."""
    key = (_tidy(mutant.before), _tidy(mutant.after), mutant.nth)
    return any(entry.key == key for entry in recorded)


def entry_for(mutant: Mutant) -> str:
    """Return what to write into the file for a mutant; the reason is the author's to say."""
    import tomlkit  # noqa: PLC0415 - only where something is written

    table = tomlkit.table()
    table["line"] = mutant.before
    table["mutant"] = mutant.after
    if mutant.nth > 1:
        table["nth"] = mutant.nth
    table["reason"] = ""
    entries = tomlkit.aot()
    entries.append(table)
    document = tomlkit.document()
    document["equivalent"] = entries
    return tomlkit.dumps(document).strip()


def _tidy(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())
