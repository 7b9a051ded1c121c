"""Every ```console block of the public text is run, and prints what it says."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [p for p in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))] if p.exists()]
# What differs from run to run: times and memory.
VARYING = re.compile(r"\d+(?:\.\d+)? ?(?:ms|s|MiB|KiB)\b")


def blocks(text):
    return re.findall(r"^```console\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def steps(text):
    """Yield ("file", name, content) and ("session", "", block) in the order of the page.

    A block with a file's name after its language is that file.
    """
    for language, name, body in re.findall(
        r"^```(\w+)(?: (\S+))?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL
    ):
        if name:
            yield "file", name, body
        elif language == "console":
            yield "session", "", body


def sessions(block):
    """Yield (command, expected output) of one block; an exit status other than 0 is not written down."""
    command, expected = None, []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command is not None:
                yield command, "\n".join(expected)
            command, expected = line[2:], []
        else:
            expected.append(line)
    if command is not None:
        yield command, "\n".join(expected)


def normal(text):
    lines = [VARYING.sub("<n>", line).rstrip() for line in text.strip().splitlines()]
    return [re.sub(r" {2,}", "  ", line) for line in lines]


@pytest.mark.kernel
@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p.read_text())], ids=lambda p: p.name)
def test_the_sessions_on_the_page_print_what_it_says(page, tmp_path, cache):
    text = page.read_text()
    if not any(kind == "file" for kind, _, _ in steps(text)):  # a page with files begins in an empty folder
        for name in ("problems", "submissions"):
            (tmp_path / name).symlink_to(ROOT / name)
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "GRADER_CACHE_DIR": str(cache),
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    for kind, name, body in steps(text):
        if kind == "file":
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(body)
            continue
        for command, expected in sessions(body):
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=tmp_path,
                env=env,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=300,
            )
            if expected.strip() != "…":
                assert normal(done.stdout) == normal(expected), f"{page.name}: $ {command}\n{done.stdout}"


def test_the_pages_have_no_paths_of_a_machine():
    for page in PAGES:
        assert not re.search(r"(?<![\w.])/(?:work|home|root|tmp)/", page.read_text()), page.name


def test_the_readme_and_ci_use_the_same_test_command():
    assert ".venv/bin/pytest" in (ROOT / "README.md").read_text()
    assert ".venv/bin/pytest" in (ROOT / ".ci" / "run").read_text()


def test_the_links_on_the_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_splitter_takes_commands_and_outputs_apart():
    assert list(sessions("$ a\nx\ny\n$ b\n")) == [("a", "x\ny"), ("b", "")]
    assert shlex.split("a b") == ["a", "b"]
