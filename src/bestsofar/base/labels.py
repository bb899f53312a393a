"""Labels as codes."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from bestsofar.errors import InvalidParameter

Codes: TypeAlias = npt.NDArray[np.uint32]

NUMBERS = "biuf"


def encode_labels(y: Any) -> tuple[npt.NDArray[Any], Codes]:
    """Give the classes, sorted, and the place of each label among them."""
    labels = column_or_1d(y, warn=True)
    check_classification_targets(labels)
    classes, codes = np.unique(labels, return_inverse=True)
    return classes, codes.astype(np.uint32)


def join_labels(who: str, argument: str, parts: Sequence[Any]) -> npt.NDArray[Any]:
    """Join labels, none of which may turn into text because others are."""
    some = [np.asarray(part) for part in parts if len(part)]
    if len({part.dtype.kind in NUMBERS for part in some}) > 1:
        raise InvalidParameter(who, argument, "all numbers or all names", parts[-1])
    return np.concatenate(some) if some else np.asarray([])
