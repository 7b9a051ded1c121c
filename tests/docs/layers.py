"""The picture of the layers in docs/architecture.md, made from the contract that lint checks.

`.venv/bin/python tests/docs/layers.py` writes it into the page.
"""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
BLOCK = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def layers():
    """Return the rows of the contract, the uppermost first; each is a list of modules."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (contract,) = (one for one in tool["contracts"] if one["type"] == "layers")
    return [re.split(r"\s*[|:]\s*", row) for row in contract["layers"]]


def picture(rows):
    """Return the text of the picture: one box a row, each row may import those below."""
    lines = ["flowchart TD"]
    for number, modules in enumerate(rows):
        lines.append(f'  L{number}["{" · ".join(name.removeprefix("grader.") for name in modules)}"]')
    lines.append("  " + " --> ".join(f"L{number}" for number in range(len(rows))))
    return "\n".join(lines) + "\n"


def shown(text):
    """Return the first picture on a page."""
    found = BLOCK.search(text)
    assert found, "there is no picture"
    return found[1]


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    PAGE.write_text(page.replace(shown(page), picture(layers()), 1), "utf-8")
