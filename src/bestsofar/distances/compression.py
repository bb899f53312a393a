"""The compression distance."""

import bz2
import lzma
import zlib
from collections.abc import Callable
from functools import lru_cache

from sklearn.base import BaseEstimator

from bestsofar._core import Space, foreign_space
from bestsofar.base import Records
from bestsofar.distances.metric import Metric
from bestsofar.distances.readers import BytesReader
from bestsofar.errors import InvalidParameter

COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "zlib": lambda data: zlib.compress(data, 9),
    "bz2": bz2.compress,
    "lzma": lzma.compress,
}


class Compression(Metric):
    """How little two objects help to compress each other: C(xy) / (C(x) + C(y)), with x and y in sorted order.

    Parameters
    ----------
    estimator : the estimator that uses it
    compressor : "zlib", "bz2" or "lzma"
    """

    def __init__(self, estimator: BaseEstimator, compressor: str = "zlib") -> None:
        super().__init__(estimator)
        if compressor not in COMPRESSORS:
            must_be = f"one of {', '.join(COMPRESSORS)}"
            raise InvalidParameter(self.who, "metric_params['compressor']", must_be, compressor)
        self.reader = BytesReader(estimator)
        self.compressor = compressor

    def space(self, records: Records) -> Space:
        """Make a space of bytes that were learned."""
        compress = COMPRESSORS[self.compressor]

        @lru_cache(maxsize=2 * len(records))
        def alone(data: bytes) -> int:
            return len(compress(data))

        def measure(a: bytes, b: bytes) -> float:
            # Compressors depend on the order, a distance must not.
            first, second = (a, b) if a < b else (b, a)
            return len(compress(first + second)) / (alone(a) + alone(b))

        return foreign_space(records, measure)
