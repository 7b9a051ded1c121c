"""Problems by their names."""

import shutil

from batch.classes import PROBLEMS

from grader.web import queries


def test_the_folder_of_a_problem_is_absolute_wherever_it_was_found(tmp_path, monkeypatch):
    """The processes that open it have another working folder."""
    shutil.copytree(PROBLEMS / "hypotenuse", tmp_path / "mine" / "hypotenuse")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRADER_PROBLEMS", "mine")
    assert queries.find("hypotenuse", ()) == tmp_path / "mine" / "hypotenuse"
    assert queries.find("../hypotenuse", ()) is None
