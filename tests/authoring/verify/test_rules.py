"""Each rule is explained, with its reason."""

import re
from pathlib import Path

import pytest

from grader.authoring.mutate import FAULTS
from grader.authoring.verify import RULES

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "verify-rules.md").read_text("utf-8")


def test_every_rule_has_a_section_and_every_section_is_a_rule():
    assert re.findall(r"^## (.+)$", PAGE, re.MULTILINE) == [rule.name for rule in RULES]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_is_documented_with_its_reason(rule):
    section = PAGE.partition(f"## {rule.name}\n")[2].partition("\n## ")[0]
    assert "\n*Why:* " in section


def test_every_class_of_faults_says_what_it_does():
    assert all(function.__doc__ for function in FAULTS.values())
