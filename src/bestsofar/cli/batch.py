"""Objects of a table, with their labels and the names of their features."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from bestsofar.errors import InvalidRecords, Verbatim


class Batch(NamedTuple):
    """Objects and, if known, their labels and the names of their features.

    Labels are as in the table: the texts of CSV in a list, otherwise an array.
    """

    X: Any
    labels: Any
    names: list[str] | None = None

    @property
    def is_numeric(self) -> bool:
        """Whether all features are numbers and none is missing."""
        return isinstance(self.X, np.ndarray) and not np.isnan(self.X).any()

    @property
    def has_features(self) -> bool:
        """Whether there is anything but labels."""
        return not isinstance(self.X, np.ndarray) or self.X.shape[1] > 0

    @property
    def cells(self) -> list[Any] | None:
        """The labels as Python values."""
        cells: list[Any] | None = self.labels.tolist() if isinstance(self.labels, np.ndarray) else self.labels
        return cells

    def arranged(self, names: Sequence[str] | None) -> "Batch":
        """Return the columns in the order of these names, if both sides have names."""
        if names is None or self.names is None or self.names == list(names):
            return self
        order = places(self.names, names)
        if isinstance(self.X, np.ndarray):
            return self._replace(X=self.X.take(order, axis=1), names=list(names))
        return self._replace(X=[[row[place] for place in order] for row in self.X], names=list(names))


def places(names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Return the place of each wanted column in a table; there must be no others."""
    missing, unknown = Counter(wanted) - Counter(names), Counter(names) - Counter(wanted)
    if missing or unknown:
        less = f"no {', '.join(map(repr, missing))}" if missing else ""
        more = f"unknown {', '.join(map(repr, unknown))}" if unknown else ""
        got = Verbatim(" and ".join(filter(None, (less, more))))
        raise InvalidRecords("bestsofar", "data", f"the columns {', '.join(wanted)}", got)
    return [names.index(name) for name in wanted]
