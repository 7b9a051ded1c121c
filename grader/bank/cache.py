"""Banks on disk: data only, named by everything that they depend on, and made anew if anything is off.

A file holds a magic word, the SHA-256 of what follows, and one value of the wire codec. It is written under
a temporary name and renamed, so a reader sees a whole file or none, and of two writers both succeed.
"""

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from grader.bank.calls import steps_of_call
from grader.bank.model import Bank, BankCase
from grader.errors import WriteError
from grader.problem.folder import Problem
from grader.runner.wire import Call, WireError, decode_value, encode_value
from grader.writing import write_file

_MAGIC = b"grader bank 1\n"
_DIGEST_BYTES = 32
_KEY_CHARS = 32
KEPT_FILES = 8
"""Of one problem and kind; older ones go when a new one is written."""
_PACKAGE = Path(__file__).resolve().parents[1]
# What a bank is made by: a change in any of these files makes a new one.
_SOURCES = ("bank/*.py", "comparator/*.py", "problem/*.py", "runner/*.py", "authoring_api.py")


def open_bank(problem: Problem, *, seed: int, cache_dir: Path | None = None) -> Bank:
    """Return a problem's bank for one seed, from the cache if it is there.

    A bank that is there is opened without running the problem's Python. Otherwise the problem is validated
    and the bank built; that it can't be written is no fault.

    Raises
    ------
    ProblemError
        The problem has faults, which only building finds.
    """
    key = bank_key(problem, seed)
    bank: Bank = through_cache(
        path_of(problem, key, ".bank", cache_dir),
        key,
        lambda value: _restored(problem, seed, value),
        lambda: _built(problem, seed),
        _stored,
    )
    return bank


def through_cache(
    path: Path,
    key: str,
    restore: Callable[[Any], Any],
    make: Callable[[], Any],
    store: Callable[[Any], Any],
) -> Any:
    """Return what a file holds, or make it and write the file.

    Parameters
    ----------
    path
        The file.
    key
        What the content depends on; a file with another key is stale.
    restore, store
        From and to values of the wire codec.
    make
        Makes what is not there.
    """
    with suppress(OSError, WireError, ValueError, TypeError, KeyError, IndexError):
        return restore(_unpacked(path.read_bytes(), key))
    made = make()
    with suppress(WriteError, WireError):  # a cache that can't be written costs time, not a verdict
        write_file(path, _packed(store(made), key), parents=True, mode=0o600)
        _prune(path)
    return made


def bank_key(problem: Problem, seed: int) -> str:
    """Return the SHA-256 in hex over everything that a bank depends on."""
    digest = hashlib.sha256()
    for part in (
        problem.slug,
        problem.digest,
        str(seed),
        np.__version__,
        hypothesis_version(),
        "{}.{}".format(*sys.version_info),
        sys.implementation.name,
        platform.machine(),
        sys.platform,
        _sources_digest(),
    ):
        digest.update(f"{len(part)} {part} ".encode())
    return digest.hexdigest()


def folder_of(cache_dir: Path | None) -> Path:
    """Return where caches lie: as said, or as ``GRADER_CACHE_DIR`` says, or in the user's cache."""
    if cache_dir is not None:
        return cache_dir
    if named := os.environ.get("GRADER_CACHE_DIR"):
        return Path(named)
    import platformdirs  # noqa: PLC0415 - only where neither is given

    return Path(platformdirs.user_cache_dir("grader", appauthor=False))


def path_of(problem: Problem, key: str, suffix: str, cache_dir: Path | None) -> Path:
    """Return the file for what depends on `key`."""
    return folder_of(cache_dir) / f"{problem.slug}-{key[:_KEY_CHARS]}{suffix}"


@cache
def hypothesis_version() -> str:
    """Return the installed version of Hypothesis, without importing it."""
    for folder in sys.path:
        with suppress(OSError):
            for entry in Path(folder or ".").glob("hypothesis-*.dist-info"):
                return entry.name.removeprefix("hypothesis-").removesuffix(".dist-info")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow, and seldom needed

    try:
        return version("hypothesis")
    except PackageNotFoundError:
        return "none"


@cache
def _sources_digest() -> str:
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        for path in sorted(_PACKAGE.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _built(problem: Problem, seed: int) -> Bank:
    from grader.bank.build import build_bank  # noqa: PLC0415 - the comparator and the problem's code

    return build_bank(problem, seed)


def _stored(bank: Bank) -> Any:
    return [
        bank.digest,
        [
            (
                case.name,
                case.group,
                case.visibility,
                case.why,
                case.call.steps,
                case.call.reuse,
                case.call.overwrite_results,
                case.wants,
                case.tolerances,
            )
            for case in bank.cases
        ],
    ]


def _restored(problem: Problem, seed: int, value: Any) -> Bank:
    digest, cases = value
    return Bank(problem.slug, seed, digest, tuple(_case(problem, *stored) for stored in cases))


def _case(  # noqa: PLR0917 - as they lie in the file
    problem: Problem,
    name: str,
    group: str,
    visibility: Any,
    why: str,
    steps: tuple[tuple[Any, ...], ...],
    reuse: bool,  # noqa: FBT001
    overwrite_results: bool,  # noqa: FBT001
    wants: tuple[Any, ...],
    tolerances: tuple[Any, ...],
) -> BankCase:
    call = Call(steps, reuse, overwrite_results)
    named = steps_of_call(call, problem.signature)
    return BankCase(name, group, visibility, why, named, call, wants, tolerances)


def _packed(value: Any, key: str) -> bytes:
    body = encode_value([key, value])
    return _MAGIC + hashlib.sha256(body).digest() + body


def _unpacked(data: bytes, key: str) -> Any:
    """Return the value of a file, raising `WireError` if it is damaged, or another one."""
    start = len(_MAGIC) + _DIGEST_BYTES
    body = memoryview(data)[start:]
    if data[: len(_MAGIC)] != _MAGIC or data[len(_MAGIC) : start] != hashlib.sha256(body).digest():
        raise WireError("damaged")
    found, value = decode_value(body)
    if found != key:
        raise WireError("stale")
    return value


def _prune(path: Path) -> None:
    """Remove the oldest files that differ from `path` in nothing but the key."""
    with suppress(OSError):
        prefix = path.name[: -_KEY_CHARS - len(path.suffix)]
        pattern = f"{prefix}{'[0-9a-f]' * _KEY_CHARS}{path.suffix}"
        for old in sorted(path.parent.glob(pattern), key=lambda p: p.stat().st_mtime_ns)[:-KEPT_FILES]:
            old.unlink()
