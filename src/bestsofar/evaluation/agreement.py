"""How well answers and truth agree."""

from typing import Any

import numpy as np
import numpy.typing as npt


def kappa(truth: npt.NDArray[Any], answers: npt.NDArray[Any], n_classes: int) -> float:
    """Return Cohen's kappa: agreement above chance, as a share of the most there could be.

    Parameters
    ----------
    truth, answers : codes below `n_classes`
    n_classes : how many classes there are

    Examples
    --------
    >>> kappa(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 0]), 2)
    0.5
    """
    shares = [np.bincount(codes, minlength=n_classes) / len(codes) for codes in (truth, answers)]
    chance, agreed = float(shares[0] @ shares[1]), float((truth == answers).mean())
    return (agreed - chance) / (1 - chance) if chance < 1 else 1.0
