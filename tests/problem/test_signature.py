"""The signature is what the starter says."""

from pathlib import Path

import pytest

from grader.problem.signature import Parameter, read_signature

PATH = Path("starter.py")


@pytest.mark.parametrize(
    ("source", "parameters", "returns"),
    [
        ("def f(x): ...", (Parameter("x", None, False),), None),
        (
            "def f(x: np.ndarray, eps: float = 1e-6) -> np.ndarray: pass",
            (Parameter("x", "np.ndarray", False), Parameter("eps", "float", True, 1e-6)),
            "np.ndarray",
        ),
        (
            "def f(x: 'np.ndarray', k=-1, names=('a', None), /) -> 'list[int]': pass",
            (
                Parameter("x", "np.ndarray", False),
                Parameter("k", None, True, -1),
                Parameter("names", None, True, ("a", None)),
            ),
            "list[int]",
        ),
    ],
)
def test_parameters_defaults_and_annotations_are_read(source, parameters, returns):
    signature, faults = read_signature(PATH, source, "f")
    assert faults == []
    assert signature.parameters == parameters
    assert signature.returns == returns


def test_nothing_of_the_starter_runs():
    signature, faults = read_signature(PATH, "raise SystemExit\ndef f(x): ...", "f")
    assert faults == []
    assert signature.names == ("x",)


def test_a_signature_is_shown_as_it_is_written():
    text = "f(x: np.ndarray, k=3, eps: float = 1e-06) -> np.ndarray"
    signature, _ = read_signature(PATH, f"def {text}: ...", "f")
    assert str(signature) == text
    assert signature.required == 1


@pytest.mark.parametrize(
    "source",
    [
        "def f(x",
        "\0",
        "class f: ...",
        "f = lambda x: x",
        "async def f(x): ...",
        "def f(**kw): ...",
        "def g(x): ...",
    ],
)
def test_what_is_no_plain_function_is_a_fault(source):
    signature, faults = read_signature(PATH, source, "f")
    assert signature is None
    assert len(faults) == 1
    assert faults[0].startswith("starter.py: ")
