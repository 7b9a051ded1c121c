from pathlib import Path

import pytest

from grader.cli.which import bound_names, find_for, first_line_slug, folder_slug
from grader.errors import UsageError


@pytest.mark.parametrize(
    ("source", "slug"),
    [
        (b"# grader: layer_norm\n", "layer_norm"),
        (b"#grader:layer_norm", "layer_norm"),
        (b"\xef\xbb\xbf# grader: layer_norm\r\nimport x", "layer_norm"),
        (b"# grader: a.b-c\rx", "a.b-c"),
        (b"\n# grader: layer_norm\n", None),
        (b"# grader: two words\n", None),
        (b"# grader: \x1b[2J\n", None),
        (b"# grader: ../../etc\n", None),
        (b"# grader:" + b"x" * 200, None),
        (b"#" + b" " * 200_000 + b"grader: x", None),
        (b"", None),
    ],
)
def test_the_first_line_names_the_problem(source, slug):
    assert first_line_slug(source) == slug


@pytest.mark.parametrize(
    "line",
    [
        "def f(x):", "async def f(x):", "class f:", "class f(object):", "f = lambda x: x", "f: Callable = g", "f=1",
        "from m import f", "from m import g as f", "from m import a, f", "import f", "import g as f  # why",
        "def  f (", "f\t=\t1", "from m import (a, f)",
    ],
)  # fmt: skip
def test_a_name_bound_at_the_start_of_a_line_is_found(line):
    for before, after in (("", "\n"), ("# x\n", ""), ("((((\r\n", "\r"), ("'unclosed\r", "\n")):
        assert "f" in bound_names((before + line + after).encode())


@pytest.mark.parametrize(
    "line",
    [
        "    def f(x):",
        "f == 1",
        "f(x)",
        "# def f",
        "ff = 1",
        "define f",
        "from f import g",
        "f.x = 1",
        "fé = 1",
    ],
)
def test_what_does_not_bind_the_name_is_not_taken_for_it(line):
    assert "f" not in bound_names(line.encode())


@pytest.mark.parametrize(
    "source",
    [
        b"a" * 262_144,
        b"import " + b"a," * 131_000,
        b"x:" * 131_072,
        b"\n" * 262_144,
        b"def " * 65_536,
        bytes(range(1, 256)) * 1000,
    ],
)
def test_hostile_sources_are_scanned_in_linear_time(source):
    bound_names(source)  # a quadratic scan would not come to an end here


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        ("submissions/layer_norm/accepted/a.py", "layer_norm"),
        ("/x/submissions/old/submissions/new/a.py", "new"),
        ("submissions/a.py", None),
        ("a.py", None),
        (None, None),
    ],
)
def test_the_folder_below_submissions_is_a_problem(path, slug, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert folder_slug(None if path is None else Path(path)) == slug


@pytest.mark.usefixtures("here")
def test_the_order_is_option_first_line_function_folder():
    source = b"# grader: centre\ndef hypotenuse(a, b): ...\n"
    path = Path("submissions/top_words/x.py")
    given = find_for(source, path, named="two_factors", extra=())
    first = find_for(source, path, named=None, extra=())
    function = find_for(source[len("# grader: centre\n") :], path, named=None, extra=())
    folder = find_for(b"x = 1\n", path, named=None, extra=())
    assert [f.name for f in (given, first, function, folder)] == [
        "two_factors", "centre", "hypotenuse", "top_words",
    ]  # fmt: skip


@pytest.mark.usefixtures("here")
def test_the_folder_decides_between_several_functions():
    source = b"def hypotenuse(a, b): ...\ndef centre(x): ...\n"
    assert find_for(source, Path("submissions/centre/x.py"), named=None, extra=()).name == "centre"


@pytest.mark.usefixtures("here")
def test_a_path_to_a_folder_names_the_problem_in_it():
    folder = Path(__file__).parents[1] / "support" / "problems" / "centre"
    assert find_for(b"", None, named=str(folder), extra=()) == folder


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("source", "told"),
    [
        (b"def Layer_Norm(x): ...\n", "defines Layer_Norm, but the problem layer_norm expects .* layer_norm: rename"),
        (b"def layernorm(x): ...\n", "defines layernorm, but the problem layer_norm"),
        (b"import numpy as np\ndef hypotenus(a, b): ...\n", "defines hypotenus, but the problem hypotenuse"),
        (b"def softmaxx(x): ...\n", "defines softmaxx, but the problem softmax"),
        (b"def solution(x): ...\n", "defines no problem's function"),
        (b"norm = 3\n", "defines no problem's function"),
        (b"def " + b"a" * 300 + b"(x): ...\n", "defines no problem's function"),
    ],
)  # fmt: skip
def test_a_function_whose_name_is_misspelt_is_told_the_right_one(source, told):
    with pytest.raises(UsageError, match=told):
        find_for(source, Path("x.py"), named=None, extra=())
