"""Figures as ratios in one run: interleaved rounds, median and spread, and whether the target holds."""

import json
import os
import platform
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import numpy as np

OUT = Path(__file__).resolve().parents[2] / ".ci" / "out" / "benchmarks.json"


@dataclass(frozen=True)
class Row:
    """One figure; `target` is the bound, `least` says that it is a lower one."""

    section: str
    name: str
    ratio: float
    low: float
    high: float
    target: float | None = None
    least: bool = False
    note: str = ""

    @property
    def holds(self):
        if self.target is None:
            return None
        return self.ratio >= self.target if self.least else self.ratio <= self.target


def timed(function):
    """Return the seconds that a call takes."""
    started_s = time.perf_counter()
    function()
    return time.perf_counter() - started_s


class Table:
    """The figures of one run, and the machine that they were measured on."""

    def __init__(self):
        self.rows = []
        self.load_before = os.getloadavg()[0]

    def compare(self, section, name, ours, theirs, *, rounds=5, target=None, least=False, invert=False):
        """Time `ours` and `theirs` in turn; each returns seconds for the same amount of work."""
        pairs = [(ours(), theirs()) for _ in range(rounds)]
        ratios = [b / a if invert else a / b for a, b in pairs]
        ms, other_ms = (1e3 * median(times) for times in zip(*pairs, strict=True))
        note = f"{ms:.3g} ms beside {other_ms:.3g} ms"
        self.add(Row(section, name, median(ratios), min(ratios), max(ratios), target, least, note))

    def add(self, row):
        self.rows.append(row)

    def data(self):
        load = max(self.load_before, os.getloadavg()[0])
        machine = {
            "processor": _processor(),
            "cores": len(os.sched_getaffinity(0)),
            "kernel": platform.release(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "load": round(load, 1),
        }
        rows = [{**asdict(r), "holds": r.holds} for r in self.rows]
        return {"machine": machine, "rows": rows}

    def text(self):
        lines = [f"{'figure':54} {'ratio':>8} {'spread':>17} {'target':>7}  holds  times"]
        for r in self.rows:
            sign = "≥" if r.least else "≤"
            target = f"{sign} {r.target:g}" if r.target is not None else ""
            holds = {None: "", True: "yes", False: "NO"}[r.holds]
            lines.append(
                f"{r.name:54} {r.ratio:8.2f} {r.low:8.2f}–{r.high:<8.2f} {target:>7}  {holds:5}  {r.note}"
            )
        return "\n".join(lines)

    def write(self):
        OUT.parent.mkdir(parents=True, exist_ok=True)
        OUT.write_text(json.dumps(self.data(), indent=2, ensure_ascii=False) + "\n")


def _processor():
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
