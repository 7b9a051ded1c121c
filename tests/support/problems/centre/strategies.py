import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.authoring_api import Case, Seq, fortran, strided

_FLOATS = st.floats(-100.0, 100.0, allow_subnormal=False)


def _arrays(max_dims=3):
    return hnp.arrays(np.float64, hnp.array_shapes(max_dims=max_dims, max_side=8), elements=_FLOATS)


@st.composite
def rows(draw):
    args = {"x": draw(_arrays())}
    if draw(st.booleans()):
        args["scale"] = draw(st.floats(0.5, 4.0))
    return args


def layouts():
    return st.builds(lambda x, lay: Case(args={"x": lay(x)}), _arrays(), st.sampled_from([fortran, strided]))


def calls():
    same_shape = hnp.array_shapes(max_dims=2, max_side=5).flatmap(
        lambda shape: st.lists(hnp.arrays(np.float64, shape, elements=_FLOATS), min_size=2, max_size=3)
    )
    plain = same_shape.map(lambda xs: [{"x": x} for x in xs])
    return st.one_of(plain, plain.map(lambda calls: Seq(calls=calls, reuse=True, why="the same buffer")))


layouts.shrink = False
