"""Time to remove one exemplar by EBEL: against the same rule in NumPy, on all of magic, and on growing samples."""

from functools import partial
from time import perf_counter

import numpy as np
import numpy.typing as npt

from benchmarks.data import shuffled
from benchmarks.memory import MEBIBYTE, peak_bytes
from benchmarks.report import Figure, at_least, at_most
from benchmarks.timing import MICROSECOND, race
from bestsofar import EBEL

DRAWN = 5_000
SIZES = [2_000, 4_000, 8_000, 16_000]
KEPT = 0.1
BANDWIDTH = 0.05  # near what "loo" finds; a number, so that only removals are timed
TINY = 1e-300


def run(*, quick: bool) -> list[Figure]:
    """Race on a sample of magic, then prune all of it, then growing samples."""
    X, y = shuffled("magic")
    return [contest(X[:DRAWN], y[:DRAWN], repeats=1 if quick else 3), *whole(X, y), *growth(X, y)]


def contest(X: npt.NDArray, y: npt.NDArray, *, repeats: int) -> Figure:
    """Race the core and NumPy down to a tenth."""
    removed = len(y) - round(KEPT * len(y))
    codes = np.unique(y, return_inverse=True)[1]
    contenders = {
        "EBEL, us": lambda: EBEL(KEPT, bandwidth=BANDWIDTH).fit_resample(X, y),
        "NumPy, us": lambda: in_numpy(X, codes, removed),
    }
    result = race(contenders, [()] * repeats)
    behind = result.medians(removed * MICROSECOND)
    return Figure(f"{len(y):,} rows: NumPy / EBEL", result.ratio("NumPy, us", "EBEL, us"), at_least(10), behind)


def in_numpy(X: npt.NDArray, codes: npt.NDArray, removed: int) -> list[int]:
    """Remove rows by the rule of EBEL, every step vectorised; few enough that nothing need be recounted."""
    X = X.astype(np.float64)
    squares, left = (X * X).sum(axis=1), np.arange(len(X))
    sums = np.zeros((codes.max() + 1, len(X)))
    for row, code in enumerate(codes):
        sums[code] += kernels(X, squares, row)
        sums[code, row] -= 1
    order = []
    for _ in range(removed):
        mass = sums.sum(axis=0)
        share = np.clip(sums / np.maximum(mass, TINY), TINY, 1)
        entropy = np.where(mass > 0, -(share * np.log(share)).sum(axis=0), np.log(len(sums)))
        tied = np.flatnonzero(entropy <= entropy.min() + 1e-12)
        gone = tied[mass[tied].argmax()]
        order.append(left[gone])
        sums[codes[gone]] = np.maximum(sums[codes[gone]] - kernels(X, squares, gone), 0)
        X, squares, codes, left = (np.delete(array, gone, axis=0) for array in (X, squares, codes, left))
        sums = np.delete(sums, gone, axis=1)
    return order


def kernels(X: npt.NDArray, squares: npt.NDArray, row: int) -> npt.NDArray:
    """Return the Gaussian kernels of all rows around one, by a product: twice as fast as by differences."""
    return np.exp(np.maximum(squares - 2 * (X @ X[row]) + squares[row], 0) * (-0.5 / BANDWIDTH**2))


def whole(X: npt.NDArray, y: npt.NDArray) -> list[Figure]:
    """Prune all rows to a tenth, bandwidth included, and see what that takes of time and memory."""
    before = peak_bytes()
    start = perf_counter()
    EBEL(KEPT).fit_resample(X, y)
    seconds = perf_counter() - start
    after = peak_bytes()
    name = f"{len(y):,} rows to {KEPT:.0%}"
    return [
        Figure(f"{name}, s", seconds, at_most(60)),
        Figure(f"{name}, MiB at most, all of Python included", after / MEBIBYTE, at_most(200)),
        Figure(f"{name}, MiB more than before", (after - before) / MEBIBYTE),
    ]


def growth(X: npt.NDArray, y: npt.NDArray) -> list[Figure]:
    """Show the microseconds per removed row for growing samples."""
    return [at_size(X[:size], y[:size]) for size in SIZES]


def at_size(X: npt.NDArray, y: npt.NDArray) -> Figure:
    """Time one sample to the end."""
    name = "EBEL, us"
    rank = partial(EBEL(bandwidth=BANDWIDTH).rank, X, y)
    result = race({name: rank}, [()] * 2)
    return Figure(f"{len(y):,} rows: us per removed row", result.median(name, len(y) * MICROSECOND))
