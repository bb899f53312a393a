"""What a distance must be able to do."""

from abc import ABC, abstractmethod
from typing import Any

from sklearn.base import BaseEstimator

from bestsofar._core import Space
from bestsofar.base import Records
from bestsofar.distances.readers import RecordReader


class Metric(ABC):
    """A distance as one estimator uses it: its reader takes the records in, and it makes a space of them.

    Parameters
    ----------
    estimator : whose it is; errors carry its name
    """

    reader: RecordReader
    identity: str  # its name and parameters: what makes two models of the same records differ

    def __init__(self, estimator: BaseEstimator) -> None:
        self.estimator = estimator
        self.who = type(estimator).__name__

    def learn(self, X: Any) -> Records:
        """Check and convert the training records."""
        return self.reader.learn(X)

    @abstractmethod
    def space(self, records: Records) -> Space:
        """Make a space of records that were learned."""
