"""Runs of one batch that are killed, starved and misled, and one that is left in peace: the grades are the same.

Called as a program's only business: it becomes the parent of whatever its runs leave behind.
"""

import csv
import ctypes
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from hostile.files import HERE, PROBLEM
from hostile.probes import descendants, processes

from grader.report import escape

from .chaos_class import make_chaos
from .disturbed import CLOCKS, PROGRAM

GUARD_S = 1800
ORPHANS_S = 60
KILLS_PER_RESULT = 0.15
PR_SET_CHILD_SUBREAPER = 36
DISK_BYTES = 64 * 2**20
LISTED = {".lock", "feedback", "grades.csv", "report.html", "results.jsonl", "run.json", "summary.json"}


class Site:
    """Where everything lies: the class in ``in``, results, and folders in which nothing may appear."""

    def __init__(self, place, count, seed, workers):
        self.place = place
        self.workers = workers
        # Two, so that the plan does not hang on how many moments there were to kill something at.
        self.rng, self.moments = random.Random(seed), random.Random(seed)
        self.mark = place / "mark"
        self.lines = self.kills = 0
        for name in ("outside", "cwd", "temporary", "home", "clocks", "results"):
            (place / name).mkdir()
        self.out = place / "results" / "disturbed"
        self.made = make_chaos(
            place / "in", count, seed, outside=place / "outside", out=self.out, mark=self.mark
        )
        self.before = listed(place / "in")
        (place / "clocks" / "sitecustomize.py").write_text(CLOCKS)
        self.env = {
            **os.environ, "HOME": str(place / "home"), "TMPDIR": str(place / "temporary"),
            "GRADER_CACHE_DIR": str(place / "cache"), "GRADER_HISTORY": "off",
        }  # fmt: skip

    def start(self, out, *, room="-", clocks=False):
        """Start a run."""
        env = dict(self.env)
        if clocks:
            others = env.get("PYTHONPATH", "")
            env["PYTHONPATH"] = os.pathsep.join([str(self.place / "clocks"), *others.split(os.pathsep)])
        command = ["batch", str(self.place / "in"), "-p", str(PROBLEM), "-o", str(out), f"-j{self.workers}"]
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(HERE.parent), str(room), *command],
            cwd=self.place / "cwd", env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip

    def disturb(self, run, lines, each=None):
        """Do `each` again and again until the journal has `lines` lines; return whether the run goes on."""
        end = time.monotonic() + GUARD_S
        while run.poll() is None and done(self.out) < lines and time.monotonic() < end:
            if each is not None:
                each(run)
            time.sleep(0.001)
        return run.poll() is None

    def kill_below(self, run):
        """Kill a process that the run has started, after some results: a worker, a sandbox, a submission.

        Of what comes to nothing before there is a result, as many in a row would end the run.
        """
        lines = done(self.out)
        if lines > self.lines and self.moments.random() < KILLS_PER_RESULT:
            time.sleep(self.moments.uniform(0, 0.02))  # the moment, not a wait for anything
            table = processes()
            # The tracker of shared resources has nothing to do with submissions, and says so when it is killed.
            below = [p for p in descendants(run.pid, table) if b"resource_tracker" not in table[p][1]]
            if below:
                self.kills += 1
                with suppress(ProcessLookupError):
                    os.kill(self.moments.choice(sorted(below)), signal.SIGKILL)
        self.lines = lines


def done(out):
    """Return how many lines the journal has."""
    try:
        return (out / "results.jsonl").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def listed(folder):
    """Return all that lies in a folder, with what shows that it was changed."""
    found = {}
    for where, folders, names in os.walk(os.fsencode(folder)):
        for name in (*folders, *names):
            s = os.lstat(os.path.join(where, name))
            found[os.path.join(where, name)] = (s.st_mode, s.st_uid, s.st_size, s.st_mtime_ns, s.st_nlink)
    return found


def _may_end(site, run, told, kills):
    """Say whether a run may end as it did: two kills may hit the sandbox of one submission while it starts."""
    return told == "" or (run.returncode == 3 and kills >= 2 and "before the sandbox was ready" in told)


