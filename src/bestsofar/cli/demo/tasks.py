"""What the demo learns, and in which orders."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from bestsofar import GreedyRank, RandomRank, SimpleRank, datasets
from bestsofar.exemplars import Ranker

ORDERS: tuple[Ranker, ...] = (RandomRank(random_state=0), SimpleRank(), GreedyRank())


@dataclass(frozen=True, eq=False)
class Task:
    """A set to learn, and a stream of new objects."""

    name: str
    X: npt.NDArray[np.float64]
    y: npt.NDArray[Any]
    X_new: npt.NDArray[np.float64]
    y_new: npt.NDArray[Any]


def all_tasks(*, quick: bool) -> list[Task]:
    """Return the tasks; quick ones have a tenth of the objects."""
    share = 0.1 if quick else 1.0
    return [_flag(round(2_000 * share), round(8_000 * share)), digits(share)]


def _flag(n_train: int, n_new: int) -> Task:
    X, y = datasets.japanese_flag(n_train + n_new, random_state=0)
    return Task("the Japanese flag", X[:n_train], y[:n_train], X[n_train:], y[n_train:])


def digits(share: float) -> Task:
    """Return scikit-learn's handwritten digits, or a share of them."""
    X, y = load_digits(return_X_y=True)
    sizes = {"train_size": round(0.7 * share * len(y)), "test_size": round(0.3 * share * len(y))}
    X, X_new, y, y_new = train_test_split(X, y, **sizes, stratify=y, random_state=0)
    return Task("handwritten digits", X, y, X_new, y_new)
