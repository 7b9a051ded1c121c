"""The command as a process: where it looks for modules, what it does without streams, and when it is interrupted."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GRADER = [sys.executable, "-m", "grader"]


def run(*words, cwd, **options):
    return subprocess.run(
        [*GRADER, *map(str, words)],
        cwd=cwd,
        capture_output=not options,
        timeout=120,
        env={**os.environ, "PYTHONPATH": "", "GRADER_CACHE_DIR": str(cwd / "cache")},
        **options,
    )


@pytest.mark.parametrize("name", ["numpy", "random", "secrets", "tokenize", "typer", "pydantic", "signal"])
def test_a_module_in_the_current_folder_is_never_imported(name, tmp_path):
    """``-m`` puts the current folder first, where a learner's file may have any name."""
    (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'was_run')!r}, 'w').close()\n")
    # A bank is built as well, of the bundled problem that is quickest with it.
    run("check", f"{name}.py", "-p", "top_k_indices", cwd=tmp_path)
    run("list", cwd=tmp_path)
    assert not (tmp_path / "was_run").exists()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_process_without_standard_streams_writes_its_output(closed, tmp_path):
    words = " ".join([*GRADER, "show", "layer_norm", "-o", "page.txt", closed])
    done = subprocess.run(["bash", "-c", words], cwd=tmp_path, timeout=120)
    assert done.returncode == 0
    assert "Layer Normalization" in (tmp_path / "page.txt").read_text()


@pytest.mark.parametrize(
    ("words", "code"), [("submit missing.py", 2), ("show nothing", 2), ("list", 0), ("list --bogus", 2)]
)
def test_an_exit_code_holds_though_nothing_can_be_said(words, code, tmp_path):
    with open("/dev/full", "w") as full:
        assert run(*words.split(), cwd=tmp_path, stderr=full, stdout=subprocess.DEVNULL).returncode == code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("start", "layer_norm", "-o", "a" * 300), "choose a shorter name"),
        (("submit", "a" * 300), "name"),
    ],
)
def test_what_the_surroundings_lack_is_told_in_a_line(words, said, tmp_path):
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.kernel
def test_what_a_problem_prints_is_kept_out_of_the_output(tmp_path):
    folder = shutil.copytree(ROOT / "tests" / "support" / "problems" / "centre", tmp_path / "centre")
    for name in ("reference.py", "mistakes.py"):
        with (folder / name).open("a") as file:
            file.write("\nprint('printed by the problem')\n")
    done = run("submit", folder / "starter.py", "-p", f"{folder}/", "--format", "json", cwd=tmp_path)
    assert json.loads(done.stdout)["verdict"] == "WA"
    assert b"printed by the problem" in done.stderr
    for words in (("show", f"{folder}/"), ("verify", f"{folder}/", "--quick")):
        done = run(*words, "--format", "json", cwd=tmp_path)
        assert isinstance(json.loads(done.stdout), dict), words
        assert b"printed by the problem" in done.stderr


@pytest.mark.parametrize("end", ["import sys; sys.exit(0)", "import os; os._exit(0)"])
def test_a_problem_whose_code_ends_the_program_is_told_of_and_ends_with_2(end, tmp_path):
    folder = shutil.copytree(ROOT / "tests" / "support" / "problems" / "centre", tmp_path / "centre")
    reference = folder / "reference.py"
    for text in (
        f"{reference.read_text()}\n{end}\n",
        reference.read_text().replace("    return", f"    {end}\n    return"),
    ):
        reference.write_text(text)
        done = run("submit", folder / "starter.py", "-p", f"{folder}/", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"ends the program with" in done.stderr
        assert b"Traceback" not in done.stderr
    done = run("new", "fresh", "--from", reference, cwd=tmp_path)
    assert done.returncode == 2
    assert b"ends the program with" in done.stderr


def test_a_folder_that_has_gone_is_told_in_a_line(tmp_path):
    gone = tmp_path / "gone"
    words = f"mkdir {gone}; cd {gone}; rmdir {gone}; {' '.join(GRADER)} list"
    done = subprocess.run(["bash", "-c", words], capture_output=True, timeout=120)
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr


def test_an_interrupt_before_there_is_anything_to_tidy_up_ends_it_at_once(tmp_path):
    """Interrupted while it imports: a module that waits stands in for a slow one."""
    script = (
        "import sys, time, types\n"
        "class Waiting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer':\n"
        "            print('importing', flush=True)\n"
        "            time.sleep(60)\n"
        "sys.meta_path.insert(0, Waiting())\n"
        "from grader.cli import main\n"
        "main(['list'])\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"importing\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"grader: interrupted\n")
