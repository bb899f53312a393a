"""Answers that need no records, only labels."""

from typing import Any

import numpy as np
import numpy.typing as npt


def no_change(y: npt.NDArray[Any], delay: int) -> npt.NDArray[np.bool_]:
    """Say of each label whether the latest one known before it is the same.

    Parameters
    ----------
    y : labels, in their order
    delay : how many records later a label is known
    """
    right = np.zeros(len(y), dtype=bool)
    right[1 + delay :] = y[1 + delay :] == y[: max(0, len(y) - 1 - delay)]
    return right


def majority(y: npt.NDArray[Any], delay: int) -> npt.NDArray[np.bool_]:
    """Say of each label whether it is the most frequent one known before it; of several, the first that was.

    Parameters
    ----------
    y : labels as codes, in their order
    delay : how many records later a label is known
    """
    seen = [0] * (int(y.max()) + 1 if len(y) else 0)
    answers = np.full(len(y), -1)
    most = -1
    for place, label in enumerate(y[: max(0, len(y) - 1 - delay)].tolist(), 1 + delay):
        seen[label] += 1
        if most < 0 or seen[label] > seen[most]:
            most = label
        answers[place] = most
    return np.asarray(answers == y)
