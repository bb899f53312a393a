"""What a distance must be able to do."""

from abc import ABC, abstractmethod
from typing import Any

from sklearn.base import BaseEstimator

from bestsofar._core import Space
from bestsofar.base import Records
from bestsofar.base.storable import Parts
from bestsofar.distances.readers import RecordReader


class Metric(ABC):
    """A distance as one estimator uses it: its reader converts records, and it makes a space of them.

    Parameters
    ----------
    estimator : the estimator that uses it; errors carry its name
    """

    reader: RecordReader
    recipe: tuple[Any, dict[str, Any]]  # what it was made from: its name or function, and its parameters
    identity: str  # what makes two models of the same records differ

    def __init__(self, estimator: BaseEstimator) -> None:
        self.estimator = estimator
        self.who = type(estimator).__name__

    def learn(self, X: Any) -> Records:
        """Check and convert the training records."""
        return self.reader.learn(X)

    @abstractmethod
    def space(self, records: Records) -> Space:
        """Make a space of records that were learned."""

    def restored_space(self, rows: Any, size: int) -> Space:  # noqa: ARG002 - the last block may be padded
        """Restore a space from what another one returned: its blocks if it has any, otherwise its records.

        Parameters
        ----------
        rows : the blocks or the records
        size : how many rows they hold
        """
        return self.space(self.reader.from_bytes(rows))

    def parts(self) -> Parts:
        """Return what was learned, for a file."""
        return self.reader.parts()

    def restore(self, parts: Parts) -> None:
        """Restore what was learned."""
        self.reader.restore(parts)
