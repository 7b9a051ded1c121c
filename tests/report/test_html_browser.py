"""The page of a class in a real browser, from disk."""

import pytest
from report.pages import hostile_lines, lines, make_page
from report.payloads import PAYLOADS
from support.browser import launched


@pytest.fixture(scope="module")
def browser():
    with launched() as made:
        yield made


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page; a message on the console, an error or a request for anything else fails the test."""
    contexts, faults = [], []

    def open_(text, *, width=1280, height=900, scheme="light"):
        path = tmp_path / "report.html"
        path.write_text(text, "utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, offline=True
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: (faults.append("a dialog"), dialog.dismiss()))
        page.on(
            "request", lambda request: None if request.url == path.as_uri() else faults.append(request.url)
        )
        page.goto(path.as_uri())
        return page

    yield open_
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(scope="module")
def text():
    return make_page(lines(120))


def column(page, name):
    titles = page.locator("#head th").all_inner_texts()
    n = [title.rstrip(" ↑↓↕") for title in titles].index(name) + 1
    return page.locator(f"#body td:nth-child({n})").all_inner_texts()


def count(page):
    return page.locator("#count").inner_text()


def test_it_opens_with_its_figures_and_without_a_word_on_the_console(opened, text):
    page = opened(text)
    assert page.title() == "Layer Normalization – layer_norm: results"
    assert page.locator("#tiles .tile").first.inner_text().split() == ["120", "submissions"]
    assert page.locator("#histogram svg").get_attribute("aria-label").startswith("Histogram of scores. 0–9: ")
    assert page.locator("#body tr").count() == 50
    assert "Bob" in page.locator("#missing").inner_text()
    assert "essay.docx" in page.locator("#left").inner_text()
    assert "carol/1.py, carol/2.py" in page.locator("#several").inner_text()
    assert "dan.py, erin.py" in page.locator("#same").inner_text()


def test_a_click_on_a_heading_sorts_and_another_one_turns(opened, text):
    page = opened(text)
    page.get_by_role("button", name="Score", exact=True).click()
    down = [float(cell) for cell in column(page, "Score") if cell != "–"]
    assert down == sorted(down, reverse=True)
    assert page.locator("#col-score").get_attribute("aria-sort") == "descending"
    page.get_by_role("button", name="Score", exact=True).click()
    up = [float(cell) for cell in column(page, "Score") if cell != "–"]
    assert up == sorted(up)
    assert page.locator("#col-key").get_attribute("aria-sort") == "none"


def test_search_and_choices_narrow_the_table(opened, text):
    page = opened(text)
    page.get_by_label("Search").fill("learner 7 solution")
    page.locator("#count", has_text=" of 120").wait_for()
    assert all("7" in name for name in column(page, "Name"))
    page.get_by_role("button", name="Show all").click()
    assert count(page) == "120 submissions"
    page.get_by_role("combobox", name="Verdict").select_option("TLE")
    assert set(column(page, "Verdict")) == {"TLE"}
    page.get_by_role("combobox", name="Verdict").select_option("")
    page.get_by_role("combobox", name="Mistake").select_option("sample_variance")
    assert set(column(page, "Verdict")) == {"WA"}
    page.get_by_label("Search").fill("no such thing")
    page.locator("#count", has_text="0 of 120").wait_for()
    assert page.locator("#body").inner_text() == "No submission fits."


def test_a_bar_chooses_its_submissions(opened, text):
    page = opened(text)
    page.locator("#verdicts button", has_text="run-time error").click()
    assert set(column(page, "Verdict")) == {"RTE"}
    page.locator("#hardest button").first.click()
    assert "that fail " in count(page)
    assert "AC" not in column(page, "Verdict")


def test_pages_of_the_table(opened, text):
    page = opened(text)
    first = column(page, "Submission")
    page.get_by_role("button", name="Next", exact=True).click()
    second = column(page, "Submission")
    assert not set(first) & set(second)
    page.get_by_role("button", name="Last").click()
    assert len(column(page, "Submission")) == 20
    assert page.locator("#pager").inner_text().count("Page 3 of 3") == 1


def test_a_submission_opens_with_its_counterexample_and_the_keyboard_closes_it(opened, text):
    page = opened(text)
    page.get_by_role("combobox", name="Mistake").select_option("one_pass_variance")
    key = column(page, "Submission")[0]
    page.locator("#body td.key button").first.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    assert dialog.is_visible()
    told = dialog.inner_text()
    for part in (
        key,
        "wrong answer, score 65 of 100",
        "one pass variance",
        "layer_norm(np.array([[0.0, 1.0]]))",
        "Failing cases (",
    ):
        assert part in told
    page.get_by_role("button", name="Next →").click()
    assert key not in page.locator("#d-title").inner_text()
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert page.evaluate("document.activeElement.closest('td.key') !== null")


def test_the_heat_map_is_moved_through_and_opened_with_the_keyboard(opened, text):
    page = opened(text)
    page.locator("#heat").focus()
    said = set()
    for key in ("ArrowDown", "ArrowRight", "End", "PageUp", "Home", "ArrowRight"):
        page.keyboard.press(key)
        said.add(page.locator("#heat-status").inner_text())
    assert len(said) == 6
    assert all(" · " in one for one in said)
    page.keyboard.press("Enter")
    assert page.get_by_role("dialog").is_visible()


def test_the_heat_map_has_the_colours_of_the_verdicts(opened, text):
    page = opened(text)
    page.locator("#heat").scroll_into_view_if_needed()
    colours = page.evaluate(
        """() => { const c = document.getElementById('heat'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        const seen = new Set(); for (let i = 0; i < d.length; i += 4) if (d[i + 3] === 255) seen.add(`${d[i]},${d[i+1]},${d[i+2]}`);
        return [...seen]; }"""
    )
    assert {"215,236,223", "191,48,70"} <= set(colours)


def test_every_control_can_be_reached_and_has_a_name(opened, text):
    page = opened(text)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, canvas, a, [tabindex="0"]')].filter((e) =>
        e.offsetParent !== null && !(e.textContent.trim() || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.labels?.length)).length"""
    )
    assert nameless == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "submissions"
    headings = page.evaluate("[...document.querySelectorAll('main h2, h1')].map((h) => h.tagName)")
    assert headings[0] == "H1"
    assert set(headings[1:]) == {"H2"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(opened, text, scheme):
    page = opened(text, scheme=scheme)
    page.locator("#body td.key button").first.click()
    ratios = page.evaluate(
        """() => {
        const rgb = (c) => c.match(/[\\d.]+/g).map(Number);
        const light = ([r, g, b]) => { const f = (v) => (v /= 255, v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
          return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
        const behind = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] === 1) return c; }
          return rgb(getComputedStyle(document.body).backgroundColor); };
        const found = [];
        for (const e of document.querySelectorAll('body *')) {
          const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
          if (!own || !e.offsetParent || e.disabled || e.closest('svg, option, select')) continue;
          const a = light(rgb(getComputedStyle(e).color)), b = light(behind(e));
          found.push([(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.className || e.tagName]);
        }
        return found.sort((x, y) => x[0] - y[0]).slice(0, 3); }"""
    )
    assert ratios[0][0] >= 4.5, ratios


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_is_wider_than_the_window(opened, text, width):
    page = opened(text, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#body td.key button").first.click()
    assert page.evaluate("document.getElementById('detail').getBoundingClientRect().width") <= width


def test_a_class_of_five_thousand(opened):
    page = opened(make_page(lines(5000)))
    assert count(page) == "5,000 submissions"
    assert page.locator("#body tr").count() == 50
    page.get_by_role("button", name="Score", exact=True).click()
    page.get_by_label("Search").fill("learner04999")
    page.locator("#count", has_text="1 of 5,000 submissions").wait_for()
    page.get_by_role("button", name="Show all").click()
    page.locator("#heat-scroll").evaluate("(e) => { e.scrollTop = e.scrollHeight; }")
    page.locator("#heat").focus()
    page.keyboard.press("End")
    assert page.locator("#heat-status").inner_text()
    assert page.evaluate("document.querySelectorAll('*').length") < 3000


def test_nothing_that_a_submission_says_runs_or_becomes_markup(opened):
    page = opened(make_page(hostile_lines()), width=1400)
    assert count(page) == f"{len(PAYLOADS)} submissions"
    page.locator("#body td.key button").first.click()
    while page.locator("#d-next").is_enabled():
        page.locator("#d-next").click()
    assert page.evaluate("document.querySelectorAll('script').length") == 2
    assert (
        page.evaluate(
            "document.querySelectorAll('#body script, dialog script, x, img, iframe, a:not(.skip)').length"
        )
        == 0
    )
    assert "<script>alert(1)</script>" in page.locator("#body").inner_text()


def test_a_script_that_got_out_would_not_run(browser, tmp_path):
    """What the policy is for: were the escaping to fail, nothing would come of it."""
    path = tmp_path / "report.html"
    path.write_text(make_page(lines(3)).replace("<main ", "<script>document.title = 'out'</script><main "))
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(path.as_uri())
        assert page.title() != "out"


def test_a_class_of_nobody(opened):
    page = opened(make_page([], cases=()))
    assert count(page) == "0 submissions"
