from collections import Counter

import numpy as np
from oracles.heir_rank import forget_worst, heir_rank, heir_stream, rank_all


def line(*places):
    """Distances between points on a line."""
    return np.abs(np.subtract.outer(places, places)).tolist()


def test_ranks_count_the_living_and_the_inherited():
    """A friend counts 1 and an enemy -2 / (C - 1), both times C - 1; only those that remain vote themselves."""
    inherited = {0: Counter({0: 1}), 2: Counter({0: 2}), 4: Counter()}
    assert rank_all(line(0, 1, 3, 3.5, 10), [0, 0, 1, 0, 2], inherited, 3) == {0: 0, 2: -8, 4: 0}


def test_the_nearest_inherits():
    """What the worst stood for goes to its nearest neighbour, together with its own vote."""
    inherited = {0: Counter({0: 2}), 1: Counter({1: 5}), 2: Counter()}
    assert forget_worst(line(0, 1, 3), [0, 0, 0], inherited, 2) == 1
    assert inherited == {0: Counter({0: 3, 1: 5}), 2: Counter()}


def test_nothing_is_lost_in_a_stream():
    """After every batch as many are kept as may be, and every forgotten instance is in one count, by its class."""
    y = [0, 1, 1, 0, 2, 2, 2, 1]
    seen = 0
    for size, inherited in zip([3, 0, 4, 1], heir_stream(line(*range(8)), y, [3, 0, 4, 1], 2), strict=True):
        seen += size
        kept = Counter(y[x] for x in inherited)
        assert len(inherited) == 2
        assert sum(inherited.values(), kept) == Counter(y[:seen])


def test_one_batch_is_the_order():
    """A stream that comes at once keeps the best of the order."""
    distances, y = line(0, 2, 3, 7, 7.5, 9), [0, 0, 1, 1, 0, 1]
    order = heir_rank(distances, y)
    assert all(set(next(heir_stream(distances, y, [6], keep))) == set(order[:keep]) for keep in range(1, 7))
