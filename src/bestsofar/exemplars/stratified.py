"""Samples with each class in proportion."""

from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from bestsofar.base.labels import Codes
from bestsofar.exemplars.order import Order


def stratified_order(codes: Codes, random_state: Any) -> Order:
    """Return all rows in a random order whose every prefix has each class in proportion, and at least once.

    Parameters
    ----------
    codes : the class of each row
    random_state : a seed, for the same order every time
    """
    shuffled = check_random_state(random_state).permutation(len(codes)).astype(np.uint32)
    by_class = shuffled[np.argsort(codes[shuffled], kind="stable")]
    _, first, counts = np.unique(codes[by_class], return_index=True, return_counts=True)
    rank_in_class = np.arange(len(codes)) - np.repeat(first, counts)
    share = (rank_in_class + 0.5) / np.repeat(counts, counts)
    spread: Order = by_class[np.lexsort((share, rank_in_class > 0))]
    return spread
