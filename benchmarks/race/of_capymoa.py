"""What CapyMOA's models have in common in the race. They live in a Java machine, and so does their memory."""

import gc
from typing import Any

import jpype
import numpy as np
import numpy.typing as npt
from capymoa.base import Classifier
from capymoa.stream import NumpyStream

from benchmarks.race.contender import Contender, Labels, Rows

COLLECTIONS = 5


class OfCapymoa(Contender):
    """A model of CapyMOA."""

    def __init__(self, kind: type[Classifier], **settings: Any) -> None:
        self.kind, self.settings = kind, settings

    def test_then_learn(self, X: Rows, y: Labels, *, delay: int = 0) -> tuple[Labels, npt.NDArray[np.bool_]]:
        """Go through a stream of CapyMOA's."""
        classes, codes = np.unique(y, return_inverse=True)
        stream = NumpyStream(X, codes, target_type="categorical")
        self.model = self.kind(stream.get_schema(), **self.settings)
        answers = np.zeros_like(codes)
        for place in range(len(y)):
            instance = stream.next_instance()
            answers[place] = self.model.predict(instance) or 0  # None is no answer
            self.model.train(instance)
        return classes[answers], np.arange(len(y)) > 0

    def allocated(self) -> int:
        """Count what is in use in the Java machine, after what Python released is gone from there, too."""
        runtime, used = jpype.java.lang.Runtime.getRuntime(), []
        for _ in range(COLLECTIONS):
            gc.collect()
            runtime.gc()
            used.append(runtime.totalMemory() - runtime.freeMemory())
        return min(used)
