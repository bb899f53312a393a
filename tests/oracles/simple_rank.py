"""SimpleRank: again and again, put the worst of the remaining instances in the last free place."""

import math
from collections.abc import Sequence

Matrix = Sequence[Sequence[float]]


def simple_rank(distances: Matrix, y: Sequence[int], votes: str = "all") -> list[int]:
    """Order the training instances, best first.

    distances: between every two training instances.
    y: their classes.
    votes: "all" count alike, or the "decisive" ones count what their voters would lose.
    """
    rank = {"all": rank_all, "decisive": rank_by_decisive_votes}[votes]
    remaining = list(range(len(y)))
    worst_first = []
    while remaining:
        ranks = rank(distances, y, remaining)
        worst = min(remaining, key=lambda x: (ranks[x], nearest_of_own_class(distances, y, remaining, x), x))
        remaining.remove(worst)
        worst_first.append(worst)
    return worst_first[::-1]


def rank_all(distances: Matrix, y: Sequence[int], remaining: Sequence[int]) -> dict[int, int]:
    """Rank every remaining instance by the votes of all, the removed ones included, times C - 1 to stay an integer."""
    ranks = dict.fromkeys(remaining, 0)
    for voter in range(len(y)):
        for nearest in by_distance(distances, remaining, voter)[:1]:
            ranks[nearest] += worth_of_vote(y, voter, nearest)
    return ranks


def rank_by_decisive_votes(
    distances: Matrix, y: Sequence[int], remaining: Sequence[int]
) -> dict[int, tuple[int, bool]]:
    """Rank by what the voters would lose if they had to vote for their next nearest, if any, instead.

    When a tenth of all remains, idle votes, whose voters would lose nothing, count as well, what they are worth. Of
    equals those are worse whose idle votes are worth nothing in sum, or less.
    """
    decisive, idle = dict.fromkeys(remaining, 0), dict.fromkeys(remaining, 0)
    for voter in range(len(y)):
        worths = [worth_of_vote(y, voter, chosen) for chosen in by_distance(distances, remaining, voter)[:2]]
        for nearest in by_distance(distances, remaining, voter)[:1]:
            if len(worths) == 2 and worths[0] == worths[1]:
                idle[nearest] += worths[0]
            else:
                decisive[nearest] += worths[0] - sum(worths[1:])
    few_are_left = 10 * len(remaining) <= len(y)
    return {x: (decisive[x] + (idle[x] if few_are_left else 0), idle[x] > 0) for x in remaining}


def by_distance(distances: Matrix, remaining: Sequence[int], voter: int) -> list[int]:
    """The remaining instances but the voter itself, nearest first."""
    return sorted((x for x in remaining if x != voter), key=lambda x: (distances[voter][x], x))


def worth_of_vote(y: Sequence[int], voter: int, chosen: int) -> int:
    """What a vote is worth, times C - 1."""
    friend, enemy = max(1, len(set(y)) - 1), -2  # one class alone has no enemies: a friend counts 1
    return friend if y[chosen] == y[voter] else enemy


def nearest_of_own_class(distances: Matrix, y: Sequence[int], remaining: Sequence[int], x: int) -> float:
    """How far x is from the nearest remaining instance of its class; none: infinitely."""
    return min((distances[x][j] for j in remaining if j != x and y[j] == y[x]), default=math.inf)
