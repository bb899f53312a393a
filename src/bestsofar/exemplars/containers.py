"""Containers of objects, as users pass them."""

from copy import copy
from sys import getsizeof
from typing import Any

import narwhals as nw
import numpy as np

from bestsofar.distances.readers.objects import objects_of
from bestsofar.errors import InvalidRecords, Verbatim
from bestsofar.exemplars.frames import stacked


def joined(who: str, kept: Any, X: Any) -> Any:
    """Append new objects to those kept, in a container of the same kind.

    Parameters
    ----------
    who : the estimator that errors name
    kept : an array, a data frame, or a sequence
    X : the new objects
    """
    if isinstance(kept, np.ndarray):
        new = np.asarray(X)
        if new.dtype.kind in "US" and kept.dtype.kind not in "US":
            new = np.asarray(X, dtype=object)  # a number beside a name is still a number
        return np.concatenate([kept, new.reshape(-1, *kept.shape[1:])])
    frame = nw.from_native(kept, eager_only=True, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        return [*kept, *_listed(who, X, objects=isinstance(next(iter(kept), None), (str, bytes)))]
    new = nw.from_native(X, eager_only=True, pass_through=True)
    if not isinstance(new, nw.DataFrame) or new.implementation is not frame.implementation:
        raise InvalidRecords(who, "X", f"a {_kind(kept)} as before", Verbatim(_kind(X)))
    return stacked(who, frame, new).to_native()


def _kind(container: Any) -> str:
    library = type(container).__module__.partition(".")[0]
    return f"{library}.{type(container).__name__}"


def _listed(who: str, X: Any, *, objects: bool) -> list[Any]:
    """Return what a container holds: its rows or, if they are single objects, those in its only column."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if not _is_table(X):
        return list(objects_of(X))
    rows = [list(row) for row in frame.rows()] if isinstance(frame, nw.DataFrame) else list(X)
    if not objects:
        return rows
    if any(len(row) != 1 for row in rows):
        raise InvalidRecords(who, "X", "a sequence or a single column of objects", Verbatim("several columns"))
    return [row[0] for row in rows]


def owned(objects: Any) -> Any:
    """Copy objects that are about to be kept, so that the caller may reuse its rows.

    Parameters
    ----------
    objects : a selection: an array or a data frame, which is a copy already, or a sequence
    """
    return (
        objects if isinstance(objects, np.ndarray) or _is_table(objects) else [copy(row) for row in objects_of(objects)]
    )


def _is_table(objects: Any) -> bool:
    return len(getattr(objects, "shape", ())) > 1


def size_of(objects: Any) -> int:
    """Return how many bytes a container and the objects in it take.

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
