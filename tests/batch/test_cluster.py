"""A cluster of two worker processes on this machine, of which one is killed half-way."""

import csv
import os
import signal

import pytest

from grader.batch.plan import Silent
from grader.errors import JudgeFault, UsageError

from .classes import make_class

pytestmark = pytest.mark.kernel

if os.environ.get("GRADER_CI") == "1":
    import distributed
else:
    distributed = pytest.importorskip("distributed", reason="needs the package distributed (extra dev)")


@pytest.fixture
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def verdicts(out):
    with open(out / "grades.csv", newline="") as file:
        return {row["key"]: row["verdict"] for row in csv.DictReader(file)}


class KillsOne(Silent):
    """Kills a worker of the cluster when so many verdicts are there."""

    def __init__(self, cluster, after):
        self.cluster, self.after, self.killed = cluster, after, 0

    def verdict(self, verdict, *, fresh):
        self.after -= 1
        if self.after == 0:
            with distributed.Client(self.cluster, set_as_default=False) as client:
                pids = client.run(os.getpid)
            self.killed = next(iter(pids.values()))
            os.kill(self.killed, signal.SIGKILL)


def test_a_cluster_gives_the_same_results_and_loses_none_with_a_worker(tmp_path, batch, cluster):
    root = tmp_path / "in"
    wanted = make_class(root, 40, {"AC": 60, "WA": 25, "RTE": 10, "CE": 5})
    batch(root, tmp_path / "local", workers=2)
    watch = KillsOne(cluster, after=15)
    (done,) = batch(root, tmp_path / "far", executor="dask", scheduler=cluster.scheduler_address, watch=watch)
    assert watch.killed
    assert done.graded == 40
    assert verdicts(tmp_path / "far") == wanted
    for name in ("grades.csv", "summary.json", "report.html"):
        assert (tmp_path / "far" / name).read_bytes() == (tmp_path / "local" / name).read_bytes()


def test_an_address_where_nobody_answers(tree, tmp_path, batch, monkeypatch):
    monkeypatch.setattr("grader.batch.cluster._CONNECT_S", 1)
    with pytest.raises(UsageError, match="can't be reached"):
        batch(tree({"a.py": ""}), tmp_path / "out", executor="dask", scheduler="tcp://127.0.0.1:9")
    assert not (tmp_path / "out").exists()


def test_a_cluster_without_workers(tree, tmp_path, batch):
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=50) as empty,
        pytest.raises(JudgeFault, match="has no workers"),
    ):
        batch(tree({"a.py": ""}), tmp_path / "out", executor="dask", scheduler=empty.scheduler_address)
