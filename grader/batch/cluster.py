"""Grade on an existing `distributed` cluster: its scheduler assigns the submissions to its workers.

The problem is sent to each worker once, as an archive. If a worker dies, the scheduler gives its tasks to
others.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, cast

from grader.batch.execute import Lane
from grader.errors import JudgeFault, UsageError

_CONNECT_S = 15


@contextmanager
def connected(scheduler: str | None) -> Iterator[list[Lane]]:
    """Connect to `scheduler` for as long as the body runs; yield the one lane that it is.

    Raises
    ------
    UsageError
        If there is no address, nobody answers there, or the package is not installed.
    JudgeFault
        If the cluster has no workers.
    """
    if scheduler is None:
        raise UsageError("--executor dask: needs the address of a scheduler, --scheduler tcp://HOST:8786")
    try:
        client_of: Any = import_module("distributed").Client  # an extra, and without types
    except ImportError:
        raise UsageError(
            "--executor dask: the package distributed is not installed; pip install 'numgrader[cluster]'"
        ) from None
    try:
        client = client_of(scheduler, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"--scheduler {scheduler}: can't be reached: {error}") from None
    with client:
        threads = sum(client.ncores().values())
        if not threads:
            raise JudgeFault(f"--scheduler {scheduler}: the cluster has no workers")
        # Twice as many as can run: a worker that ends one finds the next waiting.
        yield [Lane(lambda: _Cluster(client.get_executor(pure=False)), slots=2 * threads)]


class _Cluster(Executor):
    """The executor of a client, which can be ended in one way only: what is not done is then given up."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        return cast("Future[Any]", self._inner.submit(fn, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as Executor has it
        self._inner.shutdown(wait=wait and not cancel_futures)
