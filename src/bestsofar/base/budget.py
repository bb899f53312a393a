"""How much a query may use."""

from collections.abc import Sequence
from typing import Any

from bestsofar.base.floats import float_or_nan
from bestsofar.base.integers import is_int
from bestsofar.errors import InvalidParameter

UNLIMITED_STEPS = 2**63


def check_budget(who: str, steps: int | None, seconds: float | None) -> tuple[int | None, float | None]:
    """Check a number of steps and of seconds, and return both as the core takes them."""
    # The plain cases first: the clock is not running yet, so all this makes an answer late.
    if steps is not None and not (type(steps) is int and 0 <= steps <= UNLIMITED_STEPS):
        steps = _steps(who, "an int >= 0 or None", steps)
    if seconds is not None and not (type(seconds) is float and seconds >= 0):
        given, seconds = seconds, float_or_nan(seconds)
        if not seconds >= 0:
            raise InvalidParameter(who, "seconds", "a number >= 0 or None", given)
    return steps, seconds


def check_checkpoints(who: str, steps: Sequence[int]) -> list[int]:
    """Check numbers of steps in ascending order, and return them as the core takes them."""
    must_be = "ints >= 0 in ascending order, at least one"
    checked = _each_of(who, must_be, steps)
    if checked != sorted(checked):
        raise InvalidParameter(who, "steps", must_be, steps)
    return checked


def sorted_checkpoints(who: str, steps: Sequence[int]) -> list[int]:
    """Check numbers of steps in any order, and return each once, ascending; all must fit an int64."""
    must_be = "ints >= 0, at least one"
    checked = sorted(set(_each_of(who, must_be, steps)))
    if checked[-1] == UNLIMITED_STEPS:
        raise InvalidParameter(who, "steps", must_be, steps)
    return checked


def _each_of(who: str, must_be: str, steps: Sequence[int]) -> list[int]:
    try:
        given: list[Any] = list(steps)
    except TypeError:
        given = []
    if not given:
        raise InvalidParameter(who, "steps", must_be, steps)
    return [_steps(who, must_be, number, steps) for number in given]


def _steps(who: str, must_be: str, number: Any, got: object = None) -> int:
    if not is_int(number, 0):
        raise InvalidParameter(who, "steps", must_be, number if got is None else got)
    return min(int(number), UNLIMITED_STEPS)
