"""The pages of `grader serve` in a real browser: what a learner does, line by line."""

import re
import time

import pytest
from support.browser import Visit, complaints, launched
from web.client import GUARD_S, ROOT, serving
from web.problems import ENDLESS, RIGHT

pytestmark = pytest.mark.kernel
SECTIONS = ["Problem", "Theory", "Examples", "Hints", "Requirements", "Constraints", "Starter code",
            "Test cases", "Attempts"]  # fmt: skip
PLUS = RIGHT.replace("x - np.mean", "x + np.mean")
WHOLE_MEAN = RIGHT.replace("np.mean(x, axis=-1, keepdims=True)", "np.mean(x)")


@pytest.fixture(scope="module")
def browser():
    with launched() as made:
        yield made


@pytest.fixture
def visit(browser, client):
    """Return a function that opens a page as a person who has the address; a complaint fails the test."""
    visits = []

    def open_(path="/", *, width=1280, height=860, **options):
        made = Visit(browser, f"http://{client.host}", viewport={"width": width, "height": height}, **options)
        visits.append(made)
        path, _, section = path.partition("#")
        return made.page(f"http://{client.host}{path}?token={client.token}#{section}")

    yield open_
    faults = [fault for made in visits for fault in made.faults]
    for made in visits:
        made.context.close()
    assert faults == []


def write(page, text):
    page.locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)


def written(page):
    return page.evaluate(
        "[...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')"
    )


def run(page, button):
    # The page says that it runs before the click returns.
    page.get_by_role("button", name=button, exact=True).click()
    return finished(page)


def finished(page):
    page.locator("#results[data-state=done]").wait_for()
    return page.locator("#results").inner_text()


def choose(page, title):
    page.get_by_role("tab", name=title, exact=True).click()
    return page.get_by_role("tabpanel", name=title, exact=True)


def test_the_list_tells_the_problems_and_leads_to_one(visit):
    page = visit()
    assert "token" not in page.url
    assert page.title() == "Problems – grader"
    assert page.get_by_role("heading", name="Fixtures").is_visible()
    assert "problem.toml" in page.locator(".faulty").inner_text()
    page.get_by_label("Search").fill("layer")
    assert page.locator(".problems li:visible").count() == 1
    page.get_by_label("Search").fill("nothing like it")
    assert page.get_by_text("No problem matches.").is_visible()
    page.get_by_label("Search").fill("")
    page.get_by_role("link", name="Layer Normalization").click()
    page.get_by_role("heading", name="Layer Normalization", level=1).wait_for()


def test_each_tab_shows_its_section_and_arrow_keys_go_on(visit):
    page = visit("/p/layer_norm")
    assert page.get_by_role("tab").all_inner_texts() == SECTIONS
    words = ["normalisation", "population variance", "example_scaled", "Hint 1", "float64", "512 MiB", "def layer_norm",
             "159 cases are hidden", "Attempts"]  # fmt: skip
    for title, said in zip(SECTIONS, words, strict=True):
        panel = choose(page, title)
        assert said in panel.inner_text(), title
        assert page.locator(".panel:not([hidden])").count() == 1, title
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tab", selected=True).inner_text() == "Problem"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.get_by_role("tab", selected=True).inner_text() == "Test cases"
    page.reload()
    assert page.get_by_role("tab", selected=True).inner_text() == "Test cases"
    assert page.locator("math").count() > 10


def test_a_hint_is_read_by_opening_it(visit):
    page = visit("/p/layer_norm#hints")
    hint = page.locator("details.hint").first
    assert not hint.get_by_text("keepdims").is_visible()
    hint.locator("summary").click()
    assert hint.get_by_text("keepdims").is_visible()


