"""docs/judging-the-judge.md: its figures are about this corpus, and are what the tests hold."""

import re
from collections import Counter

import pytest
from corpus_tables import page
from corpus_tables.files import solutions
from corpus_tables.survey import Seeds, Whole, survey_in_processes, whole_corpus


@pytest.fixture(scope="module")
def text():
    return page.PAGE.read_text("utf-8")


def rows(text):
    found = {}
    for line in text.splitlines():
        cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "---":
            found.setdefault(cells[0], cells[1:])
    return found


def test_the_page_promises_no_false_verdict_and_no_wrong_name(text):
    found = rows(text)
    assert found["false accepts"][0] == found["false rejects"][0] == found["named wrongly"][0] == "0"
    wrong = len(solutions("wrong", "unstable"))
    assert found["caught by fixed cases alone"][0] == str(wrong)
    owed = sum(s.owed_by_generated for s in solutions("wrong"))
    assert found["caught by generated cases alone"][0] == str(owed)


def test_the_page_counts_the_files_that_there_are(text):
    found = rows(text)
    for folder, files in Counter(s.folder for s in solutions()).items():
        assert found[f"{folder}/"][0] == str(files)
        assert found[f"{folder}/"][2] == "0"
    for solution in solutions("unstable"):
        assert solution.path.partition("/")[2] in found


def test_the_page_is_written_from_figures():
    right, wrong = solutions("right")[0], next(s for s in solutions("wrong") if s.owed_by_generated)
    verdicts = {s: s.verdicts[0] for s in solutions()}
    groups = {s: dict.fromkeys(("basic", "shapes", "precision", "stability"), "WA") for s in solutions()}
    names = {s: [] for s in solutions("wrong", "unstable")} | {wrong: ["eps_twice"]}
    whole = Whole(verdicts | {right: "WA", wrong: "AC"}, names, groups, 1.0)
    seeds = Seeds((0, 1), {wrong.path: [1]}, [], 200)
    found = rows(page.written(whole, [wrong.path], seeds, range(2)))
    assert found["false accepts"][0] == found["false rejects"][0] == found["named wrongly"][0] == "1"
    assert found[wrong.path] == [f"{wrong.share:.4f}", "1 of 2"]
    assert found["right/"][2] == "1"


@pytest.mark.bench
@pytest.mark.kernel
def test_the_figures_again(tmp_path, capsys):
    """Prints the page's first table for a few seeds."""
    whole = whole_corpus(tmp_path)
    seeds = survey_in_processes(range(5), wrong_seeds=range(5))
    table = page.summary(whole, page.missed_by_fixed(tmp_path), seeds, range(5))
    with capsys.disabled():
        print(f"\n{table}")
    figures = rows(table)
    assert figures["false accepts"][0] == figures["false rejects"][0] == figures["named wrongly"][0] == "0"
    assert re.fullmatch(r"\d+", figures["named rightly"][0])
