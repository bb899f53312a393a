"""A score that can be released."""

import math

from bestsofar.scheduling.state import Score, State


class ReleasableScore:
    """A score that can be released: Python's collector does not see the references that the core holds.

    Parameters
    ----------
    score : the score
    """

    def __init__(self, score: Score) -> None:
        self._score: Score | None = score

    def __call__(self, state: State) -> float:
        """Return the score; after `release`, NaN."""
        return math.nan if self._score is None else self._score(state)

    def release(self) -> None:
        """Release the score."""
        self._score = None
