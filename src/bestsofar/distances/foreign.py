"""Any Python function as a distance."""

import math
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from numbers import Real
from typing import Any, TypeAlias

from sklearn.base import BaseEstimator

from bestsofar._core import Space, foreign_space
from bestsofar.base import Records
from bestsofar.base.floats import as_float
from bestsofar.base.storable import Parts
from bestsofar.distances.metric import Metric
from bestsofar.distances.readers import BytesReader, PackedRowReader, StringReader
from bestsofar.distances.readers.objects import first_object
from bestsofar.errors import InvalidParameter, InvalidRecords

Measure: TypeAlias = Callable[[Any, Any], float]

READERS: dict[str, Callable[[BaseEstimator], PackedRowReader | BytesReader]] = {
    "rows": partial(PackedRowReader, squared=False),
    "strings": StringReader,
    "bytes": BytesReader,
}


class Foreign(Metric):
    """A symmetric function of two objects: rows of numbers, strings, or bytes.

    Parameters
    ----------
    estimator : the estimator that uses it
    measure : the function
    """

    reader: PackedRowReader | BytesReader
    objects: str  # what they are, one of READERS

    def __init__(self, estimator: BaseEstimator, measure: Measure) -> None:
        super().__init__(estimator)
        self.measure = measure

    def learn(self, X: Any) -> Records:
        """Check and convert the training objects; the first of them decides what they are."""
        first = first_object(X)
        if isinstance(first, (AbstractSet, Mapping)):
            raise InvalidRecords(self.who, "X", "rows of numbers, strings or bytes for this metric", first)
        self._read("strings" if isinstance(first, str) else "bytes" if isinstance(first, bytes) else "rows")
        return super().learn(X)

    def parts(self) -> Parts:
        """Return what was learned, and what the objects are."""
        return super().parts() | {"objects": self.objects}

    def restore(self, parts: Parts) -> None:
        """Restore what was learned."""
        self._read(parts["objects"])
        super().restore(parts)

    def space(self, records: Records) -> Space:
        """Make a space of objects that were learned."""
        # Nothing in here may refer to the estimator: a cycle through the core is never collected.
        return foreign_space(records, _on_bytes(self.measure, self.reader.unpacker(), self.who))

    def _read(self, objects: str) -> None:
        self.objects = objects
        self.reader = READERS[objects](self.estimator)


def _on_bytes(measure: Measure, unpack: Callable[[bytes], Any], who: str) -> Callable[[bytes, bytes], float]:
    def measured(a: bytes, b: bytes) -> float:
        distance = measure(unpack(a), unpack(b))
        number = as_float(distance) if isinstance(distance, Real) else math.nan
        if not number >= 0:
            raise InvalidParameter(who, "metric", "a function that gives numbers >= 0", distance)
        return number

    return measured
