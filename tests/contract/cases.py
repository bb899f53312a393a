"""The models that must keep the promises: add a new one here."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from bestsofar import (
    ABEL,
    EBEL,
    BayesTreeClassifier,
    Drop3,
    GreedyRank,
    HeirRank,
    LazyTreeClassifier,
    MarginRank,
    NeighborsClassifier,
    ParzenClassifier,
    PosteriorRank,
    RandomRank,
    SimpleRank,
)
from bestsofar.base import AnytimeClassifier

ROWS, QUERIES, CLASSES = 90, 25, 3


def chebyshev(a, b):
    """A function that pickle can find."""
    return float(np.abs(a - b).max())


@dataclass(frozen=True)
class Case:
    """A model, what it learns, and what it is asked."""

    model: AnytimeClassifier
    X: Any
    y: np.ndarray
    queries: Any

    def fit(self):
        """Learn."""
        return clone(self.model).fit(self.X, self.y)

    @property
    def takes_rows(self):
        """Whether objects are rows of numbers."""
        return isinstance(self.X, np.ndarray)


def _rows(model, *, dtype=np.float64, width=4):
    rng = np.random.default_rng(0)
    y = np.arange(ROWS) % CLASSES
    rows = (rng.normal(size=(ROWS + QUERIES, width)) * 2).round(1)
    rows[:ROWS, 0] += y
    return Case(model, rows[:ROWS].astype(dtype), np.array(["a", "b", "c"])[y], rows[ROWS:].astype(dtype))


def _words(model, encode=str):
    rng = np.random.default_rng(1)
    y = np.arange(ROWS) % CLASSES
    words = ["".join(rng.choice(list(letters), size=9)) for letters in np.array(["aab", "abb", "bbc"])[y]]
    asked = ["".join(rng.choice(list("abc"), size=9)) for _ in range(QUERIES)]
    return Case(model, [encode(word) for word in words], y, [encode(word) for word in asked])


CASES = {
    "default": _rows(NeighborsClassifier()),
    "float32": _rows(NeighborsClassifier(), dtype=np.float32),
    "simple-rank": _rows(NeighborsClassifier(SimpleRank(), n_neighbors=3)),
    "heir-rank": _rows(NeighborsClassifier(HeirRank())),
    "margin-rank": _rows(NeighborsClassifier(MarginRank())),
    "capacity": _rows(NeighborsClassifier(capacity=20)),
    "random-rank": _rows(NeighborsClassifier(RandomRank(random_state=0), n_neighbors=4)),
    "hard-greedy": _rows(NeighborsClassifier(GreedyRank(sharpness=None, sample=50))),
    "drop3": _rows(NeighborsClassifier(Drop3())),
    "abel": _rows(NeighborsClassifier(ABEL(random_state=0))),
    "ebel": _rows(NeighborsClassifier(EBEL())),
    "manhattan": _rows(NeighborsClassifier(metric="manhattan")),
    "minkowski": _rows(NeighborsClassifier(metric="minkowski", metric_params={"p": 3}), dtype=np.float32),
    "hamming": _rows(NeighborsClassifier(metric="hamming", n_neighbors=2)),
    "cosine": _rows(NeighborsClassifier(metric="cosine")),
    "mixed": _rows(NeighborsClassifier(metric="mixed", metric_params={"categorical": [0]})),
    "dtw": _rows(NeighborsClassifier(metric="dtw"), width=20),
    "rotation": _rows(NeighborsClassifier(metric="rotation", metric_params={"mirror": True}), width=20),
    "edit": _words(NeighborsClassifier(metric="edit", n_neighbors=3)),
    "compression": _words(NeighborsClassifier(metric="compression"), encode=str.encode),
    "parzen": _rows(ParzenClassifier()),
    "parzen-capacity": _rows(ParzenClassifier(bandwidth=0.5, capacity=20)),
    "parzen-posterior": _rows(ParzenClassifier(PosteriorRank())),
    "parzen-random": _rows(ParzenClassifier(RandomRank(random_state=0)), dtype=np.float32),
    "parzen-minkowski": _rows(ParzenClassifier(metric="minkowski", metric_params={"p": 3})),
    "parzen-dtw": _rows(ParzenClassifier(metric="dtw"), width=20),
    "parzen-edit": _words(ParzenClassifier(metric="edit")),
    "parzen-function": _rows(ParzenClassifier(SimpleRank(), metric=chebyshev)),
    "bayes-tree": _rows(BayesTreeClassifier()),
    "bayes-tree-r": _rows(BayesTreeClassifier("r", bandwidth="langley", decision="bt", fanout=3), dtype=np.float32),
    "bayes-tree-nn": _rows(BayesTreeClassifier(bandwidth="haerdle", decision="nn", kernel_variance=True)),
    "bayes-tree-auto": _rows(BayesTreeClassifier(bandwidth="auto")),
    "bayes-tree-blocks": _rows(BayesTreeClassifier(block_size=3, levels=2, fanout=4), dtype=np.float32),
    "bayes-tree-margins": _rows(BayesTreeClassifier(margin_levels=2, bandwidth="auto")),
    "lazy-tree": _rows(LazyTreeClassifier(min_entries=2, max_entries=5)),
    "lazy-tree-float32": _rows(LazyTreeClassifier(capacity=30, n_neighbors=1), dtype=np.float32),
    "lazy-tree-radius": _rows(LazyTreeClassifier(1.0, pure=True, weights=("count", "distance"), half_life=30.0)),
    "lazy-tree-scaled": _rows(LazyTreeClassifier(scale="within", capacity=30, min_entries=2, max_entries=5)),
    "lazy-tree-mixed": _rows(
        LazyTreeClassifier(metric="mixed", metric_params={"categorical": [0]}, min_entries=1, max_entries=4)
    ),
    "function": _rows(NeighborsClassifier(SimpleRank(), metric=chebyshev)),
}
