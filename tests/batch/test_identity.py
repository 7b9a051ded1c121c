import os

import pytest

from grader.batch.discover import discover
from grader.batch.files import Reader
from grader.batch.identity import identity_of
from grader.batch.roster import read_roster

from .zips import packed

ANY = "x = 1\n"
ADA = "ada_1001_4_x.py"


def owners(paths, roster=None, left=()):
    identity = identity_of(paths, left, roster)
    return [identity.label(path) for path in paths]


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text("key,id,name\nada,1001,Ada\nmallory,666,Mallory\n")
    return read_roster(path)


@pytest.mark.parametrize(
    ("paths", "wanted"),
    [
        (["ada.py", "bob.ipynb"], ["ada", "bob"]),
        (["ada/solution.py", "bob/x/a.py"], ["ada", "bob"]),
        (["ada/1.py", "ada/2.py"], ["ada", "ada"]),
        (["ada.zip/x/1.py", "bob.zip/1.py"], ["ada", "bob"]),
        (["all.zip/ada.py", "all.zip/bob/x.py"], ["ada", "bob"]),
        (["all.zip/ada.zip/1.py", "all.zip/bob.zip/2.py"], ["ada", "bob"]),
        (["all.zip/all/ada/1.py", "all.zip/all/bob/2.py"], ["ada", "bob"]),
        (["hw1/all.zip/ada/1.py", "hw1/all.zip/bob/2.py"], ["ada", "bob"]),
        (["all.zip/ada/1/x.py", "all.zip/ada/2/x.py"], ["ada", "ada"]),
        (["all.zip/ada/1.py", "all.zip/ada/2.py"], ["ada", "ada"]),
        (["hw1/ada/solution.py", "hw1/bob/solution.py"], ["ada", "bob"]),
        (["hw1/a_1_2_x.py", "hw1/b_3_4_x.py"], ["1", "3"]),
        (["mon.zip/a_1_2_x.py", "tue.zip/b_3_4_x.py"], ["1", "3"]),
        (["mon/A B_1_assignsubmission_file_/x.py", "tue/C D_3_assignsubmission_file_/x.py"], ["1", "3"]),
        (["mon.zip/a_1_2_x.py", "tue.zip/x.py"], ["mon", "tue"]),
        (["mon.zip/a_1_2_x.py", "tue.py"], ["mon", "tue"]),
        (["A B_1_assignsubmission_file_x.py", "A B_1_assignsubmission_onlinetext_x.py"], ["1", "1"]),
        (["a_1_2_x.zip/c_3_4_x.py"], ["1"]),
        (["submitted/ada/hw/x.py", "submitted/bob/hw/x.py"], ["ada", "bob"]),
        (["submitted/ada/hw/x.py"], ["ada"]),
        (["submitted/ada/hw/x.py", "release/hw/x.py"], ["ada", "release"]),
        (["course/submitted/ada/hw/x.py", "course/submitted/bob/hw/x.py"], ["ada", "bob"]),
    ],
)
def test_the_learner_of_each_layout_is_named_by_its_outermost_part(paths, wanted):
    assert owners(paths) == wanted


def test_who_is_in_the_list_is_known_where_names_alone_do_not_tell(listed):
    paths = ["mon/ada.py", "tue/mallory.py"]
    assert owners(paths) == ["mon", "tue"]
    assert owners(paths, listed) == ["ada", "mallory"]
    assert owners(["ada/mallory.py"], listed) == ["ada"]
    assert owners(["x.zip/ada.py"], listed, left=["mallory/essay.txt"]) == ["x"]
    assert owners(["x.zip/ada.py"], listed, left=[".DS_Store"]) == ["ada"]


