"""Pages are made in processes that can be ended."""

import asyncio
import os
import signal

import pytest

from grader.web.renderer import PageRenderer
from grader.web.requests import Refused

OPTIONS = {"isolation": "process", "time_factor": 1.0, "history": False}


def with_clerk(what, **how):
    async def run():
        clerk = PageRenderer(OPTIONS, **how)
        await clerk.start()
        try:
            return await what(clerk)
        finally:
            await clerk.close()

    return asyncio.run(run())


def test_code_that_does_not_end_is_given_up_and_holds_no_other_page(problems):
    async def what(clerk):
        hanging = asyncio.create_task(clerk.page(problems / "hanging", None, "n"))
        await asyncio.sleep(0)
        page = await clerk.page(problems / "quick", None, "n")
        assert not hanging.done()
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        clerk._longest_s = 1.0
        with pytest.raises(Refused, match="took more than 1 s"):
            await clerk.page(problems / "hanging", None, "n")
        return page

    assert "Centre the rows" in with_clerk(what, longest_s=120.0)


def test_a_worker_that_has_gone_is_replaced(problems):
    async def what(clerk):
        await clerk.page(problems / "quick", None, "n")
        for worker in clerk._all:
            os.kill(worker.pid, signal.SIGKILL)
            await worker._process.wait()
        return await clerk.page(problems / "quick", None, "n")

    assert "Centre the rows" in with_clerk(what)


def test_one_worker_is_kept(problems):
    async def what(clerk):
        await asyncio.gather(*(clerk.page(problems / "quick", None, "n") for _ in range(4)))
        return len(clerk._all)

    assert with_clerk(what, at_once=2) == 1
