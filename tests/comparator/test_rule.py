import pytest

from grader.comparator.rule import ANYTHING, rule_for


@pytest.mark.parametrize(
    "annotation", [None, "", "Matrix", "object", "Any", "not python(", "1 +", "x" * 10_000]
)
def test_an_annotation_that_says_nothing_allows_everything(annotation):
    assert rule_for(annotation) == ANYTHING


@pytest.mark.parametrize(
    ("annotation", "kinds"),
    [
        ("np.ndarray", {"array"}),
        ("numpy.ndarray", {"array"}),
        ("NDArray[np.float64]", {"array"}),
        ("float", {"number"}),
        ("np.float64", {"number"}),
        ("float | None", {"number"}),
        ("Optional[float]", {"number"}),
        ("float | np.ndarray", {"number", "array"}),
        ("'np.ndarray'", {"array"}),
        ("Annotated[np.ndarray, 'unit']", {"array"}),
        ("list[float]", {"list"}),
        ("typing.Tuple[int, ...]", {"tuple"}),
        ("Union[list[int], tuple[int]]", {"list", "tuple"}),
        ("dict[str, np.ndarray]", {"dict"}),
    ],
)
def test_the_alternatives_are_read(annotation, kinds):
    assert rule_for(annotation).kinds == kinds


def test_each_part_of_a_tuple_has_its_rule():
    rule = rule_for("tuple[np.ndarray, list[tuple[int, ...]], dict[str, float]]")
    assert rule.part(0).kinds == {"array"}
    assert rule.part(1).part(7).kinds == {"tuple"}
    assert rule.part(1).part(7).part(3).kinds == {"number"}
    assert rule.part(2).part("key").kinds == {"number"}
    assert rule.part(3) == ANYTHING
