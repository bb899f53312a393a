"""River's nearest neighbours, in a window or in a graph."""

from typing import Any

from river import neighbors

from benchmarks.race.of_river import OfRiver


class Adapter(OfRiver):
    """KNNClassifier with one of the engines of River."""

    def __init__(self, engine: str, **settings: Any) -> None:
        super().__init__(neighbors.KNNClassifier(1, engine=getattr(neighbors, engine)(**settings)))
