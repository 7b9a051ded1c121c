"""The same verdicts on every machine: across numpy versions, CPU features, BLAS threads and seeds.

    .ci/run stability                      # everything: half an hour on two cores
    .ci/run stability --only AVX,BLAS --files 'right/*'

Each condition is a process of its own that grades the corpus and the bundled submissions, in an
environment made for each numpy version with pip (kept in .ci/out/stability). What one grades otherwise
than the first is printed, and makes the exit status 1.
"""

import argparse
import fnmatch
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENTS = ROOT / ".ci" / "out" / "stability"
# The last of each minor version that installs on Python 3.11.
NUMPY = ("1.26.4", "2.0.2", "2.1.3", "2.2.6", "2.3.5", "2.4.6")
SEEDS = 20
# Files that use a name which some versions lack, or still have, and in which versions they are left out.
LEFT_OUT = {
    "right/normalised_dot_vecdot.py": ("np.vecdot is new in 2.0", ("1.",)),
    "wrong/runtime__np_float_underscore.py": ("np.float_ is still there before 2.0", ("1.",)),
    "wrong/runtime__np_product.py": ("np.product is still there before 2.0", ("1.",)),
}
# What decides there is a clock: a machine that is busy decides otherwise.
CLOCKS = ("slow/*", "beyond_page/perf__*", "wrong/perf__*")


@dataclass(frozen=True)
class Condition:
    """How a process is made: its numpy, which CPU features are off, and how many BLAS threads it has."""

    name: str
    numpy: str = ""
    features_off: str = ""  # first words of their names
    blas_threads: int = 1
    seeds: tuple = (0,)


def conditions(seeds=SEEDS):
    """Return all conditions, the one that the others are compared with first."""
    return [
        Condition("base"),
        Condition("two BLAS threads", blas_threads=2),
        Condition("without AVX512", features_off="AVX512 X86_V4"),
        Condition("without AVX512 and AVX2", features_off="AVX512 X86_V4 AVX2 FMA3 X86_V3"),
        *(Condition(f"numpy {version}", numpy=version) for version in NUMPY),
        Condition(f"{seeds} seeds", seeds=tuple(range(seeds))),
    ]


def files(pattern="*"):
    """Return every graded file by a short path: the corpus, then submissions/."""
    corpus = ROOT / "tests" / "corpus" / "layer_norm"
    found = {p.relative_to(corpus).as_posix(): p for p in sorted(corpus.glob("*/*.py"))}
    theirs = ROOT / "submissions" / "layer_norm"
    found |= {f"submissions/{p.relative_to(theirs).as_posix()}": p for p in sorted(theirs.glob("*/*.py"))}
    limits = ("time_limit", "memory_limit", "output_limit")
    return {
        path: file
        for path, file in found.items()
        if any(fnmatch.fnmatch(path, p) for p in pattern.split(","))
        and not any(fnmatch.fnmatch(path, p) for p in CLOCKS)
        and not any(word in path for word in limits)
    }


def python_with(version):
    """Return an interpreter that has a numpy version, made when it is first asked for."""
    folder = ENVIRONMENTS / f"numpy-{version}"
    python = folder / "bin" / "python"
    if not (folder / "made").exists():
        venv.create(folder, with_pip=True, clear=True)
        wanted = [f"numpy=={version}", "pydantic>=2.8", "hypothesis>=6.100", "platformdirs>=4"]
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
        subprocess.run([*pip, "--constraint", _constraints()], check=True)
        (folder / "made").write_text(f"{version}\n")
    return python


def _constraints():
    """Return the project's bounds without numpy's."""
    lines = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").splitlines()
    file = ENVIRONMENTS / "constraints.txt"
    file.write_text("".join(f"{line}\n" for line in lines if not line.startswith("numpy")), "utf-8")
    return file


def run(condition, pattern="*"):
    """Return what a condition grades: {seed: {path: [verdict, verdicts of the groups]}}, and what it had."""
    python = python_with(condition.numpy) if condition.numpy else sys.executable
    env = {key: value for key, value in os.environ.items() if not key.endswith("_NUM_THREADS")}
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), str(condition.blas_threads))
    env |= threads | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    off = _features(python, condition.features_off.split())
    if off:
        env["NPY_DISABLE_CPU_FEATURES"] = " ".join(off)
    with tempfile.TemporaryDirectory() as cache:
        asked = {"seeds": condition.seeds, "pattern": pattern, "features_off": " ".join(off), "cache": cache}
        command = [python, "-P", __file__, "--worker", json.dumps(asked)]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout), off


