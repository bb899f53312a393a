"""Nearest neighbours of series: how many times faster than aeon (DTW) and NumPy's FFT (rotation)."""

import numpy as np
import numpy.typing as npt
from aeon.classification.distance_based import KNeighborsTimeSeriesClassifier
from aeon.distances import dtw_distance, dtw_pairwise_distance

from benchmarks.data import Split, splits
from benchmarks.report import Figure, at_least
from benchmarks.timing import MILLISECOND, race
from bestsofar import NeighborsClassifier, RandomRank
from bestsofar.distances import pairwise

BAND = 0.1


def run(*, quick: bool) -> list[Figure]:
    """Measure TwoPatterns and Fish."""
    queries = 5 if quick else 40
    return [*warped(next(splits("TwoPatterns")), queries), *rotated(next(splits("Fish")), queries)]


def warped(split: Split, queries: int) -> list[Figure]:
    """Race DTW: a whole query with all that each side does to save work, and all distances without."""
    ours = NeighborsClassifier(RandomRank(random_state=0), metric="dtw", metric_params={"band": BAND}).fit(
        split.X, split.y
    )
    aeon = KNeighborsTimeSeriesClassifier(n_neighbors=1, distance="dtw", distance_params={"window": BAND}).fit(
        split.X, split.y
    )
    contenders = {
        "ours, ms": lambda x: ours.begin(x).refine().answer.label,
        "theirs, ms": lambda x: aeon.predict(x[None])[0],
    }
    distances = {
        "ours, ms": lambda x: pairwise(x[None], split.X, metric="dtw", metric_params={"band": BAND}),
        "theirs, ms": lambda x: dtw_pairwise_distance(x[None], split.X, window=BAND),
    }
    x = split.X_test[0]
    assert np.isclose(pairwise(x[None], split.X[:1], metric="dtw")[0, 0] ** 2, dtw_distance(x, split.X[0], window=BAND))
    return [
        speedup("DTW query, TwoPatterns (1,000 x 128)", contenders, split.X_test[:queries]),
        speedup("DTW, all 1,000 distances", distances, split.X_test[:queries]),
    ]


def rotated(split: Split, queries: int) -> list[Figure]:
    """Race rotation-invariant Euclidean distance, with the series as long as they are (a prime: slow) and padded."""
    model = NeighborsClassifier(RandomRank(random_state=0), metric="rotation").fit(split.X, split.y)

    def ours(x: npt.NDArray) -> int:
        return model.begin(x).refine().answer.neighbors[0]

    figures = []
    for how, length in {"plain": split.X.shape[1], "padded": 1024}.items():
        fourier = FourierNeighbors(split.X, length)
        assert all(ours(x) == fourier.nearest(x) for x in split.X_test[:20])
        what = f"rotation query, Fish (175 x 463), {how} FFT"
        figures.append(speedup(what, {"ours, ms": ours, "theirs, ms": fourier.nearest}, split.X_test[:queries]))
    return figures


def speedup(what: str, contenders: dict, queries: npt.NDArray) -> Figure:
    """Return how many times faster ours is."""
    result = race(contenders, ((x,) for x in queries))
    return Figure(
        f"{what}: theirs / ours", result.ratio("theirs, ms", "ours, ms"), at_least(5), result.medians(MILLISECOND)
    )


class FourierNeighbors:
    """The nearest series under the best rotation, by circular correlation in NumPy."""

    def __init__(self, X: npt.NDArray, length: int) -> None:
        self.shifts, self.length = X.shape[1], length
        once_more = X[:, : min(length, 2 * self.shifts - 1) - self.shifts]  # a padded series must wrap by itself
        self.spectra = np.fft.rfft(np.hstack([X, once_more]), length)
        self.squares = np.square(X).sum(axis=1)

    def nearest(self, x: npt.NDArray) -> int:
        """Return the row of the nearest."""
        spectrum = np.fft.rfft(x, self.length).conj()
        correlation = np.fft.irfft(self.spectra * spectrum, self.length)[:, : self.shifts]
        return int(np.argmin(self.squares - 2 * correlation.max(axis=1)))
