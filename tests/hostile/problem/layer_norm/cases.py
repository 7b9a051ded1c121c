import numpy as np

from grader.authoring_api import Case, Seq


def cases():
    stream = np.random.RandomState(7)

    def call(*shape):
        x, gamma, beta = stream.standard_normal(shape), *stream.standard_normal((2, shape[-1]))
        return {"x": x, "gamma": gamma, "beta": beta}

    for number, shape in enumerate([(8,), (3, 5), (2, 3, 4), (40, 16), (1, 33)]):
        yield Case(f"shape_{number}", group="rows", args=call(*shape), omit=("eps",), why="an ordinary shape")
    kept = call(3, 5)
    yield Seq("kept_result", group="calls", calls=[kept, call(3, 5)], why="a result that is written over")
    yield Seq(
        "reused", group="calls", calls=[kept, call(3, 5)], reuse=True, why="an array that is used again"
    )
    yield Seq(
        "spoiled",
        group="calls",
        calls=[kept, kept],
        overwrite_results=True,
        why="a result that is handed out twice",
    )
