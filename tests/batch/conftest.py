from pathlib import Path

import pytest

from grader.batch.run import grade_folder

from .classes import PROBLEMS


@pytest.fixture
def batch(cache):
    """Grade a folder in this process, its time limits a tenth."""

    def run(folder, out, **options):
        settings = {"problem": PROBLEMS / "hypotenuse", "cache_dir": cache, "workers": 1, "time_factor": 0.1}
        return grade_folder(folder, out, **(settings | options))

    return run


@pytest.fixture
def tree(tmp_path):
    """Write files by their paths; text or bytes."""

    def write(files, into="in"):
        root = tmp_path / into
        root.mkdir(exist_ok=True)
        for path, content in files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())
        return root

    return write


def read(path):
    return Path(path).read_text("utf-8")
