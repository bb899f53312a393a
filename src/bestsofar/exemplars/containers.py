"""Containers of objects, as users have them."""

from sys import getsizeof
from typing import Any

import narwhals as nw
import numpy as np

from bestsofar.errors import InvalidRecords


def joined(who: str, kept: Any, X: Any) -> Any:
    """Put new objects behind those that were kept, in a container like theirs.

    Parameters
    ----------
    who : whose they are; errors carry it
    kept : an array, a data frame, or a sequence
    X : the new objects
    """
    if isinstance(kept, np.ndarray):
        return np.concatenate([kept, np.asarray(X)])
    frame = nw.from_native(kept, eager_only=True, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        return [*kept, *X]
    try:
        return nw.concat([frame, nw.from_native(X, eager_only=True)]).to_native()
    except TypeError:
        raise InvalidRecords(who, "X", f"a {type(kept).__name__} as before", X) from None


def size_of(objects: Any) -> int:
    """How many bytes a container and the objects in it take.

    Parameters
    ----------
    objects : an array, a data frame, a sequence, or a single object
    """
    if isinstance(objects, np.ndarray) and not objects.dtype.hasobject:
        return objects.nbytes
    if isinstance(objects, (list, np.ndarray)):
        return getsizeof(objects) + sum(map(size_of, objects))
    frame = nw.from_native(objects, eager_only=True, pass_through=True)
    return int(frame.estimated_size()) if isinstance(frame, nw.DataFrame) else getsizeof(objects)
