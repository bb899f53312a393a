"""Strings and bytes."""

from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any, ClassVar

import numpy as np

from bestsofar.base import Record, Records
from bestsofar.distances.readers.reader import RecordReader
from bestsofar.errors import InvalidRecords, Verbatim


def objects_of(X: Any) -> Any:
    """Return the objects of a sequence or of a column, those of Arrow as Python objects."""
    return np.asarray(X, dtype=object).ravel() if hasattr(X, "__array__") else X


def first_object(X: Any) -> Any:
    """Return the first object of a sequence or of a single column, or None if X is neither or empty."""
    shape = getattr(X, "shape", (0,))
    is_column = len(shape) == 1 or shape[1:] == (1,)
    objects = objects_of(X) if is_column else None
    return next(iter(objects), None) if isinstance(objects, Collection) else None


class BytesReader(RecordReader):
    """Reads a sequence, or a single column, of bytes."""

    kind: ClassVar[type] = bytes

    def learn(self, X: Any) -> Records:
        """Read the training objects."""
        records = self.many(X)
        if len(records) == 0:
            raise InvalidRecords(self.who, "X", "at least one object", Verbatim("none"))
        return records

    def many(self, X: Any) -> Records:
        """Read objects."""
        objects = objects_of(X)
        if isinstance(X, (str, bytes, AbstractSet, Mapping)) or not isinstance(objects, Iterable):  # sets have no order
            raise InvalidRecords(self.who, "X", f"a sequence of {self.kind.__name__} objects for this metric", X)
        shape: tuple[int, ...] = getattr(X, "shape", ())
        if len(shape) > 1 and shape[0] and shape[1] != 1:  # iterating a frame would give the names of its columns
            must_be = f"{self.kind.__name__} objects for this metric, in a sequence or a single column"
            raise InvalidRecords(self.who, "X", must_be, Verbatim(f"{shape[1]} columns"))
        return [self.one(x) for x in objects]

    def one(self, x: Any) -> Record:
        """Read one object."""
        if not isinstance(x, self.kind):
            raise InvalidRecords(self.who, "X", f"{self.kind.__name__} objects for this metric", x)
        return self.pack(x)

    def pack(self, x: Any) -> bytes:
        """Turn an object into bytes."""
        return bytes(x)

    def unpacker(self) -> Callable[[bytes], Any]:
        """Return the function that turns bytes back into an object."""
        return bytes


class StringReader(BytesReader):
    """Reads a sequence, or a single column, of strings, as UTF-32: one code point, one number."""

    kind = str

    def pack(self, x: Any) -> bytes:
        """Turn a string into bytes."""
        return str(x).encode("utf-32-le", "surrogatepass")

    def unpacker(self) -> Callable[[bytes], Any]:
        """Return the function that turns bytes back into a string."""
        return partial(bytes.decode, encoding="utf-32-le", errors="surrogatepass")
