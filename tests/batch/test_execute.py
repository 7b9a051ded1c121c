"""The order in which tasks meet executors, with executors that do what the test says."""

from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future

import pytest
from report.results import MADE

from grader.batch import worker
from grader.batch.execute import Lane, Pool
from grader.batch.worker import Facts, Failed, GradedRow, JudgeSettings, NeedProblem, Task, graded
from grader.errors import IsolationError, JudgeFault, ProblemError, UsageError

ORDER = JudgeSettings("p", "d" * 64, "/p", 0, False, "kernel", 1.0, ())
RESULT = graded("k", MADE["accepted"])


class Scripted(Executor):
    """Answers at once with what `answer` returns; an exception that it raises is that of the future."""

    made = 0

    def __init__(self, answer):
        type(self).made += 1
        self.answer = answer
        self.calls = []
        self.ended = False

    def submit(self, fn, /, *args):
        self.calls.append((fn, args))
        future = Future()
        try:
            future.set_result(self.answer(fn, *args))
        except CancelledError:
            future.cancel()
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future

    def shutdown(self, **_):
        self.ended = True


def tasks(*keys):
    return iter([Task(key, b"", "", "0" * 64) for key in keys])


def pool(*answers, slots=1, archive=None):
    lanes = [Lane(lambda answer=answer: Scripted(answer), slots) for answer in answers]
    return Pool(lanes, ORDER, archive)


def keys(ended):
    return [task.key for task, _ in ended]


def right(fn, order, task, archive=None):
    return RESULT


def test_every_task_is_answered_once():
    with pool(right, right, slots=3) as lanes:
        ended = list(lanes.run(tasks(*"abcdefgh")))
    assert sorted(keys(ended)) == list("abcdefgh")
    assert all(told == RESULT for _, told in ended)


def test_no_executor_is_started_for_which_there_is_no_task():
    Scripted.made = 0
    with pool(right, right, right) as lanes:
        assert keys(lanes.run(tasks("a"))) == ["a"]
        assert Scripted.made == 1
    with pool(right) as lanes:
        assert list(lanes.run(tasks())) == []


def test_tasks_are_taken_when_there_is_a_place_for_them_and_no_sooner():
    taken = []

    def watched():
        for task in tasks(*"abcdef"):
            taken.append(task.key)
            yield task

    with pool(right, slots=2) as lanes:
        run = lanes.run(watched())
        next(run)
        assert len(taken) <= 3
        run.close()


def dies_on(*bad, deaths):
    """Die while grading one of `bad`, as often as said."""
    left = dict.fromkeys(bad, deaths)

    def answer(fn, order, task, archive=None):
        if left.get(task.key, 0) > 0:
            left[task.key] -= 1
            raise BrokenExecutor
        return RESULT

    return answer


def test_a_submission_whose_worker_died_is_tried_once_more_on_a_new_one():
    Scripted.made = 0
    with pool(dies_on("b", deaths=1)) as lanes:
        ended = {task.key: told for task, told in lanes.run(tasks("a", "b", "c"))}
    assert ended == dict.fromkeys("abc", RESULT)
    assert Scripted.made == 2


def test_a_submission_whose_workers_die_twice_is_given_up_and_no_other_is():
    with pool(dies_on("b", "d", deaths=9)) as lanes:
        ended = {task.key: told for task, told in lanes.run(tasks(*"abcde"))}
    assert {key for key, told in ended.items() if isinstance(told, GradedRow)} == {"a", "c", "e"}
    assert ended["b"] == "the judge's process ended 2 times while it graded this submission"


def test_an_error_of_the_worker_is_tried_once_more_on_the_same_one():
    Scripted.made = 0

    def answer(fn, order, task, archive=None):
        raise ValueError("x")

    with pool(answer) as lanes:
        ((_, told),) = lanes.run(tasks("a"))
    assert told == "the judge failed 2 times: x"
    assert Scripted.made == 1


@pytest.mark.parametrize(
    ("failed", "error"),
    [
        (Failed("usage", ("changed",)), UsageError),
        (Failed("isolation", ("no Landlock",)), IsolationError),
        (Failed("fault", ("x",)), JudgeFault),
        (Failed("problem", ("one", "two")), ProblemError),
    ],
)
def test_an_error_that_concerns_all_ends_the_run(failed, error):
    with pool(lambda *_: failed) as lanes:
        with pytest.raises(error) as raised:
            list(lanes.run(tasks("a", "b")))
        with pytest.raises(error):
            lanes.prepare()
    assert str(raised.value).startswith("\n".join(failed.lines))


def test_a_sandbox_that_is_killed_while_it_starts_ends_no_run():
    left = {
        "b": Failed("isolation", ("it ended before the sandbox was ready",)),
        "c": Failed("fault", ("x",)),
    }

    def answer(fn, order, task, archive=None):
        return left.pop(task.key, RESULT)

    with pool(answer) as lanes:
        ended = {task.key: told for task, told in lanes.run(tasks(*"abcd"))}
    assert ended == dict.fromkeys("abcd", RESULT)
    assert left == {}


def test_a_cluster_that_gives_up_its_tasks_ends_the_run_and_blames_no_submission():
    def answer(*_):
        raise CancelledError

    with pool(answer) as lanes, pytest.raises(JudgeFault, match="is the cluster still running"):
        list(lanes.run(tasks("a")))


def test_the_problem_travels_to_a_worker_that_has_not_got_it():
    sent = []

    def answer(fn, order, *rest):
        sent.append(rest[-1])
        if rest[-1] is None and len(sent) in (1, 3):
            return NeedProblem()
        return RESULT if fn is worker.grade else Facts(())

    with pool(answer, archive=b"zip") as lanes:
        assert lanes.prepare() == Facts(())
        assert keys(lanes.run(tasks("a", "b"))) == ["a", "b"]
    assert sent == [None, b"zip", None, b"zip", None]


def test_workers_that_die_before_they_are_ready_end_the_run():
    def answer(*_):
        raise BrokenExecutor

    with pool(answer) as lanes, pytest.raises(JudgeFault, match="end before they are ready"):
        lanes.prepare()


def test_a_run_that_is_stopped_ends_before_the_next_result():
    with pool(right) as lanes:
        run = lanes.run(tasks("a", "b", "c"))
        next(run)
        lanes.stop()
        assert list(run) == []
