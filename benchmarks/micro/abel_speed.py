"""Time to remove one exemplar by ABEL: against the same rule in NumPy, and on growing samples."""

from functools import partial

import numpy as np
import numpy.typing as npt

from benchmarks.data import shuffled
from benchmarks.report import Figure, at_least
from benchmarks.timing import MICROSECOND, race
from bestsofar import ABEL

DRAWN = 1_500
SIZES = [500, 1_000, 2_000, 4_000]
ETA = 0.1
BANDWIDTH = 0.05  # near what "loo" finds; a number, so that only removals are timed
UNIT, WORN = 2.0**24, 2.0**12


def run(*, quick: bool) -> list[Figure]:
    """Race on a sample of magic, then rank growing samples."""
    X, y = shuffled("magic")
    return [*contest(X[:DRAWN], y[:DRAWN], repeats=1 if quick else 3), *(at_size(X[:n], y[:n]) for n in SIZES)]


def scheme(auc: str) -> ABEL:
    """Make a contender."""
    return ABEL(bandwidth=BANDWIDTH, eta=ETA, auc=auc, random_state=0)


def contest(X: npt.NDArray, y: npt.NDArray, *, repeats: int) -> list[Figure]:
    """Race to a tenth, so that all kernels keep their width. The core goes on to the end; that counts against it."""
    codes = np.unique(y, return_inverse=True)[1]
    order = scheme("exact").rank(X, y)
    judges = order[-round(ETA * len(y)) :]
    removed = len(y) - 2 * len(judges)
    contenders = {
        "NumPy, us": lambda: in_numpy(X, codes, judges, removed),
        "exact, us": lambda: scheme("exact").rank(X, y),
        "one-by-one, us": lambda: scheme("one-by-one").rank(X, y),
    }
    result = race(contenders, [()] * repeats)
    seconds = result.medians(removed * MICROSECOND)
    same = np.mean(np.array(in_numpy(X, codes, judges, removed)) == order[: -len(judges)][::-1][:removed])
    behind = seconds | {"removed alike, %": 100 * float(same)}
    name = f"{len(y):,} rows: NumPy / "
    return [
        Figure(name + "exact", seconds["NumPy, us"] / seconds["exact, us"], at_least(50), behind),
        Figure(name + "one-by-one", seconds["NumPy, us"] / seconds["one-by-one, us"]),
    ]


def in_numpy(X: npt.NDArray, codes: npt.NDArray, judges: npt.NDArray, removed: int) -> list[int]:
    """Remove rows by the rule of ABEL, every step vectorised over candidates and judges."""
    left = np.setdiff1d(np.arange(len(X)), judges)
    scale = 0.5 / (BANDWIDTH * (len(X) / len(left)) ** 0.2) ** 2
    X, positive, judged = X.astype(np.float64), codes[judges] == 1, codes[left].astype(np.float64)
    squared = np.square(X[left][:, None] - X[judges]).sum(axis=2)
    units = kernels(squared, scale)
    order = []
    for _ in range(removed):
        mass, part = units.sum(axis=0), judged @ units
        rest = mass - units
        with np.errstate(invalid="ignore"):
            scores = np.where(rest > 0, (part - units * judged[:, None]) / rest, 0.5)
        gone = half_wins(scores, positive).argmax()
        order.append(left[gone])
        units, judged, left, squared = (np.delete(array, gone, axis=0) for array in (units, judged, left, squared))
        worn = units.sum(axis=0) < WORN
        if worn.any():
            units[:, worn] = kernels(squared[:, worn], scale)
    return order


def kernels(squared: npt.NDArray, scale: float) -> npt.NDArray:
    """Return the Gaussian kernels of all candidates in whole numbers, the nearest one's the largest."""
    return np.rint(UNIT * np.exp(-(squared - squared.min(axis=0)) * scale))


def half_wins(scores: npt.NDArray, positive: npt.NDArray) -> npt.NDArray:
    """Return the statistic of Wilcoxon, Mann and Whitney by ranks, row by row, ties one half."""
    order = scores.argsort(axis=1)
    line, positives = np.take_along_axis(scores, order, axis=1), positive[order]
    places = np.arange(line.shape[1])
    new = np.concatenate([np.full((len(line), 1), fill_value=True), line[:, 1:] != line[:, :-1]], axis=1)
    first = np.maximum.accumulate(np.where(new, places, 0), axis=1)
    ends = np.where(np.roll(new, -1, axis=1), places, line.shape[1])
    last = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return ((first + last) * positives).sum(axis=1)  # twice the ranks, less what is the same for all


def at_size(X: npt.NDArray, y: npt.NDArray) -> Figure:
    """Time one sample to the end."""
    contenders = {f"{auc}, us": partial(scheme(auc).rank, X, y) for auc in ["exact", "one-by-one"]}
    removed = len(y) - round(ETA * len(y))
    behind = race(contenders, [()] * 3).medians(removed * MICROSECOND)
    return Figure(f"{len(y):,} rows: us per removed row", behind["exact, us"], None, behind)
