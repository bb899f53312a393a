"""How sure a query may be, learned by answering training objects that were held back."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bestsofar._core import Model
from bestsofar.base.records import Records

Table: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.uint32]

PROGRESS = np.linspace(0, 1, 17)
MARGINS = np.linspace(0, 1, 33)

FOLDS = 10
ENOUGH = 1000
MOST_ROWS = 10_000
SEED = 0

# A table of nothing seen: neither yes nor no.
BLANK: Table = np.full((len(PROGRESS), len(MARGINS)), 0.5)


def rehearse(
    records: Records, codes: npt.NDArray[np.uint32], learn: Callable[[Indices], Model], *, opening: int
) -> Table:
    """Learn how often a query's label is the one it ends with, by its progress and its margin.

    Objects are held back, a model is learned from the others in the very same way, order included, and the objects are
    asked as queries. An order has seen the objects it was made from, and is better on these than on new ones: so they
    cannot simply be left out of a finished one.

    Parameters
    ----------
    records : the training objects
    codes : the class of each
    learn : makes a model of some of the objects
    opening : how many steps a query takes before it can be interrupted
    """
    margins, settled = [], []
    for kept, held in folds(len(codes), FOLDS, ENOUGH, MOST_ROWS):
        # A query's progress is even in the logarithm of its steps: see NeighborIndex::confidence. As many steps, not as
        # large a share of them, say as much; only of very many rows the rehearsal sees too few for that.
        total = len(codes) if len(codes) <= MOST_ROWS else len(kept)
        steps = np.minimum(np.round(opening * (total / opening) ** PROGRESS), len(kept)).astype(np.uint64)
        labels, seen = learn(kept).trace(_take(records, held), steps.tolist())
        margins.append(seen)
        settled.append(labels == labels[:, -1:])
    if not margins:
        return BLANK
    columns = zip(np.vstack(margins).T, np.vstack(settled).T, strict=True)
    return np.stack([_smooth(seen, same) for seen, same in columns])


def folds(n: int, count: int, enough: int, most: int) -> Iterator[tuple[Indices, Indices]]:
    """Split rows into those kept and those held back until enough were held back; of very many rows, take some.

    Parameters
    ----------
    n : how many rows there are
    count : in how many folds
    enough : how many rows held back are enough
    most : of how many rows at most
    """
    rows = np.random.default_rng(SEED).permutation(n)[:most].astype(np.uint32)
    held_back = 0
    for held in np.array_split(rows, count):
        kept = np.setdiff1d(rows, held)
        if held_back >= enough or not len(held) or not len(kept):
            return
        held_back += len(held)
        yield kept, held


def _take(records: Records, rows: Indices) -> Any:
    return records[rows] if isinstance(records, np.ndarray) else [records[row] for row in rows]


def _smooth(margins: npt.NDArray[np.float64], settled: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """Estimate the probability as a rising function of the margin, on the grid.

    At every point of the grid half an observation is added that says neither yes nor no, so that certainty must be
    earned.
    """
    from sklearn.isotonic import IsotonicRegression  # brings half of SciPy along: not at import

    doubts = np.tile(MARGINS, 2)
    curve = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(
        np.concatenate([margins, doubts]),
        np.concatenate([settled, np.repeat([0.0, 1.0], len(MARGINS))]),
        sample_weight=np.concatenate([np.ones(len(margins)), np.full(len(doubts), 0.25)]),
    )
    return np.asarray(curve.predict(MARGINS))
