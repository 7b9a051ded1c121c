import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp


@st.composite
def rows(draw):
    width = draw(st.integers(3, 9))
    floats = st.floats(-50.0, 50.0, allow_subnormal=False)
    arrays = hnp.arrays(np.float64, width, elements=floats)
    seed = draw(st.integers(0, 2**16))
    x = np.random.RandomState(seed).standard_normal((draw(st.integers(1, 4)), width))
    return {"x": x, "gamma": draw(arrays), "beta": draw(arrays), "eps": 1e-5}


rows.shrink = False
