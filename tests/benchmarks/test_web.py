"""From pressing Submit to the verdict, beside what the same judge takes for the same file."""

import pytest
from benchmarks.conftest import RIGHT
from benchmarks.table import timed
from web.client import serving

pytestmark = [pytest.mark.bench, pytest.mark.kernel]


def test_a_submit_in_the_browser(table, judge, cache, tmp_path):
    source = RIGHT.read_text()
    with serving(tmp_path, environment={"GRADER_CACHE_DIR": str(cache)}) as client:
        client.get("/p/layer_norm")

        def submit():
            events = client.begin(source)
            assert events.until("verdict")["verdict"] == "AC"
            return events

        def pressed():
            seconds = timed(lambda: under_way.append(submit()))
            events = under_way.pop()
            assert events.until("result")["attempt"] is not None
            events.leave()
            return seconds

        under_way = []
        pressed()

        def graded():
            return timed(lambda: judge.grade(source.encode()))

        graded()
        table.compare("one", "Submit in the browser / grading", pressed, graded, rounds=15, target=2)
