import numpy as np
from oracles.simple_rank import rank_all, rank_by_decisive_votes, simple_rank


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


def test_decisive_votes():
    """A vote counts what its voter would lose if it had to go to the next nearest; the last is all there is to lose."""
    distances, y = line(0, 1, 3, 3.5, 10), [0, 0, 1, 0, 2]
    ranks = rank_by_decisive_votes(distances, y, [0, 1, 2, 3, 4])
    assert ranks == {0: (4, False), 1: (4, False), 2: (-4, False), 3: (0, False), 4: (0, False)}
    assert rank_by_decisive_votes(distances, y, [0, 1]) == {0: (2, False), 1: (2, False)}


def test_idle_votes_tell_who_is_alone():
    """Of those that nobody needs, one whose votes are worth nothing goes first."""
    assert rank_by_decisive_votes(line(0, 1, 2.5, 9), [0] * 4, [0, 1, 2, 3]) == {
        0: (0, True),
        1: (0, True),
        2: (0, True),
        3: (0, False),
    }
    assert simple_rank(line(0, 1, 2.5, 9), [0] * 4, "decisive")[-1] == 3


def test_idle_votes_count_when_few_are_left():
    """Of thirty, three remain: who would be as well off with the next nearest has a vote as well."""
    distances, y = line(*range(30)), [0] * 30
    assert set(rank_by_decisive_votes(distances, y, [0, 1, 2, 29]).values()) == {(0, True)}
    ranks = rank_by_decisive_votes(distances, y, [0, 1, 29])
    assert ranks == {0: (1, True), 1: (1 + len(range(2, 16)) + 1, True), 29: (len(range(16, 29)), True)}
