"""Bank cases made by hand, for tests of the judge's logic."""

import numpy as np

from grader.bank.model import BankCase
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call


def bank_case(name="a", *, steps=({"x": np.arange(3.0)},), wants=(np.arange(3.0),), **changes):
    tolerances = tuple(np.full(np.shape(w), 1e-9) if isinstance(w, np.ndarray) else None for w in wants)
    values = {
        "group": "basic",
        "visibility": "hidden",
        "why": "",
        "call": Call(tuple(tuple(s.values()) for s in steps)),
        "tolerances": tolerances,
        **changes,
    }
    return BankCase(name=name, steps=tuple(steps), wants=tuple(wants), **values)


def returned(*values, call=0, **changes):
    return RunResult(call, Status.RETURNED, values=values, **changes)
