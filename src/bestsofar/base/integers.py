"""Whole numbers as users give them."""

import math
from numbers import Integral
from typing import Any, TypeGuard

from bestsofar.errors import InvalidParameter


def is_int(value: Any, minimum: int = 1, maximum: float = math.inf) -> TypeGuard[int]:
    """Tell whether a value is a whole number within bounds, of Python or NumPy; True and False do not count.

    Parameters
    ----------
    value : anything
    minimum, maximum : the bounds, both included

    Examples
    --------
    >>> is_int(3), is_int(3, maximum=2), is_int(0), is_int(True), is_int(3.0)
    (True, False, False, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool) and minimum <= int(value) <= maximum


def checked_int(who: str, name: str, value: Any, minimum: int = 1, maximum: float = math.inf) -> int:
    """Return a whole number within bounds as an int, and refuse all else.

    Parameters
    ----------
    who : the class or function that errors name
    name : of the parameter
    value : what was given
    minimum, maximum : the bounds, both included
    """
    return _checked(who, name, value, (minimum, maximum), "")


def checked_int_or_none(who: str, name: str, value: Any, minimum: int = 1, maximum: float = math.inf) -> int | None:
    """Return a whole number within bounds as an int, or None, and refuse all else.

    Parameters
    ----------
    who, name, value, minimum, maximum : as for `checked_int`
    """
    return None if value is None else _checked(who, name, value, (minimum, maximum), " or None")


def _checked(who: str, name: str, value: Any, bounds: tuple[int, float], otherwise: str) -> int:
    minimum, maximum = bounds
    if not is_int(value, minimum, maximum):
        bounded = f">= {minimum}" if maximum == math.inf else f"from {minimum} to {maximum}"
        raise InvalidParameter(who, name, f"an int {bounded}{otherwise}", value)
    return int(value)
