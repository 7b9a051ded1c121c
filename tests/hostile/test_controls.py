"""For every kind of attack: where nothing holds it off, it does succeed. Otherwise a test could not fail."""

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass

import pytest
from hostile.bench import HASTY, PATIENT, small_judge
from hostile.conftest import make_breach
from hostile.files import HERE, HONEST, MARKER, submission, submissions
from hostile.probes import peak_bytes, reset_peak

from grader.judge import session
from grader.runner import launch, process
from grader.runner.client import KernelRunner
from grader.runner.status import Limits, Status
from grader.runner.wire import Call

pytestmark = pytest.mark.kernel
MIB = 2**20


# Without the kernel's protections: a right answer there says that the attack worked. -----------------

WITHIN_REACH = {
    "files": ("write_file_cwd", "raw_openat_syscall", "openers_of_the_library", "listdir_root", "open_path_and_reopen"),
    "metadata of files": ("metadata_of_file_outside", "metadata_by_raw_calls"),
    "processes": ("raw_clone3", "waits_and_adopts"),
    "signals": ("signals_itself_by_every_way", "kill_parent"),
    "network and other channels": ("abstract_unix_socket", "watchers", "memory_files"),
    "memory of others": ("descriptor_of_another",),
    "limits and identity": ("locks_memory", "prctl_dumpable_subreaper"),
    "corners of the kernel": ("machine_code", "landlock_and_seccomp_again", "types_into_a_terminal"),
}  # fmt: skip
OF_ROOT_ONLY = (
    "escape/raw_clone3.py",
    "escape/metadata_by_raw_calls.py",
)  # for an ordinary user a limit of processes is enough


@pytest.fixture(scope="module")
def unconfined(cache, tmp_path_factory):
    judge, runner = small_judge(cache, isolation="process", **PATIENT)
    with judge:
        yield judge, runner, make_breach(tmp_path_factory.mktemp("within_reach"))


@pytest.mark.parametrize("path", [f"escape/{name}.py" for names in WITHIN_REACH.values() for name in names])
def test_without_the_kernels_protections_it_gets_out(path, unconfined, tmp_path, monkeypatch):
    judge, _, breach = unconfined
    if path in OF_ROOT_ONLY and os.geteuid():
        pytest.skip("an ordinary user's limit of processes stops it as well")
    monkeypatch.chdir(tmp_path)
    assert judge.grade(submission(path).aimed_at(breach)).verdict == "AC"


# A grader that compares in the submission's own interpreter -------------------------------------------

DECEIVED = {
    "objects that lie": ("eq_always_true", "class_swapped_on_the_fly", "array_function_liar"),
    "theft of the answers": ("frame_expected_thief", "gc_reference_thief", "traceback_frame_thief"),
    "tampering with the language": ("patch_allclose", "settrace_rewrite_locals"),
    "numbers close to right": ("extra_axis_broadcast", "cache_by_shape"),
}
ENDED = {
    "forge/os_exit_zero.py": 0,  # an early end, taken for success
    "exhaust/exit_code_137.py": 137,
    "exhaust/sigterm_self.py": -15,
    "exhaust/abort_with_core.py": -6,
    "exhaust/recursion_segv.py": -11,
    "forge/unmapped_array.py": -11,
    "forge/raise_keyboardinterrupt.py": -2,
}


def naive(path, tmp_path):
    """Run a submission beside its expected values; return exit code, output and errors."""
    done = subprocess.run(
        [sys.executable, str(HERE / "naive.py"), str(path)],
        cwd=tmp_path,
        input=b"",
        capture_output=True,
        timeout=60,
    )
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


@pytest.mark.parametrize("name", [name for names in DECEIVED.values() for name in names])
def test_a_grader_in_the_same_interpreter_is_deceived(name, tmp_path):
    code, out, _ = naive(submission(f"forge/{name}.py").path_on_disk, tmp_path)
    assert (code, out.split()[-2:]) == (0, ["VERDICT", "AC"])


@pytest.mark.parametrize(("path", "code"), ENDED.items())
def test_a_grader_in_the_same_process_ends_with_the_submission(path, code, tmp_path):
    ended, out, _ = naive(submission(path).path_on_disk, tmp_path)
    assert ended == code
    assert "VERDICT" not in out


