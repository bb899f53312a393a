import math

import numpy as np
import pytest
from oracles.greedy_rank import ONE, Nearest, fall_scale, greedy_rank, hard_value, smooth_value


def squares(*places):
    """Squared distances between points on a line."""
    return (np.subtract.outer(places, places) ** 2.0).tolist()


@pytest.mark.parametrize(("squarings", "third"), [(None, 4), (2, 6), (3, 6)])
def test_medoids_then_the_outpost(squarings, third):
    """After the medoids comes the one that wins back the outpost: hard by its fall, smooth for the farthest ones."""
    places, y = [0, 1, 2, 3, 20, 21, 22, 10, 11, 12], [0] * 7 + [1] * 3
    assert greedy_rank(squares(*places), y, squarings)[:3] == [3, 8, third]


def test_values_at_the_edges():
    """Nothing seen, or both at hand, is worth a half; only the own class, one; only another, nothing."""
    nearest = [(math.inf, math.inf), (0, 0), (1, 1), (4, math.inf), (0, 4), (math.inf, 4), (4, 0)]
    assert [smooth_value(Nearest(*pair), 2) / ONE for pair in nearest] == [0.5, 0.5, 0.5, 1, 1, 0, 0]
    assert [hard_value(Nearest(*pair)) for pair in nearest] == [0, 0, 0, 1, 1, 0, 0]


@pytest.mark.parametrize("largest", [3.0, 1e300, 5e-324])
def test_falls_are_as_fine_as_values(largest):
    """The largest own distance, in the units of the scale, is just below the value 1, whatever its size."""
    assert ONE / 2 <= math.ldexp(largest, fall_scale([largest, 0.0, math.inf])) < ONE
