"""From a case to what a submission is called with."""

from collections.abc import Mapping
from typing import Any

from grader.problem.case import AnyCase, Laid
from grader.problem.signature import Signature
from grader.runner.wire import Call, LaidArray


def call_of(case: AnyCase, signature: Signature) -> Call:
    """Return a case as a call: positional arguments for each step, layouts kept, names left behind."""
    reuse, overwrite_results = flags_of(case)
    steps = tuple(tuple(_laid(args[name]) for name in signature.names if name in args) for args in case.calls)
    return Call(steps, reuse=reuse, overwrite_results=overwrite_results)


def steps_of(case: AnyCase, signature: Signature) -> tuple[dict[str, Any], ...]:
    """Return each step's arguments by name, in the order of the signature, without layouts."""
    return tuple({name: plain(args[name]) for name in signature.names if name in args} for args in case.calls)


def steps_of_call(call: Call, signature: Signature) -> tuple[dict[str, Any], ...]:
    """Return what `steps_of` would for the case that `call` was made from."""
    names = signature.names
    return tuple(
        {name: plain(value) for name, value in zip(names, step, strict=False)} for step in call.steps
    )


def flags_of(case: AnyCase) -> tuple[bool, bool]:
    """Return whether a case reuses array objects and whether it spoils results."""
    return getattr(case, "reuse", False), getattr(case, "overwrite_results", False)


def plain(value: Any) -> Any:
    """Return an argument without its layout."""
    return value.array if isinstance(value, (Laid, LaidArray)) else value


def _laid(value: Any) -> Any:
    if isinstance(value, Laid):
        return LaidArray(value.array, value.order, value.readonly)
    return value


def laid_back(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments that came over the wire as an author would have written them."""
    return {
        name: Laid(v.array, v.order, v.readonly) if isinstance(v, LaidArray) else v
        for name, v in args.items()
    }
