"""What a problem folder's `cases.py` and `strategies.py` may import."""

from grader.problem.case import Case, HandWorked, Laid, Seq, backwards, fortran, readonly, strided

__all__ = ["Case", "HandWorked", "Laid", "Seq", "backwards", "fortran", "readonly", "strided"]
