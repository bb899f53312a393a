import numpy as np
from oracles.simple_rank import rank_all, simple_rank


def line(*places):
    """Distances between points on a line."""
    return np.abs(np.subtract.outer(places, places)).tolist()


def test_ranks_count_friends_and_enemies():
    """A friend's vote counts 1 and an enemy's -2 / (C - 1), both times C - 1, the removed voting on."""
    distances, y = line(0, 1, 3, 3.5, 10), [0, 0, 1, 0, 2]
    assert rank_all(distances, y, [0, 1, 2, 3, 4]) == {0: 2, 1: 2, 2: -2, 3: -4, 4: 0}
    assert rank_all(distances, y, [0, 2, 4]) == {0: 0, 2: -6, 4: 0}


def test_most_redundant_goes_first():
    """Of equal ranks the instance nearest to its like is the worst, of equal distances the lower index."""
    assert simple_rank(line(0, 3, 10, 11), [0, 0, 1, 1]) == [3, 0, 1, 2]


def test_one_class():
    """Without enemies the votes still count: the middle is what most are nearest to."""
    assert simple_rank(line(0, 2, 3), [5, 5, 5])[0] == 1
