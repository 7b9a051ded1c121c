import shutil
from pathlib import Path

import pytest

from grader.authoring.verify import VerifyOptions, verify

COURSE = Path(__file__).parent / "course"
SLUG = "standard_scores"


@pytest.fixture
def course(tmp_path):
    """A copy of a small course: one problem that keeps all rules, and its submissions."""
    shutil.copytree(COURSE, tmp_path / "course")
    return tmp_path / "course"


@pytest.fixture
def problem(course):
    """The folder of the problem."""
    return course / "problems" / SLUG


@pytest.fixture
def submissions(course):
    return course / "submissions" / SLUG


@pytest.fixture
def verified(cache):
    """Verify a folder; give the verification."""

    def call(folder, **conditions):
        settings = {"draws": 0, "hurry": True, "workers": 1, "cache_dir": cache} | conditions
        return verify(folder, VerifyOptions(**settings))

    return call


@pytest.fixture
def broken(verified):
    """Verify a folder; give {rule: [findings as text, details included]} of the rules that are broken."""

    def call(folder, **conditions):
        done = verified(folder, **conditions)
        return {
            check.rule: [f"{finding} {finding.detail}" for finding in check.findings]
            for check in done.checks
            if check.status == "failed"
        }

    return call
