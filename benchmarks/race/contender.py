"""What the race knows of a contender."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.race.allocated import allocated

Rows = npt.NDArray[np.float32]
Labels = npt.NDArray[Any]


class Contender(ABC):
    """A classifier in the race; the module `adapter` of its folder has it as `Adapter`, made of its settings."""

    @abstractmethod
    def test_then_learn(self, X: Rows, y: Labels, *, delay: int = 0) -> tuple[Labels, npt.NDArray[np.bool_]]:
        """Label each record before it is learned, all but the first; and say which were labelled."""

    def allocated(self) -> int:
        """Count what the process has allocated; the contender holds what came with it."""
        return allocated()


class RowByRow(Contender):
    """A contender that labels single rows, which is what the track `anytime` asks for, and enough for a stream."""

    heeds_seconds = False

    @abstractmethod
    def learn(self, X: Rows, y: Labels) -> None:
        """Learn rows: all of a training set at once, or one more of a stream."""

    @abstractmethod
    def answer(self, x: Rows, seconds: float | None) -> Any:
        """Label one row, within `seconds` if the contender heeds them; None means to the end."""

    def test_then_learn(self, X: Rows, y: Labels, *, delay: int = 0) -> tuple[Labels, npt.NDArray[np.bool_]]:
        """Answer and learn each record in turn."""
        answers = y.copy()
        for place in range(len(y)):
            if place:
                answers[place] = self.answer(X[place], None)
            self.learn(X[place : place + 1], y[place : place + 1])
        return answers, np.arange(len(y)) > 0
