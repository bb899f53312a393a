"""Answers that need no records, only labels."""

from typing import Any

import numpy as np
import numpy.typing as npt


def no_change(y: npt.NDArray[Any], delay: int) -> npt.NDArray[np.bool_]:
    """Tell for each label whether the latest one known before it is the same.

    Parameters
    ----------
    y : labels, in order
    delay : how many records later a label is known
    """
    right = np.zeros(len(y), dtype=bool)
    right[1 + delay :] = y[1 + delay :] == y[: max(0, len(y) - 1 - delay)]
    return right


def majority(y: npt.NDArray[Any], delay: int) -> npt.NDArray[np.bool_]:
    """Tell for each label whether it is the most frequent one known before it, or in a tie, the first that was.

    Parameters
    ----------
    y : labels as codes, in order
    delay : how many records later a label is known
    """
    known = y[: max(0, len(y) - 1 - delay)]
    right = np.zeros(len(y), dtype=bool)
    if len(known):
        count = _count_so_far(known)
        leads = count > np.maximum.accumulate(np.append(0, count[:-1]))  # it has come more often than any before
        most = known[_latest(leads)]
        right[1 + delay :] = y[1 + delay :] == most
    return right


def _count_so_far(y: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Tell for each label how often it has come, this time included."""
    order = np.argsort(y, kind="stable")
    begins = np.append(True, np.diff(y[order]) != 0)  # a run of equal labels
    count = np.empty(len(y), np.intp)
    count[order] = np.arange(1, len(y) + 1) - _latest(begins)
    return count


def _latest(marks: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """Return the place of the latest mark up to each place; the first is marked."""
    return np.maximum.accumulate(np.where(marks, np.arange(len(marks)), 0))