def test_what_is_printed_and_raised_reaches_a_terminal_that_nobody_guards(tmp_path):
    _, out, err = naive(submission("forge/atexit_print_passed.py").path_on_disk, tmp_path)
    assert not out.rstrip().endswith("VERDICT WA")  # the last word is the submission's
    _, out, _ = naive(submission("exhaust/output_of_terminal_codes.py").path_on_disk, tmp_path)
    assert "\x1b[2J" in out
    _, _, err = naive(submission("exhaust/exc_name_of_a_megabyte.py").path_on_disk, tmp_path)
    assert "\x1b[2J" in err
    assert len(err) > MIB
    _, _, err = naive(submission("exhaust/src_syntax_error_message.py").path_on_disk, tmp_path)
    assert not err.replace("\n", "").isprintable()


def test_an_unpickler_runs_what_it_is_given():
    class Runs:
        def __reduce__(self):
            return (list, ((1, 2),))

    assert pickle.loads(pickle.dumps(Runs())) == [1, 2]


def test_descriptors_are_there_for_the_taking_without_a_limit(tmp_path):
    script = (
        "import runpy, sys, numpy as np; f = runpy.run_path(sys.argv[1])['layer_norm']; f(np.ones(3), 1, 0)"
    )
    path = submission("exhaust/many_fds.py").path_on_disk
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, cwd=tmp_path
    )
    opened = int(done.stderr.split("RuntimeError: ")[1].split()[0])
    assert opened > 64


# A limit that is not there ----------------------------------------------------------------------------


def without(cache, path, **limits):
    judge, _ = small_judge(cache, **{**PATIENT, **limits})
    with judge:
        before = reset_peak()
        verdict = judge.grade(submission(path).source).verdict
        return verdict, (peak_bytes() - before) // MIB


def test_with_memory_enough_nothing_is_over_the_limit(cache):
    verdict, _ = without(cache, "exhaust/mem_reserved_not_used.py", memory_bytes=2**37)
    assert verdict == "RTE"  # "64 GiB were reserved"
    assert without(cache, "exhaust/mem_leak_over_calls.py", memory_bytes=2**31)[0] == "AC"


def test_with_time_enough_small_calls_add_up_to_nothing(cache):
    source = submission("exhaust/cpu_in_many_small_calls.py").source.replace(b"+ 0.2", b"+ 0.05")
    for total_s, over in ((20.0, False), (0.1, True)):
        with small_judge(cache, **PATIENT | {"cpu_s_total": total_s})[0] as judge:
            assert ("TLE" in {c.verdict for c in judge.grade(source).cases}) == over


def test_with_patience_a_slow_channel_is_heard_to_its_end(cache):
    source = submission("protocol/a_byte_a_second.py").source.replace(b"time.sleep(1)", b"time.sleep(0.0001)")
    judge, _ = small_judge(cache, **PATIENT)
    with judge:
        assert judge.grade(source).verdict == "WA"  # all of it has come, and is no right answer
    with small_judge(cache, **PATIENT | HASTY)[0] as judge:
        assert judge.grade(submission("protocol/a_byte_a_second.py").source).verdict == "TLE"


def test_with_room_enough_a_flood_of_text_is_kept(cache):
    source = HONEST.replace(b"    d = x", b"    print('x' * 2**20)\n    d = x")
    for room, verdict in ((2**20, "OLE"), (2**26, "AC")):
        judge, _ = small_judge(cache, **PATIENT, output_bytes=room)
        with judge:
            assert judge.grade(source).verdict == verdict


def test_without_a_bound_returned_values_fill_the_judges_memory(cache, monkeypatch):
    monkeypatch.setattr(session, "_KEPT_BYTES", 2**40)
    verdict, grown = without(cache, "protocol/sixteen_megabytes_a_call.py")
    assert (verdict, grown > 64) == ("WA", True)


# What could be found, if it were there ----------------------------------------------------------------

ATTEMPT = b"\n\ndef attempted():\n    return bool(attempt())\n"


def found_by(name, *arguments, isolation="kernel"):
    """Return what the attempt of an escape comes to, in a process whose inputs hold `arguments`."""
    source = submission(f"escape/{name}.py").source + ATTEMPT
    source = source.replace(b"def attempted():", b"def attempted(*_):")
    runner = KernelRunner(entry_point="attempted", isolation=isolation)
    limits = Limits(cpu_s_call=20.0, cpu_s_total=60.0, import_s=60.0)
    with runner.open([Call(((*arguments,),))], limits) as spawner:
        (result,) = spawner.run(source)
    if result.status is Status.CRASHED:  # it has read where nothing is mapped any more
        return False
    assert result.status is Status.RETURNED, result
    return result.values[0]


