"""A shown value in words and tables: what a learner sees of got and want.

Everything here works on `ShownValue`, the bounded form in which a `Result` carries a value, so that a
report can also be made of a result that was read from a file.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from grader.precision import DERIVED_UNIT
from grader.report import escape
from grader.report.blocks import Block, Code, Grid, Pair, Span, paragraph
from grader.result import ShownValue
from grader.values import BY_NAME

DIGITS = 6
_ROW_ELEMENTS = 8
_ROWS = 8
_TABLE_ROWS = 12
_TEXT = 120
_NON_FINITE = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}

Path = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class ElementRow:
    """One element of got beside that of want."""

    index: str
    got: str
    want: str
    differs: bool


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Got and want element by element: at most a dozen rows, those that differ first to be kept."""

    rows: tuple[ElementRow, ...]
    differing: int
    compared: int
    truncated: bool


def describe(value: ShownValue) -> str:
    """Return what `value` is, without its elements: ``array of float64, shape (2, 4)``."""
    kind = BY_NAME.get(value.type)
    if kind is None:
        return escape.line(value.type, _TEXT)
    if kind.family == "array":
        return f"array of {value.dtype}, shape {_shape(value)}"
    if not kind.is_container:
        return inline(value)
    if kind.family == "sequence" and isinstance(value.data, list) and not value.truncated:
        return f"{kind.phrase} of {len(value.data)}"
    return kind.phrase


def inline(value: ShownValue) -> str:
    """Return `value` on one line, long ones cut."""
    if value.data is None:
        return "None" if value.type == "None" else escape.line(value.type, _TEXT)
    if value.type in ("str", "bytes") and isinstance(value.data, str):
        text = repr(value.data) if value.type == "str" else value.data
        return escape.line(text, _TEXT)
    return escape.bounded(_one_line(_written(value)), 400)


def labelled(name: str, value: ShownValue, *, indent: int = 2) -> list[Block]:
    """Return blocks that say ``name = value``, on one line if it fits there."""
    name = escape.line(name, _TEXT)
    if value.type == "ndarray" and not isinstance(value.data, list):
        return [paragraph(f"{name} = {inline(value)}  ({describe(value)})", indent=indent, value=True)]
    if not isinstance(value.data, list | dict):
        return [paragraph(f"{name} = {inline(value)}", indent=indent, value=True)]
    rows = _written(value).split("\n")
    about = f"  {value.dtype}, shape {_shape(value)}" if value.type == "ndarray" else ""
    if len(rows) == 1 and len(rows[0]) + len(name) + len(about) < 76:
        return [paragraph(f"{name} = {rows[0]}", Span(about, "quiet"), indent=indent, value=True)]
    return [
        paragraph(f"{name} = ", Span(describe(value), "quiet"), indent=indent, value=True),
        Code(tuple(rows), indent + 2),
    ]


def compare(got: ShownValue, want: ShownValue) -> SideBySide | None:
    """Return got beside want, or None where they can't be set side by side (other type, shape, structure)."""
    if got.shape != want.shape or (got.type == "ndarray") != (want.type == "ndarray"):
        return None
    left, right = list(_leaves(got.data)), list(_leaves(want.data))
    if [path for path, _ in left] != [path for path, _ in right] or not left:
        return None
    pairs = [(path, g, w) for (path, g), (_, w) in zip(left, right, strict=True)]
    marks = [_differs(g, w, DERIVED_UNIT) for _, g, w in pairs]
    truncated = got.truncated or want.truncated
    if not any(marks) and not truncated:  # of a large value, what differs may lie beyond what is shown
        marks = [_differs(g, w, 0.0) for _, g, w in pairs]
    chosen = _chosen(marks)
    digits = _digits([pairs[n][1:] for n in chosen if marks[n]])
    return SideBySide(
        rows=tuple(
            ElementRow(_index(pairs[n][0]), _leaf(pairs[n][1], digits), _leaf(pairs[n][2], digits), marks[n])
            for n in chosen
        ),
        differing=sum(marks),
        compared=len(pairs),
        truncated=truncated,
    )


def side_by_side(
    got: ShownValue | None, want: ShownValue | None, *, many_answers: bool = False
) -> list[Block]:
    """Return blocks that set got beside want, the differing elements marked; none where none differs.

    With `many_answers` nothing is marked: what differs from one right answer may be right as well.
    """
    if many_answers and want is not None:
        right = labelled("a right answer", want)
        return right if got is None else [Pair(tuple(labelled("got", got)), tuple(right))]
    if want is None:
        return labelled("got", got) if got is not None else []
    if got is None:
        return labelled("want", want)
    table = compare(got, want)
    whole: list[Block] = [Pair(tuple(labelled("got ", got)), tuple(labelled("want", want)))]
    if table is None:
        return whole
    if not table.differing:
        if (got.type, got.tuples) != (want.type, want.tuples):
            return whole
        return []  # what differs is not kept of large values, or is no part of them: the message says it
    rows = tuple(
        (
            Span(row.index, "quiet"),
            Span(row.got, "bad" if row.differs else "plain"),
            Span(row.want, "good" if row.differs else "plain"),
            Span("← differs" if row.differs else "", "bad"),
        )
        for row in table.rows
    )
    blocks: list[Block] = [Grid(("", "got", "want", ""), rows, frozenset({0, 3}))]
    left_out = table.compared - len(table.rows)
    if left_out:
        first = " first" if table.truncated else ""
        blocks.append(
            paragraph(
                Span(f"{table.differing:,} of the{first} {table.compared:,} elements differ; "
                     f"{left_out:,} are not shown", "quiet"),
                indent=2,
            )
        )  # fmt: skip
    return blocks


