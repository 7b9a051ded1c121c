"""One submission in, one `Result` out: everything that decides a verdict meets here."""

from grader.judge.session import Judge

__all__ = ["Judge"]
