"""What a reader must be able to do."""

from abc import ABC, abstractmethod
from typing import Any

from sklearn.base import BaseEstimator

from bestsofar.base import Record, Records
from bestsofar.base.storable import Parts


class RecordReader(ABC):
    """Checks what users have and turns it into records that the core takes.

    Parameters
    ----------
    estimator : whose it is; it gets `n_features_in_` as scikit-learn's contract asks, and errors carry its name
    """

    def __init__(self, estimator: BaseEstimator) -> None:
        self.estimator = estimator
        self.who = type(estimator).__name__

    @property
    def identity(self) -> str:
        """What else makes two readers differ."""
        return ""

    @property
    def takes_arrays(self) -> bool:
        """Whether an array of the right type is a record as it is."""
        return False

    @abstractmethod
    def learn(self, X: Any) -> Records:
        """Read the training records, and remember what they look like."""

    @abstractmethod
    def many(self, X: Any) -> Records:
        """Read records to be measured against those learned; none at all is allowed."""

    def restore(self, records: list[bytes]) -> Records:
        """Return records that the core kept as bytes."""
        return records

    def parts(self) -> Parts:
        """Return what was learned about the records, for a file."""
        return {}

    def put_together(self, parts: Parts) -> None:  # noqa: B027 - there may be nothing
        """Take up what was learned."""

    @abstractmethod
    def one(self, x: Any) -> Record:
        """Read one such record."""
