"""Where the random relative errors of a perturbed run come from, and how large they are.

Constants, each with its evidence (the study: 96 honest solutions of one problem on 3,247 cases, nine other
functions; "ratio" is an honest solution's error over its tolerance):

`MARGIN`  The error of a perturbed operation over that of a real one; it is in `grader.precision`, as other
          numbers follow from it. With errors of one rounding (2⁻⁵³) the worst honest answer among 172,800
          was 226 times its spread: a sum of equal numbers from left to right, whose roundings all have one
          sign and add up to 0.22·n·2⁻⁵³, n = 1024. 2¹¹ is the first power of two that leaves a factor of 4:
          an adversarial search over 116,343 pairs then found ratios of at most 0.18.
`BY_LENGTH`  For sums longer than 512 that worst case grows like n, so the margin does too, as 4·n. With 2·n a
          variance about a first element that is an outlier reached 0.44 at n = 4,096; with 4·n a search over
          1,680 such rows, n from 64 to 4,096, found at most 0.27, equal numbers at most 0.08.
`MARGIN_SHORT`  2¹¹ of float32's 2²⁴ would leave 4 digits. 2⁵ leaves 5 to 6, with honest ratios of at most
          0.09 for 61 solutions of layer normalisation in float32 (197 cases), 0.22 for a softmax by way of
          its logarithm, 0.06 for ten other functions. Long sums have 4·n here too.
`CLIP`    ±3 standard deviations: a factor of 1 + v·δ must not flip a sign or be an outlier that one run in
          hundreds sees.
Gaussian  Signs alone (δ = ±1) cancel exactly in sums of one or two terms: ratios of 9,000 and more.
`SEED`    A spread from 8 runs varies by a factor of 4 (median) to 7 (worst) with the seed. One seed for
          ever, so that a case has one tolerance.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from grader.comparator.values import Array
from grader.precision import DOUBLE_UNIT, MARGIN

MARGIN_SHORT = 2.0**5
BY_LENGTH = 4.0
CLIP = 3.0
SEED = 20240229
PERIOD = 131_071  # prime, so that no run's demand is a multiple of it: no two runs see the same errors


_DOUBLE = np.dtype(np.float64)


@lru_cache(maxsize=32)
def unit(dtype: np.dtype[Any]) -> float:
    """Return the largest relative error of one rounding in `dtype`, 2⁻⁵³ for all wider than double.

    A long double is 53 to 113 bits wide, by platform: a tolerance must not depend on that.
    """
    real = np.dtype(dtype.char.lower()) if dtype.kind == "c" else dtype
    return max(DOUBLE_UNIT, float(np.finfo(real).eps) / 2)


def size_of_error(dtype: np.dtype[Any], longest: int) -> float:
    """Return v, the standard deviation of the relative error of a perturbed operation.

    `longest` is the length of the longest reduction that the reference performs. In double precision
    v = 2⁻⁵³·max(2¹¹, 4·longest), in single precision 2⁻²⁴·max(2⁵, 4·longest).
    """
    rounding = unit(dtype)
    return rounding * max(MARGIN if rounding == unit(_DOUBLE) else MARGIN_SHORT, BY_LENGTH * longest)


@lru_cache(maxsize=1)
def _deltas() -> Array:
    """Return the frozen stream: `RandomState` is fixed for ever, other generators may change."""
    drawn = np.random.RandomState(SEED).standard_normal(PERIOD).clip(-CLIP, CLIP)
    return np.concatenate([drawn, drawn])  # any PERIOD numbers from any start are one slice


@lru_cache(maxsize=8)
def _factors(v: float, char: str) -> Array:
    """Return 1 + v·δ for the whole stream, in the type `char`."""
    dtype = np.dtype(char)
    deltas = _deltas()
    if dtype.kind == "c":  # an error of any direction in the plane: what products and FFTs make
        deltas = deltas + 1j * np.roll(deltas, PERIOD // 2)
    factors: Array = (1.0 + v * deltas).astype(dtype)
    factors.setflags(write=False)
    return factors


class Noise:
    """The errors of the runs of one reference on one case, and what the runs were seen to do.

    `longest` None means no errors: the run in which reductions are measured. Runs continue one stream.
    """

    __slots__ = ("_streams", "events", "longest", "position", "reduced", "scalars")

    def __init__(self) -> None:
        self.longest: int | None = None
        self._streams: dict[str, Array] = {}
        self.position = 0
        self.reduced = 1  # the longest reduction seen
        self.events = 0  # operations seen
        self.scalars: set[object] = set()  # numbers handed out: a result may be one of them, as a float

    def begin(self, longest: int) -> None:
        """Bring in errors from now on, of the size that belongs to reductions of that length."""
        self.longest = longest
        self._streams.clear()

    def jitter(self, array: Array, *, out: Array | None = None, where: Any = True) -> Array:
        """Return `array` with a random relative error in each element; other types than floats as they are.

        With `out`, write there; where `where` is False nothing is written.
        """
        if self.longest is None or array.dtype.kind not in "fc" or array.size == 0:
            return array
        factors = self._take(array.size, array.dtype).reshape(array.shape)
        if out is None:
            return np.multiply(array, factors)
        return np.multiply(array, factors, out=out, where=where)

    def factor(self) -> float:
        """Return one error for a Python float."""
        if self.longest is None:
            return 1.0
        return float(self._take(1, _DOUBLE)[0])

    def saw_reduction(self, length: int) -> None:
        """Remember the longest reduction."""
        self.reduced = max(self.reduced, length)

    def _take(self, size: int, dtype: np.dtype[Any]) -> Array:
        assert self.longest is not None
        stream = self._streams.get(dtype.char)
        if stream is None:
            stream = _factors(size_of_error(dtype, self.longest), dtype.char)
            self._streams[dtype.char] = stream
        start = self.position
        self.position = (start + size) % PERIOD
        if size <= PERIOD:
            return stream[start : start + size]
        return np.resize(stream[start : start + PERIOD], size)
