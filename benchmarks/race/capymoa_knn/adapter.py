"""CapyMOA's nearest neighbours in a window."""

from typing import Any

from capymoa.classifier import KNN

from benchmarks.race.of_capymoa import OfCapymoa


class Adapter(OfCapymoa):
    """KNN."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(KNN, **settings)
