"""Rows in the order in which queries read them."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from bestsofar.base.labels import Codes

Order: TypeAlias = npt.NDArray[np.uint32]


def shortened(order: Order, codes: Codes, share: float) -> Order:
    """Return the beginning of an order, with at least one row of every class.

    Parameters
    ----------
    order : rows, best first
    codes : the class of each row
    share : how much of it to return; 1 returns it unchanged
    """
    if share == 1:
        return order
    return one_of_each_first(order, codes)[: max(round(share * len(order)), len(np.unique(codes)))]


def one_of_each_first(order: Order, codes: Codes) -> Order:
    """Move the first row of every class to the front, as queries read them."""
    first = np.zeros(len(order), dtype=bool)
    first[np.unique(codes[order], return_index=True)[1]] = True
    return np.concatenate([order[first], order[~first]])
