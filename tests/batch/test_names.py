import os
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.batch import names
from grader.report import escape

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
        ("alice\\x2ezip/solution.py", ["alice.zip", "alice"]),
        (f"{MOODLE}/solution.py", ["1234567", "Åsa Öberg"]),
        (CANVAS, ["4711", "obergasa"]),
        ("submitted/alice/hw1/work.ipynb", ["alice"]),
    ],
)
def test_a_key_tells_by_which_names_its_owner_may_be_known(key, wanted):
    assert set(wanted) <= set(names.aliases(key))


@pytest.mark.parametrize(
    ("key", "level", "wanted"),
    [
        ("hw1/alice/solution.py", 1, "alice"),
        (f"all.zip/{MOODLE}/solution.py", 1, "1234567"),
        ("course/submitted/alice/hw1/work.ipynb", 1, "alice"),
        ("alice.py", 1, "alice"),
    ],
)
def test_below_what_holds_the_class_is_the_name_of_the_learner(key, level, wanted):
    assert wanted in names.aliases(key, level)
    assert names.owner(key, level) == wanted


@pytest.mark.parametrize(
    ("key", "owner"),
    [
        ("mallory/Ada_1001_5_x.py", "mallory"),
        ("mallory.zip/ada/solution.py", "mallory"),
        ("mallory/1001", "mallory"),
        ("mallory/ada_1001_assignsubmission_file_/x.py", "mallory"),
        ("mallory/submitted/ada/hw/x.py", "mallory"),
        ("submitted/mallory/hw/ada_1001_5_x.py", "mallory"),
        ("mallorym_666_7_x_1001_assignsubmission_file_.py", "666"),
        ("M M_666_assignsubmission_file_a_1001_5_x.py", "666"),
        ("M M_666_assignsubmission_file_ada_1001_assignsubmission_file_x.py", "666"),
    ],
)
def test_no_name_that_a_learner_chooses_makes_it_somebody_elses(key, owner):
    assert names.owner(key) == owner
    assert not {"1001", "ada", "Ada", "a"} & set(names.aliases(key))


def test_the_key_itself_is_the_best_name_of_its_owner():
    assert names.aliases("x/alice.py")[0] == "x/alice.py"


@pytest.mark.parametrize(
    ("raw", "want"),
    [
        (b"hw 1/alice.py", "hw 1/alice.py"),
        ("Åsa/lösung-☃.py".encode(), "Åsa/lösung-☃.py"),
        ("क्‍ष/👨‍👩‍👧.py".encode(), "क्‍ष/👨‍👩‍👧.py"),
        (b"all.zip", "all.zip"),
        (b"a\nb.py", "a\nb.py"),
        (b"a\\b.py", "a\\\\b.py"),
        (b"Jos\\xe9.py", "Jos\\\\xe9.py"),
        (b"Jos\xe9.py", "Jos\\xe9.py"),
        (b"\\xff\xff.py", "\\\\xff\\xff.py"),
        (b"\xc2\x80\x80", "\\xc2\\x80\\x80"),
        (b"x.zip/b.py", "x\\x2ezip/b.py"),
        (b"x.ZIP/.zip/b.py", "x\\x2eZIP/\\x2ezip/b.py"),
        (b"x\\x2ezip/b.py", "x\\\\x2ezip/b.py"),
    ],
)
def test_a_key_is_the_path_and_what_is_not_plain_is_escaped(raw, want):
    key = names.key_of(os.fsdecode(raw))
    assert key == want
    key.encode()


# Names that are likely to be taken for each other: what the escape is made of, and what it stands for.
_NAMES = (
    st.lists(
        st.sampled_from(
            [b"\\", b"x", b"2", b"e", b"9", b"\xe9", "é".encode(), b".zip", b".", b"\x80", b"\xc2"]
        )
        | st.binary(min_size=1, max_size=2),
        min_size=1,
        max_size=6,
    )
    .map(b"".join)
    .filter(lambda name: not set(name) & {0, 47})
)
_PATHS = st.lists(_NAMES, min_size=1, max_size=3).map(tuple)
# An archive in the folder and one in that, then the file.
_PLACES = st.lists(_PATHS, max_size=2).flatmap(
    lambda outer: _PATHS.map(lambda last: (*((*p[:-1], p[-1] + b".zip") for p in outer), last))
)


_ESCAPE = re.compile(rb"\\(?:x(..)|\\)")


def _key(place):
    return "/".join(names.key_of(os.fsdecode(b"/".join(path))) for path in place)


def _place(key):
    """Return the paths of which a key is made, by reading it backwards: that it can be done shows it injective."""
    paths, here = [], []
    parts = key.split("/")
    for number, part in enumerate(parts):
        here.append(_ESCAPE.sub(lambda m: bytes.fromhex(m[1].decode()) if m[1] else b"\\", part.encode()))
        if part.lower().endswith(".zip") and number < len(parts) - 1:
            paths.append(tuple(here))
            here = []
    return (*paths, tuple(here))


@given(_PLACES)
@example(((b"x.zip",), (b"b.py",)))
@example(((b"x.zip", b"b.py"),))
@example(((b"Jos\\xe9.py",),))
@example(((b"d", b"x.ZIP"), (b"e.zip", b"f.zip"), (b"\xe9.zip", b"b.py")))
def test_the_bytes_of_a_path_and_its_archives_can_be_told_from_the_key(place):
    assert _place(_key(place)) == place


@given(st.lists(_PLACES, unique=True, max_size=6))
def test_no_two_places_have_one_key_or_one_line_in_a_table_or_one_file(places):
    keys = [_key(place) for place in places]
    assert len(set(keys)) == len(places)
    assert len({escape.csv(key, 32_000) for key in keys}) == len(places)
    assert len({names.feedback_path(key, ".md") for key in keys}) == len(places)


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


def test_who_calls_a_file_as_another_one_is_cut_does_not_get_its_feedback():
    long = "x" * 250
    cut = names.feedback_path(long, "").name
    assert len(cut) == names.MAX_COMPONENT_BYTES
    assert names.feedback_path(cut, "").name != cut
    assert names.feedback_path("x" * 200, "").name == "x" * 200


@pytest.mark.parametrize("end", ["a.py", "b.py"])
@pytest.mark.parametrize(
    "folders", [["😀" * 63] * 22, ["😀"] * 490, ["d"] * 490, ["d" * 199] * 5, ["a.md"] * 80], ids=str
)
def test_a_path_has_a_bound_and_is_told_apart_by_its_hash(folders, end):
    key = "/".join(["ada", *folders, end])
    path = names.feedback_path(key, ".md")
    assert len(str(path)) <= names.MAX_PATH_BYTES
    assert path.parts[0] == "ada"
    assert path.name.startswith(f"{end}%-")
    assert path.suffix == ".md"
    assert path != names.feedback_path(f"{key}c", ".md")


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4))
def test_feedback_never_leaves_its_folder_and_always_has_a_name(parts):
    key = "/".join(part.replace("/", "") or "x" for part in parts)
    path = names.feedback_path(key, ".md")
    assert not path.is_absolute()
    assert ".." not in path.parts
    assert all(len(part) <= 210 and part.isascii() and part.isprintable() for part in path.parts)
    assert len(path.parts) == key.count("/") + 1
