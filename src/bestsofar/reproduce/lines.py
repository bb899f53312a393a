"""Measurements as lines over common places, as in a figure or, if the places have names, as in a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Place = float | str


@dataclass(frozen=True, slots=True)
class Lines:
    """Values of several contenders at the same places.

    Parameters
    ----------
    x : the places: numbers, or the names of the columns of a table
    y : for each contender one value at each place

    Examples
    --------
    >>> lines = Lines([1, 10, 100], {"ours": [50, 80, 90], "theirs": [60, 70, 90]})
    >>> lines.at("ours", 10), lines.above("ours", "theirs").tolist()
    (80.0, [-10.0, 10.0, 0.0])
    """

    x: Sequence[Place]
    y: Mapping[str, Sequence[float]]

    @property
    def is_figure(self) -> bool:
        """Whether there is something to draw: several places that are numbers."""
        return len(self.x) > 1 and not isinstance(self.x[0], str)

    def line(self, name: str) -> npt.NDArray[np.float64]:
        """Return all values of a contender."""
        return np.asarray(self.y[name], dtype=np.float64)

    def at(self, name: str, place: Place) -> float:
        """Return the value of a contender at a place."""
        return float(self.y[name][list(self.x).index(place)])

    def above(self, name: str, other: str) -> npt.NDArray[np.float64]:
        """Return by how much one contender is above another at each place."""
        return self.line(name) - self.line(other)

    def between(self, low: float, high: float) -> "Lines":
        """Return the part from one place to another, both included."""
        chosen = [place for place, x in enumerate(self.x) if low <= float(x) <= high]
        return Lines(
            [float(self.x[place]) for place in chosen],
            {name: [values[place] for place in chosen] for name, values in self.y.items()},
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for a file."""
        return {"x": list(self.x), "y": {name: list(map(float, values)) for name, values in self.y.items()}}


def mean(parts: Sequence[Lines]) -> Lines:
    """Average the folds of an experiment."""
    first = parts[0]
    return Lines(first.x, {name: np.mean([part.line(name) for part in parts], axis=0).tolist() for name in first.y})
