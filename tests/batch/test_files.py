"""What is opened for reading: regular files, and nothing else whatever it is called."""

import os
import stat

import pytest

from grader.batch.files import NotRegularError, open_regular


@pytest.mark.parametrize(
    "kind", [stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFDIR], ids=["fifo", "socket", "folder"]
)
def test_what_is_no_regular_file_is_refused_as_such_and_not_waited_for(kind, tmp_path):
    path = tmp_path / "x.py"
    if kind == stat.S_IFDIR:
        path.mkdir()
    else:
        os.mknod(path, kind | 0o666)
    with pytest.raises(NotRegularError, match="is not a regular file"):
        open_regular(path)


def test_what_is_not_there_is_another_fault(tmp_path):
    with pytest.raises(FileNotFoundError):
        open_regular(tmp_path / "x.py")
