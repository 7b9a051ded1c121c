"""`problem.toml`: its models, and its faults in the author's terms."""

import keyword
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from grader.problem.faults import did_you_mean, fault, said

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

SCHEMA = 1


def _name(value: str) -> str:
    if not value.isidentifier() or keyword.iskeyword(value):
        raise ValueError("must be a Python name")
    return value


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be empty")
    return value


Name = Annotated[str, AfterValidator(_name)]
Text = Annotated[str, AfterValidator(_not_blank)]
GroupName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Number = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Bytes = Annotated[int, Field(gt=0)]


class _Table(BaseModel):
    """Base of all tables: immutable, no unknown keys, no conversion of types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class GroupSpec(_Table):
    """Cases that earn `points` together.

    `generated` cases are drawn from the strategy of the group's name. A `visible` group is shown to the
    learner; an `advisory` one never touches the verdict. `forgives` names mistakes whose rounding is
    accepted too; `cites` is the sentence of the page that the group checks.
    """

    points: Number = 0.0
    generated: Annotated[int, Field(ge=0, le=10_000)] = 0
    visible: bool = False
    advisory: bool = False
    forgives: tuple[Name, ...] = ()
    cites: str = ""


class ComparisonSpec(_Table):
    """How a result is compared with the reference's; `rtol`, `atol` and `why` belong to ``close``.

    `accepts` belongs to ``custom``: whether `compare` is asked only of values that have the types, structure,
    shapes and dtypes of the reference's, or of any.
    """

    kind: Literal["derived", "exact", "close", "custom"] = "derived"
    rtol: Number = 0.0
    atol: Number = 0.0
    why: str = ""
    accepts: Literal["same", "any"] = "same"


class LimitsSpec(_Table):
    """What one submission may use."""

    cpu_s_call: Positive = 2.0
    cpu_s_total: Positive = 10.0
    import_s: Positive = 10.0
    memory_bytes: Bytes = 512 * 2**20
    output_bytes: Bytes = 16 * 2**20


class Spec(_Table):
    """The whole of `problem.toml`; `groups` keeps the order of the file."""

    schema_version: Literal[1] = Field(alias="schema")
    title: Text
    collection: Text
    difficulty: Literal["Easy", "Medium", "Hard"]
    entry_point: Name
    allowed_imports: tuple[Name, ...] = ("numpy",)
    hints: tuple[Text, ...] = ()
    requirements: tuple[Text, ...] = ()
    constraints: tuple[Text, ...] = ()
    in_place: Literal["warn", "reject"] = "warn"
    show_counterexamples: bool = True
    limits: LimitsSpec = LimitsSpec()
    comparison: ComparisonSpec = ComparisonSpec()
    groups: Annotated[dict[GroupName, GroupSpec], Field(min_length=1)]


_TABLES: dict[str, type[_Table]] = {"limits": LimitsSpec, "comparison": ComparisonSpec}
_KINDS = {
    "string_type": "a string",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
_BOUNDS = {"greater_than": ">", "greater_than_equal": "≥", "less_than_equal": "≤"}
# Placeholders for keys that are missing or wrong, so that the rest can be checked.
_STAND_INS = {
    "schema": SCHEMA,
    "title": "?",
    "collection": "?",
    "difficulty": "Easy",
    "entry_point": "entry_point",
    "groups": {"group": {}},
}


def read_spec(path: Path, text: str) -> tuple[Spec | None, frozenset[str], list[str]]:
    """Read `problem.toml`.

    Returns
    -------
    spec
        The model, None if the text is no TOML. With faults it is what could be understood.
    doubtful
        Dotted keys that were wrong and are replaced by defaults, so that nothing is made of them.
    faults
        One line each.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return None, frozenset(), [fault(path, "", f"is not valid TOML: {error}")]
    data = _tupled(data)
    try:
        return Spec.model_validate(data), frozenset(), []
    except ValidationError as error:
        errors = error.errors(include_url=False)
    faults = [fault(path, _key(e), _what(e)) for e in errors]
    for e in errors:
        _drop(data, e["loc"])
    doubtful = {".".join(map(str, e["loc"])) for e in errors}
    for key, value in _STAND_INS.items():
        if not data.get(key):
            data[key] = value
            doubtful.add(key)
    try:
        return Spec.model_validate(data), frozenset(doubtful), faults
    except ValidationError:  # what is left is not worth a second guess
        return None, frozenset(doubtful), faults


def _tupled(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _tupled(v) for k, v in value.items()}
    return tuple(_tupled(v) for v in value) if isinstance(value, list) else value


def _drop(data: dict[str, Any], loc: tuple[int | str, ...]) -> None:
    """Remove what `loc` points to; a list with a wrong element goes as a whole."""
    for part, following in zip(loc, (*loc[1:], None), strict=True):
        if part not in data:
            return
        child = data[str(part)]
        if following in (None, "[key]") or not isinstance(child, dict):
            del data[str(part)]
            return
        data = child


def _key(error: "ErrorDetails") -> str:
    return ".".join(str(part) for part in error["loc"] if part != "[key]")


def _known(loc: tuple[int | str, ...]) -> list[str]:
    """Return the keys that the table holding `loc` may have."""
    if len(loc) == 1:
        return [field.alias or name for name, field in Spec.model_fields.items()]
    table = GroupSpec if loc[0] == "groups" else _TABLES[str(loc[0])]
    return list(table.model_fields)


def _what(error: "ErrorDetails") -> str:
    kind, ctx = error["type"], error.get("ctx", {})
    if kind == "missing":
        return "missing; add it"
    if kind == "extra_forbidden":
        return _unknown_key(error["loc"])
    got = said(_listed(error.get("input")))
    if kind in _KINDS:
        return f"must be {_KINDS[kind]}, got {got}"
    if kind in _BOUNDS:
        return f"must be {_BOUNDS[kind]} {next(iter(ctx.values())):g}, got {got}"
    words = {
        "literal_error": f"must be {ctx.get('expected')}",
        "string_pattern_mismatch": "must be lower-case letters, digits and _, at most 40",
        "too_short": "is empty; add at least one",
        "value_error": str(ctx.get("error")),
        "finite_number": "must be a finite number",
    }
    return f"{words.get(kind, error['msg'])}, got {got}"


def _unknown_key(loc: tuple[int | str, ...]) -> str:
    key = str(loc[-1])
    if len(loc) > 1 and key in _known(("",)):
        return "unknown key here; it belongs above the first [table] of the file"
    return f"unknown key; {did_you_mean(key, _known(loc))}"


def _listed(value: Any) -> Any:
    """Undo `_tupled`, so that a value is quoted as it was written."""
    if isinstance(value, dict):
        return {k: _listed(v) for k, v in value.items()}
    return [_listed(v) for v in value] if isinstance(value, tuple) else value
