"""A real browser for the tests of pages: one plain line where there is none, and a failure in continuous integration."""

import os
import shutil
from contextlib import contextmanager

import pytest

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]  # fmt: skip
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def missing(why):
    if os.environ.get("GRADER_CI") == "1":
        pytest.fail(f"pages can't be tried in a browser: {why}")
    pytest.skip(f"pages can't be tried in a browser: {why}")


@contextmanager
def launched():
    """Yield a browser without a window."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError:
        missing("the package playwright is not installed (extra dev)")
    if CHROMIUM is None:
        missing("there is no chromium")
    with sync_playwright() as playwright:
        # Each launch has a folder for its user of its own, which goes with it.
        made = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        yield made
        made.close()


class Visit:
    """A context of the browser, as of one person; whatever a page complains of is kept in `faults`."""

    def __init__(self, browser, origin, **options):
        self.faults = []
        self._origin = origin
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(30_000)

    def page(self, address):
        page = self.context.new_page()
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("dialog", self._asked_in_a_dialog)
        page.on("request", self._asked)
        page.goto(address)
        return page

    def _asked_in_a_dialog(self, dialog):
        self.faults.append("a dialog")
        dialog.dismiss()

    def _asked(self, request):
        if not request.url.startswith((self._origin, "data:")):
            self.faults.append(request.url)


def complaints(page, *rules):
    """Return what axe calls serious or critical on a page, as words; of `rules` only, if any are named."""
    try:
        from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415
    except ImportError:
        missing("the package axe-playwright-python is not installed (extra dev)")
    found = Axe().run(page, options={"runOnly": list(rules)} if rules else None).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {node['html'][:200]} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
