"""The Japanese flag, 2,000 / 18,000 points: accuracy in % after ten exemplars, and after twenty, a hundredth of all."""

import numpy as np

from benchmarks.report import Figure, Target, at_least, at_most
from bestsofar import GreedyRank, RandomRank, SimpleRank
from bestsofar.exemplars import Ranker
from bestsofar.reproduce.anytime_nn.measures import FLAG_SIZE, TEN, flag_split
from bestsofar.reproduce.orders import accuracy

SEEDS, RANDOM_ORDERS = 5, 100
TWENTY = 20
PAPER = 76  # % after ten exemplars in random order


def run(*, quick: bool) -> list[Figure]:
    """Measure each order with every seed."""
    seeds = range(1 if quick else SEEDS)
    random = f"random, mean of {RANDOM_ORDERS} orders a seed"
    random_ten = mean(random, of_random_orders(TEN, seeds))
    return [
        worst("SimpleRank, worst seed", of_order(SimpleRank(), TEN, seeds), at_least(92)),
        worst("... by decisive votes", of_order(SimpleRank(votes="decisive"), TEN, seeds), at_least(92)),
        worst("GreedyRank, worst seed", of_order(GreedyRank(), TEN, seeds)),
        random_ten,
        Figure(f"... off {PAPER}", abs(random_ten.value - PAPER), at_most(2)),
        mean("after twenty: GreedyRank, mean", of_order(GreedyRank(), TWENTY, seeds)),
        mean(f"after twenty: {random}", of_random_orders(TWENTY, seeds)),
    ]


def worst(what: str, by_seed: dict[str, float], target: Target | None = None) -> Figure:
    """Take the worst of the seeds."""
    return Figure(what, min(by_seed.values()), target, by_seed)


def mean(what: str, by_seed: dict[str, float]) -> Figure:
    """Take the mean of the seeds."""
    return Figure(what, float(np.mean(list(by_seed.values()))), None, by_seed)


def of_order(order: Ranker, steps: int, seeds: range) -> dict[str, float]:
    """Draw a flag with each seed, and return the accuracy after some exemplars."""
    return {f"seed {seed}": float(accuracy(flag_split(seed, FLAG_SIZE), order, [steps])[0]) for seed in seeds}


def of_random_orders(steps: int, seeds: range) -> dict[str, float]:
    """Take the mean of many random orders of each flag, as one says little."""
    orders = [of_order(RandomRank(random_state=i), steps, seeds) for i in range(RANDOM_ORDERS)]
    return {seed: float(np.mean([order[seed] for order in orders])) for seed in orders[0]}
