"""Every number of exemplars up to 2,000: SimpleRank's accuracy in % less that of random orders.

The test file of pendigits is by other writers than its training file: so folds of both together are shown as well.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split, all_folds, all_rows, splits
from benchmarks.report import Figure, at_least
from bestsofar import GreedyRank, RandomRank, SimpleRank
from bestsofar.exemplars import Ranker
from bestsofar.reproduce.orders import accuracy

LONGEST = 2_000
RANDOM_ORDERS = 20  # one is 0.4 points off their mean
ORDERS: list[Ranker] = [SimpleRank(), SimpleRank(votes="decisive"), GreedyRank()]
SHOWN = [50, 100, 200, 500, 1_000, 2_000]


def run(*, quick: bool) -> list[Figure]:
    """Compare SimpleRank with the mean of random orders, by either kind of votes, and GreedyRank beside it."""
    orders = 1 if quick else RANDOM_ORDERS
    return [figure for name, split in parts(quick=quick) for figure in against_random(name, split, orders)]


def parts(*, quick: bool) -> Iterator[tuple[str, Split]]:
    """Yield the files as they are, and the folds."""
    for name in ("letter", "pendigits"):
        yield name, next(splits(name))
    folds = all_folds("pendigits", *all_rows("pendigits"), quick=quick)
    yield from ((f"pendigits, fold {number}", fold) for number, fold in enumerate(folds, 1))


def against_random(name: str, split: Split, random_orders: int) -> list[Figure]:
    """Find the prefix at which an order gains least."""
    steps = np.arange(len(np.unique(split.y)), LONGEST + 1)
    chance = np.mean([accuracy(split, RandomRank(random_state=seed), steps) for seed in range(random_orders)], axis=0)

    def least_gain(order: Ranker) -> Figure:
        gain = accuracy(split, order, steps) - chance
        what = f"{name}: {order} - random, least at {steps[gain.argmin()]:,}"
        return Figure(what, gain.min(), at_least(0), {"lengths below": (gain < 0).sum()} | at(gain, steps))

    return [least_gain(order) for order in ORDERS]


def at(gain: npt.NDArray, steps: npt.NDArray) -> dict[str, float]:
    """Pick the gains to show."""
    return {f"at {shown:,}": gain[np.searchsorted(steps, shown)] for shown in SHOWN}
