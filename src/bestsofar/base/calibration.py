"""How sure a query may be, learned from traces of others."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bestsofar.base.traces import PROGRESS, HeldOutTraces

Table: TypeAlias = npt.NDArray[np.float64]

MARGINS = np.linspace(0, 1, 33)

DOUBT = 0.5  # of an observation

# The table before anything is seen: neither yes nor no.
BLANK: Table = np.full((len(PROGRESS), len(MARGINS)), 0.5)


def confidence_of(traces: HeldOutTraces) -> Table:
    """Learn how often a query's label is the one it ends with, by progress and margin."""
    if not traces.objects:
        return BLANK
    return np.stack([_smooth(margins, same) for margins, same in zip(traces.margins.T, traces.settled.T, strict=True)])


def _smooth(margins: npt.NDArray[np.floating[Any]], settled: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """Estimate the probability as a rising function of the margin, on the grid.

    As the core interpolates between two points of the grid, each observation counts at both, more at the nearer. At
    every point half an observation is added that says neither yes nor no, so that certainty must be earned.
    """
    from sklearn.isotonic import IsotonicRegression  # brings half of SciPy along: not at import

    last = len(MARGINS) - 1
    places = margins * last
    below = np.minimum(places.astype(np.intp), last - 1)
    above = places - below
    at, shares = np.concatenate([below, below + 1]), np.concatenate([1 - above, above])
    seen = np.bincount(at, shares, len(MARGINS)) + DOUBT
    yes = np.bincount(at, shares * np.tile(settled, 2), len(MARGINS)) + DOUBT / 2
    curve = IsotonicRegression(y_min=0, y_max=1).fit(MARGINS, yes / seen, sample_weight=seen)
    return np.asarray(curve.predict(MARGINS))
