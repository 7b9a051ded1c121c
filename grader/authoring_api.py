"""What a problem folder's `cases.py` and `strategies.py` may import.

``cases.py`` has ``cases()``, which yields a `Case` for one call and a `Seq` for several in one process; a
value worked by hand is ``want=HandWorked(value, decimals)``.

``strategies.py`` has a function without parameters for each group with generated cases, which returns a
Hypothesis strategy of

- a dict of arguments by name: one call; trailing parameters with a default may be missing, and arrays may
  be wrapped in a layout;
- a list of such dicts: several calls in one process;
- a `Case` or a `Seq`, to set `reuse`, `overwrite_results` or `why`; the bank gives them names and groups.

Each case is drawn from a seed of its own. The function's docstring says what its cases are there to catch;
``stability.shrink = False`` says that the group's cases do not shrink to something readable. The file runs
in an interpreter of its own and may import numpy, Hypothesis, the standard library and this module.
"""

from grader.problem.case import Case, HandWorked, Laid, Seq, backwards, fortran, readonly, strided

__all__ = ["Case", "HandWorked", "Laid", "Seq", "backwards", "fortran", "readonly", "strided"]