def test_a_learner_goes_from_a_wrong_solution_to_an_accepted_one(visit):
    page = visit("/p/lesson")
    write(page, PLUS)
    page.keyboard.press("Control+Enter")
    told = finished(page)
    assert "0 of 1 sample right" in told
    assert "one_row" in told
    assert page.locator("#results mark.bad").first.inner_text() == "1.5"
    assert page.locator("#results mark.good").first.inner_text() == "-0.5"
    assert page.locator("#results tr.differs").count() == 3

    write(page, WHOLE_MEAN)
    page.keyboard.press("Control+Shift+Enter")
    told = finished(page)
    for part in (
        "Wrong answer",
        "First failing case",
        "The mean of the whole array",
        "Smallest failing input",
    ):
        assert part in told, part
    assert page.locator("#results mark.bad").count() >= 1
    page.get_by_role("button", name="open hint 1").click()
    assert page.get_by_role("tabpanel", name="Hints").get_by_text("keepdims").is_visible()
    assert "Not solved yet · 1 attempt" in page.locator("#standing").inner_text()

    write(page, RIGHT)
    told = run(page, "Submit")
    assert "Accepted" in told
    assert "Score 100 of 100" in re.sub(r"\s+", " ", told)
    page.get_by_text("Solved · 2 attempts").wait_for()

    page.reload()
    assert written(page).strip() == RIGHT.strip()
    panel = choose(page, "Attempts")
    assert panel.locator(".attempt-row .verdict").all_inner_texts() == ["AC", "WA"]
    panel.locator(".attempt-row").nth(1).click()
    panel.locator(".attempt pre").first.wait_for()
    assert "np.mean(x)" in panel.locator(".attempt pre").first.inner_text()
    assert "The mean of the whole array" in panel.inner_text()
    page.get_by_role("button", name="Load into the editor").click()
    assert written(page).strip() == WHOLE_MEAN.strip()
    page.get_by_role("button", name="Undo").click()
    assert written(page).strip() == RIGHT.strip()
    page.get_by_role("link", name="Problems").click()
    assert "Solved · 2 attempts" in page.locator("a[href='/p/lesson']").inner_text()


def test_an_endless_loop_is_cancelled_and_the_next_run_is_not_held_up(visit):
    page = visit("/p/patient")
    write(page, ENDLESS)
    page.keyboard.press("Control+Enter")
    page.get_by_text("Running the samples").wait_for()
    assert page.locator("#submit").get_attribute("aria-disabled") == "true"
    page.get_by_role("button", name="Cancel").click()
    assert "Cancelled." in finished(page)
    assert page.get_by_role("button", name="Cancel").count() == 0
    write(page, RIGHT)
    assert "1 of 1 sample right" in run(page, "Run samples")


def test_a_waiting_run_is_told_its_place(visit, client):
    held = [client.begin(ENDLESS, slug="patient") for _ in range(3)]
    try:
        page = visit("/p/quick")
        write(page, RIGHT)
        page.keyboard.press("Control+Enter")
        page.get_by_text(re.compile(r"Waiting: \d runs? (is|are) before yours")).wait_for()
    finally:
        for events in held:
            events.leave()
    assert "1 of 1 sample right" in finished(page)


def test_two_tabs_keep_their_texts_and_tell_of_the_other(visit):
    first = visit("/p/quick")
    second = first.context.new_page()
    second.goto(first.url)
    write(first, "first = 1\n")
    second.get_by_text("Another tab has different code for this problem").wait_for()
    write(second, "second = 2\n")
    first.get_by_text("Another tab has different code for this problem").wait_for()
    assert written(first).strip() == "first = 1"
    second.get_by_role("button", name="Keep this one").click()
    first.reload()
    assert written(first).strip() == "first = 1"
    first.get_by_role("button", name="Show it here").click()
    assert written(first).strip() == "second = 2"
    first.get_by_role("button", name="Undo").click()
    assert written(first).strip() == "first = 1"


def test_a_text_that_another_tab_wrote_over_is_still_offered(visit):
    first = visit("/p/quick")
    second = first.context.new_page()
    second.goto(first.url)
    write(first, "first = 1\n")
    second.get_by_text("Another tab has different code for this problem").wait_for()
    first.close()
    write(second, "second = 2\n")
    second.reload()
    assert written(second).strip() == "second = 2"
    second.get_by_role("button", name="Show it here").click()
    assert written(second).strip() == "first = 1"


def test_the_starter_code_comes_back_only_when_asked_and_can_be_undone(visit):
    page = visit("/p/quick")
    starter = written(page)
    write(page, "mine = 1\n")
    page.get_by_role("button", name="Reset").click()
    page.get_by_role("button", name="Keep my code").click()
    assert written(page).strip() == "mine = 1"
    page.get_by_role("button", name="Reset").click()
    page.get_by_role("dialog").get_by_role("button", name="Reset").click()
    page.get_by_text("The starter code is restored.").wait_for()
    assert written(page) == starter
    page.get_by_role("button", name="Undo").click()
    assert written(page).strip() == "mine = 1"


def test_the_editor_indents_and_closes_and_is_left_by_the_keyboard(visit):
    page = visit("/p/quick")
    write(page, "def centre(x):")
    page.keyboard.press("Enter")
    page.keyboard.type("y = (x")
    assert written(page) == "def centre(x):\n    y = (x)"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('cm-content')")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('cm-content')")


