import functools
import math

import numpy as np
import numpy.linalg as la
import pytest
from numpy import asarray, exp

from grader.comparator.derived import derive
from grader.comparator.noise import Noise
from grader.comparator.proxy import proxied
from grader.comparator.rebind import rebound

X = np.array([0.1, 0.2, 0.7])
SCALE = 3.0
TABLE = np.array([1.0, 2.0, 3.0])


def helper(x):
    return np.asarray(x) / SCALE


def through_a_helper(x):
    return helper(x)


def recursive(x, depth=2):
    return recursive(np.asarray(x) * 1.1, depth - 1) if depth else x


@functools.cache
def steps(n):
    return np.arange(n) / 7


def through_a_cache(x):
    return steps(len(x)) * x


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@logged
def decorated(x):
    return np.asarray(x) / 3


halved = functools.partial(lambda factor, x: np.asarray(x) * factor, 0.3)


def imports_inside(x):
    import numpy  # noqa: ICN001, PLC0415  # what an author may write
    from numpy import array  # noqa: PLC0415

    return numpy.asarray(array(x)) / 3


def imported_by_name(x):
    return exp(asarray(x)) + la.norm(asarray(x))


def keyword_only(x, *, factor=0.3):
    return np.asarray(x) * factor


def of_a_constant(x):
    return np.sqrt(TABLE) * np.sum(x)


def made_here():
    inner = 0.3

    def closure(x):
        def deeper(y):
            return np.asarray(y) * inner

        return deeper(x)

    return closure


FUNCTIONS = [
    through_a_helper,
    recursive,
    through_a_cache,
    decorated,
    halved,
    imports_inside,
    imported_by_name,
    keyword_only,
    of_a_constant,
    made_here(),
    lambda x: np.asarray(x) / 3,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: getattr(f, "__name__", "partial"))
def test_numpy_is_replaced_wherever_the_author_uses_it(function):
    plain = function(X)
    derived = derive(function, (X,))
    np.testing.assert_array_equal(derived.want, plain)
    assert (derived.tolerance > 1.2 * 2.0**-42 * np.abs(plain)).sum() >= 2


def test_a_reference_without_arguments_of_float_gets_a_spread():
    derived = derive(lambda n: np.sin(np.arange(n) / 7.0), (9,))
    assert (derived.tolerance[1:] > 1.2 * 2.0**-42 * np.abs(derived.want[1:])).all()


def test_the_authors_module_stays_as_it_is():
    before = dict(through_a_helper.__globals__)
    derive(through_a_helper, (X,))
    derive(through_a_cache, (X,))
    assert through_a_helper.__globals__ == before
    assert type(steps(3)) is np.ndarray
    assert type(helper(X)) is np.ndarray


def test_other_modules_are_left_alone():
    def function(x):
        return math.floor(x), functools.reduce(max, [1, 2])

    assert rebound(function, lambda value: proxied(value, Noise()))(2.5) == (2, 2)


def test_constants_and_types_of_numpy_are_themselves():
    def function():
        return np.pi, np.float64, np.ndarray, np.newaxis, np.inf, np.errstate

    assert rebound(function, lambda value: proxied(value, Noise()))() == function()


def test_methods_of_ufuncs_are_found():
    def function(x):
        return np.add.reduce([1.0, 2.0]), np.multiply.outer([1.0], [0.3]), np.add.identity, np.sqrt(2.0)

    result = rebound(function, lambda value: proxied(value, Noise()))(X)
    assert float(result[0]) == 3.0
    assert np.asarray(result[1]).tolist() == [[0.3]]
    assert result[2] == 0
    assert float(result[3]) == math.sqrt(2)


def test_a_cell_that_is_not_yet_filled_is_no_trouble():
    def outer():
        def early(x):
            return np.asarray(x) / 3 if x is not None else late

        derived = derive(early, (X,))
        late = 1
        return derived, late

    assert outer()[0].admitted
