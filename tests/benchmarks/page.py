"""Put the table of the last ``.ci/run bench`` into docs/speed.md: ``python tests/benchmarks/page.py``."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "speed.md"
FIGURES = ROOT / ".ci" / "out" / "benchmarks.json"
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"


def table(data):
    """Return the figures as a Markdown table, below a line on the machine."""
    machine = data["machine"]
    words = (
        f"Measured on {machine['cores']} cores of {machine['processor']}, Linux {machine['kernel']}, Python "
        f"{machine['python']}, numpy {machine['numpy']}, with a load of {machine['load']:g} (an idle machine "
        "has 0, this run by itself up to 2). Each ratio is the median of rounds in which both sides take "
        "turns, beside the least and the largest."
    )
    lines = [
        words,
        "",
        "| figure | ratio | least – largest | target | holds | times |",
        "| --- | ---: | ---: | ---: | --- | --- |",
    ]
    for row in data["rows"]:
        sign = "≥" if row["least"] else "≤"
        target = "" if row["target"] is None else f"{sign} {row['target']:g}"
        holds = {None: "", True: "yes", False: "**no**"}[row["holds"]]
        lines.append(
            f"| {row['section']}: {row['name']} | {row['ratio']:.3g} | {row['low']:.3g} – {row['high']:.3g} "
            f"| {target} | {holds} | {row['note']} |"
        )
    return "\n".join(lines) + "\n"


def main():
    """Rewrite what lies between the two marks."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    data = json.loads(FIGURES.read_text("utf-8"))
    PAGE.write_text(f"{before}{BEGIN}{table(data)}{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
