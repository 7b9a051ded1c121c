"""The scripts of the pages, tried by themselves in node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import grader

STATIC = Path(grader.__file__).parent / "web" / "static"
TESTS = sorted((Path(__file__).parent / "scripts").glob("*.test.js"))


@pytest.fixture
def node():
    found = shutil.which("node")
    if found is None and os.environ.get("GRADER_CI") == "1":
        pytest.fail("node is missing: install nodejs")
    if found is None:
        pytest.skip("node is missing")
    return found


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.removesuffix(".test.js"))
def test_a_script(path, node, tmp_path):
    shutil.copytree(STATIC, tmp_path / "static")
    shutil.copy(path, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    done = subprocess.run(
        [node, "--test", path.name], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
