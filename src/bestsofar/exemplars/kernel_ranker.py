"""What ABEL and EBEL share: kernels whose bandwidth is found once for a stream."""

from typing import Any, ClassVar

from bestsofar._core import Space
from bestsofar.base.labels import Codes
from bestsofar.exemplars.bandwidth import Bandwidth, find_bandwidth
from bestsofar.exemplars.incremental import IncrementalRanker


class KernelRanker(IncrementalRanker):
    """Ranks by Gaussian kernels; `partial_fit` finds their bandwidth when it first has to remove objects."""

    _saved: ClassVar[tuple[str, ...]] = ("_reference",)

    bandwidth: Any
    _reference: Bandwidth

    def _find_bandwidth(self, space: Space, codes: Codes, n_classes: int) -> Bandwidth:
        return find_bandwidth(type(self).__name__, self.bandwidth, space, codes, n_classes)

    def _bandwidth_of_stream(self, space: Space, codes: Codes, n_classes: int) -> Bandwidth:
        if not hasattr(self, "_reference"):
            self._reference = self._find_bandwidth(space, codes, n_classes)
        return self._reference
