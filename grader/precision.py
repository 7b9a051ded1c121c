"""How exact a result has to be, as bits: one number, and those that follow from it.

A float64 rounds with a relative error of at most 2⁻⁵³. A derived tolerance asks for as much as the reference
can do with operations that are `MARGIN` times less exact (`grader.comparator.noise` has the evidence for
it). Whoever calls a difference large or small beside such a tolerance takes the numbers from here, so that
they move with it. Standard library only.
"""

import math

DOUBLE_BITS = 53
"""Of the significand of a float64."""
MARGIN_BITS = 11
"""How many of them a derived tolerance forgives: the one number that is chosen."""

DOUBLE_UNIT = 2.0**-DOUBLE_BITS
"""The largest relative error of one rounding in float64."""
MARGIN = 2.0**MARGIN_BITS
"""The error of a perturbed operation, in errors of a real one."""
ATTAINABLE = 1.0 / MARGIN
"""What of a derived tolerance the reference itself loses with all of its bits."""
DERIVED_BITS = DOUBLE_BITS - MARGIN_BITS
DERIVED_UNIT = 2.0**-DERIVED_BITS
"""The rounding unit of which a derived tolerance is made: each forgives at least this share of the want."""
SURELY_RIGHT = DERIVED_UNIT / 2.0
"""A share of the want that is within every derived tolerance, its own rounding included."""
HALF_THE_DIGITS = 2.0 ** -(DOUBLE_BITS // 2)
"""What two calls of a reference may differ by, beside its largest number, and still be the same answer."""
DOUBLE_DIGITS = math.ceil(DOUBLE_BITS * math.log10(2))
"""Of a float64, in decimal: 15.95, and so 16."""
DERIVED_DIGITS = math.floor(DERIVED_BITS * math.log10(2))
"""How many of them a derived tolerance asks for."""
