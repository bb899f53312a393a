"""How sure a query may be, learned by answering held-out training objects."""

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
MAX_ROWS = 10_000
SEED = 0

DOUBT = 0.5  # of an observation

# The table before anything is seen: neither yes nor no.
BLANK: Table = np.full((len(PROGRESS), len(MARGINS)), 0.5)


class HeldOutTraces(NamedTuple):
    """What queries said on their way: one row for each held-out object, one column for each point of progress.

    Parameters
    ----------
    length : how many steps a query of the whole model has
    steps : how many were done at each point; with very many rows only some are used, and queries end sooner
    margins : how clearly the best class led
    right : whether it was the class of the object
    settled : whether it was the class the query ended with
    """

    length: int
    steps: npt.NDArray[np.int64]
    margins: npt.NDArray[np.floating[Any]]
    right: npt.NDArray[np.bool_]
    settled: npt.NDArray[np.bool_]

    @property
    def objects(self) -> int:
        """How many objects were traced."""
        return len(self.margins)

    def then(self, later: "HeldOutTraces") -> "HeldOutTraces":
        """Return these and later ones, at the steps of the later ones."""
        return later._replace(
            margins=np.concatenate([self.margins, later.margins]),
            right=np.concatenate([self.right, later.right]),
            settled=np.concatenate([self.settled, later.settled]),
        )

    @classmethod
    def restored(cls, fields: tuple[Any, ...]) -> "HeldOutTraces":
        """Take the fields up again as a file has them; those that no model can have are an exception."""
        traces = cls(*fields)
        rows = (len(traces.margins), len(PROGRESS))
        shapes = [traces.steps.shape, traces.margins.shape, traces.right.shape, traces.settled.shape]
        kinds = [each.dtype.kind for each in traces[1:]]
        blank, inside = np.isnan(traces.margins).all(axis=-1), (traces.margins >= 0) & (traces.margins <= 1)
        if shapes != [rows[1:], rows, rows, rows] or kinds != list("ifbb") or not inside[~blank].all():
            raise ValueError("traces that no model can have")
        return traces

    @classmethod
    def blank(cls, objects: int) -> "HeldOutTraces":
        """Reserve room for so many."""
        none = np.zeros((objects, len(PROGRESS)), dtype=np.bool_)
        return cls(0, np.zeros(len(PROGRESS), np.int64), np.full(none.shape, np.nan), none, none.copy())

    def latest(self, objects: int) -> "HeldOutTraces":
        """Return only the latest, in as little memory as they need."""
        margins = self.margins[-objects:].astype(np.float32)
        return self._replace(
            margins=margins, right=self.right[-objects:].copy(), settled=self.settled[-objects:].copy()
        )

    def without_blanks(self) -> "HeldOutTraces":
        """Return those that were traced."""
        traced = ~np.isnan(self.margins[:, 0])
        return self._replace(margins=self.margins[traced], right=self.right[traced], settled=self.settled[traced])


def trace_held_out(
    records: Records, codes: npt.NDArray[np.uint32], learn: Callable[[Indices], Model], *, opening: int, length: int
) -> HeldOutTraces:
    """Trace queries for training objects that the models have not seen.

    For each fold, a model learns the other objects in the very same way, order included, and the fold's objects are its
    queries. Leaving the objects out of a finished order would not do: an order is better on the objects it was made
    from than on new ones.

    Parameters
    ----------
    records : the training objects
    codes : the class of each
    learn : makes a model from some of the objects
    opening : how many steps a query takes before it can be interrupted
    length : how many it takes in all
    """
    # A query's progress is linear in the logarithm of its steps: see OrderedExemplars::confidence. Equal numbers of
    # steps, not equal shares, are comparable; only with very many rows are there too few steps for that.
    total = length if len(codes) <= MAX_ROWS else length * (MAX_ROWS - MAX_ROWS // FOLDS) / len(codes)
    steps = steps_at(PROGRESS, opening, total)
    none = np.empty((0, len(PROGRESS)))
    traces = HeldOutTraces(length, steps, none, none > 0, none > 0)
    for kept, held in tracked(list(folds(len(codes), ENOUGH)), "calibrating"):
        traces = traces.then(trace(learn(kept), _take(records, held), codes[held], steps)._replace(length=length))
    return traces


def trace(model: Model, records: Records, codes: npt.NDArray[np.uint32], steps: npt.NDArray[np.int64]) -> HeldOutTraces:
    """Trace queries for objects that a model has not seen, from the first to the last number of steps.

    Parameters
    ----------
    model : the model
    records : the objects
    codes : the class of each
    steps : at which numbers of steps
    """
    labels, margins = model.trace(records, steps.tolist())
    return HeldOutTraces(int(steps[-1]), steps, margins, labels == codes[:, None], labels == labels[:, -1:])


def steps_at(progress: Table, opening: int, total: float) -> npt.NDArray[np.int64]:
    """Return how many steps make such progress, which is linear in their logarithm.

    Parameters
    ----------
    progress : from 0 to 1
    opening : how many steps a query takes before it can be interrupted
    total : how many it takes in all
    """
    return np.round(opening * (max(total, opening) / opening) ** progress).astype(np.int64)


def confidence_of(traces: HeldOutTraces) -> Table:
    """Learn how often a query's label is the one it ends with, by progress and margin."""
    if not traces.objects:
        return BLANK
    return np.stack([_smooth(margins, same) for margins, same in zip(traces.margins.T, traces.settled.T, strict=True)])


def folds(
    n: int, enough: int, *, rounds: int = 1, parts: int = FOLDS, max_rows: int = MAX_ROWS
) -> Iterator[tuple[Indices, Indices]]:
    """Yield splits of the rows into those kept and those held out; of very many rows, use some.

    Parameters
    ----------
    n : how many rows there are
    enough : how many to hold out in all
    rounds : how often each may be held out
    parts : how many folds the rows are split into
    max_rows : how many rows to use at most
    """
    held_back = 0
    for seed in range(SEED, SEED + rounds):
        rows = np.random.default_rng(seed).permutation(n)[:max_rows].astype(np.uint32)
        for held in np.array_split(rows, parts):
            kept = np.setdiff1d(rows, held)
            if held_back >= enough or not len(held) or not len(kept):
                return
            held_back += len(held)
            yield kept, held


def _take(records: Records, rows: Indices) -> Any:
    return records[rows] if isinstance(records, np.ndarray) else [records[row] for row in rows]


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
