"""The same verdicts whatever the machine: a small part of what `.ci/run stability` compares."""

import pytest
import stability
from corpus_tables.files import CORPUS

SOME = (
    "right/chan_merge.py,right/einsum_optimize.py,right/fft_mean.py,right/kahan.py,right/matmul_ones.py,"
    "right/qr_projection.py,right/shifted_one_pass.py,right/sorted_sum.py,unstable/*,wrong/dtype__*,"
    "wrong/eps__r*"
)


@pytest.mark.kernel
def test_cpu_features_and_blas_threads_change_no_verdict():
    base = stability.Condition("base")
    other = stability.Condition(
        "two threads, without AVX512 and AVX2", features_off="AVX512 X86_V4 AVX2 FMA3 X86_V3", blas_threads=2
    )
    first, _ = stability.run(base, SOME)
    second, _ = stability.run(other, SOME)
    assert len(first["0"]) > 30
    assert stability.differences(first, second, other) == []
    assert all(v == "AC" for path, (v, _) in first["0"].items() if path.startswith("right/"))


def test_a_difference_is_found_and_what_is_left_out_is_not():
    base = {"0": {"a": ["AC", {"g": "AC"}], "right/normalised_dot_vecdot.py": ["AC", {"g": "AC"}]}}
    other = {"0": {"a": ["AC", {"g": "WA"}], "right/normalised_dot_vecdot.py": ["RTE", {"g": "RTE"}]}}
    old = stability.Condition("old", numpy="1.26.4")
    assert [line.split(": ")[2] for line in stability.differences(base, other, old)] == ["a"]
    new = stability.Condition("new", numpy="2.2.6")
    assert len(stability.differences(base, other, new)) == 2
    later = {"5": {"a": ["AC", {"g": "WA"}]}}
    assert stability.differences(base, later, new) == []  # another seed: another group may show it


def test_what_is_left_out_uses_a_name_that_came_or_went():
    for path, (why, _) in stability.LEFT_OUT.items():
        name = why.split()[0]
        assert name in (CORPUS / path).read_text("utf-8")


def test_every_condition_has_a_name_of_its_own():
    names = [c.name for c in stability.conditions()]
    assert len(set(names)) == len(names)
    assert names[0] == "base"