def test_typing_over_a_selection_leaves_the_policy_alone(visit):
    page = visit("/p/quick")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("(")  # closed around what was selected, as elsewhere
    page.keyboard.press("Control+A")
    page.keyboard.type("x = 1")
    assert written(page) == "x = 1"


def test_the_line_that_a_message_names_is_marked_until_it_is_edited(visit):
    page = visit("/p/quick")
    write(page, RIGHT.replace("return (x", "return nump.abs(x"))
    run(page, "Run samples")
    assert "nump" in page.locator(".cm-fault").inner_text()
    page.keyboard.press("Control+End")
    page.locator(".cm-content").press("End")
    page.keyboard.type("#")
    assert page.locator(".cm-fault").count() == 0


HOSTILE = """
import numpy as np


class Err(Exception):
    pass


Err.__name__ = "<img src=x onerror=alert(1)>"


def centre(x, scale=2.0):
    print("<script>alert(document.cookie)</script></code></pre><h1>free</h1>\\u202e")
    raise Err("<script>alert(2)</script>\\u202e<svg onload=alert(3)>")
"""


@pytest.mark.parametrize("button", ["Run samples", "Submit"])
def test_what_a_submission_says_is_text(visit, button):
    page = visit("/p/quick")
    scripts = page.locator("script").count()
    write(page, HOSTILE)
    told = run(page, button)
    assert "<script>alert(2)</script>" in told
    assert "<script>alert(document.cookie)</script>" in told
    assert "\u202e" not in told
    panel = choose(page, "Attempts")
    if button == "Submit":
        panel.locator(".attempt-row").first.click()
        panel.locator(".attempt pre").first.wait_for()
        assert "onerror" in panel.inner_text()
    page.reload()
    assert page.locator("script").count() == scripts
    assert page.locator("img, svg, iframe").count() == 0
    assert page.locator("h1").count() == 1


def test_a_server_that_has_gone_is_told(browser, client):
    visit = Visit(browser, f"http://{client.host}")  # complains of what it can't load
    page = visit.page(f"http://{client.host}/p/quick?token={client.token}")
    page.route("**/run", lambda route: route.abort())
    write(page, RIGHT)
    page.get_by_role("button", name="Submit").click()
    assert "Is grader serve still running" in finished(page)
    visit.context.close()


@pytest.mark.parametrize("width", [300, 800])
def test_nothing_is_wider_than_the_window(visit, width):
    page = visit(width=width, height=700)

    def fits():
        return page.evaluate("document.documentElement.scrollWidth") <= width

    assert fits()
    page.goto(f"{page.url}p/layer_norm")
    for title in SECTIONS:
        choose(page, title)
        assert fits(), title
    page.goto(page.url.replace("layer_norm#attempts", "quick"))
    write(page, WHOLE_MEAN)
    run(page, "Submit")
    assert fits()
    choose(page, "Attempts").locator(".attempt-row").first.click()
    page.locator(".attempt pre").first.wait_for()
    assert fits()


@pytest.mark.parametrize(("scheme", "rules"), [("light", ()), ("dark", ("color-contrast",))])
def test_axe_finds_no_serious_fault(visit, scheme, rules):
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    assert complaints(page, *rules) == []
    page.goto(f"{page.url}p/quick")
    write(page, WHOLE_MEAN)
    run(page, "Submit")
    page.locator(".all-failing summary").click()
    choose(page, "Attempts").locator(".attempt-row").first.click()
    page.locator(".attempt pre").first.wait_for()
    assert complaints(page, *rules) == []
    page.get_by_role("button", name="Reset").click()
    assert complaints(page, *rules) == []


def test_the_results_are_made_taller_by_the_keyboard_and_stay_so(visit):
    page = visit("/p/quick")
    write(page, RIGHT)
    run(page, "Run samples")
    before = page.locator("#results").bounding_box()["height"]
    handle = page.locator("#handle")
    handle.press("ArrowUp")
    assert page.locator("#results").bounding_box()["height"] > before
    page.reload()
    assert handle.get_attribute("aria-valuenow") == "63"


def test_without_javascript_the_page_can_be_read(visit):
    page = visit("/p/layer_norm", java_script_enabled=False)
    for name in ("problem", "theory", "examples", "requirements", "cases"):
        assert page.locator(f"#{name}").is_visible()
    assert page.locator("noscript .notice").bounding_box()["height"] > 20
    assert not page.get_by_role("button", name="Submit").is_visible()


