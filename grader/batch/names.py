r"""What names tell: which learner a file belongs to, what it was called, where its feedback goes.

A key is the path of a submission below the folder that is graded, archives being folders of it. Bytes of a
name that are not UTF-8 are written ``\xff`` in a key, and then a backslash is doubled, so no two names
have one key.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

MAX_COMPONENT_BYTES = 200
_SUFFIXES = (".zip", ".py", ".ipynb", ".md")
# Learner's name, number of the participant, and what was handed in: a folder, or the start of a file's name.
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d{1,20})_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)")
# A name without spaces or order, the learner's number, that of the submission, and the file's own name.
_CANVAS = re.compile(r"(?P<name>[^_/]+)_(?:LATE_)?(?P<id>\d{1,20})_(?P<number>\d{1,20})_(?P<file>.+)")
_AGAIN = re.compile(r"-\d{1,3}(?=\.[A-Za-z]+$)")  # what Canvas adds to a file that is handed in again
_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")


def key_of(path: str) -> str:
    r"""Return the key for a path as the file system has it (undecodable bytes as lone surrogates)."""
    try:
        path.encode()
    except UnicodeEncodeError:
        raw = path.encode("utf-8", "surrogateescape")
        return raw.replace(b"\\", b"\\\\").decode("utf-8", "backslashreplace")
    return path


def original_name(name: str) -> str:
    """Return a file's name without what a learning platform put before it."""
    if found := _MOODLE.fullmatch(name):
        return found["file"] or name
    if found := _CANVAS.fullmatch(name):
        return _AGAIN.sub("", found["file"])
    return name


def aliases(key: str) -> tuple[str, ...]:
    """Return the names by which a list of learners may know the owner of `key`, the best first.

    Those are the key itself, what learning platforms wrote into folders and names, and the folders and the
    file's name without its suffix, the outermost first.
    """
    return tuple(dict.fromkeys(_aliases(key)))


def _aliases(key: str) -> Iterator[str]:
    yield key
    parts = key.split("/")
    for part in parts:
        for pattern in (_MOODLE, _CANVAS):
            if found := pattern.fullmatch(part):
                yield found["id"]
                yield found["name"]
    if (place := nbgrader(parts)) is not None:
        yield place[0]
    for part in parts:
        yield part
        yield _stem(part)
    yield _stem(key)


def nbgrader(parts: list[str]) -> tuple[str, str] | None:
    """Return (learner, assignment) of a path like ``submitted/<learner>/<assignment>/file``, else None."""
    if len(parts) >= 4 and parts[0] == "submitted":
        return parts[1], parts[2]
    return None


def _stem(part: str) -> str:
    for suffix in _SUFFIXES:
        if part.lower().endswith(suffix) and len(part) > len(suffix):
            return part[: -len(suffix)]
    return part


def feedback_path(key: str, suffix: str) -> PurePosixPath:
    """Return where what is said of `key` lies, relative to its folder: the key's folders, `suffix` added.

    Parameters
    ----------
    key
        Of the submission.
    suffix
        With its dot. A folder whose name ends in it is escaped, so that no file stands in its way.
    """
    *folders, name = key.split("/")
    parts = [_component(folder) for folder in folders]
    safe = [p[: -len(suffix)] + f"%2E{suffix[1:]}" if p.endswith(suffix) else p for p in parts]
    return PurePosixPath(*safe, _component(name) + suffix)


def _component(name: str) -> str:
    raw = name.encode("utf-8", "surrogatepass")
    safe = "".join(chr(byte) if byte in _SAFE else f"%{byte:02X}" for byte in raw)
    if safe in (".", ".."):
        safe = safe.replace(".", "%2E")
    if len(safe) <= MAX_COMPONENT_BYTES:
        return safe
    return f"{safe[: MAX_COMPONENT_BYTES - 9]}-{hashlib.sha256(raw).hexdigest()[:8]}"
