import pytest

from grader.authoring.equivalents import entry_for, is_recorded, read_equivalents, unmatched
from grader.authoring.mutate import mutants_of

SOURCE = "def f(x):\n    y = x + 1\n    y = y + 1\n    return y - x\n"
MUTANTS = mutants_of(SOURCE)


def recorded(folder, text):
    (folder / "equivalents.toml").write_text(text)
    return read_equivalents(folder)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.what)
def test_what_is_printed_for_a_mutant_can_be_recorded_with_a_reason(mutant, tmp_path):
    entries, faults = recorded(tmp_path, entry_for(mutant).replace('reason = ""', 'reason = "cancels"'))
    assert faults == []
    assert [m for m in MUTANTS if is_recorded(m, entries)] == [mutant]
    assert unmatched(entries, MUTANTS) == []


def test_a_folder_without_the_file_records_nothing(tmp_path):
    assert read_equivalents(tmp_path) == ((), [])


def test_an_entry_for_no_mutant_is_found(tmp_path):
    entries, _ = recorded(tmp_path, '[[equivalent]]\nline = "a"\nmutant = "b"\nreason = "c"\n')
    assert [entry.line for entry in unmatched(entries, MUTANTS)] == ["a"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("equivalent = 3", "must be tables"),
        ("[[equivalents]]\nline = 'a'", "did you mean 'equivalent'?"),
        ("[[equivalent]]\nline = 'a'\nmutant = 'b'", "reason: missing"),
        ("[[equivalent]]\nline = 'a'\nmutant = 'b'\nreason = ' '", "reason: missing"),
        ("[[equivalent]]\nline = 3\nreason = 'c'", "line: missing; copy what verify prints"),
        ("[[equivalent]]\nlien = 'a'\nmutant = 'b'\nreason = 'c'", "did you mean 'line'?"),
        ("[[equivalent]]\nline = 'a'\nmutant = 'b'\nreason = 'c'\nnth = 'x'", "nth: must be a whole number"),
        ("equivalent = [1]", "must be a table, got 1"),
        ("[[equivalent", "is not valid TOML"),
    ],
)
def test_a_faulty_file_says_what_is_wrong(text, said, tmp_path):
    _, faults = recorded(tmp_path, text)
    assert any(said in line for line in faults), faults
