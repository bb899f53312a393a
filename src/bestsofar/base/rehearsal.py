"""How sure a query may be, learned by answering training objects that were held back."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bestsofar._core import Model
from bestsofar.base.progress import tracked
from bestsofar.base.records import Records

Table: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.uint32]

PROGRESS = np.linspace(0, 1, 17)
MARGINS = np.linspace(0, 1, 33)

FOLDS = 10
ENOUGH = 1000
MOST_ROWS = 10_000
SEED = 0

DOUBT = 0.5  # of an observation

# A table of nothing seen: neither yes nor no.
BLANK: Table = np.full((len(PROGRESS), len(MARGINS)), 0.5)


class Rehearsal(NamedTuple):
    """What queries thought on their way: one row for each object held back, one column for each point of progress.

    Parameters
    ----------
    length : how many steps a query of the whole model has
    steps : how many were done at each point; of very many rows the rehearsal sees only some, and ends sooner
    margins : how clearly the best class led
    right : whether it was the object's
    settled : whether it was the one the query ended with
    """

    length: int
    steps: npt.NDArray[np.int64]
    margins: Table
    right: npt.NDArray[np.bool_]
    settled: npt.NDArray[np.bool_]


def rehearse(
    records: Records, codes: npt.NDArray[np.uint32], learn: Callable[[Indices], Model], *, opening: int, length: int
) -> Rehearsal:
    """Ask models about training objects that were held back from them.

    Objects are held back, a model is learned from the others in the very same way, order included, and the objects are
    asked as queries. An order has seen the objects it was made from, and is better on these than on new ones: so they
    cannot simply be left out of a finished one.

    Parameters
    ----------
    records : the training objects
    codes : the class of each
    learn : makes a model of some of the objects
    opening : how many steps a query takes before it can be interrupted
    length : how many it takes to its end
    """
    # A query's progress is even in the logarithm of its steps: see OrderedExemplars::confidence. As many steps, not as
    # large a share of them, say as much; only of very many rows the rehearsal sees too few for that.
    total = length if len(codes) <= MOST_ROWS else length * (MOST_ROWS - MOST_ROWS // FOLDS) / len(codes)
    steps = np.round(opening * (max(total, opening) / opening) ** PROGRESS).astype(np.int64)
    margins, right, settled = [], [], []
    for kept, held in tracked(list(folds(len(codes), ENOUGH)), "rehearsing"):
        labels, seen = learn(kept).trace(_take(records, held), steps.tolist())
        margins.append(seen)
        right.append(labels == codes[held, None])
        settled.append(labels == labels[:, -1:])
    none = np.empty((0, len(PROGRESS)))
    return Rehearsal(
        length, steps, np.vstack([none, *margins]), np.vstack([none > 0, *right]), np.vstack([none > 0, *settled])
    )


def confidence_of(rehearsal: Rehearsal) -> Table:
    """Learn how often a query's label is the one it ends with, by its progress and its margin."""
    if not len(rehearsal.margins):
        return BLANK
    return np.stack(
        [_smooth(margins, same) for margins, same in zip(rehearsal.margins.T, rehearsal.settled.T, strict=True)]
    )


def folds(
    n: int, enough: int, *, rounds: int = 1, parts: int = FOLDS, most: int = MOST_ROWS
) -> Iterator[tuple[Indices, Indices]]:
    """Split the rows, again and again, into those kept and those held back; of very many rows, take some.

    Parameters
    ----------
    n : how many rows there are
    enough : how many to hold back in all
    rounds : how often each may be held back
    parts : in how many parts the rows are held back
    most : of how many rows at most
    """
    held_back = 0
    for seed in range(SEED, SEED + rounds):
        rows = np.random.default_rng(seed).permutation(n)[:most].astype(np.uint32)
        for held in np.array_split(rows, parts):
            kept = np.setdiff1d(rows, held)
            if held_back >= enough or not len(held) or not len(kept):
                return
            held_back += len(held)
            yield kept, held


def _take(records: Records, rows: Indices) -> Any:
    return records[rows] if isinstance(records, np.ndarray) else [records[row] for row in rows]


def _smooth(margins: npt.NDArray[np.float64], settled: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """Estimate the probability as a rising function of the margin, on the grid.

    As the core interpolates between two points of the grid, each observation counts at both, the more the nearer. At
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
