"""Anytime nearest neighbours."""

from typing import Any

from benchmarks.race.ours import Ours
from bestsofar import NeighborsClassifier


class Adapter(Ours):
    """NeighborsClassifier."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(NeighborsClassifier(**settings))
