"""The answer to a query."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Answer(NamedTuple):
    """What a query knows at one moment.

    A named tuple, because making one takes a third of the time of a frozen dataclass.

    Parameters
    ----------
    label : the best class so far
    proba : the probability of each class, in the order of the model's `classes_`
    confidence : the probability that `label` is the one the query would end with
    steps : how many units of work were done
    complete : whether nothing is left that could change the answer
    why : what ended the work: "complete", a budget ("steps", "seconds", "deadline"), "evicted" from a full scheduler,
        or "asked" if nothing has yet
    neighbors : the training rows that decided, nearest first

    Examples
    --------
    >>> from bestsofar import NeighborsClassifier
    >>> model = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])
    >>> answer = model.begin([0.2]).answer
    >>> answer.label, answer.steps, answer.complete, answer.why
    ('low', 2, False, 'asked')
    """

    label: Any
    proba: npt.NDArray[np.float64]
    confidence: float
    steps: int
    complete: bool
    why: str
    neighbors: npt.NDArray[np.int64]

    @classmethod
    def of(cls, fields: tuple[Any, ...], labels: Sequence[Any]) -> "Answer":
        """Make an answer from what the core reports about a query.

        Parameters
        ----------
        fields : those of an answer, with the label as its code and arrays as bytes
        labels : what the codes stand for
        """
        label, proba, confidence, steps, complete, why, neighbors = fields
        shares, rows = np.frombuffer(proba, np.float64), np.frombuffer(neighbors, np.int64)
        return cls(labels[label], shares, confidence, steps, complete, why, rows)
