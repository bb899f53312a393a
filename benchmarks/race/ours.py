"""What our models have in common in the race."""

from typing import Any

from benchmarks.race.contender import Labels, RowByRow, Rows
from bestsofar.base import AnytimeClassifier


class Ours(RowByRow):
    """A model of this package."""

    heeds_seconds = True

    def __init__(self, model: AnytimeClassifier) -> None:
        self.model = model

    def learn(self, X: Rows, y: Labels) -> None:
        """Fit."""
        self.model.fit(X, y)

    def answer(self, x: Rows, seconds: float | None) -> Any:
        """Begin, refine, and take what is known then."""
        return self.model.begin(x).refine(seconds=seconds).answer.label
