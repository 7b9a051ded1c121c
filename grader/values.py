"""The kinds of values that are passed, returned and judged, one row each.

Whoever names kinds, or asks what may be a value, takes it from here; how a kind is written, compared or
carried is told by the module that does so. Its code on the wire is in `grader.runner`, which loads none of
this beside a submission. Standard library only: an array's row has its name in place of its type.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Family = Literal["none", "number", "text", "sequence", "mapping", "array"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueKind:
    """A kind of value.

    Attributes
    ----------
    name : str
        As `grader.result.ShownValue` has it: the name of the type, or ``None``.
    phrase : str
        What is wanted where this kind is, in a sentence.
    type : type or None
        The very type that a value has, no subclass; None for an array.
    family : str
        What it is like.
    annotations : tuple of str
        The last names of the annotations that mean this kind and no other.
    rule : str
        How a return annotation's rule calls it; empty where the want alone says all.
    """

    name: str
    phrase: str
    type: type | None
    family: Family
    annotations: tuple[str, ...] = ()
    rule: str = ""

    @property
    def is_container(self) -> bool:
        """Whether it holds other values."""
        return self.family in ("sequence", "mapping")


KINDS: tuple[ValueKind, ...] = (
    ValueKind(name="None", phrase="None", type=type(None), family="none", annotations=("None",)),
    ValueKind(name="bool", phrase="True or False", type=bool, family="number", annotations=("bool",)),
    ValueKind(name="int", phrase="an int", type=int, family="number", annotations=("int",), rule="number"),
    ValueKind(
        name="float", phrase="a float", type=float, family="number", annotations=("float",), rule="number"
    ),
    ValueKind(
        name="complex", phrase="a complex number", type=complex, family="number",
        annotations=("complex",), rule="number",
    ),
    ValueKind(name="str", phrase="a string", type=str, family="text", annotations=("str",)),
    ValueKind(name="bytes", phrase="bytes", type=bytes, family="text", annotations=("bytes",)),
    ValueKind(
        name="list", phrase="a list", type=list, family="sequence",
        annotations=("list", "List"), rule="list",
    ),
    ValueKind(
        name="tuple", phrase="a tuple", type=tuple, family="sequence",
        annotations=("tuple", "Tuple"), rule="tuple",
    ),
    ValueKind(
        name="dict", phrase="a dict", type=dict, family="mapping",
        annotations=("dict", "Dict"), rule="dict",
    ),
    ValueKind(
        name="ndarray", phrase="an array", type=None, family="array",
        annotations=("ndarray", "NDArray"), rule="array",
    ),
)  # fmt: skip

BY_NAME: Mapping[str, ValueKind] = {kind.name: kind for kind in KINDS}
TYPES: Mapping[type, ValueKind] = {kind.type: kind for kind in KINDS if kind.type is not None}
"""All kinds but arrays, by type."""
WIDER: Mapping[str, tuple[str, ...]] = {
    "ArrayLike": ("ndarray", "float", "list", "tuple"),
    "Sequence": ("list", "tuple"),
    "Iterable": ("list", "tuple"),
    "Collection": ("list", "tuple"),
    "Mapping": ("dict",),
    "float64": ("float",),
    "floating": ("float",),
}
"""Annotations that leave a choice of kinds, the usual one first, or name a type that is judged as one."""
ARRAY_DTYPE_KINDS = "biufc"
"""bool, int, unsigned, float, complex: what an array may hold, by numpy's letters."""


def annotated(word: str) -> tuple[ValueKind, ...]:
    """Return the kinds that an annotation of this last name allows, the usual one first; none if unknown."""
    exact = tuple(kind for kind in KINDS if word in kind.annotations)
    return exact or tuple(BY_NAME[name] for name in WIDER.get(word, ()))
