"""One submission in, one `Result` out: everything that decides a verdict meets here."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.judge.session import Judge

__all__ = ["Judge"]


def __getattr__(name: str) -> Any:
    # What only shows values (`grader show`) needs neither the bank nor a sandbox.
    if name != "Judge":
        raise AttributeError(f"module 'grader.judge' has no attribute {name!r}")
    from grader.judge.session import Judge  # noqa: PLC0415

    return Judge
