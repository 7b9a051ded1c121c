"""One server for all tests of a module that do not end it."""

import pytest
from web.client import serving
from web.problems import course


@pytest.fixture(scope="module")
def problems(tmp_path_factory):
    """Return a folder of small problems."""
    return course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def client(tmp_path_factory, problems, cache):
    """Return a client of a server that is running."""
    environment = {"GRADER_CACHE_DIR": str(cache)}
    with serving(
        tmp_path_factory.mktemp("served"), "--problems", problems, environment=environment
    ) as running:
        yield running
