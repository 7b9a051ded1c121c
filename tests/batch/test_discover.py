import os
import socket
import warnings
import zipfile

import pytest

from grader.batch.discover import Choice, discover
from grader.batch.files import Reader
from grader.bounds import MAX_SOURCE_BYTES
from grader.errors import UsageError

from .zips import bomb, flagged, link, lying, packed

ANY = "x = 1\n"


def keys(discovery):
    return [found.key for found in discovery.found]


def left(discovery):
    return {item.path: item.reason for item in discovery.left}


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        (["alice.py", "bob.ipynb", "C.PY"], ["C.PY", "alice.py", "bob.ipynb"]),
        (["alice/solution.py", "bob/solution.py"], ["alice/solution.py", "bob/solution.py"]),
        (["alice/solution.py", "alice/helper.py"], ["alice/solution.py"]),
        (["alice/a.py", "alice/b.py"], ["alice/a.py", "alice/b.py"]),
        (["solution.py", "alice.py"], ["alice.py", "solution.py"]),
        (
            ["submitted/a/layer_norm/w.ipynb", "submitted/a/softmax/w.ipynb"],
            ["submitted/a/layer_norm/w.ipynb"],
        ),
        (["submitted/a/hw1/w.ipynb"], ["submitted/a/hw1/w.ipynb"]),
        (
            ["A B_12_assignsubmission_file_/s.py", "C D_13_assignsubmission_file_/s.py"],
            ["A B_12_assignsubmission_file_/s.py", "C D_13_assignsubmission_file_/s.py"],
        ),
        (["ab_1_2_s.py", "cd_LATE_3_4_s-1.py"], ["ab_1_2_s.py", "cd_LATE_3_4_s-1.py"]),
    ],
)
def test_the_layouts_of_learning_platforms(tree, files, wanted):
    assert keys(discover(tree(dict.fromkeys(files, ANY)), slug="layer_norm")) == wanted


def test_every_file_is_found_or_left_with_a_reason(tree):
    root = tree(
        dict.fromkeys(["a.py", "notes.txt", ".hidden.py", "__pycache__/a.pyc", ".git/config", "d/x.csv"], ANY)
    )
    found = discover(root, slug="p")
    assert keys(found) == ["a.py"]
    assert set(left(found)) == {"notes.txt", ".hidden.py", "__pycache__", ".git", "d/x.csv"}
    assert all(left(found).values())


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [
        (Choice(pattern="a*.py"), ["a1.py", "d/a2.py"]),
        (Choice(pattern="d/*.py"), ["d/a2.py", "d/b.py"]),
        (Choice(pattern="d/**/*.py"), ["d/a2.py", "d/b.py", "d/e/f/c.py"]),
        (Choice(pattern="**/?.py"), ["d/b.py", "d/e/f/c.py"]),
        (Choice(file_name="b.py"), ["d/b.py", "x_1_2_b-3.py"]),
        (Choice(pattern="d/*", file_name="b.py"), ["d/b.py"]),
    ],
)
def test_a_pattern_and_a_name_choose_and_the_rest_is_named(tree, choice, wanted):
    root = tree(dict.fromkeys(["a1.py", "d/a2.py", "d/b.py", "d/e/f/c.py", "x_1_2_b-3.py"], ANY))
    found = discover(root, slug="p", choice=choice)
    assert keys(found) == wanted
    assert len(found.found) + len(found.left) == 5


def test_the_folder_of_results_is_no_part_of_the_submissions(tree):
    root = tree({"a.py": ANY, "out/b.py": ANY})
    found = discover(root, slug="p", skip=root / "out")
    assert keys(found) == ["a.py"]
    assert left(found) == {"out": "is the folder of results"}


def test_links_are_followed_inside_only(tree, tmp_path):
    root = tree({"d/real.py": ANY, "e.py": ANY})
    (tmp_path / "secret.py").write_text("secret")
    (root / "d/inside.py").symlink_to("real.py")
    (root / "outside.py").symlink_to(tmp_path / "secret.py")
    (root / "nowhere.py").symlink_to("nothing.py")
    (root / "loop.py").symlink_to("loop.py")
    (root / "folder").symlink_to("d")
    (root / "up").symlink_to("..")
    (root / "device.py").symlink_to("/dev/zero")
    found = discover(root, slug="p")
    assert keys(found) == ["d/inside.py", "d/real.py", "e.py"]
    assert set(left(found)) == {"outside.py", "nowhere.py", "loop.py", "folder", "up", "device.py"}
    assert Reader(root).read(found.found[0]).data == ANY.encode()