def ever_finds(name, secret):
    """Return whether one of many searches finds a text: where it lies differs from process to process."""
    return any(found_by(name, secret) is True for _ in range(40))


def test_the_search_of_memory_finds_what_lies_there():
    secret = "JUDGE_CANARY_" + "0123456789abcdef"
    assert ever_finds("canary_in_memory", secret)
    assert found_by("canary_in_memory", "nothing") is False
    assert ever_finds("previous_source_in_memory", MARKER.decode())
    assert found_by("previous_source_in_memory", "nothing") is False


def test_the_environment_of_the_judge_would_be_found_if_it_were_handed_on(monkeypatch):
    name, value = "JUDGE_CANARY", "JUDGE_CANARY_0123456789abcdef"
    monkeypatch.setenv(name, value)
    assert found_by("environ_secrets", isolation="process") is False
    monkeypatch.setitem(launch._ENVIRONMENT, name, value)
    assert found_by("environ_secrets", isolation="process") is True
    assert found_by("environ_secrets") is False  # the kernel's protections keep it even so


def test_a_page_that_is_not_wiped_carries_notes_from_one_submission_to_the_next(cache, monkeypatch):
    source = submission("escape/state_left_for_next.py").source
    for wiped, verdict in ((True, "RTE"), (False, "AC")):
        if not wiped:
            monkeypatch.setattr(process.Process, "wipe", _wipe_only_the_head)
        with small_judge(cache, **PATIENT)[0] as judge:
            judge.grade(source)
            assert judge.grade(source).verdict == verdict


def _wipe_only_the_head(process):
    process._page[:64] = bytes(64)


@dataclass(frozen=True)
class Covered:
    """Where the control of a kind is, if it is not in the tables above."""

    by: str


ELSEWHERE = {
    "forge: code in an unpickler": Covered("test_an_unpickler_runs_what_it_is_given"),
    "forge: verdict in the output": Covered("test_what_is_printed_and_raised_reaches_a_terminal_that_nobody_guards"),
    "escape: secrets": Covered("test_the_search_of_memory_finds_what_lies_there"),
    "escape: descriptors": Covered("test_descriptors_are_there_for_the_taking_without_a_limit"),
    "exhaust: source text": Covered("test_what_is_printed_and_raised_reaches_a_terminal_that_nobody_guards"),
    "exhaust: memory": Covered("test_with_memory_enough_nothing_is_over_the_limit"),
    "exhaust: processor time": Covered("test_with_time_enough_small_calls_add_up_to_nothing"),
    "exhaust: waiting": Covered("test_with_patience_a_slow_channel_is_heard_to_its_end"),
    "exhaust: printed text": Covered("test_with_room_enough_a_flood_of_text_is_kept"),
    "exhaust: exception that is hard to tell": Covered("test_what_is_printed_and_raised_reaches_a_terminal_that_nobody_guards"),
    "exhaust: recursion": Covered("test_a_grader_in_the_same_process_ends_with_the_submission"),
    "exhaust: exit status": Covered("test_a_grader_in_the_same_process_ends_with_the_submission"),
    "exhaust: signal to itself": Covered("test_a_grader_in_the_same_process_ends_with_the_submission"),
    "exhaust: descriptors without end": Covered("test_descriptors_are_there_for_the_taking_without_a_limit"),
    "protocol: memory of the judge": Covered("test_without_a_bound_returned_values_fill_the_judges_memory"),
    "protocol: slow or endless channel": Covered("test_with_patience_a_slow_channel_is_heard_to_its_end"),
    "protocol: page shared with the judge": Covered("test_a_page_that_is_not_wiped_carries_notes_from_one_submission_to_the_next"),
    "protocol: claims": Covered("hostile/test_channel.py"),
    "protocol: values that are none": Covered("hostile/test_channel.py"),
    "protocol: answers out of turn": Covered("hostile/test_channel.py"),
    "protocol: the runner's own objects": Covered("hostile/test_channel.py"),
}  # fmt: skip


def test_every_kind_has_a_control():
    kinds = {f"{s.family}: {s.kind}" for s in submissions() if s.family != "benign"}
    covered = (
        {f"escape: {kind}" for kind in WITHIN_REACH}
        | {f"forge: {kind}" for kind in DECEIVED}
        | set(ELSEWHERE)
    )
    covered |= {f"{submission(path).family}: {submission(path).kind}" for path in ENDED}
    assert kinds == covered
    for control in ELSEWHERE.values():
        name = control.by.removeprefix("hostile/")
        assert (HERE / name).exists() if name.endswith(".py") else name in globals()
