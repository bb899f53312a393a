"""Seconds to reduce a training set: the DROP family on letter.train, and Drop3 on growing samples."""

from functools import partial

import numpy as np
import numpy.typing as npt

from benchmarks.data import rows, scaled
from benchmarks.report import Figure, at_most
from benchmarks.timing import race
from bestsofar import Drop1, Drop2, Drop3, Drop4, Drop5, SimpleRank

SIZES = [1_000, 2_000, 4_000, 8_000]


def run(*, quick: bool) -> list[Figure]:
    """Race the family, with SimpleRank beside it, then time Drop3 on growing samples."""
    X, y = rows("letter.train")
    X = scaled(X)
    schemes = [Drop3(), Drop1(), Drop2(), Drop4(), Drop5(), SimpleRank()]
    contenders = {f"{type(scheme).__name__}, s": partial(scheme.rank, X, y) for scheme in schemes}
    result = race(contenders, [()] * (1 if quick else 5))
    family = Figure(f"{len(y):,} rows: Drop3, s", result.median("Drop3, s"), at_most(60), result.medians())
    drawn = np.random.default_rng(0).permutation(len(y))
    return [family, *(at_size(X[drawn[:size]], y[drawn[:size]]) for size in SIZES)]


def at_size(X: npt.NDArray, y: npt.NDArray) -> Figure:
    """Time Drop3 on one sample."""
    result = race({"Drop3, s": partial(Drop3().rank, X, y)}, [()] * 4)
    return Figure(f"{len(y):,} rows: Drop3, s", result.median("Drop3, s"))
