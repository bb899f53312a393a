"""CapyMOA's nearest neighbours with a memory that adjusts itself."""

from typing import Any

from capymoa.classifier import SAMkNN

from benchmarks.race.of_capymoa import OfCapymoa


class Adapter(OfCapymoa):
    """SAMkNN."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(SAMkNN, **settings)
