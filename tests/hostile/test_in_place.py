"""Arguments that a problem does not allow to be changed, and processes that say they were not."""

import shutil

import pytest
from hostile.bench import small_judge
from hostile.files import HONEST, PROBLEM, submission

pytestmark = pytest.mark.kernel

CHANGES = HONEST.replace(b"    d = x", b"    x *= 1.0 + 1e-9\n    d = x")
# What the process remembers of an argument is made to agree with what has become of it.
FORGETS = CHANGES.replace(
    b"    d = x",
    b"""    import sys
    frame = sys._getframe(1)
    while frame is not None:
        for value in list(frame.f_locals.values()):
            for before in getattr(value, "kept", ()):
                object.__setattr__(before, "data", b"".join(a.tobytes() for a in before.arrays))
        frame = frame.f_back
    d = x""",
)
# The question whether anything was changed is answered with no.
DENIES = (
    CHANGES
    + b"""
import sys
for name, module in list(sys.modules.items()):
    if name.startswith("<") and hasattr(module, "changed"):
        module.changed = lambda kept: []
"""
)


@pytest.fixture(scope="module")
def problems(tmp_path_factory):
    folders = {}
    for rule in ("warn", "reject"):
        folder = shutil.copytree(PROBLEM, tmp_path_factory.mktemp(rule) / "layer_norm")
        text = (folder / "problem.toml").read_text()
        (folder / "problem.toml").write_text(text.replace("[limits]", f'in_place = "{rule}"\n\n[limits]', 1))
        folders[rule] = folder
    return folders


@pytest.fixture(scope="module")
def judges(problems, cache):
    warn, _ = small_judge(cache, problem=problems["warn"])
    reject, _ = small_judge(cache, problem=problems["reject"])
    with warn, reject:
        yield {"warn": warn, "reject": reject}


@pytest.mark.parametrize("source", [CHANGES, FORGETS, DENIES], ids=["plain", "forgets", "denies"])
def test_a_change_in_place_is_seen_by_the_arguments_themselves(source, judges):
    result = judges["reject"].grade(source)
    assert result.verdict == "WA"
    assert "x was changed in place, which this problem does not allow" in result.message


def test_what_leaves_its_arguments_alone_is_right(judges):
    assert judges["reject"].grade(HONEST).verdict == "AC"


@pytest.mark.parametrize(("source", "warned"), [(CHANGES, True), (FORGETS, False), (DENIES, False)])
def test_where_it_is_only_a_warning_the_process_is_believed(source, warned, judges):
    # The control: the lies do work on what the process is asked.
    result = judges["warn"].grade(source)
    assert result.verdict == "AC"
    assert ("in_place" in {w.code for w in result.warnings}) == warned


@pytest.mark.parametrize("claims", ["b'\\xff' * 4", "b'\\x00' * 4", "b'\\xff' * 240"])
def test_claims_of_changes_that_can_not_be_are_no_fault_of_the_judge(claims, judges):
    source = f"""
import os, struct, time
import numpy as np
HEADER = struct.Struct("<IBxHIIQQQ")
def send(position, kind, payload=b"", changes=0):
    os.write(3, HEADER.pack(position, kind, 0, changes, len(payload), 0, 0, 0) + payload)
send(0xFFFFFFFF, 1)
claims = {claims}
value = b"a\\x0b\\x01" + struct.pack("<Q", 4) + bytes(32)
for position in range(50):
    send(position, 2, claims + value * 5, len(claims) // 4)
time.sleep(60)
""".encode()
    for judge in judges.values():
        assert judge.grade(source).verdict in ("RTE", "WA")


def test_values_that_do_not_travel_back_are_no_fault_of_the_judge(judges):
    # Here the judge encodes what came back, to compare it with what it sent.
    each = submission("protocol/je_bigint.py")
    assert judges["reject"].grade(each.source).verdict in each.expect