def killed(site, lines):
    """Kill the run, and some of its processes before."""
    kills = site.kills
    run = site.start(site.out, clocks=site.rng.random() < 0.5)
    goes_on = site.disturb(run, lines, site.kill_below)
    run.kill()
    told = run.communicate(timeout=GUARD_S)[1]
    if not _may_end(site, run, told, site.kills - kills):
        yield f"a killed run says {told}"
    if goes_on and run.returncode != -signal.SIGKILL:
        yield f"a killed run ended with {run.returncode}"


def interrupted(site, lines):
    """Interrupt the run, as Ctrl-C does."""
    run = site.start(site.out)
    goes_on = site.disturb(run, lines)
    run.send_signal(signal.SIGINT)
    told = run.communicate(timeout=GUARD_S)[1]
    if run.returncode not in ((130, 0, 3) if goes_on else (0, 3)):
        yield f"an interrupted run ended with {run.returncode}"
    if run.returncode == 130 and not (
        told.count("\n") == 2 and "run the same command again to resume" in told
    ):
        yield f"an interrupted run says {told}"


def starved(site, lines):
    """Let the disk be full after some results, in the middle of whatever is written then."""
    per_line = 1500
    room = site.rng.randrange(per_line, per_line * max(lines - done(site.out), 2))
    run = site.start(site.out, room=room)
    site.disturb(run, 10**9)
    yield from _told_of_a_full_disk(run)


