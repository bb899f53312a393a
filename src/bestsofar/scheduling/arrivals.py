"""When objects arrive."""

import math
from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state

from bestsofar.base.floats import float_or_nan
from bestsofar.errors import InvalidParameter

Times = npt.NDArray[np.float64]


class Arrivals(ABC):
    """When objects arrive, if a whole query takes time 1; the run ends one mean gap after the last.

    Parameters
    ----------
    r : the mean gap
    """

    r: float

    def __init__(self, r: float) -> None:
        self.r = float_or_nan(r)
        if not 0 < self.r < math.inf:
            raise InvalidParameter(type(self).__name__, "r", "a number > 0", r)

    @abstractmethod
    def times(self, n: int) -> Times:
        """Return when each of n objects arrives, ascending, the first at 0.

        Parameters
        ----------
        n : how many there are
        """

    def end(self, times: Times) -> float:
        """Return when the run is over.

        Parameters
        ----------
        times : when the objects arrive
        """
        return float(times[-1]) + self.r if len(times) else 0.0

    def __repr__(self) -> str:
        arguments = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({arguments})"


class ConstantArrivals(Arrivals):
    """Objects arrive one by one, at equal intervals.

    Parameters
    ----------
    r : the gap between two, as a share of the time that one whole query takes

    Examples
    --------
    >>> from bestsofar import ConstantArrivals
    >>> ConstantArrivals(0.5).times(4)
    array([0. , 0.5, 1. , 1.5])
    """

    def times(self, n: int) -> Times:
        """Return when each of n objects arrives, ascending, the first at 0."""
        return np.arange(n, dtype=np.float64) * self.r


class PoissonArrivals(Arrivals):
    """Objects arrive at random and independently: the gaps are exponential.

    Parameters
    ----------
    r : the mean gap, as a share of the time that one whole query takes
    random_state : the seed of the gaps

    Examples
    --------
    >>> from bestsofar import PoissonArrivals
    >>> PoissonArrivals(0.5, random_state=0).times(3).round(1)
    array([0. , 0.4, 1. ])
    """

    def __init__(self, r: float, *, random_state: Any = None) -> None:
        super().__init__(r)
        self.random_state = random_state

    def times(self, n: int) -> Times:
        """Return when each of n objects arrives, ascending, the first at 0."""
        gaps = check_random_state(self.random_state).exponential(self.r, size=max(n - 1, 0))
        return np.concatenate([np.zeros(min(n, 1)), np.cumsum(gaps)])


class BatchArrivals(Arrivals):
    """All objects are there from the start.

    Parameters
    ----------
    r : the time for all of them together, as a share of what their whole queries would take

    Examples
    --------
    >>> from bestsofar import BatchArrivals
    >>> arrivals = BatchArrivals(0.5)
    >>> arrivals.times(4), arrivals.end(arrivals.times(4))
    (array([0., 0., 0., 0.]), 2.0)
    """

    def times(self, n: int) -> Times:
        """Return when each of n objects arrives: at 0."""
        return np.zeros(n)

    def end(self, times: Times) -> float:
        """Return when the run is over."""
        return self.r * len(times)


class DrawnArrivals(Arrivals):
    """The arrivals of a number of objects, drawn once, so that every run has the same times.

    Parameters
    ----------
    arrivals : when objects arrive
    n : how many there are
    """

    def __init__(self, arrivals: Arrivals, n: int) -> None:
        super().__init__(arrivals.r)
        self.drawn = arrivals.times(n)
        self.over = arrivals.end(self.drawn)

    def times(self, n: int) -> Times:  # noqa: ARG002 - it is known already
        """Return when each of the objects arrives."""
        return self.drawn

    def end(self, times: Times) -> float:  # noqa: ARG002 - as above
        """Return when the run is over."""
        return self.over
