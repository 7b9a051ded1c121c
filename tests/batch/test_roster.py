import pytest

from grader.batch.roster import read_roster
from grader.errors import UsageError


def roster(tmp_path, content):
    path = tmp_path / "roster.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_roster(path)


@pytest.mark.parametrize(
    "content",
    [
        "key,id,name\nalice,1,Alice A\nbob,2,Bob B\n",
        "\ufeffName;ID;Key\r\nAlice A;1;alice\r\nBob B;2;bob\r\n",
        "id\tname\tkey\textra\n1\tAlice A\talice\tx\n\n2\tBob B\tbob\n",
    ],
)
def test_columns_may_stand_in_any_order_and_be_separated_in_any_usual_way(tmp_path, content):
    found = roster(tmp_path, content)
    assert [(who.key, who.id, who.name) for who in found.learners] == [
        ("alice", "1", "Alice A"),
        ("bob", "2", "Bob B"),
    ]


@pytest.mark.parametrize(
    ("key", "index"),
    [
        ("alice.py", 0),
        ("alice/solution.py", 0),
        ("ALICE.zip/x.py", 0),
        ("Åsa Öberg_77_assignsubmission_file_/x.py", 1),
        ("obergasa_77_1_x.py", 1),
        ("åsa  öberg/x.py", 1),
        ("submitted/alice/hw/x.ipynb", 0),
        ("carol.py", None),
        ("twin/x.py", None),
    ],
)
def test_a_submission_finds_its_owner(tmp_path, key, index):
    found = roster(tmp_path, "key,id,name\nalice,1,Alice A\n,77,Åsa Öberg\nt1,5,twin\nt2,6,Twin\n")
    assert found.find(key) == index


def test_a_key_counts_more_than_a_name(tmp_path):
    found = roster(tmp_path, "key,id,name\na,1,b\nb,2,a\n")
    assert (found.find("a.py"), found.find("b.py")) == (0, 1)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "none of the columns"),
        ("who,what\n", "none of the columns"),
        (b"key\n\xff\n", "is not UTF-8 at byte 4"),
        ('key,id\n"a"b,1\n', "is not CSV"),
    ],
)
def test_what_is_no_list_of_learners_is_refused(tmp_path, content, says):
    with pytest.raises(UsageError, match=says):
        roster(tmp_path, content)


def test_a_list_that_is_not_there(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read_roster(tmp_path / "nothing.csv")
