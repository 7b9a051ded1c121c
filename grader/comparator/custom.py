"""The problem's own comparison, for problems with many right answers."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np

from grader.comparator.check import ANYTHING, RIGHT, Check, ResultRule, check_form
from grader.comparator.messages import wrong_type
from grader.comparator.values import copied, first_odd, name_of, printable
from grader.errors import ProblemCodeFault

MESSAGE_LIMIT = 1000

Compare = Callable[[Any, Any, Mapping[str, Any]], str | None]
Accepts = Literal["same", "any"]


def ask(
    compare: Compare,
    got: Any,
    want: Any,
    args: Mapping[str, Any],
    *,
    accepts: Accepts = "same",
    rule: ResultRule = ANYTHING,
) -> Check:
    """Let the problem's `compare` judge; it gets copies, and only values that are judgeable.

    With ``accepts="same"`` it is asked only of values with the types, structure, shapes and dtypes of the
    want, under the `rule` of the return annotation; anything else is wrong, whatever `compare` would say.

    Raises
    ------
    ProblemCodeFault
        If it raises, or returns anything but None or a text: the author's fault, never the submission's.
    """
    form = check_form(got, want, rule) if accepts == "same" else RIGHT
    if not form.ok:
        return form
    odd = first_odd(got)
    if odd is not None:
        path, leaf = odd
        message = wrong_type(leaf, want, path) if not path else f"{name_of(leaf)} can't be judged"
        return Check("type", message, path)
    try:
        with np.errstate(all="ignore"):
            said = compare(copied(got), copied(want), {name: copied(arg) for name, arg in args.items()})
    except Exception as error:
        raise ProblemCodeFault(
            f"compare.py: compare raised {type(error).__name__}: {error}: it must answer for any value"
        ) from error
    if said is None:
        return RIGHT
    if not isinstance(said, str):
        raise ProblemCodeFault(
            f"compare.py: compare returned {name_of(said)}: "
            "None says that the answer is right, a text says why it is not"
        )
    return Check("value", printable(said, MESSAGE_LIMIT) or "the answer is wrong")
