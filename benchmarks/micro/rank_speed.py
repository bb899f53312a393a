"""Seconds to rank a training set: covtype.train against one all-pairs 1-NN of scikit-learn, and growing samples."""

from functools import partial

import numpy as np
import numpy.typing as npt
from sklearn.neighbors import NearestNeighbors

from benchmarks.data import rows, scaled
from benchmarks.report import Figure, at_most
from benchmarks.timing import race
from bestsofar import GreedyRank, PosteriorRank, SimpleRank

SIZES = [1_000, 2_000, 4_000, 8_000, 16_000]


def run(*, quick: bool) -> list[Figure]:
    """Race on the training file, then on growing samples."""
    X, y = rows("covtype.train")
    return [*contest(scaled(X), y, repeats=1 if quick else 5), *growth(SIZES[:3] if quick else SIZES)]


def contest(X: npt.NDArray, y: npt.NDArray, *, repeats: int) -> list[Figure]:
    """Race the orders and the all-pairs search."""
    contenders = {
        "SimpleRank, s": lambda: SimpleRank().rank(X, y),
        "decisive votes, s": lambda: SimpleRank(votes="decisive").rank(X, y),
        "GreedyRank, s": lambda: GreedyRank(sample=None).rank(X, y),
        "scikit-learn, s": lambda: NearestNeighbors(n_neighbors=1, algorithm="brute").fit(X).kneighbors(),
    }
    result = race(contenders, [()] * repeats)
    simple, decisive, greedy, pairs = contenders
    return [
        Figure("SimpleRank / all-pairs 1-NN", result.ratio(simple, pairs), at_most(3), result.medians()),
        Figure("... by decisive votes", result.ratio(decisive, pairs), at_most(3), result.medians()),
        Figure("GreedyRank / SimpleRank", result.ratio(greedy, simple), at_most(10), result.medians()),
    ]


def growth(sizes: list[int]) -> list[Figure]:
    """Show the seconds for samples of the whole covtype."""
    X, y = rows("covtype.every10")
    drawn = np.random.default_rng(0).permutation(len(y))
    parts = [drawn[:size] for size in sizes]
    return [at_size(scaled(X[part]), y[part], repeats=1 + sizes[-1] // len(part)) for part in parts]


def at_size(X: npt.NDArray, y: npt.NDArray, *, repeats: int) -> Figure:
    """Time three orders on one sample."""
    orders = {
        "SimpleRank, s": SimpleRank(),
        "GreedyRank, s": GreedyRank(sample=None),
        "PosteriorRank, s": PosteriorRank(sample=None),
    }
    result = race({name: partial(order.rank, X, y) for name, order in orders.items()}, [()] * repeats)
    return Figure(f"{len(y):,} rows: SimpleRank, s", result.median("SimpleRank, s"), None, result.medians())
