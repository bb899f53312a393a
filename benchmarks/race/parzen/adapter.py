"""The anytime Parzen classifier."""

from typing import Any

from benchmarks.race.ours import Ours
from bestsofar import ParzenClassifier


class Adapter(Ours):
    """ParzenClassifier."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(ParzenClassifier(**settings))
