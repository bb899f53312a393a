"""Answers that need no records, only labels."""

from collections import Counter
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
    y : labels, in their order
    delay : how many records later a label is known
    """
    labels = y.tolist()
    right = np.zeros(len(y), dtype=bool)
    seen: Counter[Any] = Counter()
    most = None
    for place in range(1 + delay, len(labels)):
        known = labels[place - 1 - delay]
        seen[known] += 1
        if most is None or seen[known] > seen[most]:
            most = known
        right[place] = labels[place] == most
    return right
