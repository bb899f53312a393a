import numpy as np
import pytest
from oracles.drop import Reduction, drop, drop_rank, farthest_first, nearest_first


def line(*places):
    """Distances between points on a line."""
    return np.abs(np.subtract.outer(places, places)).tolist()


def reduction(places, y, k):
    """A reduction that has not begun."""
    return Reduction(line(*places), y, k, list(range(len(y))))


def test_votes():
    """Equal votes go to the nearest; equal distances are in index order; nobody's vote is no class."""
    s = reduction([0, 1, 2, 3], [0, 1, 0, 2], 2)
    assert s.neighbors(1) == [0, 2]
    assert s.label(1) == 0
    assert s.label(3) == 0
    assert s.label(0) == 1
    alone = reduction([0], [0], 1)
    assert alone.label(0) is None
    assert not alone.misclassified(0)


def test_the_next_neighbor_stands_in():
    """An instance is needed by those that a farther one would mislead."""
    s = reduction([0, 1, 2.5], [0, 0, 1], 1)
    assert not s.dispensable(0, [0, 1, 2])  # 1 would turn to 2
    assert s.dispensable(1, [2])  # 2 is wrong either way
    assert s.dispensable(2, [0, 1, 2])  # nobody's nearest


def test_enemies_decide_who_is_first():
    """By the distance to the nearest enemy, equal ones by index, and without enemies infinitely far."""
    s = reduction([0, 1, 3, 4], [0, 0, 1, 1], 1)
    assert farthest_first(s) == [0, 3, 1, 2]
    assert nearest_first(s) == [1, 2, 0, 3]
    assert farthest_first(reduction([5, 0, 2], [1, 1, 1], 1)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("number", "removed"),
    [
        (1, [2, 4, 5, 6]),
        (2, [8, 7, 4, 2]),
        (3, [2, 3, 0, 1, 8, 7]),
        (4, [2, 0, 1, 8, 7]),
        (5, [2, 0, 4, 5, 6]),
    ],
)
def test_removals(number, removed):
    """Nine points on a line, one of them noise, and 1-NN: who goes, and when."""
    places, y = line(0, 1, 2, 3, 4, 6, 7, 8, 9), [0, 0, 1, 0, 0, 1, 1, 1, 1]
    assert drop(places, y, 1, number).removed == removed
    assert drop_rank(places, y, 1, number)[-len(removed) :] == removed[::-1]
