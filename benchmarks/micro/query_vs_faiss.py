"""One whole exact 1-NN query per call, as a multiple of the time of FAISS IndexFlatL2."""

import faiss
import numpy as np
import numpy.typing as npt

from benchmarks.data import rows, scaled
from benchmarks.report import Figure, Target, at_most
from benchmarks.timing import MILLISECOND, race
from bestsofar import NeighborsClassifier, RandomRank


def run(*, quick: bool) -> list[Figure]:
    """Measure letter, which fits the cache, and the first rows of covtype, which do not."""
    queries, many = 100 if quick else 1_000, 200_000
    X, y = rows("covtype")
    unit = scaled(X)
    return [
        one_set("letter, 16,000 x 16", *rows("letter.train"), rows("letter.test")[0][:queries], at_most(0.5)),
        one_set("covtype, 200,000 x 54", X[:many], y[:many], X[-queries:], at_most(1)),
        one_set("covtype, scaled to 0..1", unit[:many], y[:many], unit[-queries:], at_most(1)),
    ]


def one_set(what: str, X: npt.NDArray, y: npt.NDArray, queries: npt.NDArray, target: Target) -> Figure:
    """Race to the nearest neighbour; the order is random, which is the hardest for early abandoning."""
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(X, y)
    index = faiss.IndexFlatL2(X.shape[1])
    index.add(X)

    def ours(x: npt.NDArray) -> int:
        return model.begin(x).refine().answer.neighbors[0]

    def theirs(x: npt.NDArray) -> int:
        return index.search(x[None], 1)[1][0, 0]

    for x in queries[:20]:
        found = [np.linalg.norm(X[row].astype(float) - x) for row in (ours(x), theirs(x))]
        assert np.isclose(*found, rtol=1e-3), f"{what}: the two disagree, {found}"
    result = race({"ours, ms": ours, "FAISS, ms": theirs}, ((x,) for x in queries))
    return Figure(f"{what}: ours / FAISS", result.ratio("ours, ms", "FAISS, ms"), target, result.medians(MILLISECOND))
