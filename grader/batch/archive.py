"""Read archives in memory: nothing is unpacked to disk, and every size is bounded.

Entries are read one by one, up to the size limit of a submission, so an entry with a false size costs no more
than that. Entries with a path out of the archive, links, encrypted entries and unsupported compressions are
reported with the reason and not read.
"""

import io
import re
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

MAX_DIRECTORY_BYTES = 4 * 2**20
MAX_ENTRIES = 20_000
MAX_NESTED_ENTRIES = 500
MAX_NESTED_BYTES = 16 * 2**20
MAX_DEPTH = 2  # an archive from a learning platform, and in it those that learners made
_MAX_NAME = 1000
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DRIVE = re.compile(r"[A-Za-z]:")


class ArchiveError(ValueError):
    """An archive, or an entry of it, that is not read; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in an archive: its name there, and the path derived from it.

    `fault` says why it is not read; if `left`, it is not a submission either.
    """

    name: str
    path: str
    fault: str = ""
    left: bool = False


class _Bounded(io.RawIOBase):
    """A file of which no more than so much is read at a time: a hostile directory of entries is not."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def read(self, size: int | None = -1) -> bytes:
        most = MAX_DIRECTORY_BYTES + 1
        data = self._file.read(most if size is None or size < 0 else min(size, most))
        if len(data) == most:
            raise ArchiveError("its directory is too large")
        return data


class Archive:
    """A zip file that is open for reading.

    Raises
    ------
    ArchiveError
        If it can't be opened, or has too many entries.
    """

    def __init__(self, file: IO[bytes], *, nested: bool = False) -> None:
        try:
            self._zip = zipfile.ZipFile(_Bounded(file))
        except ArchiveError:
            raise
        except Exception as error:  # noqa: BLE001 - zipfile raises whatever hostile bytes make it
            raise ArchiveError(f"is not a zip archive, or is damaged ({_said(error)})") from None
        count = len(self._zip.infolist())
        most = MAX_NESTED_ENTRIES if nested else MAX_ENTRIES
        if count > most:
            raise ArchiveError(f"has {count:,} entries, more than {most:,}; unpack it first")

    def entries(self) -> Iterator[Entry]:
        """Yield the files, in order of their paths; of equal paths the last counts, as when unpacking."""
        by_path: dict[str, Entry] = {}
        twice: list[Entry] = []
        for info in self._zip.infolist():
            if info.is_dir():
                continue
            entry = _entry(info)
            if entry.path in by_path:
                twice.append(
                    Entry(entry.name, entry.path, "is in the archive twice; the last one counts", left=True)
                )
            by_path[entry.path] = entry
        yield from sorted([*by_path.values(), *twice], key=lambda entry: (entry.path, entry.left))

    def read(self, name: str, limit: int) -> bytes:
        """Return the first `limit` bytes of the last entry with this name.

        Raises
        ------
        ArchiveError
            If it can't be read.
        """
        try:
            with self._zip.open(self._zip.getinfo(name)) as file:
                return file.read(limit)
        except KeyError:
            raise ArchiveError("is no longer in the archive") from None
        except Exception as error:  # noqa: BLE001 - zipfile raises whatever hostile bytes make it
            raise ArchiveError(f"can't be unpacked ({_said(error)})") from None

    def nested(self, name: str) -> "Archive":
        """Return the archive in this one that has this name."""
        data = self.read(name, MAX_NESTED_BYTES + 1)
        if len(data) > MAX_NESTED_BYTES:
            raise ArchiveError(f"is larger than {MAX_NESTED_BYTES // 2**20} MiB")
        return Archive(io.BytesIO(data), nested=True)

    def close(self) -> None:
        """Close the archive, not the file below it."""
        self._zip.close()


def _entry(info: zipfile.ZipInfo) -> Entry:
    name = info.filename
    parts = [part for part in name.split("/") if part not in ("", ".")]
    path = "/".join(parts)
    mode = info.external_attr >> 16
    if len(name) > _MAX_NAME or not parts:
        return Entry(name, path[:_MAX_NAME] or "(no name)", "has an invalid name", left=True)
    if ".." in parts or name.startswith("/") or _DRIVE.match(name):
        return Entry(name, path, "has a path out of the archive", left=True)
    if stat.S_ISLNK(mode):
        return Entry(name, path, "is a symbolic link in an archive", left=True)
    if info.flag_bits & 0x1:
        return Entry(name, path, "is encrypted; submit it without a password")
    if info.compress_type not in _PACKED:
        return Entry(name, path, "uses an unsupported compression; pack it as an ordinary zip")
    return Entry(name, path)


def _said(error: BaseException) -> str:
    text: Any = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return str(text or type(error).__name__)[:200].lower()
