"""hnswlib: a graph that is searched approximately."""

from typing import Any

import hnswlib

from benchmarks.race.contender import Labels, RowByRow, Rows


class Adapter(RowByRow):
    """An index under Euclid; `ef` is how far it looks around."""

    def __init__(self, ef: int, *, links: int, ef_construction: int) -> None:
        self.ef = ef
        self.shape = {"M": links, "ef_construction": ef_construction}

    def learn(self, X: Rows, y: Labels) -> None:
        """Link all rows, on one thread."""
        self.labels = y
        self.index = hnswlib.Index(space="l2", dim=X.shape[1])
        self.index.init_index(max_elements=len(y), random_seed=0, **self.shape)
        self.index.add_items(X, num_threads=1)
        self.index.set_ef(self.ef)

    def answer(self, x: Rows, seconds: float | None) -> Any:
        """Search from the top."""
        return self.labels[self.index.knn_query(x, k=1, num_threads=1)[0][0, 0]]
