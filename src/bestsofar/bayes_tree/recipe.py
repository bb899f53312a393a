"""What a Bayes tree is made of."""

import mmap
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bestsofar import _core
from bestsofar.base.calibration import BLANK, Table
from bestsofar.base.labels import Codes

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

    @property
    def core_rule(self) -> tuple[_core.BandwidthRule, float]:
        """The same for the core."""
        return _core.BandwidthRule[self.rule], self.factor


class Recipe(NamedTuple):
    """All that is needed to make the core's model, as often as needed.

    Parameters
    ----------
    forest : the trees of all classes
    bandwidth : how wide kernels are
    decision : "bt", "ens" or "nn"
    confidence : the table of `confidence_of`
    identity : what else makes two models differ
    """

    forest: Forest
    bandwidth: Bandwidth
    decision: str
    confidence: Table = BLANK
    identity: str = ""

    def model(self) -> _core.Model:
        """Make the model."""
        return self.forest.model(
            self.bandwidth.core_rule,
            self.bandwidth.kernel_variance,
            _core.Decision[self.decision],
            self.confidence,
            self.identity,
        )


def opened(kind: str, flat: npt.NDArray[np.uint8]) -> Forest:
    """Restore trees from their bytes; if these are mapped, a query reads only the pages of its nodes."""
    kinds: dict[str, Any] = {"Forest32": _core.Forest32, "Forest64": _core.Forest64}
    _expect_no_order(flat)
    forest: Forest = kinds[kind].opened(flat)
    return forest


def grow(
    rows: Rows, codes: Codes, n_classes: int, fanout: int, build: str, progress: _core.Progress | None = None
) -> Forest:
    """Build the trees of all classes."""
    kind: Any = _core.Forest32 if rows.dtype == np.float32 else _core.Forest64
    forest: Forest = kind.built(rows, codes, n_classes, fanout, _core.Build[build], progress)
    return forest


def _expect_no_order(array: npt.NDArray[Any]) -> None:
    """Ask the system to read no more of a mapped file than is needed, where it takes such advice."""
    memory: Any = array
    while isinstance(memory, np.ndarray):
        memory = memory.base
    if isinstance(memory, mmap.mmap) and hasattr(mmap, "MADV_RANDOM"):
        memory.madvise(mmap.MADV_RANDOM)
