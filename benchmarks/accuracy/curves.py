"""Where a curve of accuracy is looked at."""

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split


def first_tenth(split: Split) -> npt.NDArray[np.int64]:
    """Return every number of exemplars from one per class up to a tenth of all."""
    return np.arange(len(np.unique(split.y)), max(len(split.y) // 10, len(np.unique(split.y)) + 1) + 1)
