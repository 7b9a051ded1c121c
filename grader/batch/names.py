r"""Names: the learner that a file belongs to, its key, and the path of its feedback.

A key is the path of a submission in the graded folder; archives count as folders. Keys are unique, whatever
bytes the names contain. The escape character is a backslash, which escapes itself: a byte that is not UTF-8,
and a character below U+0100 that such an escape would show, become ``\xff``; a backslash is doubled; and the
dot of a folder named like an archive becomes ``\x2e``, so that ``x.zip/b.py`` is always in an archive. All
other names appear unchanged.

The path of a file written for a key has a bounded length; hashes keep such paths distinct.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import PurePosixPath

ARCHIVE = ".zip"
MAX_COMPONENT_BYTES = 200
MAX_PATH_BYTES = 1000
MAX_PARTS = 64
_LEAF_BYTES = 100
_DIGITS = 32
_SUFFIXES = (".zip", ".py", ".ipynb", ".md")
# Learner's name, number of the participant, and what was handed in: a folder, or the start of a file's name.
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d{1,20})_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)")
# A name without spaces or order, the learner's number, that of the submission, and the file's own name.
_CANVAS = re.compile(r"(?P<name>[^_/]+)_(?:LATE_)?(?P<id>\d{1,20})_(?P<number>\d{1,20})_(?P<file>.+)")
_AGAIN = re.compile(r"-\d{1,3}(?=\.[A-Za-z]+$)")  # what Canvas adds to a file that is handed in again
_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
_CUT = re.compile(r"-[0-9a-f]{8}$")
_ESCAPED = re.compile("[\\\\\x80-\xa0\xad\udc80-\udcff]")
_ESCAPES = re.compile(r"\\(\\|x2e)")


def key_of(path: str, *, folder: bool = False) -> str:
    """Return the key for a path below the folder that is graded, or below an archive.

    Parameters
    ----------
    path
        As the file system has it (undecodable bytes as lone surrogates), or an archive's directory.
    folder
        Whether `path` is that of a folder; else its last part is a file.
    """
    *above, last = path.split("/")
    parts = [_part(name, folder=True) for name in above]
    return "/".join([*parts, _part(last, folder=folder)])


def _part(name: str, *, folder: bool) -> str:
    text = _ESCAPED.sub(_escape, name)
    if folder and is_archive(text):
        dot = len(text) - len(ARCHIVE)
        text = f"{text[:dot]}\\x2e{text[dot + 1 :]}"
    return text


def _escape(found: re.Match[str]) -> str:
    if found[0] == "\\":
        return "\\\\"
    return "".join(f"\\x{byte:02x}" for byte in found[0].encode("utf-8", "surrogateescape"))


def is_archive(name: str) -> bool:
    """Return whether a file of this name is opened as an archive."""
    return name.lower().endswith(ARCHIVE)


def plain(key: str) -> str:
    """Return a key, or a part of one, as whoever chose the name would write it."""
    return _ESCAPES.sub(lambda found: "." if found[1] == "x2e" else "\\", key)


def original_name(name: str) -> str:
    """Return a file's name without what a learning platform put before it."""
    if found := _CANVAS.fullmatch(name):
        return _AGAIN.sub("", found["file"])
    if found := _MOODLE.fullmatch(name):
        return found["file"] or name
    return name


def aliases(key: str, level: int = 0) -> tuple[str, ...]:
    """Return the names by which a list of learners may know the owner of `key`, the best first.

    Those are the whole path, what a learning platform wrote into the part that names the learner, and that
    part itself: never what lies below it, which learners choose.

    Parameters
    ----------
    key
        The key of a submission or of another file.
    level
        How many folders or archives hold the whole class.
    """
    parts = [plain(part) for part in key.split("/")]
    place = owner_at(parts, level)
    part = parts[place]
    below = "/".join(parts[place:])
    found = [plain(key), below]
    platform = platform_names(part)
    found += [platform[1], platform[0]] if platform else []
    return tuple(dict.fromkeys([*found, part, _stem(part), _stem(plain(key)), _stem(below)]))


def owner_at(parts: Sequence[str], level: int) -> int:
    """Return which of the parts of a path names the learner."""
    place = min(level, len(parts) - 1)
    return place + 1 if nbgrader(parts[place:]) is not None else place


def owner(key: str, level: int = 0) -> str:
    """Return the name of the learner to whom `key` belongs: the number that a platform has, or a name."""
    parts = key.split("/")
    part = plain(parts[owner_at(parts, level)])
    platform = platform_names(part)
    return platform[1] if platform else _stem(part)


def platform_names(part: str) -> tuple[str, str] | None:
    """Return name and number of a learner from what Canvas or Moodle made of them, None if it is neither.

    A learner chooses the end of the name only. The end of a file from Canvas may look as if it were
    Moodle's, but not the other way round: so Canvas comes first.
    """
    found = _CANVAS.fullmatch(part) or _MOODLE.fullmatch(part)
    return (found["name"], found["id"]) if found else None


def nbgrader(parts: Sequence[str]) -> tuple[str, str] | None:
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

    A path that is too long or too deep is its first folder and a file with a hash of the key.

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
    leaf = _component(name)
    path = PurePosixPath(*safe, leaf + suffix)
    if len(safe) < MAX_PARTS and len(str(path)) <= MAX_PATH_BYTES:
        return path
    return PurePosixPath(safe[0], f"{leaf[:_LEAF_BYTES]}{short_name(key, suffix)}")


def short_name(key: str, suffix: str) -> str:
    """Return a name that no other key has: with "%-" in it, which no name that is written out has."""
    digits = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    return f"%-{digits}{suffix}"


def _component(name: str) -> str:
    raw = name.encode("utf-8", "surrogatepass")
    safe = "".join(chr(byte) if byte in _SAFE else f"%{byte:02X}" for byte in raw)
    if safe in (".", ".."):
        safe = safe.replace(".", "%2E")
    # Who calls a file as another one is cut is cut as well.
    as_cut = len(safe) == MAX_COMPONENT_BYTES and _CUT.search(safe)
    if len(safe) <= MAX_COMPONENT_BYTES and not as_cut:
        return safe
    return f"{safe[: MAX_COMPONENT_BYTES - 9]}-{hashlib.sha256(raw).hexdigest()[:8]}"
