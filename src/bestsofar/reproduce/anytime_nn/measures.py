"""Orders of exemplars, and the accuracy of their prefixes."""

from collections.abc import Sequence
from time import process_time

import numpy as np
import numpy.typing as npt
from sklearn.metrics import pairwise_distances

from bestsofar.datasets import japanese_flag
from bestsofar.exemplars import Drop1, Drop2, Drop3, GreedyRank, RandomRank, SimpleRank
from bestsofar.exemplars.ranker import Ranker
from bestsofar.reproduce.lines import Lines
from bestsofar.reproduce.orders import accuracy
from bestsofar.reproduce.splits import Split, fold_of, own_split

FLAG_SIZE, FLAG_TRAIN_SHARE, FLAG_RANDOM_ORDERS = 20_000, 0.1, 10
FLAG_STEPS = [2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]
TEN = 10
SHARES = [0.5, 1, 2, 3, 5, 7.5, 10, 12.5, 15, 18, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90, 100]
RANDOM_ORDERS = 3
CROSS_VALIDATED = {"australian": 10, "ionosphere": 10}
WARPED_STEPS = [4, 10, 20, 47, 100, 200, 500, 1000]


def flag_split(seed: int, size: int) -> Split:
    """Draw a flag; a tenth of the points is for training."""
    X, y = japanese_flag(size, random_state=seed)
    train = round(FLAG_TRAIN_SHARE * size)
    return Split(X[:train], y[:train], X[train:], y[train:])


def flag(_name: str, seed: int, size: int | None) -> Lines:
    """Measure orders of the Japanese flag, one also on its own training points."""
    split = flag_split(seed, size or FLAG_SIZE)
    steps = [step for step in FLAG_STEPS if step <= len(split.y)]
    chance = [accuracy(split, RandomRank(random_state=i), steps) for i in range(FLAG_RANDOM_ORDERS)]
    return Lines(
        steps,
        {
            "SimpleRank": accuracy(split, SimpleRank(), steps).tolist(),
            "SimpleRank, training points": training_accuracy(split, SimpleRank(), steps).tolist(),
            "random": np.mean(chance, axis=0).tolist(),
            "GreedyRank": accuracy(split, GreedyRank(), steps).tolist(),
        },
    )


def training_accuracy(split: Split, order: Ranker, steps: Sequence[int]) -> npt.NDArray[np.float64]:
    """Classify the training points by each other, never by themselves."""
    ranked = order.rank(split.X, split.y)
    distances = pairwise_distances(split.X, split.X[ranked])
    distances[ranked, np.arange(len(ranked))] = np.inf
    answers = np.array([split.y[ranked][distances[:, :step].argmin(axis=1)] for step in steps])
    return np.asarray(100 * (answers == split.y).mean(axis=1))


def orders(name: str, fold: int, size: int | None) -> Lines:
    """Measure the orders of the paper, and ours, after shares of the exemplars."""
    split = fold_of(name, fold, size=size) if name in CROSS_VALIDATED else own_split(name, size)
    lines = after_shares(split, fold)
    drops = [accuracy(split, drop, steps_of(split)) for drop in (Drop1(), Drop2(), Drop3())]
    return Lines(SHARES, {**lines.y, "BestDrop": np.max(drops, axis=0).tolist()})  # the best at each place, as they do


def after_shares(split: Split, fold: int, metric: str = "euclidean") -> Lines:
    """Measure three orders after shares of the exemplars."""

    def curve(order: Ranker) -> npt.NDArray[np.float64]:
        return accuracy(split, order, steps_of(split), metric=metric)

    chance = [curve(RandomRank(random_state=RANDOM_ORDERS * fold + i)) for i in range(RANDOM_ORDERS)]
    return Lines(
        SHARES,
        {
            "SimpleRank": curve(SimpleRank()).tolist(),
            "random": np.mean(chance, axis=0).tolist(),
            "GreedyRank": curve(GreedyRank()).tolist(),
        },
    )


def steps_of(split: Split) -> list[int]:
    """Return the numbers of exemplars that are shares of all."""
    return [max(1, round(share * len(split.y) / 100)) for share in SHARES]


def fish(name: str, fold: int, size: int | None) -> Lines:
    """Compare outlines of fish in all rotations."""
    return after_shares(own_split(name, size), fold, "rotation")


def warped(name: str, _fold: int, size: int | None) -> Lines:
    """Measure SimpleRank on series, warped and not."""
    split = own_split(name, size)
    steps = sorted({*WARPED_STEPS, len(split.y)} & set(range(len(split.y) + 1)))
    lines = {metric: accuracy(split, SimpleRank(), steps, metric=metric) for metric in ("dtw", "euclidean")}
    return Lines(steps, {metric: line.tolist() for metric, line in lines.items()})


def ordering(name: str, _fold: int, size: int | None) -> Lines:
    """Time SimpleRank on a training part."""
    split = own_split(name, size)
    start = process_time()
    SimpleRank().rank(split.X, split.y)
    return Lines(["minutes", "rows"], {"SimpleRank": [(process_time() - start) / 60, len(split.y)]})
