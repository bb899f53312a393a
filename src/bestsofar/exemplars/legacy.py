"""What forgotten objects leave behind."""

from abc import abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from bestsofar import _core
from bestsofar.base.labels import Codes
from bestsofar.exemplars.incremental import Classes, Counts, IncrementalRanker
from bestsofar.exemplars.order import Order

Spreads = npt.NDArray[np.float64]


class LegacyRanker(IncrementalRanker):
    """Lets every forgotten object count through the exemplar nearest to it.

    A subclass chooses which rows remain once something has been forgotten; the first time, its order does.
    """

    _saved: ClassVar[tuple[str, ...]] = ("counts_", "spreads_")

    counts_: Counts
    spreads_: Spreads

    @abstractmethod
    def choose(self, space: _core.Space, codes: Codes, counts: Counts, spreads: Spreads, keep: int) -> Order:
        """Choose the rows that remain, ascending.

        Parameters
        ----------
        space : the exemplars so far and the new objects
        codes : the class of each row
        counts : how many forgotten objects each row stands for, class by class
        spreads : the sum of the distances between a row and those it stands for
        keep : how many rows may remain
        """

    def remember(self, space: _core.Space, codes: Codes, classes: Classes, keep: int) -> Order:
        """Choose the rows that remain, the first time as `rank` does, and note what they stand for."""
        counts, spreads = self._counts_of(len(space), classes), self._spreads_of(len(space))
        if counts.any():
            rows = self.choose(space, codes, counts, spreads, keep)
        else:
            rows = np.sort(self.order(space, codes, len(classes))[:keep])
        self.counts_, self.spreads_ = _core.hand_down(space, codes, counts, spreads, rows)
        return rows

    def _note_all(self, n: int, classes: Classes) -> None:
        self.counts_, self.spreads_ = self._counts_of(n, classes), self._spreads_of(n)

    def _spreads_of(self, n: int) -> Spreads:
        spreads = np.zeros(n)
        if hasattr(self, "spreads_"):
            spreads[: len(self.spreads_)] = self.spreads_
        return spreads
