"""Whole numbers as users give them."""

import math
from numbers import Integral
from typing import Any, TypeGuard


def is_whole(value: Any, least: int = 1, most: float = math.inf) -> TypeGuard[int]:
    """Tell whether a value is a whole number within bounds, of Python or of NumPy; True and False are none.

    Parameters
    ----------
    value : anything
    least, most : the bounds, both included

    Examples
    --------
    >>> is_whole(3), is_whole(3, most=2), is_whole(0), is_whole(True), is_whole(3.0)
    (True, False, False, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool) and least <= int(value) <= most