@pytest.mark.parametrize(
    "name",
    ["Ada_1001_5_x.py", "ada.py", "1001.py", "ada/solution.py", "submitted/ada/hw/x.py", "ada_1001_assignsubmission_file_/x.py"],
)  # fmt: skip
@pytest.mark.parametrize("folder", ["mallory", "mallory.zip", "unknown", "mallorym_666_7_all.zip"])
def test_what_lies_in_a_learners_folder_is_that_learners(tree, listed, folder, name):
    inside = {folder: packed([(name, ANY)])} if folder.endswith(".zip") else {f"{folder}/{name}": ANY}
    found = discover(tree({ADA: ANY, **inside}), slug="p", roster=listed)
    key = next(item.key for item in found.found if item.key != ADA)
    assert found.identity.label(ADA) == "ada"
    assert found.identity.label(key) == ("unknown" if folder == "unknown" else "mallory")


def test_of_one_learner_so_many_are_found_and_the_rest_is_left_with_the_reason(tree):
    files = {"ada.zip": packed([(f"ada/{n:03}.py", ANY) for n in range(30)]), "bob.py": ANY, "eve/a.py": ANY}
    found = discover(tree(files), slug="p", max_per_learner=20)
    assert [item.key for item in found.found] == [
        *(f"ada.zip/ada/{n:03}.py" for n in range(20)), "bob.py", "eve/a.py",
    ]  # fmt: skip
    says = (
        "is one of 30 submissions of one learner, ada, of which the first 20 are graded; --max-per-learner N"
    )
    assert {item.reason for item in found.left} == {f"{says} allows more"}
    assert len(found.left) == 10
    assert not discover(tree(files), slug="p", max_per_learner=0).left


def test_what_is_not_chosen_does_not_count_for_the_most_that_a_learner_may_have(tree):
    root = tree({f"ada/{n}.py": ANY for n in range(5)} | {"ada/solution.py": ANY, "bob.py": ANY})
    found = discover(root, slug="p", max_per_learner=1)
    assert [item.key for item in found.found] == ["ada/solution.py", "bob.py"]


def test_several_submissions_of_one_learner_are_named(tree, listed):
    root = tree(
        dict.fromkeys([ADA, "ada/a.py", "ada/b.py", "Ada.zip.py", "mallory.py", "x/1.py", "x/2.py"], ANY)
    )
    found = discover(root, slug="p", roster=listed)
    assert found.identity.several(item.key for item in found.found) == (
        ("ada", ("ada/a.py", "ada/b.py", ADA)),
        ("x", ("x/1.py", "x/2.py")),
    )


def test_a_link_to_another_learners_file_is_refused_and_one_to_an_own_file_is_not(tree):
    root = tree(
        {"ada/solution.py": ANY, "mallory/real.py": ANY, "bob.py": ANY, "ada.zip": packed([("z.py", ANY)])}
    )
    for link, target in {
        "mallory/stolen.py": "../ada/solution.py",
        "mallory/own.py": "real.py",
        "mallory/flat.py": "../bob.py",
        "mallory/z.zip": "../ada.zip",
        "eve.py": "bob.py",
    }.items():
        (root / link).symlink_to(target)
    found = discover(root, slug="p")
    reader = Reader(root)
    read = {item.key: reader.read(item) for item in found.found}
    reader.close()
    refused = {key for key, source in read.items() if source.fault}
    assert refused == {"mallory/stolen.py", "mallory/flat.py", "mallory/z.zip/z.py", "eve.py"}
    assert {read[key].fault for key in refused} == {
        "the file is a link to a file of another learner; submit the file itself"
    }
    assert not any(read[key].data for key in refused)
    assert read["mallory/own.py"].data == ANY.encode()


def test_hard_links_between_learners_are_named(tree):
    root = tree(
        {"ada/solution.py": ANY, "mallory/a.py": ANY, "ada.zip": packed([("a.py", ANY), ("b.py", ANY)])}
    )
    os.link(root / "ada/solution.py", root / "mallory/b.py")
    os.link(root / "mallory/a.py", root / "mallory/c.py")
    os.link(root / "ada.zip", root / "eve.zip")
    assert discover(root, slug="p").shared == (
        ("ada.zip/a.py", "eve.zip/a.py"),
        ("ada.zip/b.py", "eve.zip/b.py"),
        ("ada/solution.py", "mallory/b.py"),
    )
