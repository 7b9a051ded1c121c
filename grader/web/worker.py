"""The code of a worker process: keep a judge open, and reply to the server's requests with events.

A request is a line of JSON on standard input. A reply is one line per event on the original standard output:
its name, a space, its data as JSON. Prints of a problem's code go to standard error. The process ends when
its input closes or the server's process ends, whatever it is doing.
"""

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from grader.verdicts import is_judge_fault

if TYPE_CHECKING:
    from grader.judge import Judge
    from grader.result import CaseResult, Result, Verdict

Tell = Callable[[str, Mapping[str, Any]], None]

FILE_NAME = "solution.py"


def main(options: str) -> NoReturn:
    """Answer questions until there are no more."""
    settings = json.loads(options)
    _end_with(settings["server"])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.dup(1)
    os.dup2(2, 1)
    # One core is enough for what the judge computes, and threads take their time to start.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()

    def tell(name: str, data: Mapping[str, Any]) -> None:
        from grader.report.json import dumps  # noqa: PLC0415 - see `main`

        line = memoryview(f"{name} {dumps(data, indent=None)}".encode())
        while line:
            line = line[os.write(answers, line) :]

    desk = RequestHandler(settings, tell)
    desk.load()
    while True:
        desk.answer(json.loads(questions.get()))


def _end_with(server: int) -> None:
    """Have the kernel end this process with the server's, however that ends."""
    if sys.platform == "linux":
        from grader.runner.confine import die_with  # noqa: PLC0415 - Linux only

        die_with(server)


def _listen(questions: "queue.SimpleQueue[bytes]") -> NoReturn:
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


class RequestHandler:
    """Answers questions about one problem at a time.

    Parameters
    ----------
    settings
        ``isolation`` and ``time_factor`` as for a `Judge`; ``history``: whether attempts are recorded;
        ``grades``: whether it will be asked for runs, or for pages.
    tell
        Sends an event.
    """

    def __init__(self, settings: Mapping[str, Any], tell: Tell) -> None:
        self._settings = settings
        self._tell = tell
        self._judge: Judge | None = None

    def load(self) -> None:
        """Import what answers will need, before there is a question."""
        from grader.problem import folder  # noqa: F401, PLC0415
        from grader.report import json  # noqa: F401, PLC0415
        from grader.web import pages  # noqa: F401, PLC0415

        if self._settings["grades"]:
            from grader.explain import explanation  # noqa: F401, PLC0415
            from grader.judge import Judge  # noqa: F401, PLC0415
        else:
            from grader.report import problem_html  # noqa: F401, PLC0415

    def answer(self, question: Mapping[str, Any]) -> None:
        """Answer one question; what goes wrong is an answer too."""
        try:
            match question["do"]:
                case "run":
                    self._run(question)
                case "prepare":
                    self._open(Path(question["folder"]))
                    self._tell("done", {})
                case "page":
                    self._page(question)
        except BrokenPipeError:
            os._exit(0)
        except Exception as error:  # noqa: BLE001 - told to the server, which decides
            from grader.errors import GraderError  # noqa: PLC0415

            what = str(error) if isinstance(error, GraderError) else f"{type(error).__name__}: {error}"
            self._tell("fault", {"message": what[:2000]})

    def _open(self, folder: Path) -> "Judge":
        """Return the judge for the current version of a problem: the open one, if nothing has changed."""
        from grader.judge import Judge  # noqa: PLC0415
        from grader.problem.folder import load_problem  # noqa: PLC0415

        problem = load_problem(folder)
        judge = self._judge
        if judge is not None:
            if (judge.problem.folder, judge.problem.digest) == (problem.folder, problem.digest):
                return judge
            self._judge = None
            judge.close()
        judge = Judge(
            problem, isolation=self._settings["isolation"], time_factor=self._settings["time_factor"]
        )
        self._judge = judge
        return judge

    def _run(self, question: Mapping[str, Any]) -> None:
        from grader.web import pages  # noqa: PLC0415

        judge = self._open(Path(question["folder"]))
        samples = question["kind"] == "samples"
        source = question["source"].encode()
        hidden = sum(case.visibility != "sample" for case in judge.bank.cases)
        count = len(judge.bank.cases) - (hidden if samples else 0)
        self._tell("started", {"run": question["run"], "cases": count})
        numbers = iter(range(count))
        known = False

        def on_case(case: "CaseResult") -> None:
            self._tell("case", {"index": next(numbers), **_told(case)})

        def on_verdict(verdict: "Verdict", score: float | None) -> None:
            nonlocal known
            known = True
            self._tell("verdict", {"verdict": verdict, "score": score})

        result = judge.grade(
            source, path=FILE_NAME, samples_only=samples, on_case=on_case, on_verdict=on_verdict
        )
        if not known:
            on_verdict(result.verdict, result.score)
        attempt = None if samples else self._record(result, source)
        self._tell(
            "result",
            {
                "result": result.model_dump(mode="json"),
                "html": pages.report(result, kind=question["kind"], hidden_cases=hidden),
                "attempt": attempt,
            },
        )

    def _record(self, result: "Result", source: bytes) -> int | None:
        """Return the number of the attempt; None where it is not recorded."""
        from grader.errors import GraderError  # noqa: PLC0415

        if not self._settings["history"] or is_judge_fault(result.verdict):
            return None
        from grader.history import History  # noqa: PLC0415

        try:
            with History.open() as history:
                return history.record(result, source, origin="serve")
        except GraderError as error:
            with suppress(OSError):
                sys.stderr.write(f"grader: the attempt is not in the history: {error}\n")
            return None

    def _page(self, question: Mapping[str, Any]) -> None:
        from grader.history import Standing  # noqa: PLC0415
        from grader.problem.folder import load_problem  # noqa: PLC0415
        from grader.report import problem_html  # noqa: PLC0415
        from grader.web import pages  # noqa: PLC0415

        standing = None
        if (known := question["standing"]) is not None:
            standing = Standing(**{**known, "last": datetime.fromisoformat(known["last"])})
        problem = load_problem(Path(question["folder"]))
        history = self._settings["history"]
        sections = problem_html.sections(problem)
        text = pages.problem(problem, sections, standing, nonce=question["nonce"], keeps_history=history)
        self._tell("done", {"html": text})


def _told(case: "CaseResult") -> dict[str, Any]:
    """Return the data of a case that is sent during the run; values are in the result."""
    return case.model_dump(
        mode="json", include={"name", "group", "visibility", "verdict", "reason", "message"}
    )
