"""The Japanese flag, 2,000 / 18,000 points: accuracy in % after ten exemplars."""

import numpy as np

from benchmarks.report import Figure, Target, at_least, at_most
from bestsofar import GreedyRank, RandomRank, SimpleRank
from bestsofar.exemplars import Ranker
from bestsofar.reproduce.anytime_nn.measures import FLAG_SIZE, TEN, flag_split
from bestsofar.reproduce.orders import accuracy

SEEDS, RANDOM_ORDERS = 5, 100


def run(*, quick: bool) -> list[Figure]:
    """Measure each order with every seed."""
    seeds = range(1 if quick else SEEDS)
    return [
        figure("SimpleRank, worst seed", {seed: SimpleRank() for seed in seeds}, at_least(92)),
        figure("... by decisive votes", {seed: SimpleRank(votes="decisive") for seed in seeds}, at_least(92)),
        figure("GreedyRank, worst seed", {seed: GreedyRank() for seed in seeds}),
        *random_mean(seeds),
    ]


def figure(what: str, orders: dict[int, Ranker], target: Target | None = None) -> Figure:
    """Take the worst of the seeds."""
    by_seed = {f"seed {seed}": after_ten(seed, order) for seed, order in orders.items()}
    return Figure(what, min(by_seed.values()), target, by_seed)


def random_mean(seeds: range) -> list[Figure]:
    """Take the mean of many random orders, as one says little; it should be about the 76 % that the paper saw."""
    by_seed = {
        f"seed {seed}": np.mean([after_ten(seed, RandomRank(random_state=i)) for i in range(RANDOM_ORDERS)])
        for seed in seeds
    }
    mean = np.mean(list(by_seed.values()))
    return [
        Figure(f"random, mean of {RANDOM_ORDERS} orders a seed", mean, None, by_seed),
        Figure("... off 76", abs(mean - 76), at_most(2)),
    ]


def after_ten(seed: int, order: Ranker) -> float:
    """Draw a flag and give the accuracy after ten exemplars."""
    return accuracy(flag_split(seed, FLAG_SIZE), order, [TEN])[0]
