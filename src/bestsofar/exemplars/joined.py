"""Objects of several batches in one container."""

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
