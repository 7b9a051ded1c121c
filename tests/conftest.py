"""Tiers, and what a machine must offer for a test to run."""

import itertools
import os

import pytest
from hypothesis import HealthCheck, settings

# How quick a machine is, and how busy, says nothing of what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

_NUMBERS = itertools.count()


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the long tier")
    parser.addoption("--bench", action="store_true", help="also run the benchmarks")


def pytest_collection_modifyitems(config, items):
    for tier in ("long", "bench"):
        if config.getoption(f"--{tier}"):
            continue
        skip = pytest.mark.skip(reason=f"{tier} tier: .ci/run {tier}")
        for item in items:
            if tier in item.keywords:
                item.add_marker(skip)


@pytest.fixture(scope="session", autouse=True)
def _histories(tmp_path_factory):
    """Name a place for histories that is not the user's own, for what outlives a test."""
    folder = tmp_path_factory.getbasetemp() / "histories"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_HISTORY", str(folder / "session.sqlite3"))
        yield folder


@pytest.fixture(scope="session")
def banks(tmp_path_factory):
    """Return where banks are kept: one folder for all modules and all processes of a run.

    A bank takes seconds to build, and its file is named by everything that it depends on. Tests that are
    about building or caching have folders of their own.
    """
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "banks"


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """Return where banks are kept: one folder for all modules and all processes of a run.

    A bank takes seconds to build, and its file is named by everything that it depends on. Tests that are
    about building and keeping banks have folders of their own.
    """
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "banks"


@pytest.fixture(autouse=True)
def _history(_histories, monkeypatch):
    """Give each test a history of its own, so that none sees what another submitted."""
    monkeypatch.setenv("GRADER_HISTORY", str(_histories / f"{next(_NUMBERS)}.sqlite3"))


def kernel_isolation_missing():
    """Return why the sandbox can't be used here, or an empty string."""
    from grader.runner.confine import missing  # noqa: PLC0415 - only where a test needs it

    return missing()


def pytest_runtest_setup(item):
    if "kernel" in item.keywords:
        why = kernel_isolation_missing()
        if why and os.environ.get("GRADER_CI") == "1":
            pytest.fail(f"kernel isolation is missing: {why}")
        if why:
            pytest.skip(f"kernel isolation is missing: {why}")
