"""What queries say on their way to the end, for objects that their models have not seen."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bestsofar._core import Model
from bestsofar.base.folds import ENOUGH, FOLDS, MAX_ROWS, Indices, folds
from bestsofar.base.progress import tracked
from bestsofar.base.records import Records

PROGRESS = np.linspace(0, 1, 17)


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
    traces = HeldOutTraces.blank(0)._replace(length=length, steps=steps)
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


def steps_at(progress: npt.NDArray[np.float64], opening: int, total: float) -> npt.NDArray[np.int64]:
    """Return how many steps make such progress, which is linear in their logarithm.

    Parameters
    ----------
    progress : from 0 to 1
    opening : how many steps a query takes before it can be interrupted
    total : how many it takes in all
    """
    return np.round(opening * (max(total, opening) / opening) ** progress).astype(np.int64)


def _take(records: Records, rows: Indices) -> Any:
    return records[rows] if isinstance(records, np.ndarray) else [records[row] for row in rows]
