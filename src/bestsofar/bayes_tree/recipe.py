"""What a Bayes tree is made of."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bestsofar import _core
from bestsofar.base.labels import Codes
from bestsofar.base.rehearsal import BLANK, Table

Forest: TypeAlias = _core.Forest32 | _core.Forest64
Rows: TypeAlias = npt.NDArray[np.floating[Any]]


class Bandwidth(NamedTuple):
    """How wide kernels are.

    Parameters
    ----------
    rule : "haerdle", "langley" or "factor"
    factor : that of the standard deviation, for "factor"
    kernel_variance : whether the variances of groups contain that of their kernels
    """

    rule: str
    factor: float
    kernel_variance: bool


class Plan(NamedTuple):
    """How trees are grown; the parameters are those of the classifier."""

    build: str
    fanout: int
    block_size: int = 1
    levels: int = 1

    def grow(self, rows: Rows, codes: Codes, n_classes: int) -> Forest:
        """Grow the trees of all classes."""
        return self.shaped(grow(rows, codes, n_classes, self.fanout, self.build))

    def shaped(self, forest: Forest) -> Forest:
        """Let the features of upper groups vary together; whatever shapes there were are forgotten."""
        return forest.blocked(self.block_size, self.levels)


class Recipe(NamedTuple):
    """All that is needed to make the core's model, again and again.

    Parameters
    ----------
    forest : the trees of all classes; their bytes while it is pickled
    bandwidth : how wide kernels are
    decision : "bt", "ens" or "nn"
    confidence : what the rehearsal found
    identity : what else makes two models differ
    """

    forest: Any
    bandwidth: Bandwidth
    decision: str
    confidence: Table = BLANK
    identity: str = ""

    def model(self) -> _core.Model:
        """Make the model."""
        forest: Forest = self.forest
        return forest.model(
            (_core.BandwidthRule[self.bandwidth.rule], self.bandwidth.factor),
            self.bandwidth.kernel_variance,
            _core.Decision[self.decision],
            self.confidence,
            self.identity,
        )

    def packed(self) -> "Recipe":
        """Give a recipe that pickle can write."""
        return self._replace(forest=(type(self.forest).__name__, self.forest.flat()))

    def unpacked(self) -> "Recipe":
        """Undo that."""
        return self._replace(forest=opened(*self.forest))


def opened(kind: str, flat: npt.NDArray[np.uint8]) -> Forest:
    """Make trees again of their bytes."""
    kinds: dict[str, Any] = {"Forest32": _core.Forest32, "Forest64": _core.Forest64}
    forest: Forest = kinds[kind].opened(flat)
    return forest


def grow(rows: Rows, codes: Codes, n_classes: int, fanout: int, build: str) -> Forest:
    """Build the trees of all classes."""
    kind: Any = _core.Forest32 if rows.dtype == np.float32 else _core.Forest64
    forest: Forest = kind.built(rows, codes, n_classes, fanout, _core.Build[build])
    return forest