def test_a_link_that_is_turned_after_the_walk_is_not_followed(tree, tmp_path):
    root = tree({"d/real.py": ANY})
    (root / "d/a.py").symlink_to("real.py")
    (tmp_path / "secret.py").write_text("secret")
    item = discover(root, slug="p").found[0]
    (root / "d/real.py").unlink()
    (root / "d/real.py").symlink_to(tmp_path / "secret.py")
    with pytest.raises(OSError, match="symbolic links"):
        Reader(root).read(item)


def test_names_of_any_bytes(tmp_path):
    root = tmp_path / "in"
    root.mkdir()
    for name in (b"\xff\xfe.py", b"a\nb.py", "\u202eevil.py".encode(), b"-rf.py", b"=1+1.py", b"\x1b[2J.py"):
        with open(os.path.join(os.fsencode(root), name), "wb") as file:
            file.write(name)
    found = discover(root, slug="p")
    assert len(found.found) == 6
    reader = Reader(root)
    assert {reader.read(item).data for item in found.found} >= {b"\xff\xfe.py", b"a\nb.py"}


def test_names_that_look_alike_are_two_submissions_each_with_its_own_bytes(tmp_path):
    root = os.fsencode(tmp_path / "in")
    inner = packed([("b.py", "in the inner archive")])
    wanted = {
        b"Jos\\xe9.py": b"literal",
        b"Jos\xe9.py": b"latin 1",
        b"x.zip/b.py": b"in a folder",
        b"all.zip": packed([("x.zip/b.py", "in a folder of the archive"), ("x.zip", inner)]),
    }
    for path, content in wanted.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), "wb") as file:
            file.write(content)
    found = discover(tmp_path / "in", slug="p")
    reader = Reader(tmp_path / "in")
    assert {item.key: reader.read(item).data for item in found.found} == {
        "Jos\\\\xe9.py": b"literal",
        "Jos\\xe9.py": b"latin 1",
        "x\\x2ezip/b.py": b"in a folder",
        "all.zip/x\\x2ezip/b.py": b"in a folder of the archive",
        "all.zip/x.zip/b.py": b"in the inner archive",
    }
    assert keys(discover(tmp_path / "in", slug="p", choice=Choice(pattern="x.zip/*.py"))) == [
        "x\\x2ezip/b.py"
    ]
    reader.close()


@pytest.mark.parametrize("kind", ["fifo", "socket"])
def test_what_is_no_file_is_never_opened_in_a_way_that_blocks(tree, kind):
    root = tree({"a.py": ANY})
    if kind == "fifo":
        os.mkfifo(root / "b.py")
        os.mkfifo(root / "c.txt")
    else:
        for name in ("b.py", "c.txt"):
            with socket.socket(socket.AF_UNIX) as made:
                here = os.getcwd()
                os.chdir(root)
                made.bind(name)
                os.chdir(here)
    found = discover(root, slug="p")
    assert keys(found) == ["a.py", "b.py"]
    assert "c.txt" in left(found)
    assert Reader(root).read(found.found[1]).fault == "the file is not a regular file"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", ""),
        (b"\xff", ""),
        (b"x" * MAX_SOURCE_BYTES, ""),
        (b"x" * (MAX_SOURCE_BYTES + 1), "the file is larger than 256 KiB"),
        (b"x\n\0", "the file holds a NUL byte in line 2; save it as plain text, in UTF-8"),
    ],
)
def test_what_can_not_be_run_has_a_fault(tree, content, fault):
    root = tree({"a.py": content})
    (item,) = discover(root, slug="p").found
    source = Reader(root).read(item)
    assert source.fault == fault
    assert source.data == (b"" if fault else content)


def test_a_folder_that_can_not_be_read(tmp_path):
    with pytest.raises(UsageError, match="can't be read"):
        discover(tmp_path / "nowhere", slug="p")


def test_folders_without_end_are_left(tmp_path):
    deep = tmp_path / "in"
    deep.mkdir()
    here = os.open(deep, os.O_RDONLY)
    try:
        for _ in range(80):
            os.mkdir("d", dir_fd=here)
            inner = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
    finally:
        os.close(here)
    found = discover(deep, slug="p")
    assert [item.reason for item in found.left] == ["is nested too deep in folders"]


# ---- archives ----------------------------------------------------------------------------------------------


def in_zip(tree, data):
    root = tree({"all.zip": data})
    found = discover(root, slug="p")
    reader = Reader(root)
    sources = {item.key: reader.read(item) for item in found.found}
    reader.close()
    return sources, left(found)


