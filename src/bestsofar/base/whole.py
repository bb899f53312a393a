"""Whole numbers as users give them."""

import math
from numbers import Integral
from typing import Any, TypeGuard

from bestsofar.errors import InvalidParameter


def is_whole(value: Any, least: int = 1, most: float = math.inf) -> TypeGuard[int]:
    """Tell whether a value is a whole number within bounds, of Python or NumPy; True and False do not count.

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


def checked_whole(who: str, name: str, value: Any, least: int = 1, most: float = math.inf) -> int:
    """Return a whole number within bounds as an int, and refuse all else.

    Parameters
    ----------
    who : whose parameter it is
    name : what it is called
    value : what was given
    least, most : the bounds, both included
    """
    return _whole(who, name, value, (least, most), "")


def checked_whole_or_none(who: str, name: str, value: Any, least: int = 1, most: float = math.inf) -> int | None:
    """Return a whole number within bounds as an int, or None, and refuse all else.

    Parameters
    ----------
    who, name, value, least, most : as for `checked_whole`
    """
    return None if value is None else _whole(who, name, value, (least, most), " or None")


def _whole(who: str, name: str, value: Any, bounds: tuple[int, float], otherwise: str) -> int:
    least, most = bounds
    if not is_whole(value, least, most):
        bounded = f">= {least}" if most == math.inf else f"from {least} to {most}"
        raise InvalidParameter(who, name, f"an int {bounded}{otherwise}", value)
    return int(value)
