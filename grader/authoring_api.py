"""What a problem folder's `cases.py` and `strategies.py` may import."""

from grader.problem.case import Case, Laid, Seq, backwards, fortran, readonly, strided

__all__ = ["Case", "Laid", "Seq", "backwards", "fortran", "readonly", "strided"]
