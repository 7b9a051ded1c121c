import numpy as np

from grader.authoring_api import Case, Seq, backwards, fortran, readonly


def cases():
    stream = np.random.RandomState(5)
    x = stream.standard_normal((4, 6))
    yield Case("fortran", group="layouts", args={"x": fortran(x)}, omit=("scale",), why="column-major order")
    yield Case("backwards", group="layouts", args={"x": backwards(x), "scale": 1.5}, why="negative strides")
    yield Seq(
        "reused_buffer",
        group="calls",
        calls=[{"x": x}, {"x": 2.0 * x}, {"x": -x}],
        reuse=True,
        why="a cached mean or a buffer that is handed out twice",
    )
    yield Seq(
        "spoiled_result", group="calls", calls=[{"x": x}, {"x": x}], overwrite_results=True, why="a result that is kept"
    )
    yield Case(
        "readonly", group="edge", args={"x": readonly(x), "scale": 1.0}, why="writes into its argument"
    )
