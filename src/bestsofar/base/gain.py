"""The expected gain of one more step, learned from the same held-out objects as the confidence."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bestsofar.base.calibration import MARGINS, Table
from bestsofar.base.traces import HeldOutTraces

WIDTH = 0.06  # of the margins that count as alike
SETTLED = 0.3  # value of a label that is the final one, next to 1 for one that is right: it is the steadier sign
DOUBT = 2.0  # observations, added to each cell, that a step gains nothing


class Gain(NamedTuple):
    """How much better a label gets with each further step.

    Parameters
    ----------
    table : by progress, which is linear in the logarithm of the steps, and by margin
    opening, total : the steps at which progress is 0 and 1
    """

    table: Table
    opening: float
    total: float


def gain_of(traces: HeldOutTraces) -> Gain:
    """Learn the best that a query in each state can hope for: the highest rate of gain up to any later moment.

    The highest rate, not that of the next step, because many labels change only after a while: a query with little
    to gain at once may have much to gain later, and must begin somewhere. Objects with similar margins are pooled, and
    so are, at half weight, those one point of progress earlier or later.
    """
    worth, seen = _sums(traces)
    points = len(traces.steps)
    table = np.zeros((points, len(MARGINS)))
    for now in range(points - 1):
        rates = [
            _pooled(worth, seen, now, later) / (traces.steps[later] - traces.steps[now])
            for later in range(now + 1, points)
            if traces.steps[later] > traces.steps[now]
        ]
        table[now] = np.max(rates, axis=0) if rates else 0.0
    return Gain(table, float(traces.steps[0]), float(traces.length))


def _sums(traces: HeldOutTraces) -> tuple[npt.NDArray[np.float64], Table]:
    """Add up, over objects with similar margins, what later moments brought, and count the objects."""
    cells = len(MARGINS)
    alike = np.exp(-0.5 * ((MARGINS[:, None] - MARGINS) / WIDTH) ** 2)
    value = traces.right + SETTLED * traces.settled
    nearest = np.rint(traces.margins * (cells - 1)).astype(np.intp)
    places = np.eye(cells)[nearest]  # one row of cells for each object and moment
    brought = value[:, None, :] - value[:, :, None]
    return np.einsum("nic,nij->ijc", places, brought) @ alike, places.sum(axis=0) @ alike


def _pooled(worth: npt.NDArray[np.float64], seen: Table, now: int, later: int) -> npt.NDArray[np.float64]:
    total, count = worth[now, later].copy(), seen[now] + DOUBT
    for shift in (-1, 1):
        if now + shift >= 0 and later + shift < len(seen):
            total += worth[now + shift, later + shift] / 2
            count += seen[now + shift] / 2
    return np.asarray(total / count)