def test_the_picture_in_the_readme_is_of_this_page(visit, request, tmp_path):
    """``pytest --snapshot-update`` takes it anew."""
    page = visit("/p/layer_norm", width=1360, height=1160)
    source = (ROOT / "submissions/layer_norm/wrong_answer/sample_variance.py").read_text()
    write(page, source.partition("\n\n")[2])
    run(page, "Submit")
    for _ in range(3):
        page.locator("#handle").press("ArrowUp")
    page.locator(".cm-scroller").evaluate("(text) => { text.scrollTop = 0; }")
    page.locator("#handle").blur()
    kept = ROOT / "docs" / "images" / "serve.png"
    update = request.config.getoption("--snapshot-update")
    taken = kept if update else tmp_path / "serve.png"
    page.screenshot(path=taken)
    assert taken.read_bytes()[16:24] == kept.read_bytes()[16:24]  # width and height
    assert kept.stat().st_size < 300_000
    assert "docs/images/serve.png" in (ROOT / "README.md").read_text()


def test_an_attempt_that_is_chosen_comes_into_sight(visit, client):
    for _ in range(6):
        client.begin(RIGHT, slug="quick").until("result")
    page = visit("/p/quick#attempts", width=300, height=420)
    page.locator(".attempt-row").first.click()
    page.locator(".attempt pre").first.wait_for()
    title = page.locator(".attempt h3")
    assert 0 <= title.evaluate("(it) => it.getBoundingClientRect().top") < 420
    assert title.evaluate(
        "(it) => it.contains(document.elementFromPoint(20, it.getBoundingClientRect().top + 5))"
    )
    assert title.evaluate("(it) => it === document.activeElement")


def test_an_attempt_that_could_not_be_kept_is_told(browser, tmp_path, problems, cache):
    (tmp_path / "spoilt").write_text("this is no history")
    environment = {"GRADER_CACHE_DIR": str(cache), "GRADER_HISTORY": str(tmp_path / "spoilt")}
    with serving(tmp_path, "--problems", problems, environment=environment) as client:
        visited = Visit(browser, f"http://{client.host}")
        page = visited.page(f"http://{client.host}/p/quick?token={client.token}")
        write(page, RIGHT)
        run(page, "Run samples")
        assert page.locator("#notice").inner_text() == ""
        assert "Accepted" in run(page, "Submit")
        assert "This attempt was not recorded" in page.locator("#notice").inner_text()
        visited.context.close()


def test_in_a_narrow_window_the_verdict_comes_into_sight_unless_one_reads_elsewhere(visit):
    page = visit("/p/quick", width=300, height=640)
    write(page, PLUS)
    run(page, "Submit")
    place = page.locator("#results")
    assert place.locator(".run-headline").evaluate("(it) => it.getBoundingClientRect().bottom") < 640
    assert place.evaluate("(it) => it.getBoundingClientRect().top") < 320

    write(page, ENDLESS)
    page.get_by_role("button", name="Submit", exact=True).click()
    page.get_by_text("Running all cases").wait_for()
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("button", name="Cancel").evaluate("(it) => it.click()")
    finished(page)
    assert page.evaluate("scrollY") == 0


def test_nothing_shines_through_the_titles_that_stay_at_the_top(visit):
    page = visit("/p/layer_norm", width=300, height=640)
    page.evaluate("document.querySelector('.contents').scrollLeft = 60")
    page.locator(".contents.before.more").wait_for()

    def bar(offset):
        page.evaluate("(y) => scrollTo(0, y)", offset)
        height = page.locator(".contents").evaluate("(it) => it.getBoundingClientRect().height")
        return page.screenshot(
            clip={"x": 0, "y": 0, "width": 300, "height": int(height)}, animations="disabled"
        )

    first = bar(600)
    assert [offset for offset in range(604, 904, 60) if bar(offset) != first] == []


def test_the_file_that_open_leaves_for_a_browser_leads_to_the_page(browser, tmp_path):
    program, noted = tmp_path / "program", tmp_path / "asked"
    program.write_text(f'#!/bin/sh\necho "$1" >{noted}.part\nmv {noted}.part {noted}\n')
    program.chmod(0o755)
    with serving(tmp_path, "--open", environment={"BROWSER": str(program)}) as client:
        guard = time.monotonic() + GUARD_S
        while not noted.exists():
            assert time.monotonic() < guard
            time.sleep(0.01)
        context = browser.new_context()
        page = context.new_page()
        page.goto(noted.read_text().strip())
        page.wait_for_url(f"http://{client.host}/")
        assert page.title() == "Problems – grader"
        page.reload()
        assert page.title() == "Problems – grader"
        context.close()
