"""How wide a Gaussian kernel is."""

from typing import Any, NamedTuple

import numpy as np

from bestsofar._core import Space, leave_one_out_bandwidth, squared_space
from bestsofar.base.floats import float_or_nan
from bestsofar.base.labels import Codes
from bestsofar.errors import InvalidParameter

MAX_ROWS = 4_000
SEED = 0


class Bandwidth(NamedTuple):
    """A bandwidth, and the number of rows it is meant for."""

    reference: float
    rows: int

    def at(self, rows: int) -> float:
        """Return the bandwidth for another number of rows: it falls with the fifth root."""
        return float(self.reference * (self.rows / rows) ** 0.2)


def squared(space: Space) -> Space:
    """Return the same rows with squared distances, as kernels need them."""
    return space if space.squared else squared_space(space)


def find_bandwidth(who: str, wanted: Any, space: Space, codes: Codes, n_classes: int) -> Bandwidth:
    """Return the bandwidth that is asked for: a number, meant for the rows given, or "loo".

    If there are more than `MAX_ROWS` rows, leave-one-out uses that many, drawn with a seed.

    Parameters
    ----------
    who : whose parameter it is
    wanted : "loo" or a number
    space : the rows
    codes : the class of each row
    n_classes : how many classes there are
    """
    number = checked_bandwidth(who, wanted)
    if number is None:
        if len(space) > MAX_ROWS:
            drawn = np.random.default_rng(SEED).choice(len(space), MAX_ROWS, replace=False).astype(np.uint32)
            space, codes = space.select(drawn), codes[drawn]
        return Bandwidth(leave_one_out_bandwidth(space, codes, n_classes), len(space))
    return Bandwidth(number, len(space))


def checked_bandwidth(who: str, wanted: Any) -> float | None:
    """Return the bandwidth that is asked for if it is a number, None if it is "loo"."""
    if isinstance(wanted, str) and wanted == "loo":
        return None
    return positive(who, "bandwidth", wanted, 'a finite number above 0 or "loo"')


def positive(who: str, parameter: str, value: Any, must_be: str = "a finite number above 0") -> float:
    """Check that a parameter is a finite number above 0."""
    number = float_or_nan(value)
    if not 0 < number < np.inf:
        raise InvalidParameter(who, parameter, must_be, value)
    return number
