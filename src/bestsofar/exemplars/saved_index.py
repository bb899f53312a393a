"""The contents of an index, for a file or another process."""

from typing import Any, NamedTuple

import numpy as np

from bestsofar._core import OrderedExemplars, Space
from bestsofar.base.calibration import Table
from bestsofar.base.labels import Codes
from bestsofar.base.storable import Mapped, Parts
from bestsofar.exemplars.order import Order

ROWS_IN_A_BLOCK = 16


class SavedIndex(NamedTuple):
    """What an index is restored from, in the order of the core's arguments; all as queries read it."""

    space: Space
    labels: Codes
    order: Order
    n_classes: int
    confidence: Table
    identity: str
    fingerprint: int

    @staticmethod
    def parts(index: OrderedExemplars) -> Parts:
        """Return what is in an index; the core checks every label, and any row and any order is safe."""
        return {
            "rows": _rows(index),
            "labels": Mapped(index.labels),
            "order": Mapped(index.order),
            "confidence": index.confidence,
            "identity": index.identity,
            "fingerprint": index.fingerprint,
        }

    @classmethod
    def of(cls, space: Space, n_classes: int, parts: Parts) -> "SavedIndex":
        """Combine what `parts` returned with the space restored from its rows."""
        learned = (parts[name] for name in ("confidence", "identity", "fingerprint"))
        return cls(space, parts["labels"], parts["order"], n_classes, *learned)


def _rows(index: OrderedExemplars) -> Any:
    """Return the rows as blocks, a feature of sixteen rows in the last dimension, or record by record."""
    if index.blocks is None:
        return [index.record(place) for place in range(len(index))]
    return Mapped(np.asarray(index.blocks).reshape(-(-len(index) // ROWS_IN_A_BLOCK), -1, ROWS_IN_A_BLOCK))
