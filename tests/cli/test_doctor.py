"""`grader doctor` tells what holds, and what does not where a protection is switched off."""

import json
from pathlib import Path

import pytest

from grader import doctor
from grader.errors import WAY_OUT
from grader.runner import launch

RUNNER = Path(launch.__file__).parent


def without(monkeypatch, module, old, new):
    """Run spawners with another text in one of their modules."""
    source = (RUNNER / f"{module.replace('.', '/')}.py").read_text("utf-8")
    assert source.count(old) == 1, old
    code = dict(launch._code())
    code[f"{launch.PRIVATE}.{module}"] = compile(source.replace(old, new), module, "exec")
    monkeypatch.setattr(launch, "_code", lambda: code)


@pytest.fixture
def examined(grader, here):
    """Run the command; give exit code, the names of what does not hold, and everything that is said."""

    def call():
        code, out, err = grader("doctor", "--format", "json")
        assert err == ""
        said = json.loads(out)
        return code, [p["name"] for p in said["protections"] if not p["ok"]], said

    return call


@pytest.mark.kernel
def test_everything_holds_on_a_machine_that_has_the_protections(examined):
    code, failed, said = examined()
    assert (code, failed) == (0, [])
    assert [p["name"] for p in said["protections"]] == [a.name for a in doctor.ATTEMPTS]
    assert said["healthy"]
    assert (said["fault"], said["way_out"]) == (None, None)
    assert {"kernel", "Landlock", "libseccomp", "python", "numpy", "cache", "grader"} <= set(said["machine"])
    assert "layer_norm" in said["problems"]


@pytest.mark.kernel
def test_the_table_says_the_same(grader, here):
    code, out, _ = grader("doctor")
    assert code == 0
    assert all(attempt.name in out for attempt in doctor.ATTEMPTS)
    assert out.rstrip().endswith("Every protection holds.")


OFF = {
    "Landlock": ("confine", "    landlock.restrict(readable)\n", "", {"reading a file", "listing a folder"}),
    "seccomp": (
        "confine", "    seccomp.Filter(seccomp.base()).install()\n", "",
        {"changing permissions", "tracing a process", "using the network"},
    ),
    "the filter of a fork": ("spawner", "                self._fork_filter.install()\n", "                pass\n", {"starting a process"}),
    "limits": ("confine.rlimits", "        resource.setrlimit(kind, (value, value))\n", "        pass\n", {"the limit on memory", "keeping descriptors"}),
}  # fmt: skip


@pytest.mark.kernel
@pytest.mark.parametrize("name", OFF)
def test_a_protection_that_is_off_is_seen(name, examined, monkeypatch):
    module, old, new, fails = OFF[name]
    path = "confine.__init__" if module == "confine" else module
    source = (RUNNER / f"{path.replace('.', '/')}.py").read_text("utf-8")
    assert source.count(old) == 1
    code = dict(launch._code())
    code[f"{launch.PRIVATE}.{module}"] = compile(source.replace(old, new), module, "exec")
    monkeypatch.setattr(launch, "_code", lambda: code)
    exit_code, failed, said = examined()
    assert exit_code == 3
    assert fails <= set(failed)
    assert said["way_out"] == WAY_OUT


def test_a_sandbox_that_can_not_be_had_is_refused_by_doctor_and_submit_alike(grader, here, monkeypatch):
    without(
        monkeypatch,
        "confine.landlock",
        "        return syscall(_CREATE_RULESET, None, 0, _VERSION)\n",
        "        return 0\n",
    )
    code, out, _ = grader("doctor", "--format", "json")
    said = json.loads(out)
    assert (code, said["healthy"], said["protections"]) == (3, False, [])
    assert "no Landlock" in said["fault"]
    assert said["fault"].endswith(WAY_OUT)
    (here / "solution.py").write_text("def hypotenuse(a, b):\n    return (a * a + b * b) ** 0.5\n")
    for command in ("submit", "check"):
        code, out, err = grader(command, "solution.py")
        assert (code, out) == (3, "")
        assert err == f"grader: {said['fault']}\n"
    code, out, _ = grader("doctor")
    assert code == 3
    assert "can't be run safely" in out
