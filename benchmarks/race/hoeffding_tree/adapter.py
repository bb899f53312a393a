"""River's Hoeffding tree."""

from typing import Any

from river.tree import HoeffdingTreeClassifier

from benchmarks.race.of_river import OfRiver


class Adapter(OfRiver):
    """HoeffdingTreeClassifier."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(HoeffdingTreeClassifier(**settings))
