"""A classification under way."""

from collections.abc import Sequence
from typing import Any

from bestsofar import _core
from bestsofar.base.answer import Answer
from bestsofar.base.budget import check_budget


class Query:
    """A classification that has an answer from its first moment and improves it with every step.

    Models make queries: see `begin` and `resume`. Only one thread at a time may use a query; many may run in parallel.

    Examples
    --------
    >>> from bestsofar import NeighborsClassifier
    >>> model = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])
    >>> query = model.begin([0.2])
    >>> query.refine(steps=1).answer.why
    'complete'
    >>> model.resume(query.suspend()).answer.label
    'low'
    """

    __slots__ = ("_classes", "_core")

    def __init__(self, core: _core.Query, classes: Sequence[Any]) -> None:
        self._core = core
        self._classes = classes

    def refine(self, *, steps: int | None = None, seconds: float | None = None) -> "Query":
        """Go on for a number of steps or seconds, whichever ends first; with neither, to the end.

        Parameters
        ----------
        steps : how many more steps at most
        seconds : how much more time at most; the clock starts now
        """
        if steps is not None or seconds is not None:
            steps, seconds = check_budget("Query.refine", steps, seconds)
        self._core.refine(steps, seconds)
        return self

    @property
    def answer(self) -> Answer:
        """What is known so far."""
        return Answer.of(self._core.answer(), self._classes)

    @property
    def done(self) -> bool:
        """Whether nothing is left to read."""
        return self._core.done

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return self._core.steps

    def suspend(self) -> bytes:
        """Return all that is needed to resume elsewhere: in another process, with the same model."""
        return self._core.suspend()
