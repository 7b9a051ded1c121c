"""A cached bank is the bank; anything odd about the file, and it is made anew."""

import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest
from support.folders import PROBLEMS, copy_of

from grader.bank import build, cache
from grader.bank.cache import KEPT_FILES, bank_key, folder_of, hypothesis_version, open_bank
from grader.errors import ProblemError
from grader.problem.find import list_problems
from grader.problem.folder import load_problem
from grader.runner.wire import encode_call, encode_value

SLUGS = ("hypotenuse", "centre", "top_words", "two_factors")


def whole(bank):
    """Return everything that a bank holds, as bytes."""
    return [
        (
            encode_value([c.name, c.group, c.visibility, c.why]),
            encode_value([dict(step) for step in c.steps]),
            encode_call(c.call),
            encode_value([c.wants, c.tolerances]),
        )
        for c in bank.cases
    ]


def only(folder, suffix=".bank"):
    (path,) = folder.glob(f"*{suffix}")
    return path


@pytest.fixture
def problem():
    return load_problem(PROBLEMS / "hypotenuse")


@pytest.fixture
def builds(monkeypatch):
    """Return the seeds of the banks that are built from now on."""
    seeds = []
    make = build.build_bank
    monkeypatch.setattr(build, "build_bank", lambda p, seed: seeds.append(seed) or make(p, seed))
    return seeds


@pytest.mark.parametrize("slug", SLUGS)
def test_what_comes_back_is_what_was_built(slug, tmp_path, builds):
    problem = load_problem(PROBLEMS / slug)
    built, opened = (open_bank(problem, seed=3, cache_dir=tmp_path) for _ in range(2))
    assert builds == [3]
    assert whole(opened) == whole(built)
    assert (opened.slug, opened.seed, opened.digest) == (slug, 3, built.digest)


