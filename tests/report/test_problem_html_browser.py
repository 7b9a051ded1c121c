"""The page of a problem in a real browser, from disk."""

import re

import pytest
from support.browser import Visit, complaints, launched
from support.folders import BUNDLED, PROBLEMS

from grader.problem.folder import load_problem
from grader.report import problem_html

SECTIONS = ["problem", "theory", "examples", "hints", "requirements", "constraints", "starter", "cases"]


@pytest.fixture(scope="module")
def browser():
    with launched() as made:
        yield made


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The addresses of the pages of all problems, by slug."""
    folder = tmp_path_factory.mktemp("pages")
    addresses = {}
    for slug, problem in (BUNDLED | {"centre": PROBLEMS / "centre"}).items():
        path = folder / f"{slug}.html"
        path.write_text(problem_html.page(load_problem(problem)), "utf-8")
        addresses[slug] = path.as_uri()
    # Two as they are without their script: all sections at once.
    for slug in ("layer_norm", "centre"):
        text = (folder / f"{slug}.html").read_text("utf-8")
        path = folder / f"{slug}-unscripted.html"
        path.write_text(re.sub("<script>.*</script>", "", text, flags=re.DOTALL), "utf-8")
        addresses[f"{slug}-unscripted"] = path.as_uri()
    return addresses


@pytest.fixture
def opened(browser, pages):
    """Open a page; a message on the console, an error or a request for anything else fails the test."""
    visits = []

    def open_(slug="layer_norm", section="", *, width=1280, scheme="light", **options):
        folder = pages[slug].rpartition("/")[0]
        visit = Visit(
            browser,
            folder,
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            offline=True,
            **options,
        )
        visits.append(visit)
        return visit.page(f"{pages[slug]}#{section}" if section else pages[slug])

    yield open_
    for visit in visits:
        visit.context.close()
    assert [fault for visit in visits for fault in visit.faults] == []


def shown(page):
    """Return the sections that can be seen."""
    return page.evaluate(
        "[...document.querySelectorAll('section')].filter((s) => s.checkVisibility({contentVisibilityAuto: true})"
        " && s.getBoundingClientRect().height > 0).map((s) => s.id.replace('panel-', ''))"
    )


def chosen(page):
    return page.locator("[role=tab][aria-selected=true]").evaluate_all("(t) => t.map((e) => e.hash.slice(1))")


def test_a_click_on_a_tab_shows_its_section_and_no_other(opened):
    page = opened()
    assert (shown(page), chosen(page)) == (["problem"], ["problem"])
    for tab in page.get_by_role("tab").all():
        name = tab.evaluate("(e) => e.hash.slice(1)")
        tab.click()
        assert (shown(page), chosen(page)) == ([name], [name])
        assert page.locator("[role=tabpanel]:not([hidden])").get_attribute(
            "aria-labelledby"
        ) == tab.get_attribute("id")
        assert page.url.endswith(f"#{name}")


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (["ArrowRight"], "theory"),
        (["ArrowRight", "ArrowRight", "ArrowLeft"], "theory"),
        (["ArrowLeft"], "cases"),
        (["End"], "cases"),
        (["End", "ArrowRight"], "problem"),
        (["End", "Home"], "problem"),
        (["Control+ArrowRight", "x"], "problem"),
    ],
)
def test_keys_move_between_the_tabs(opened, keys, name):
    page = opened()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.hash") == "#problem"
    for key in keys:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.hash") == f"#{name}"
    assert (shown(page), chosen(page)) == ([name], [name])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == f"panel-{name}"


def test_an_address_names_its_section(opened):
    page = opened(section="hints")
    assert shown(page) == ["hints"]
    assert page.evaluate("scrollY") == 0
    page.evaluate("location.hash = '#cases'")
    page.wait_for_function("document.querySelector('#to-cases').ariaSelected === 'true'")
    assert shown(page) == ["cases"]
    assert shown(opened(section="nothing")) == ["problem"]


def test_a_hint_opens_with_a_click_and_by_itself(opened):
    page = opened(section="hints")
    hint = page.get_by_text("eps is added to the variance, under the root")
    assert not hint.is_visible()
    page.get_by_text("Hint 2").click()
    assert hint.is_visible()
    assert page.locator("details[open]").count() == 1


def test_a_search_in_the_page_finds_every_section(opened):
    hidden = opened().locator("section[hidden]")
    assert hidden.evaluate_all("(s) => s.map((e) => e.hidden)") == ["until-found"] * 7


def test_without_javascript_every_section_is_there_to_read(opened, pages):
    page = opened(java_script_enabled=False)
    for address in pages.values():
        page.goto(address)
        assert page.locator("section:visible").count() == 8
        assert page.locator("section h2:visible").count() == 8
        assert page.locator(".contents a:visible").count() == 8


@pytest.mark.parametrize("width", [300, 1280])
def test_no_page_is_wider_than_its_window(opened, pages, width):
    page = opened(width=width)
    for slug, address in pages.items():
        page.goto(address)
        found = page.evaluate(
            """() => [...document.querySelectorAll('.contents a')].map((link) => {
                link.click();
                document.querySelectorAll('details').forEach((hint) => { hint.open = true; });
                const scrolls = (e) => e.scrollWidth > e.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
                const stuck = [...document.querySelectorAll('section:not([hidden]) *')].filter((e) => scrolls(e) && e.tabIndex !== 0);
                return [link.hash, document.documentElement.scrollWidth, stuck.length];
            })"""
        )
        # What does not fit scrolls by itself, and by keyboard.
        assert (slug, found) == (slug, [[f"#{name}", width, 0] for name in SECTIONS])


def test_titles_that_do_not_fit_fade_out_on_their_side(opened):
    page = opened(width=300)
    sides = "(e) => ['before', 'more'].map((side) => e.classList.contains(side))"
    assert page.locator("#contents").evaluate(sides) == [False, True]
    page.locator("#contents a").first.focus()
    page.keyboard.press("End")
    page.wait_for_function(f"({sides})(document.getElementById('contents')).join() === 'true,false'")
    assert opened().locator("#contents").evaluate(sides) == [False, False]


@pytest.mark.parametrize(
    ("slug", "scheme", "width"),
    [
        ("layer_norm-unscripted", "light", 1280),
        ("centre-unscripted", "dark", 300),
        ("softmax", "light", 300),
        ("softmax", "dark", 1280),
    ],
)
def test_nothing_keeps_people_out(opened, slug, scheme, width):
    page = opened(slug, "hints", scheme=scheme, width=width)
    page.evaluate("document.querySelectorAll('details').forEach((hint) => { hint.open = true; })")
    assert complaints(page) == []


def test_paper_has_all_sections_dark_ink_and_no_closed_hint(opened):
    page = opened(scheme="dark")
    page.evaluate("document.querySelector('details').open = true")
    page.emulate_media(media="print")
    assert shown(page) == SECTIONS
    assert not page.locator(".contents").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(27, 35, 48)"
    hints = page.locator(".hint .prose")
    assert [hints.nth(n).is_visible() for n in range(3)] == [True, False, False]


def test_a_script_that_got_onto_the_page_would_not_run(browser, pages, tmp_path):
    text = problem_html.page(load_problem(PROBLEMS / "centre"))
    path = tmp_path / "page.html"
    path.write_text(text.replace("<main>", "<main><script>document.title = 'out'</script>"), "utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(path.as_uri())
        assert page.title() == "Centre the rows"
        assert page.get_by_role("tab").count() == 8


def test_formulas_are_set_as_mathematics(opened):
    page = opened(section="theory")
    fraction = page.locator("mfrac").first
    top, bottom = (fraction.locator(f":scope > :nth-child({n})").bounding_box() for n in (1, 2))
    assert top["y"] + top["height"] <= bottom["y"] + 1
    assert page.locator(".unread").count() == 0
