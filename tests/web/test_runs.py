"""Runs on a real server: their order, their end, and what is left of them."""

import os
import signal
import time

import pytest
from hostile.probes import descendants, processes
from web.client import GUARD_S, serving
from web.problems import ENDLESS, RIGHT, WRONG

pytestmark = pytest.mark.kernel


def wait_for(what):
    """Return the first true value of `what`, which comes to be true in the end."""
    end = time.monotonic() + GUARD_S
    while not (found := what()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def below(pid):
    return descendants(pid, processes()) - {pid}


def workers(pid):
    """Return the workers of a server: its children."""
    return {child for child, (parent, _) in processes().items() if parent == pid}


@pytest.mark.parametrize(("source", "verdict"), [(RIGHT, "AC"), (WRONG, "WA"), ("def", "CE"), ("", "CE")])
@pytest.mark.parametrize("kind", ["samples", "submit"])
def test_a_run_is_told_from_queue_to_result(client, source, verdict, kind):
    events = list(client.begin(source, kind, "quick"))
    names = [name for name, _ in events]
    number = events[0][1]["run"]
    count = names.count("case")
    assert names == ["queued", "started", *["case"] * count, "verdict", "result"]
    assert events[0][1] == {"run": number, "place": 0}
    assert events[1][1] == {"run": number, "cases": count}
    told = events[-1][1]
    assert set(told) == {"result", "html", "attempt"}
    result = told["result"]
    assert result["verdict"] == verdict
    assert (told["attempt"] is None) == (kind == "samples")
    assert events[-2][1] == {"verdict": result["verdict"], "score": result["score"]}
    fields = ("name", "group", "visibility", "verdict", "reason", "message")
    wanted = [{"index": i, **{f: case[f] for f in fields}} for i, case in enumerate(result["cases"])]
    assert [data for name, data in events if name == "case"] == wanted


def test_an_endless_loop_is_cancelled(client):
    events = client.begin(ENDLESS, slug="patient")
    number = events.until("started")["run"]
    assert client.cancel(number) == 204
    assert [name for name, _ in events] == ["cancelled"]
    assert client.cancel(number) == 404
    assert client.begin(RIGHT, slug="patient").until("verdict")["verdict"] == "AC"


def test_an_endless_reference_is_cancelled(client):
    events = client.begin(RIGHT, slug="endless")
    number = events.until("queued")["run"]
    other = client.begin(RIGHT, slug="quick")
    assert other.until("verdict")["verdict"] == "AC"
    assert client.cancel(number) == 204
    assert [name for name, _ in events] == ["cancelled"]
    other.leave()


def test_a_problem_that_is_opened_for_nobody_holds_no_run(client):
    """Its page has been looked at, so workers open it, which does not end."""
    for _ in range(2):
        client.get("/p/endless")
    for _ in range(3):
        assert client.begin(RIGHT, slug="quick").until("result")["result"]["verdict"] == "AC"


def test_two_run_and_the_others_wait_in_order(client):
    running = [client.begin(ENDLESS, slug="patient") for _ in range(2)]
    numbers = [events.until("started")["run"] for events in running]
    waiting = [client.begin(ENDLESS, slug="patient") for _ in range(3)]
    told = [next(events) for events in waiting]
    assert [(name, data["place"]) for name, data in told] == [("queued", 1), ("queued", 2), ("queued", 3)]
    waiting_numbers = [data["run"] for _, data in told]

    client.cancel(waiting_numbers[1])  # from the middle of the queue
    assert next(waiting[1]) == ("cancelled", {})
    assert next(waiting[2]) == ("queued", {"run": waiting_numbers[2], "place": 2})
    client.cancel(numbers[0])  # one that runs
    assert next(waiting[0]) == ("queued", {"run": waiting_numbers[0], "place": 0})
    assert waiting[0].until("started")["run"] == waiting_numbers[0]
    assert next(waiting[2]) == ("queued", {"run": waiting_numbers[2], "place": 1})
    for number in (numbers[1], waiting_numbers[0], waiting_numbers[2]):
        assert client.cancel(number) == 204
    assert [[name for name, _ in events][-1] for events in (running[1], waiting[0], waiting[2])] == [
        "cancelled"
    ] * 3
    running[0].leave()
    waiting[1].leave()


def test_a_client_that_goes_away_takes_its_runs_along(client):
    leaving = [client.begin(ENDLESS, slug="patient") for _ in range(3)]
    for events in leaving[:2]:
        events.until("started")
    events = client.begin(RIGHT, slug="patient")
    assert next(events)[1]["place"] == 2
    for each in leaving:
        each.leave()
    assert events.until("verdict")["verdict"] == "AC"
    events.leave()


def test_more_than_may_wait_are_turned_away(client):
    held, places = [], []
    while 20 not in places:
        held.append(client.begin(ENDLESS, slug="patient"))
        places.append(next(held[-1])[1]["place"])
        assert len(held) <= 22
    answer = client.post("/api/p/patient/run", {"source": RIGHT, "kind": "samples"})
    assert answer.status == 503
    assert answer.message == "too many runs are waiting; try again in a moment"
    for each in held:
        each.leave()
    wait_for(lambda: client.post("/api/p/patient/run", {"source": "", "kind": "samples"}).status == 200)


def test_a_worker_that_dies_costs_one_run(client):
    events = client.begin(ENDLESS, slug="patient")
    events.until("started")
    for worker in workers(client.process.pid):
        os.kill(worker, signal.SIGKILL)
    name, data = next(event for event in events if event[0] != "case")
    assert name == "fault"
    assert "SIGKILL" in data["message"]
    assert list(events) == []
    for _ in range(3):
        assert client.begin(RIGHT, slug="quick").until("result")["result"]["verdict"] == "AC"
    assert client.get("/p/quick").status == 200


def test_a_problem_that_changes_is_read_anew(client, problems):
    page = problems / "quick" / "problem.toml"
    before = page.read_text()
    first = client.begin(RIGHT, slug="quick").until("result")["result"]
    try:
        page.write_text(before.replace("points = 50", "points = 70"))
        second = client.begin(RIGHT, slug="quick").until("result")["result"]
        page.write_text(before.replace("schema = 1", "schema = 7"))
        fault = client.begin(RIGHT, slug="quick").until("fault")
    finally:
        page.write_text(before)
    points = [{g["name"]: g["max_points"] for g in result["groups"]}["rows"] for result in (first, second)]
    assert points == [50, 70]
    assert "schema" in fault["message"]
    assert client.begin(RIGHT, slug="quick").until("result")["result"]["score"] == 100


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_nothing_is_left_when_the_server_ends(number, code, tmp_path, problems, cache):
    environment = {"GRADER_CACHE_DIR": str(cache)}
    with serving(tmp_path, "--problems", problems, environment=environment) as client:
        client.get("/p/quick")
        held = [client.begin(ENDLESS, slug="patient"), client.begin(RIGHT, slug="endless")]
        held += [client.begin(ENDLESS, slug="patient")]
        held[0].until("started")
        wait_for(lambda: len(below(client.process.pid)) >= 5)  # workers, a sandbox, a submission
        started = below(client.process.pid)
        client.process.send_signal(number)
        assert client.process.wait(GUARD_S) == code
        wait_for(lambda: not started & set(processes()))
        told = client.process.stderr.read()
        assert "Traceback" not in told
        if number != signal.SIGKILL:
            assert told == "grader: open this address in a browser; Ctrl+C stops the server\n"
            assert [[name for name, _ in events][-1] for events in held] == ["cancelled"] * 3
        else:
            for events in held:
                events.leave()
