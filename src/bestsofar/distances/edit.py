"""The edit distance."""

from sklearn.base import BaseEstimator

from bestsofar._core import Space, edit_space
from bestsofar.base import Records
from bestsofar.distances.metric import Metric
from bestsofar.distances.readers import StringReader


class Edit(Metric):
    """The number of insertions, deletions and replacements that turn one string into the other."""

    def __init__(self, estimator: BaseEstimator) -> None:
        super().__init__(estimator)
        self.reader = StringReader(estimator)

    def space(self, records: Records) -> Space:
        """Make a space of strings that were learned."""
        return edit_space(records)
