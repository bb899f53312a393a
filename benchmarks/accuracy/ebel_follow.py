"""EBEL whose bandwidth follows by interpolation: how near to recounting at every removal, and how fast."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt
from sklearn.metrics import euclidean_distances

from benchmarks.data import small_splits
from benchmarks.posteriors import bandwidth_of
from benchmarks.report import Figure, at_most
from benchmarks.timing import MICROSECOND, race
from bestsofar import EBEL

SETS = ["magic", "satimage"]
ROWS = 1_500
KEPT = [0.05, 0.1, 0.2, 0.5]
EVERY_TIME = 1e9  # as alpha: everything is recounted after every removal
RATIO = 1.5  # between the scales of two bandwidths that are counted
OPTIONS = {"recompute": {}, "interpolate": {"follow": "interpolate"}, "every time": {"alpha": EVERY_TIME}}


def run(*, quick: bool) -> list[Figure]:
    """Compare what is kept with what would be kept if everything were recounted at every removal."""
    return [figure for name in SETS for figure in compare(name, quick=quick)]


def compare(name: str, *, quick: bool) -> Iterator[Figure]:
    """Yield the figures of one set."""
    split = next(small_splits(name, ROWS))
    codes = np.unique(split.y, return_inverse=True)[1]
    bandwidth = bandwidth_of(EBEL(), split.X, codes).reference
    ranks = {how: partial(EBEL(bandwidth=bandwidth, **OPTIONS[how]).rank, split.X, codes) for how in OPTIONS}
    orders = {how: rank() for how, rank in ranks.items()}
    for kept in KEPT:
        common = {how: overlap(orders[how], orders["every time"], kept) for how in OPTIONS}
        yield Figure(f"{name}, {kept:.0%} kept: in common", common["interpolate"], behind=common)
    error = midway_error(split.X, codes, 0.5 / bandwidth**2)
    yield Figure(f"{name}: mean error of an entropy, midway", error, at_most(0.01))
    times = race(ranks, [()] * (1 if quick else 3))
    behind = times.medians(MICROSECOND * len(codes))
    yield Figure(f"{name}: us per removal, speed-up", times.ratio("every time", "interpolate"), None, behind)


def overlap(order: npt.NDArray, exact: npt.NDArray, kept: float) -> float:
    """Return the share of rows kept that both orders keep."""
    n = round(kept * len(order))
    return len(np.intersect1d(order[:n], exact[:n])) / n


def midway_error(X: npt.NDArray, codes: npt.NDArray, scale: float) -> float:
    """Return the mean error of all entropies when the bandwidth is midway between two that are counted."""
    squared = euclidean_distances(X.astype(np.float64), squared=True)
    np.fill_diagonal(squared, np.inf)
    classes = np.eye(codes.max() + 1)[codes]
    narrow, middle, wide = (np.exp(-scale * part * squared) @ classes for part in (1, 0.5 + 0.5 / RATIO, 1 / RATIO))
    return float(np.abs(entropies(np.sqrt(narrow * wide)) - entropies(middle)).mean())


def entropies(sums: npt.NDArray) -> npt.NDArray:
    """Return the entropy of every row's posterior."""
    shares = np.clip(sums / sums.sum(axis=1, keepdims=True), np.finfo(float).tiny, 1)
    return -(shares * np.log(shares)).sum(axis=1)
