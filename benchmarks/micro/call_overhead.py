"""Microseconds of one call where there is next to nothing to do: 100 exemplars x 16."""

import faiss
import numpy as np
import numpy.typing as npt
from sklearn.neighbors import KNeighborsClassifier

from benchmarks.report import Figure, Target, at_most
from benchmarks.timing import MICROSECOND, race
from bestsofar import NeighborsClassifier

OUR_QUERY, OUR_PREDICT = "begin(x).refine().answer", "predict, one row"
TARGETS: dict[str, Target] = {OUR_QUERY: at_most(5), OUR_PREDICT: at_most(15)}


def run(*, quick: bool) -> list[Figure]:
    """Race ours and others on the same rows: 200 calls in a row, and cold, one call after those of the others."""
    rng = np.random.default_rng(0)
    X, y = rng.random((100, 16), dtype=np.float32), rng.integers(0, 3, 100)
    queries = rng.random((20 if quick else 200, 16), dtype=np.float32)
    inputs, runners = [(x, x[None]) for x in queries], contenders(X, y)
    hot, cold = race(runners, inputs, number=200), race(runners, inputs)
    return [
        Figure(
            name,
            hot.median(name, MICROSECOND),
            TARGETS.get(name),
            {"quietest 10 %": hot.quiet(name, MICROSECOND), "cold": cold.median(name, MICROSECOND)},
        )
        for name in runners
    ]


def contenders(X: npt.NDArray, y: npt.NDArray) -> dict:
    """Make each of them ready; a call gets the query as a vector and as a table of one row."""
    ours, sklearn = NeighborsClassifier().fit(X, y), KNeighborsClassifier(1, algorithm="brute").fit(X, y)
    index = faiss.IndexFlatL2(X.shape[1])
    index.add(X)
    return {
        OUR_QUERY: lambda x, _: ours.begin(x).refine().answer,
        OUR_PREDICT: lambda _, table: ours.predict(table),
        "FAISS IndexFlatL2": lambda _, table: index.search(table, 1),
        "NumPy": lambda x, _: y[np.square(X - x).sum(axis=1).argmin()],
        "scikit-learn": lambda _, table: sklearn.predict(table),
    }
