"""What would show that a submission got out: looked at before and after each verdict."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from grader.report import json as json_report
from grader.report import terminal, text
from grader.report.content import check_report, submit_report

LARGEST_GROWTH_BYTES = 64 * 2**20
LONGEST_MESSAGE = 4_000
CANARY_NAME = "JUDGE_CANARY"
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def descriptors():
    """Return what the descriptors of this process are open on."""
    found = []
    for entry in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{entry}"))
        except OSError:  # the one that lists them
            continue
    return sorted(re.sub(r"\[\d+\]", "[]", name) for name in found)


def segments(makers=None):
    """Return the shared memory that one of the processes `makers` has made, or that has a name of the corpus.

    (Queues and semaphores don't say who made them; a submission that could make one says so by its verdict.)
    """
    held = []
    place = Path("/proc/sysvipc/shm")
    if place.exists():
        rows = [line.split() for line in place.read_text().splitlines()]
        creator = rows[0].index("cpid")
        held += [f"shm {row[1]}" for row in rows[1:] if makers is None or int(row[creator]) in makers]
    for folder in ("/dev/shm", "/dev/mqueue"):
        if os.path.isdir(folder):
            held += [f"{folder}/{entry}" for entry in os.listdir(folder) if "attack" in entry]
    return set(held)


def _status(pid, field_):
    try:
        found = re.search(rf"^{field_}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0


def processes():
    """Return {process id: (parent's id, command line)} of all processes that can be seen."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                line = Path(f"/proc/{entry}/cmdline").read_bytes() + Path(f"/proc/{entry}/comm").read_bytes()
            except OSError:
                continue
            found[int(entry)] = (_status(entry, "PPid"), line)
    return found


def descendants(pid, table=None):
    """Return the processes that descend from `pid`."""
    table = processes() if table is None else table
    found = {pid}
    grew = True
    while grew:
        more = {each for each, (parent, _) in table.items() if parent in found} - found
        grew = bool(more)
        found |= more
    return found - {pid}


def peak_bytes():
    """Return the largest resident memory of this process since `reset_peak`."""
    return _status("self", "VmHWM") * 1024


def reset_peak():
    """Make the kernel begin to measure the peak anew; return the resident memory of now."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("self", "VmRSS") * 1024


def _stat(path):
    s = path.stat()
    attributes = os.listxattr(path)
    return (
        s.st_mode,
        s.st_uid,
        s.st_gid,
        s.st_mtime_ns,
        s.st_size,
        s.st_nlink,
        attributes,
        path.read_bytes(),
    )


@dataclass
class Watch:
    """Looks at one place before and after a verdict.

    `working` is the working folder, empty; `breach` a folder that anybody may write to, with one file.
    """

    working: Path
    breach: Path
    own: set = field(default_factory=set)  # descendants that belong here: the spawners
    forks: set = field(default_factory=set)  # every process that has run a submission

    def __post_init__(self):
        self.target = self.breach / "metadata_target"
        self.old_segments = segments()  # process ids are used again: an old one is not told by them
        self.begin()

    def segments(self):
        """Return the shared memory that submissions have left."""
        return sorted(segments(self.forks) - self.old_segments)

    def begin(self):
        """Take down how everything is."""
        self.descriptors = descriptors()
        self.metadata = _stat(self.target)
        self.resident = reset_peak()

    def breaches(self):
        """Return a line for each thing that should not be so."""
        found = []
        if left := os.listdir(self.working):
            found.append(f"files in the working folder: {left}")
        if (left := os.listdir(self.breach)) != ["metadata_target"]:
            found.append(f"files outside: {left}")
        elif _stat(self.target) != self.metadata:
            found.append(f"metadata changed: {self.metadata} -> {_stat(self.target)}")
        table = processes()
        mine = descendants(os.getpid(), table) - self.own
        marked = {p for p, (_, line) in table.items() if b"attack-marker-" in line}
        if mine or marked:
            found.append(f"processes left: {[(p, table[p][1][:80]) for p in sorted(mine | marked)]}")
        if (now := descriptors()) != self.descriptors:
            found.append(
                f"descriptors: {sorted(set(now) ^ set(self.descriptors))}, {len(self.descriptors)} -> {len(now)}"
            )
        if left := self.segments():
            found.append(f"segments: {left}")
        if (grown := peak_bytes() - self.resident) > LARGEST_GROWTH_BYTES:
            found.append(f"the judge grew by {grown >> 20} MiB")
        return found


def faults_of_reports(result, canary):
    """Return what is wrong with the reports on a result: raw controls, secrets, texts without bound."""
    found = []
    plain = [
        text.render(report, width=80)
        for report in (submit_report(result), check_report(result, hidden_cases=1))
    ]
    coloured = terminal.render(submit_report(result), width=80)
    data = json_report.render(result)
    for name, shown in (
        ("text", plain[0]),
        ("check", plain[1]),
        ("terminal", _COLOURS.sub("", coloured)),
        ("json", data),
    ):
        odd = {c for line in shown.split("\n") for c in line if not c.isprintable()}
        if odd:
            found.append(f"raw characters in {name}: {sorted(map(ascii, odd))}")
        if canary in shown:
            found.append(f"the judge's secret is in {name}")
    if not data.isascii():
        found.append("JSON that is not ASCII")
    messages = [
        result.message or "",
        *(c.message or "" for c in result.cases),
        *(w.message for w in result.warnings),
    ]
    if max(map(len, messages)) > LONGEST_MESSAGE:
        found.append(f"a message of {max(map(len, messages))} characters")
    return found