def _shape(value: ShownValue) -> str:
    return str(tuple(value.shape or ()))


def _leaves(data: JsonValue, path: Path = ()) -> Iterator[tuple[Path, JsonValue]]:
    if isinstance(data, list):
        for n, item in enumerate(data):
            yield from _leaves(item, (*path, n))
    elif isinstance(data, Mapping):
        for key, item in data.items():
            yield from _leaves(item, (*path, key))
    else:
        yield path, data


def _number(leaf: JsonValue) -> complex | None:
    if isinstance(leaf, bool):
        return None
    if isinstance(leaf, int | float):
        return leaf
    if isinstance(leaf, str):
        if leaf in _NON_FINITE:
            return _NON_FINITE[leaf]
        if leaf.endswith(("j", "j)")):
            try:
                return complex(leaf)
            except ValueError:
                return None
    return None


def _differs(got: JsonValue, want: JsonValue, share: float) -> bool:
    g, w = _number(got), _number(want)
    if g is None or w is None:
        return got != want or isinstance(got, bool) != isinstance(want, bool)
    if g == w or (g != g and w != w):
        return False
    try:
        return not abs(g - w) <= share * abs(w)
    except OverflowError:
        return True


def _chosen(marks: list[bool]) -> list[int]:
    """Return which elements to show: all if they are few, else the first that differ."""
    if len(marks) <= _TABLE_ROWS:
        return list(range(len(marks)))
    return [n for n, differs in enumerate(marks) if differs][:_TABLE_ROWS]


def _digits(differing: list[tuple[JsonValue, JsonValue]]) -> int:
    """Return the fewest digits with which each pair that differs also reads differently."""
    for digits in range(DIGITS, 17):
        if all(_leaf(g, digits) != _leaf(w, digits) for g, w in differing):
            return digits
    return 17


def _leaf(leaf: JsonValue, digits: int = DIGITS) -> str:
    if leaf is None or isinstance(leaf, bool):
        return str(leaf)
    if isinstance(leaf, int):
        return escape.bounded(str(leaf), 60)
    if isinstance(leaf, float):
        return f"{leaf:.{digits}g}"
    if isinstance(leaf, str):
        if leaf in _NON_FINITE:
            return {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}[leaf]
        number = _number(leaf)
        # In quotes: a space, an empty string or one with a comma would be lost among others.
        return f"{number:.{digits}g}" if number is not None else escape.line(repr(leaf), 62)
    return escape.line(str(leaf), 60)


def _index(path: Path) -> str:
    if not path:
        return "value"
    if all(isinstance(step, int) for step in path):
        return f"[{', '.join(map(str, path))}]"
    return escape.line("".join(f"[{step!r}]" for step in path), 60)


def _written(value: ShownValue) -> str:
    return _nested(value.data, value.type, "", frozenset(value.tuples), ())


def _nested(data: JsonValue, kind: str, margin: str, tuples: frozenset[Path], path: Path) -> str:
    """Return nested lists as rows: the last level on one line, long rows and many rows cut."""
    if isinstance(data, Mapping):
        items = [
            f"{escape.line(repr(k), 60)}: {_flat(v, tuples, (*path, k))}"
            for k, v in list(data.items())[:_ROW_ELEMENTS]
        ]
        return "{" + ", ".join(items) + (", …" if len(data) > _ROW_ELEMENTS else "") + "}"
    if not isinstance(data, list):
        return _leaf(data)
    is_tuple = kind == "tuple" or path in tuples
    opening, closing = ("(", ",)" if len(data) == 1 else ")") if is_tuple else ("[", "]")
    inner = "ndarray" if kind == "ndarray" else ""
    deep = any(isinstance(item, list) for item in data)
    most = _ROWS if deep else _ROW_ELEMENTS
    parts = [
        _nested(item, inner, margin + " " * deep, tuples, (*path, n)) for n, item in enumerate(data[:most])
    ]
    if deep:
        parts += ["…"] if len(data) > most else []
        return opening + f",\n{margin} ".join(parts) + closing
    if len(data) > most:
        parts.append(f"… {len(data) - most} more")
    return opening + ", ".join(parts) + closing


def _flat(data: JsonValue, tuples: frozenset[Path], path: Path) -> str:
    return escape.bounded(_one_line(_nested(data, "", "", tuples, path)), 200)


def _one_line(rows: str) -> str:
    return re.sub(r"\n *", " ", rows)
