"""What the race knows of a contender."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from benchmarks.race.allocated import allocated

Rows = npt.NDArray[np.float32]
Labels = npt.NDArray[Any]


class Contender(Protocol):
    """A classifier in the race; the module `adapter` of its folder has it as `Adapter`, made of its settings.

    Without a loop of its own it needs `learn` and `answer`, and so does who takes part in the track `anytime`.
    """

    heeds_seconds: bool = False

    def learn(self, X: Rows, y: Labels) -> None:
        """Learn rows: all of a training set at once, or one more of a stream."""
        raise NotImplementedError

    def answer(self, x: Rows, seconds: float | None) -> Any:
        """Label one row, within so many seconds if the contender heeds them; None is to the end."""
        raise NotImplementedError

    def test_then_learn(self, X: Rows, y: Labels, *, delay: int = 0) -> tuple[Labels, npt.NDArray[np.bool_]]:
        """Label each record before it is learned, all but the first; and say which were labelled."""
        answers = y.copy()
        for place in range(len(y)):
            if place:
                answers[place] = self.answer(X[place], None)
            self.learn(X[place : place + 1], y[place : place + 1])
        return answers, np.arange(len(y)) > 0

    def allocated(self) -> int:
        """Count what the process has allocated; the contender holds what came with it."""
        return allocated()
