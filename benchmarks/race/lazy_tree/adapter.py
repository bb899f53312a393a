"""The lazy tree, and with gamma = 0 a window of the last records in the same tree."""

from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.race.contender import Labels, Rows
from benchmarks.race.ours import Ours
from bestsofar import LazyTreeClassifier


class Adapter(Ours):
    """LazyTreeClassifier."""

    model: LazyTreeClassifier

    def __init__(self, **settings: Any) -> None:
        super().__init__(LazyTreeClassifier(**settings))

    def test_then_learn(self, X: Rows, y: Labels, *, delay: int = 0) -> tuple[Labels, npt.NDArray[np.bool_]]:
        """Leave the loop to the core."""
        return self.model.test_then_learn(X, y, delay=delay)
