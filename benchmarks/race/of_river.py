"""What River's models have in common in the race."""

from typing import Any

from river.base import Classifier

from benchmarks.race.contender import Labels, RowByRow, Rows


class OfRiver(RowByRow):
    """A model of River."""

    def __init__(self, model: Classifier) -> None:
        self.model = model

    def learn(self, X: Rows, y: Labels) -> None:
        """Learn rows as dicts, one by one."""
        for x, label in zip(X.tolist(), y.tolist(), strict=True):
            self.model.learn_one(dict(enumerate(x)), label)

    def answer(self, x: Rows, seconds: float | None) -> Any:
        """Label a row as a dict."""
        return self.model.predict_one(dict(enumerate(x.tolist())))