_LIST = """
import json
try:
    from numpy._core import _multiarray_umath as umath
except ImportError:
    from numpy.core import _multiarray_umath as umath
print(json.dumps([n for n in umath.__cpu_dispatch__ if umath.__cpu_features__.get(n)]))
"""


def _features(python, words):
    """Return the features that can be switched off, by the names that this numpy has for them."""
    if not words:
        return []
    done = subprocess.run([python, "-P", "-c", _LIST], stdout=subprocess.PIPE, check=True, text=True)
    return [name for name in json.loads(done.stdout) if name.startswith(tuple(words))]


def worker(asked):
    """Grade the files in this process's environment; print the verdicts."""
    from grader.bank import interpreter  # noqa: PLC0415 - after the environment is known
    from grader.judge import Judge  # noqa: PLC0415
    from grader.problem.folder import load_problem  # noqa: PLC0415
    from grader.runner import launch  # noqa: PLC0415

    if asked["features_off"]:
        # Neither process that the judge starts inherits its environment.
        more = {"NPY_DISABLE_CPU_FEATURES": asked["features_off"]}
        launch._ENVIRONMENT.update(more)
        own = interpreter._environment
        interpreter._environment = lambda home: {**own(home), **more}
    problem = load_problem(ROOT / "problems" / "layer_norm")
    graded = {}
    for seed in asked["seeds"]:
        with Judge(problem, seed=seed, cache_dir=Path(asked["cache"])) as judge:
            results = {
                path: judge.grade(file.read_bytes(), explained=False)
                for path, file in files(asked["pattern"]).items()
            }
        graded[seed] = {
            path: [str(r.verdict), {g.name: str(g.verdict) for g in r.groups if not g.advisory}]
            for path, r in results.items()
        }
    print(json.dumps(graded))


def left_out(path, version):
    """Return whether a file is not compared for a version of numpy."""
    return path in LEFT_OUT and version.startswith(LEFT_OUT[path][1])


def differences(base, other, condition):
    """Return the lines for what is graded otherwise than in the first condition.

    At seed 0 the verdict and each group's must be the same; at other seeds the verdict (a fault that is
    wrong on few inputs may or may not show in another group).
    """
    lines = []
    for seed, graded in other.items():
        for path, (verdict, groups) in graded.items():
            if left_out(path, condition.numpy):
                continue
            first, first_groups = base["0"][path]
            same = verdict == first and (seed != "0" or groups == first_groups)
            if not same:
                lines.append(
                    f"{condition.name}: seed {seed}: {path}: {verdict} {groups}, base {first} {first_groups}"
                )
    return lines


def main():
    """Compare all conditions that are asked for; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default="", help="words of the conditions to run, with commas between them")
    parser.add_argument("--files", default="*", help="patterns of the files to grade")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        worker(json.loads(asked.worker))
        return 0
    ENVIRONMENTS.mkdir(parents=True, exist_ok=True)
    words = [w for w in asked.only.split(",") if w]
    chosen = [
        c
        for c in conditions(asked.seeds)
        if c.name == "base" or not words or any(word.lower() in c.name.lower() for word in words)
    ]
    print(f"{len(files(asked.files))} files on {platform.machine()}, Python {platform.python_version()}")
    base, found = None, []
    for condition in chosen:
        started = time.monotonic()
        graded, off = run(condition, asked.files)
        base = base or graded
        lines = differences(base, graded, condition)
        found += lines
        kinds = Counter(verdict for seed in graded.values() for verdict, _ in seed.values())
        out = sum(left_out(path, condition.numpy) for path in base["0"])
        print(
            f"{condition.name}: {len(lines)} of {kinds.total()} differ "
            f"({', '.join(f'{n} {v}' for v, n in sorted(kinds.items()))}"
            f"{f', {out} left out' if out else ''}{f', off: {chr(32).join(off)}' if off else ''}; "
            f"{time.monotonic() - started:.0f} s)",
            flush=True,
        )
        for line in lines:
            print(f"  {line}", flush=True)
    for path, (why, versions) in LEFT_OUT.items():
        print(f"left out: {path} for numpy {', '.join(f'{v}x' for v in versions)}: {why}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
