"""What a reader must be able to do."""

from abc import ABC, abstractmethod
from typing import Any

from sklearn.base import BaseEstimator

from bestsofar.base import Record, Records
from bestsofar.base.storable import Parts


class RecordReader(ABC):
    """Checks what users pass, and turns it into records for the core.

    Parameters
    ----------
    estimator : the estimator that uses it; gets `n_features_in_`, as scikit-learn requires, and errors carry its name
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
        """Read records to be measured against those learned; there may be none."""

    def from_bytes(self, records: list[bytes]) -> Records:
        """Return records that the core kept as bytes."""
        return records

    def parts(self) -> Parts:
        """Return what was learned about the records, for a file."""
        return {}

    def restore(self, parts: Parts) -> None:  # noqa: B027 - there may be nothing
        """Restore what was learned."""

    @abstractmethod
    def one(self, x: Any) -> Record:
        """Read one such record."""
