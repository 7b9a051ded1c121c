import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch import names

MOODLE = "Åsa Öberg_1234567_assignsubmission_file_"
CANVAS = "obergasa_LATE_4711_99_solution-2.py"


@pytest.mark.parametrize(
    ("name", "want"),
    [
        ("solution.py", "solution.py"),
        (f"{MOODLE}solution.py", "solution.py"),
        (CANVAS, "solution.py"),
        ("obergasa_4711_99_hw_1.py", "hw_1.py"),
        ("my_own_name.py", "my_own_name.py"),
        ("a_1_2_.py", ".py"),
    ],
)
def test_what_a_learning_platform_put_before_a_name_is_taken_off(name, want):
    assert names.original_name(name) == want


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("alice.py", ["alice.py", "alice"]),
        ("alice/solution.py", ["alice"]),
        ("alice.zip/solution.py", ["alice"]),
        ("hw1/alice/solution.py", ["alice"]),
        (f"all.zip/{MOODLE}/solution.py", ["1234567", "Åsa Öberg"]),
        (CANVAS, ["4711", "obergasa"]),
        ("submitted/alice/hw1/work.ipynb", ["alice"]),
    ],
)
def test_a_key_tells_by_which_names_its_owner_may_be_known(key, wanted):
    assert set(wanted) <= set(names.aliases(key))


def test_the_key_itself_is_the_best_name_of_its_owner():
    assert names.aliases("x/alice.py")[0] == "x/alice.py"


@pytest.mark.parametrize(
    ("raw", "want"),
    [
        (b"a\\b.py", "a\\b.py"),
        (b"\xff.py", "\\xff.py"),
        (b"\\xff\xff.py", "\\\\xff\\xff.py"),
        ("é".encode(), "é"),
    ],
)
def test_a_key_is_text_whatever_the_bytes_of_the_name(raw, want):
    key = names.key_of(os.fsdecode(raw))
    assert key == want
    key.encode()


@given(
    st.lists(
        st.binary(min_size=1, max_size=6).filter(lambda b: not set(b) & {0, 47}), unique=True, max_size=6
    )
)
def test_no_two_names_that_are_not_text_have_one_key(raw):
    odd = [name for name in raw if not _is_text(name)]
    keys = {names.key_of(os.fsdecode(name)) for name in odd}
    assert len(keys) == len(odd)


def _is_text(name):
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize(
    ("key", "want"),
    [
        ("alice.py", "alice.py.md"),
        ("a b/ü.py", "a%20b/%C3%BC.py.md"),
        ("a\nb.py", "a%0Ab.py.md"),
        ("x.md/solution.py", "x%2Emd/solution.py.md"),
        ("x.py.md/a", "x.py%2Emd/a.md"),
        ("\u202ea.py", "%E2%80%AEa.py.md"),
        ("...", "....md"),
        ("a%20b.py", "a%2520b.py.md"),
    ],
)
def test_feedback_keeps_the_folders_and_escapes_the_rest(key, want):
    assert str(names.feedback_path(key, ".md")) == want


def test_a_long_name_is_cut_and_told_apart_by_its_hash():
    one, other = (names.feedback_path("x" * 250 + end, ".md").name for end in ("a", "b"))
    assert one != other
    assert len(one) == len(other) == names.MAX_COMPONENT_BYTES + len(".md")


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4))
def test_feedback_never_leaves_its_folder_and_always_has_a_name(parts):
    key = "/".join(part.replace("/", "") or "x" for part in parts)
    path = names.feedback_path(key, ".md")
    assert not path.is_absolute()
    assert ".." not in path.parts
    assert all(len(part) <= 210 and part.isascii() and part.isprintable() for part in path.parts)
    assert len(path.parts) == key.count("/") + 1
