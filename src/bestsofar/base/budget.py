"""How much a query may use."""

import math
from numbers import Integral, Real

from bestsofar.errors import InvalidParameter


def check_budget(who: str, steps: int | None, seconds: float | None) -> None:
    """Refuse a number of steps or seconds that is none."""
    if steps is not None and not (isinstance(steps, Integral) and not isinstance(steps, bool) and steps >= 0):
        raise InvalidParameter(who, "steps", "an int >= 0 or None", steps)
    if seconds is not None and not (isinstance(seconds, Real) and not math.isnan(seconds) and seconds >= 0):
        raise InvalidParameter(who, "seconds", "a number >= 0 or None", seconds)
