"""Sequences of calls: encodings are often kept in a table, and then handed out wrongly."""

from grader.authoring_api import Seq


def cases():
    yield Seq(
        "grows_and_shrinks",
        group="basic",
        calls=[
            {"length": 4, "d_model": 6},
            {"length": 9, "d_model": 6},
            {"length": 4, "d_model": 6},
            {"length": 4, "d_model": 10},
            {"length": 2, "d_model": 6},
        ],
        why="longer, shorter, wider: a table that is kept fits none of them by chance",
    )
    yield Seq(
        "result_edited",
        group="basic",
        calls=[{"length": 5, "d_model": 8}, {"length": 5, "d_model": 8}, {"length": 3, "d_model": 8}],
        overwrite_results=True,
        why="the caller adds embeddings to the result in place and asks again: results are new arrays",
    )
    yield Seq(
        "same_shape_other_start",
        group="start",
        calls=[
            {"length": 4, "d_model": 6},
            {"length": 4, "d_model": 6, "start": 4},
            {"length": 4, "d_model": 6, "start": 1},
            {"length": 4, "d_model": 6},
        ],
        why="tables of one shape for different positions, all looked at after the last call",
    )
    yield Seq(
        "result_edited_from_a_start",
        group="start",
        calls=[{"length": 2, "d_model": 4, "start": 9}] * 3,
        overwrite_results=True,
        why="the same rows three times, edited by the caller each time",
    )
    yield Seq(
        "one_row_at_a_time",
        group="start",
        calls=[{"length": 1, "d_model": 8, "start": position} for position in range(12)],
        why="a decoder asks for one row after the other",
    )
