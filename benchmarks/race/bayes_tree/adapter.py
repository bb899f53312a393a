"""The Bayes tree."""

from typing import Any

from benchmarks.race.contender import Labels, Rows
from benchmarks.race.ours import Ours
from bestsofar import BayesTreeClassifier


class Adapter(Ours):
    """BayesTreeClassifier."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(BayesTreeClassifier(**settings))

    def learn(self, X: Rows, y: Labels) -> None:
        """Build, or insert one row into what was built."""
        self.model.partial_fit(X, y)
