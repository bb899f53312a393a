"""Labels as codes."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

Codes: TypeAlias = npt.NDArray[np.uint32]


def encode_labels(y: Any) -> tuple[npt.NDArray[Any], Codes]:
    """Give the classes, sorted, and the place of each label among them."""
    labels = column_or_1d(y, warn=True)
    check_classification_targets(labels)
    classes, codes = np.unique(labels, return_inverse=True)
    return classes, codes.astype(np.uint32)