def test_an_archive_is_a_folder_and_one_in_it_too(tree):
    inner = packed([("solution.py", "inner"), ("data.csv", "1")])
    sources, rest = in_zip(
        tree, packed([("bob/solution.py", "bob"), ("alice.zip", inner), ("readme.txt", "")])
    )
    assert {key: source.data for key, source in sources.items()} == {
        "all.zip/alice.zip/solution.py": b"inner",
        "all.zip/bob/solution.py": b"bob",
    }
    assert set(rest) == {"all.zip/readme.txt", "all.zip/alice.zip/data.csv"}


def test_an_archive_in_an_archive_in_an_archive_is_left(tree):
    third = packed([("a.py", "")])
    sources, rest = in_zip(tree, packed([("b.zip", packed([("c.zip", third)]))]))
    assert sources == {}
    assert rest == {"all.zip/b.zip/c.zip": "is an archive nested too deep"}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("../evil.py", "all.zip/../evil.py"),
        ("a/../../evil.py", "all.zip/a/../../evil.py"),
        ("/etc/evil.py", "all.zip/etc/evil.py"),
        ("C:/evil.py", "all.zip/C:/evil.py"),
    ],
)
def test_a_path_that_leads_out_of_the_archive_is_left(tree, name, key):
    sources, rest = in_zip(tree, packed([(name, "evil")]))
    assert sources == {}
    assert rest == {key: "has a path out of the archive"}


def test_a_link_in_an_archive_is_left(tree):
    sources, rest = in_zip(tree, link("a.py", "/etc/passwd"))
    assert sources == {}
    assert rest == {"all.zip/a.py": "is a symbolic link in an archive"}


def test_of_two_entries_with_one_name_the_last_counts(tree):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the one who packs is warned
        data = packed([("a.py", "first"), ("./a.py", "second"), ("a.py", "third")])
    sources, rest = in_zip(tree, data)
    assert sources["all.zip/a.py"].data == b"third"
    assert rest == {"all.zip/a.py": "is in the archive twice; the last one counts"}


def test_an_encrypted_entry_is_a_submission_that_can_not_be_run(tree):
    sources, _ = in_zip(tree, flagged(packed([("a.py", "x")]), 1))
    assert sources["all.zip/a.py"].fault == "the file is encrypted; submit it without a password"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_unusual_packing_is_not_read(tree, method):
    sources, _ = in_zip(tree, packed([("a.py", "x")], method=method))
    assert "unsupported compression" in sources["all.zip/a.py"].fault


def test_a_bomb_costs_no_more_than_a_submission_may_have(tree):
    data = bomb("a.py", 200 * 2**20)
    assert len(data) < 2**20
    sources, _ = in_zip(tree, data)
    assert sources["all.zip/a.py"].fault == "the file is larger than 256 KiB"


def test_a_bomb_of_archives_is_left(tree):
    _, rest = in_zip(tree, packed([("b.zip", bomb("a.py", 64 * 2**20)), ("c.zip", b"\0" * (17 * 2**20))]))
    assert "larger than 16 MiB" in rest["all.zip/c.zip"]


def test_an_entry_that_lies_about_its_size_has_a_fault(tree):
    sources, _ = in_zip(tree, lying(packed([("a.py", "x" * 1000)]), 10))
    assert sources["all.zip/a.py"].fault or len(sources["all.zip/a.py"].data) <= 10


def test_too_many_entries(tree):
    many = packed([(f"{n}.txt", "") for n in range(501)])
    _, rest = in_zip(tree, packed([("b.zip", many)]))
    assert rest == {"all.zip/b.zip": "has 501 entries, more than 500; unpack it first"}


@pytest.mark.parametrize(
    "data",
    [b"", b"no zip", b"PK\x05\x06" + b"\0" * 18 + b"x", packed([("a.py", "x")])[:-10], b"PK\x03\x04" * 99],
)
def test_a_damaged_archive_is_left(tree, data):
    sources, rest = in_zip(tree, data)
    assert sources == {}
    assert "all.zip" in rest or data.startswith(b"PK\x05")


def test_any_damage_to_an_archive_gives_sources_or_reasons(tree):
    whole = packed([("a.py", "x" * 50), ("b.zip", packed([("c.py", "y" * 50)]))])
    for at in range(0, len(whole), 3):
        damaged = bytearray(whole)
        damaged[at] ^= 0xFF
        in_zip(tree, bytes(damaged))
