import json
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.notebook import MAX_BYTES, NotebookError, plain, source_of


def notebook(*cells, **top):
    made = [{"cell_type": "code", "source": cell} if isinstance(cell, str | list) else cell for cell in cells]
    return json.dumps({"nbformat": 4, "cells": made, **top}).encode()


def code(data):
    return source_of(data).decode("utf-8", "surrogatepass")


def test_code_cells_follow_each_other_and_others_are_left_out():
    data = notebook("a = 1", {"cell_type": "markdown", "source": "# Title"}, ["b = 2\n", "c = 3"])
    assert code(data) == "# -*- coding: utf-8 -*-\n# cell 1\na = 1\n# cell 2\nb = 2\nc = 3\n"


def test_format_3_has_worksheets_and_inputs():
    data = json.dumps({"worksheets": [{"cells": [{"cell_type": "code", "input": "a = 1"}]}]}).encode()
    assert "a = 1" in code(data)


@pytest.mark.parametrize(
    ("cell", "want"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("!pip install x", "pass"),
        ("if x:\n    %time f()", "if x:\n    pass"),
        ("files = !ls", "files = None"),
        ("a.b[0] = %time f()", "a.b[0] = None"),
        ("np.sum?", "pass"),
        ("?np.sum", "pass"),
        ("f(x)??", "pass"),
        ("!ls \\\n  -l\nx = 1", "pass\n\nx = 1"),
        ("%%time\nx = 1", "pass\nx = 1"),
        ("%%bash\nrm -rf x", "pass"),
        ("\n%%html\n<b>", "pass"),
        ("%%", "pass"),
        # Python that looks like it.
        ("y = (x\n     %z)", "y = (x\n     %z)"),
        ("y = x \\\n  %z", "y = x \\\n  %z"),
        ('s = """\n%time\n!x\n"""', 's = """\n%time\n!x\n"""'),
        ("s = '''\"\n%time'''", "s = '''\"\n%time'''"),
        ("s = 'a\\\n%b'", "s = 'a\\\n%b'"),
        ("x = 1  # (\n%time", "x = 1  # (\npass"),
        ("x = '('\n%time", "x = '('\npass"),
        ("x = '#('\n%time", "x = '#('\npass"),
        ('x = ""\n%time', 'x = ""\npass'),
        ("x = 'open\n%time", "x = 'open\npass"),
        ("x != y", "x != y"),
        ("# why?", "# why?"),
        ("s = 'why?'", "s = 'why?'"),
        ("x %= 2", "x %= 2"),
        ("", ""),
    ],
)
def test_what_only_ipython_understands_goes_and_the_rest_stays(cell, want):
    assert plain(cell) == want


@given(st.text(alphabet="'\"\\([{}])#%!?=x \n\r", max_size=60))
def test_the_scan_of_a_cell_is_total_and_keeps_lines_but_for_whole_cells(cell):
    text = plain(cell)
    assert text == "pass" or text.count("\n") == cell.count("\n")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"{", "not JSON"),
        (b"1" * 5000, "not JSON"),
        (b"[]", "no cells"),
        (b"{}", "no cells"),
        (b'{"cells": 7}', "no cells"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100 + b"1" + b"}" * 100, "nested too deeply"),
        (b'"' + b"\\" * 1_000_001, "not JSON"),
        (b" " * (MAX_BYTES + 1), "larger than 8 MiB"),
        (notebook("1;", metadata={"kernelspec": {"language": "R"}}), "another language (r)"),
        (notebook("1;", metadata={"language_info": {"name": "julia"}}), "another language (julia)"),
    ],
)
def test_what_is_no_notebook_of_python_is_refused_with_the_reason(data, says):
    with pytest.raises(NotebookError, match=says.replace("(", r"\(").replace(")", r"\)")):
        source_of(data)


@pytest.mark.parametrize(
    "cell",
    [
        None,
        7,
        {"cell_type": "code"},
        {"cell_type": "code", "source": [1, None, "x"]},
        {"cell_type": ["code"]},
        [],
    ],
)
def test_odd_cells_do_no_harm(cell):
    source_of(json.dumps({"cells": [cell]}).encode())


def test_brackets_in_strings_are_no_depth():
    assert "x" in code(notebook("x = '" + "[" * 1000 + "'"))


def test_a_lone_surrogate_and_another_encoding_are_left_to_python():
    data = notebook("# -*- coding: latin-1 -*-\ns = '\ud800'")
    assert source_of(data).startswith(b"# -*- coding: utf-8 -*-\n")


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(max_size=5) | st.integers(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["cells", "cell_type", "source", "metadata", "worksheets"]), inner, max_size=3
            )
        ),
    )
)
def test_any_json_gives_bytes_or_a_reason(value):
    with suppress(NotebookError):
        assert isinstance(source_of(json.dumps(value).encode()), bytes)


@pytest.mark.parametrize(
    "line", [" " * 4_000_000, "?" * 200 + "\t" * 4_000_000 + "x", "a =" + " " * 4_000_000]
)
def test_a_line_of_millions_of_blanks_is_read_once(line):
    began = time.process_time()
    assert len(plain(f"{line}\nx = 1").split("\n")) == 2
    assert (
        time.process_time() - began < 5
    )  # it takes a tenth of a second, or 10 s if it is tried at each blank
