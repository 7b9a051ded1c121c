"""Files that are never half written."""

import os
from pathlib import Path

from grader.errors import UsageError


def write_file(path: Path, data: bytes) -> None:
    """Write a file and the folders around it: under another name first, which is then changed.

    Raises
    ------
    UsageError
        It can't be written.
    """
    temporary = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: can't be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        temporary.unlink(missing_ok=True)