def filled(site, lines):
    """Fill the file system on which the results lie."""
    ballast = site.out.parent / "ballast"
    run = site.start(site.out)
    site.disturb(run, lines)
    with suppress(OSError), open(ballast, "wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    yield from _told_of_a_full_disk(run)
    ballast.unlink()


def _told_of_a_full_disk(run):
    told = run.communicate(timeout=GUARD_S)[1]
    if run.returncode == 2:
        if not (told.count("\n") == 1 and "can't be written: no space left on device" in told):
            yield f"a run without room says {told}"
    elif run.returncode not in (0, 3) or told:
        yield f"a run without room ended with {run.returncode} and says {told}"


def misled(site, lines):
    """Let clocks jump and workers die until the run has ended."""
    kills = site.kills
    run = site.start(site.out, clocks=True)
    site.disturb(run, lines, site.kill_below)
    told = run.communicate(timeout=GUARD_S)[1]
    if run.returncode not in (0, 3) or not _may_end(site, run, told, site.kills - kills):
        yield f"a run with wrong clocks ended with {run.returncode} and says {told}"


def in_peace(site, out):
    """Run without any disturbance."""
    run = site.start(out)
    told = run.communicate(timeout=GUARD_S)[1]
    if (run.returncode, told) != (0, ""):
        yield f"a run in peace ended with {run.returncode} and says {told}"


@contextmanager
def disk(folder):
    """Give results a small file system of their own, where one can be had; say whether."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder], capture_output=True
    )
    try:
        yield done.returncode == 0
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", "-l", folder], check=True)


def chaos(place, count, seed, rounds, workers):
    """Grade a class in peace, and again with so many disturbances; return lines for all that is wrong."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    site = Site(place, count, seed, workers)
    wrong = []
    with disk(place / "results") as small:
        peace = place / "results" / "peace"
        wrong += in_peace(site, peace)
        wrong += faults(site, peace, "in peace")
        kinds = [killed, starved, filled if small else interrupted, killed, interrupted]
        for number in range(rounds):
            lines = done(site.out) + site.rng.randrange(1, max(2, 2 * count // (rounds + 2)))
            kind = kinds[number % len(kinds)]
            if number == rounds - 1 >= len(kinds):
                kind, lines = misled, len(site.made.wanted)
            found = [*kind(site, lines), *left_behind(site)]
            wrong += [f"round {number} ({kind.__name__}): {line}" for line in found]
        wrong += in_peace(site, site.out)
        wrong += faults(site, site.out, "after it all") + left_behind(site)
        wrong += differences(site, peace, site.out)
    return wrong


def left_behind(site):
    """Return a line for each process and file that should not be there."""
    end = time.monotonic() + ORPHANS_S
    while (left := _below()) and time.monotonic() < end:
        time.sleep(0.01)
    found = [f"processes left: {left}"] if left else []
    found += [
        f"files in {name}: {here}"
        for name in ("cwd", "temporary", "home")
        if (here := os.listdir(site.place / name))
    ]
    if site.mark.exists():
        found.append(f"a submission ran outside of the sandbox: {site.mark.read_text()}")
    if listed(site.place / "in") != site.before:
        found.append("the class's folder was changed")
    if (names := os.listdir(site.place / "outside")) != ["secret.py"]:
        found.append(f"files outside: {names}")
    if strange := set(os.listdir(site.out)) - LISTED if site.out.exists() else ():
        strange = {name for name in strange if not name.endswith(".new")}  # of a run that was killed
        found += [f"strange files among the results: {strange}"] if strange else []
    return found


def _below():
    """Return the processes below this one that are not only yet to be reaped, and reap those."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    return {pid: line for pid, line in ((p, processes().get(p)) for p in descendants(os.getpid())) if line}


def rows(out):
    """Return the cells of `grades.csv` by key, as the file has the key."""
    with open(out / "grades.csv", encoding="utf-8", newline="") as file:
        return {row["key"]: row for row in csv.DictReader(file)}


def faults(site, out, when):
    """Return a line for each thing that has not got what it must."""
    made, got, found = site.made, rows(out), []
    wanted = {escape.csv(key, 500): want for key, want in made.wanted.items()}
    if set(got) != set(wanted):
        found.append(f"other rows than expected: {sorted(map(ascii, set(got) ^ set(wanted)))}")
    for key in got.keys() & wanted.keys():
        (verdicts, score), row = wanted[key], got[key]
        if row["verdict"] not in verdicts or (score is not None and float(row["score"] or "nan") != score):
            found.append(
                f"{key!a}: {row['verdict']} {row['score']} ({row['reason']}), want {verdicts} {score}"
            )
    left = {item["path"] for item in json.loads((out / "summary.json").read_text())["not_graded"]}
    if left != {key.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for key in made.left}:
        found.append(f"other files left than expected: {sorted(map(ascii, left ^ made.left))}")
    keys = [json.loads(line)["key"] for line in (out / "results.jsonl").read_bytes().splitlines()]
    if set(keys) != set(made.wanted):
        found.append(
            f"other keys in the journal than expected: {sorted(map(ascii, set(keys) ^ set(made.wanted)))}"
        )
    if set(os.listdir(out)) != LISTED:
        found.append(f"files of results: {sorted(set(os.listdir(out)) ^ LISTED)}")
    return [f"{when}: {line}" for line in found]


def differences(site, one, other):
    """Return how two folders of results differ where they must not."""
    texts = [_without_own_words(site, out) for out in (one, other)]
    found = [f"{a!a} became {b!a}" for a, b in zip(*texts, strict=False) if a != b]
    if len(texts[0]) != len(texts[1]):
        found.append("one file of grades is longer")
    names = [{name[len(os.fsencode(out)) :] for name in listed(out)} for out in (one, other)]
    if names[0] != names[1]:
        found.append(f"other files: {sorted(names[0] ^ names[1])}")
    return [f"grades differ: {line}" for line in found]


def _without_own_words(site, out):
    """Return the lines of `grades.csv`, their ends cut where a hostile submission says why itself."""
    lines = (out / "grades.csv").read_bytes().split(b"\n")
    free = tuple(f"{key},".encode() for key in site.made.free)
    return [b",".join(line.split(b",")[:6]) if line.startswith(free) else line for line in lines]


def main():
    """Take the folder, numbers of submissions, seed, disturbances and workers from the command line."""
    wrong = chaos(Path(sys.argv[1]), *map(int, sys.argv[2:]))
    print("\n".join(map(ascii, wrong)))
    sys.exit(bool(wrong))
