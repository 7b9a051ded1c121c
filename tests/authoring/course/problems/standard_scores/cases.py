"""Cases with a large mean."""

import numpy as np

from grader.authoring_api import Case


def cases():
    for name, mean in (("mean_of_a_million", 1.1e6), ("mean_of_ten_million", -2.3e7)):
        x = mean + np.array([0.3, -1.2, 2.5, 0.1])
        yield Case(name, group="stability", args={"x": x, "eps": 0.01}, why="the mean is large beside the spread")
