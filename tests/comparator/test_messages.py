import numpy as np
import pytest
from comparator.samples import Foreign

from grader.comparator.check import check

ROW = np.array([1.0, 2.0, 3.0])
TABLE = np.arange(6.0).reshape(2, 3)

MISTAKES = {
    "nothing returned": (None, TABLE),
    "a list": ([1.0, 2.0, 3.0], ROW),
    "an array and a cache": ((TABLE, {"mean": ROW}), TABLE),
    "an array and statistics": ((TABLE, ROW, ROW), TABLE),
    "a dict": ({"out": TABLE}, TABLE),
    "one number": (1.0, TABLE),
    "one number for an array without axes": (1.0, np.array(1.0)),
    "a truth value": (True, TABLE),
    "text": ("[1, 2, 3]", ROW),
    "np.matrix": (np.array(TABLE).view(np.matrix), TABLE),
    "a masked array": (np.ma.masked_array(TABLE), TABLE),
    "a subclass": (TABLE.view(type("Tensor", (np.ndarray,), {})), TABLE),
    "an array of objects": (TABLE.astype(object), TABLE),
    "a foreign value": (Foreign("a generator"), TABLE),
    "an object without a name": (object(), TABLE),
    "an array for a number": (ROW, 6.0),
    "an array of one for a number": (np.array([6.0]), 6.0),
    "a list for a number": ([6.0], 6.0),
    "a truth value for a number": (True, 6.0),
    "a float for an int": (6.0, 6),
    "an array for a list": (ROW, [1.0, 2.0, 3.0]),
    "one array for two": (ROW, (ROW, ROW)),
    "a part is None": ((ROW, None), (ROW, ROW)),
    "a part is a list": ((ROW, [1.0]), (ROW, ROW)),
    "too few items": ([1], [1, 2]),
    "missing keys": ({"x": 1}, {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}),
    "an extra key": ({"a": 1, "<b>": 2}, {"a": 1}),
    "an extra axis": (ROW[:, None], ROW),
    "a squeezed axis": (ROW, ROW[None]),
    "transposed": (TABLE.T, TABLE),
    "permuted": (np.zeros((4, 2, 3)), np.zeros((2, 3, 4))),
    "flattened": (TABLE.ravel(), TABLE),
    "laid out otherwise": (np.zeros((3, 4)), np.zeros((2, 6))),
    "an axis summed away": (ROW, TABLE),
    "a broadcast operand": (np.zeros((3, 2, 3)), TABLE),
    "one axis of another length": (np.zeros((2, 4)), TABLE),
    "quite another shape": (np.zeros((5, 5, 5)), np.zeros((7, 7))),
    "a part's shape": ((ROW, ROW[:2]), (ROW, ROW)),
    "float32": (TABLE.astype(np.float32), TABLE),
    "long double": (TABLE.astype(np.longdouble).astype("g"), TABLE),
    "an integer result": (TABLE.astype(np.int64), TABLE),
    "a complex result": (TABLE.astype(complex), TABLE),
    "floats for integers": (TABLE, TABLE.astype(np.int64)),
    "integers for truth values": (np.array([0, 1]), np.array([False, True])),
    "truth values for integers": (np.array([False, True]), np.array([0, 1])),
    "NaN": (np.where(TABLE > 3, np.nan, TABLE), TABLE),
    "an infinity": (np.where(TABLE > 4, np.inf, TABLE), TABLE),
    "the other infinity": (np.array([-np.inf]), np.array([np.inf])),
    "an infinity for NaN": (np.array([np.inf, 0.0]), np.array([np.nan, 0.0])),
    "a number for NaN": (np.array([1.0, 0.0]), np.array([np.nan, 0.0])),
    "a number for an infinity": (1.0, float("inf")),
    "NaN, a number": (float("nan"), 1.0),
    "NaN in a part": ((1.0, float("nan")), (1.0, 1.0)),
    "some values": (np.where(TABLE > 3, 9.0, TABLE), TABLE),
    "nearly right": (TABLE * (1 + 1e-8), TABLE),
    "the only element": (np.array([1.0]), np.array([2.0])),
    "a number, nearly right": (1.00001, 1.0),
    "a number": (2.0, 1.0),
    "an int": (2, 1),
    "a value in a part": ({"mean": np.zeros(3), "var": ROW}, {"mean": np.zeros(3), "var": ROW + 1}),
}  # fmt: skip


def tolerance_of(want):
    if isinstance(want, tuple | list):
        return [tolerance_of(item) for item in want]
    if isinstance(want, dict):
        return {key: tolerance_of(item) for key, item in want.items()}
    if isinstance(want, np.ndarray):
        return np.full(want.shape, 1e-12) if want.dtype.kind == "f" else None
    return 1e-12 if isinstance(want, float) else None


@pytest.mark.parametrize("name", MISTAKES)
def test_a_beginner_is_told_what_to_do(name, snapshot):
    got, want = MISTAKES[name]
    answer = check(got, want, tolerance_of(want))
    assert not answer.ok
    message = answer.message.replace(np.dtype(np.longdouble).name, "longdouble")
    assert f"{answer.reason}: {message}" == snapshot


def test_a_wrong_small_number_beside_right_large_ones_is_not_called_nearly_right():
    want = np.array([1.0, 0.0])
    assert check(np.array([1.0, 1e-20]), want, np.full(2, 1e-300)).message == (
        "wrong at 1 of 2 elements, first at [1]"
    )


def test_no_message_holds_a_number_of_the_got_or_the_want():
    secret, answer = 7654.321, 1234.567
    for got, want in [
        (np.array([answer, 1.0]), np.array([secret, 1.0])),
        (answer, secret),
        ([answer], secret),
        (str(answer), str(secret)),
        ({str(answer): 1}, {"a": 1}),
        (np.array([np.nan]), np.array([secret])),
    ]:
        message = check(got, want, None).message
        assert "7654" not in message
        assert "1234" not in message
