"""Problem folders: small ones to read, copies of them to break, and the bundled ones."""

import shutil
from pathlib import Path

PROBLEMS = Path(__file__).parent / "problems"
BUNDLED = {
    path.parent.name: path.parent
    for path in sorted(Path(__file__).parents[2].glob("problems/*/problem.toml"))
}
ALL = ("hypotenuse", "centre", "top_words", "two_factors")


def copy_of(slug, into):
    """Copy a fixture problem below `into` and return its folder."""
    return Path(shutil.copytree(PROBLEMS / slug, Path(into) / slug))


def edit(path, old, new):
    """Replace text that must be there."""
    text = path.read_text("utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new), "utf-8")
