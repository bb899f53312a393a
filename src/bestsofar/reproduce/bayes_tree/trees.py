"""Trees that are grown once and queried in every way."""

from dataclasses import dataclass, replace

import numpy as np

from bestsofar.base.labels import encode_labels
from bestsofar.bayes_tree.plan import Plan
from bestsofar.bayes_tree.recipe import Bandwidth, Forest, Recipe
from bestsofar.reproduce.splits import Split

FANOUT = 7
REFINEMENTS = list(range(1, 201))
MAX_QUERIES = 2_000  # of one fold
BUILDS = {"R": "r", "EM": "em"}
LANGLEY = Bandwidth("langley", 0, kernel_variance=False)
HAERDLE = Bandwidth("haerdle", 0, kernel_variance=False)


def factor(alpha: float) -> Bandwidth:
    """Return the bandwidth of `alpha` standard deviations."""
    return Bandwidth("factor", alpha, kernel_variance=False)


@dataclass(frozen=True)
class Trees:
    """The trees of a training set, and objects to classify.

    Fitting a classifier for every bandwidth and decision would grow the same trees each time, and calibrate.

    Parameters
    ----------
    split : the training set, and the objects
    forest : the trees of all classes
    """

    split: Split
    forest: Forest

    @classmethod
    def grown(cls, build: str, split: Split) -> "Trees":
        """Grow the trees, by "R" or "EM"."""
        classes, codes = encode_labels(split.y, "Trees")
        return cls(split, Plan(BUILDS[build], FANOUT).grow(np.ascontiguousarray(split.X), codes, len(classes)))

    def blocked(self) -> "Trees":
        """Let all features of the uppermost groups vary together (s = d, m = 1)."""
        return replace(self, forest=self.forest.blocked(self.split.X.shape[1], 1))

    def maximised(self, levels: int) -> "Trees":
        """Maximise the margins of the upper levels."""
        _, codes = encode_labels(self.split.y, "Trees")
        plan = Plan("em", FANOUT, margin_levels=levels)
        return replace(self, forest=plan.maximised(self.forest, LANGLEY, np.ascontiguousarray(self.split.X), codes))

    def curve(self, bandwidth: Bandwidth = LANGLEY, decision: str = "bt") -> list[float]:
        """Return the accuracy in percent after each of 200 refinements."""
        classes, _ = encode_labels(self.split.y, "Trees")
        objects = np.ascontiguousarray(self.split.X_test[:MAX_QUERIES])
        labels, _ = Recipe(self.forest, bandwidth, decision).model().trace(objects, REFINEMENTS)
        right = classes[labels] == self.split.y_test[:MAX_QUERIES, None]
        return [100 * share for share in right.mean(axis=0).tolist()]
