"""Numbers of all kinds as floats."""

import math
from numbers import Real
from typing import Any


def as_float(number: Any) -> float:
    """Return a number as a float; one that no float holds is infinite."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def float_or_nan(value: Any) -> float:
    """Return a value as a float, NaN if it is no number."""
    return as_float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
