"""Places that submissions try to get at, and judges that many tests share."""

import os

import pytest
from hostile.bench import Bench
from hostile.probes import CANARY_NAME


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("banks")


@pytest.fixture(scope="module", autouse=True)
def elsewhere(tmp_path_factory):
    """Work in a folder that nobody needs: some of what is tried succeeds, and leaves its files there."""
    before = os.getcwd()
    os.chdir(tmp_path_factory.mktemp("elsewhere"))
    yield
    os.chdir(before)


def make_breach(folder):
    """Make a folder outside of every sandbox to which anybody may write, with one file."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o1777)
    target = folder / "metadata_target"
    target.write_text("left alone\n")
    target.chmod(0o666)
    return folder


@pytest.fixture(scope="module")
def bench(tmp_path_factory, cache):
    """The bench, in an empty working folder, with a secret in its environment and text on its standard input."""
    working = tmp_path_factory.mktemp("working")
    breach = make_breach(tmp_path_factory.mktemp("breach"))
    before, kept_input = os.getcwd(), os.dup(0)
    reader, writer = os.pipe()
    os.write(writer, b"JUDGE_CANARY\n" * 10)
    os.chdir(working)
    os.dup2(reader, 0)
    os.environ[CANARY_NAME] = "JUDGE_CANARY_" + os.urandom(8).hex()
    try:
        with Bench(cache, working, breach, os.getpid()) as made:
            yield made
    finally:
        os.environ.pop(CANARY_NAME)
        os.dup2(kept_input, 0)
        for descriptor in (kept_input, reader, writer):
            os.close(descriptor)
        os.chdir(before)