def test_opening_runs_no_code_of_the_problem_and_imports_no_hypothesis(tmp_path, problem):
    open_bank(problem, seed=0, cache_dir=tmp_path)
    script = (
        "import sys; from pathlib import Path; from grader.problem.folder import load_problem\n"
        "from grader.bank.cache import open_bank\n"
        "print(len(open_bank(load_problem(sys.argv[1]), seed=0, cache_dir=Path(sys.argv[2])).cases))\n"
        "heavy = ('hypothesis', 'grader.comparator', 'grader.bank.build', 'subprocess', '_problem_')\n"
        "print([m for m in sys.modules if m.startswith(heavy)])"
    )
    command = [sys.executable, "-c", script, PROBLEMS / "hypotenuse", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["11", "[]"]


def cut(data):
    return data[: len(data) // 2]


def flip(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        flip,
        lambda data: b"",
        lambda data: b"another file\n" * 99,
        lambda data: data + b"x",
        lambda data: data[1:],
    ],
)
def test_a_damaged_file_is_made_anew(damage, tmp_path, problem, builds):
    before = whole(open_bank(problem, seed=0, cache_dir=tmp_path))
    path = only(tmp_path)
    good = path.read_bytes()
    path.write_bytes(damage(good))
    assert whole(open_bank(problem, seed=0, cache_dir=tmp_path)) == before
    assert len(builds) == 2
    assert path.read_bytes() == good


def test_a_sound_file_of_something_else_is_made_anew(tmp_path, problem, builds):
    open_bank(problem, seed=0, cache_dir=tmp_path)
    path = only(tmp_path)
    other = tmp_path / "other"
    open_bank(problem, seed=1, cache_dir=other)
    path.write_bytes(only(other).read_bytes())
    assert open_bank(problem, seed=0, cache_dir=tmp_path).seed == 0
    assert builds == [0, 1, 0]


@pytest.mark.parametrize("name", ["statement.md", "reference.py", "strategies.py"])
def test_a_changed_problem_has_another_bank(name, tmp_path, builds):
    folder = copy_of("hypotenuse", tmp_path)
    first = open_bank(load_problem(folder), seed=0, cache_dir=tmp_path / "cache")
    (folder / name).write_text((folder / name).read_text() + "\n")
    second = open_bank(load_problem(folder), seed=0, cache_dir=tmp_path / "cache")
    assert len(builds) == 2
    assert first.digest == second.digest  # the cases are the same; that they are had to be found out


def test_the_key_names_all_that_a_bank_depends_on(problem, monkeypatch):
    base = bank_key(problem, 0)
    assert bank_key(problem, 0) == base
    assert bank_key(problem, 1) != base
    for where, name, value in (
        (np, "__version__", "0.1"),
        (platform, "machine", lambda: "pdp11"),
        (cache, "hypothesis_version", lambda: "0.1"),
        (cache, "_sources_digest", lambda: "0"),
        (sys, "version_info", (3, 99, 0)),
    ):
        with monkeypatch.context() as m:
            m.setattr(where, name, value)
            assert bank_key(problem, 0) != base


def test_the_version_of_hypothesis_is_read_and_not_imported():
    assert hypothesis_version() == version("hypothesis")


def test_a_cache_that_cannot_be_written_costs_time_only(tmp_path, problem, builds):
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert len(open_bank(problem, seed=0, cache_dir=place).cases) == 11
    assert len(builds) == 2
    assert (tmp_path / "file").read_text() == ""


def test_a_folder_in_the_place_of_the_file_costs_time_only(tmp_path, problem, builds):
    open_bank(problem, seed=0, cache_dir=tmp_path)
    path = only(tmp_path)
    path.unlink()
    path.mkdir()
    (path / "x").write_text("")
    assert len(open_bank(problem, seed=0, cache_dir=tmp_path).cases) == 11
    assert len(builds) == 2
    assert [p.name for p in tmp_path.iterdir()] == [path.name]  # no temporary file is left


def test_two_builders_at_once_both_succeed(tmp_path):
    script = (
        "import sys; from pathlib import Path; from grader.problem.folder import load_problem\n"
        "from grader.bank.cache import open_bank\n"
        "print(open_bank(load_problem(sys.argv[1]), seed=0, cache_dir=Path(sys.argv[2])).digest)"
    )
    command = [sys.executable, "-c", script, PROBLEMS / "hypotenuse", tmp_path]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    digests = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(set(digests)) == 1
    assert only(tmp_path)


def test_few_banks_of_a_problem_are_kept(tmp_path, problem, monkeypatch):
    bank = build.build_bank(problem, 0)
    monkeypatch.setattr(build, "build_bank", lambda p, seed: bank)
    other = tmp_path / f"hypotenuse-2-{'0' * 32}.bank"
    other.write_text("of another problem")
    for seed in range(KEPT_FILES + 3):
        open_bank(problem, seed=seed, cache_dir=tmp_path)
        newest = max(tmp_path.glob("hypotenuse-?*.bank"), key=lambda p: p.stat().st_mtime_ns)
        os.utime(newest, ns=(seed * 10**9, seed * 10**9))
    assert len(list(tmp_path.glob("*.bank"))) == KEPT_FILES + 1
    assert other.exists()


def test_a_bank_of_a_secret_seed_is_as_any_other(tmp_path, problem, builds):
    seed = 2**127 + 12345
    digests = {open_bank(problem, seed=seed, cache_dir=tmp_path).digest for _ in range(2)}
    assert builds == [seed]
    assert len(digests) == 1
    assert str(seed) not in only(tmp_path).name
    assert only(tmp_path).stat().st_mode & 0o077 == 0


def test_the_cache_lies_where_it_is_said_to(tmp_path, monkeypatch):
    monkeypatch.setenv("GRADER_CACHE_DIR", str(tmp_path / "named"))
    assert folder_of(None) == tmp_path / "named"
    assert folder_of(Path("given")) == Path("given")
    monkeypatch.delenv("GRADER_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert folder_of(None).name == "grader"


def test_faults_of_a_problem_are_raised_and_not_cached(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    (folder / "strategies.py").write_text("def plain(): ...\n")
    for _ in range(2):
        with pytest.raises(ProblemError):
            open_bank(load_problem(folder), seed=0, cache_dir=tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def best_of(repeats, work):
    """Return the shortest of several times, in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.mark.bench
def test_reading_a_problem_and_its_warm_bank_takes_less_than_importing_numpy(tmp_path):
    folder = list_problems()["layer_norm"]
    open_bank(load_problem(folder), seed=0, cache_dir=tmp_path)
    warm = best_of(20, lambda: open_bank(load_problem(folder), seed=0, cache_dir=tmp_path))
    numpy = best_of(5, lambda: subprocess.run([sys.executable, "-c", "import numpy"], check=True))
    assert warm < 0.3 * numpy


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
def test_every_seed_has_a_whole_bank_of_its_own(slug):
    problem = load_problem(PROBLEMS / slug)
    banks = [build.build_bank(problem, seed) for seed in range(100)]
    assert len({len(bank.cases) for bank in banks}) == 1
    assert len({bank.digest for bank in banks}) == 100
