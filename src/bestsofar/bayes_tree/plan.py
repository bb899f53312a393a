"""How trees are grown."""

from typing import NamedTuple

from bestsofar.base.labels import Codes
from bestsofar.bayes_tree.margins import maximised
from bestsofar.bayes_tree.recipe import Bandwidth, Forest, Rows, grow


class Plan(NamedTuple):
    """How trees are grown; the parameters are those of the classifier."""

    build: str
    fanout: int
    block_size: int = 1
    levels: int = 1
    margin_levels: int = 0

    def grow(self, rows: Rows, codes: Codes, n_classes: int) -> Forest:
        """Grow the trees of all classes, with blocks."""
        return self.blocked(grow(rows, codes, n_classes, self.fanout, self.build))

    def blocked(self, forest: Forest) -> Forest:
        """Let the features of upper groups vary together, and forget earlier shapes."""
        return forest.blocked(self.block_size, self.levels)

    def maximised(self, forest: Forest, bandwidth: Bandwidth, rows: Rows, codes: Codes) -> Forest:
        """Adjust upper groups so that classes are told apart."""
        return maximised(forest, bandwidth, rows, codes, self.margin_levels)
