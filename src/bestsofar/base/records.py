"""The records that the core takes."""

from typing import Any, TypeAlias

# One object: a row of float32 or float64, or bytes; only the metric knows which.
Record: TypeAlias = Any
# Many of them: an array of rows, or a list of bytes.
Records: TypeAlias = Any
