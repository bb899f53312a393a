"""A tree with the names of its classes."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_consistent_length, column_or_1d

from bestsofar import _core
from bestsofar.base.labels import Codes, encode_labels, known_classes, places
from bestsofar.base.records import Records
from bestsofar.errors import InvalidParameter
from bestsofar.lazy_tree.parameters import Settings

NONE: Codes = np.empty(0, np.uint32)


@dataclass(eq=False)
class LabelledTree:
    """A tree with the names of its classes, as one object: while another thread learns, queries get no mix of versions.

    The tree changes as it learns, the names never do: when there are more classes, another `LabelledTree` takes the
    same tree. As classes are never removed, their number tells which names a tree uses.

    Parameters
    ----------
    tree : the core's
    metric : measures its records
    width : how many features these have
    settings : from the parameters of the model
    classes : sorted; their places are their codes in the tree
    moved : the present codes of the earlier classes
    """

    tree: _core.LazyTree
    metric: Any
    width: int
    settings: Settings
    classes: npt.NDArray[Any]
    moved: Codes = field(default_factory=NONE.copy)
    _naming: Any = field(default_factory=Lock)
    _settled: bool = field(default=False, init=False)

    @cached_property
    def labels(self) -> list[Any]:
        """The classes, as Python's own values."""
        return list(self.classes.tolist())

    @cached_property
    def codes(self) -> dict[Any, int]:
        """The code of each class."""
        return {label: code for code, label in enumerate(self.labels)}

    def knowing(self, classes: npt.NDArray[Any]) -> "LabelledTree":
        """Return the same tree with these classes, some of which may be new."""
        if len(classes) == len(self.classes):
            return self
        return replace(self, classes=classes, moved=places(classes, self.classes))

    def settle(self) -> None:
        """Tell the tree the names, unless it knows them or later ones: the thread that should may be interrupted."""
        if self._settled:
            return
        with self._naming:
            if self.tree.n_classes == len(self.moved) < len(self.classes):
                self._name(self.moved)
        self._settled = True  # for ever: classes are never removed

    def another(self, n_classes: int) -> _core.LazyTree:
        """Make an empty tree for the same records."""
        tree = empty_tree(self.metric, self.width, self.settings)
        tree.set_classes(NONE, n_classes, "")
        return tree

    def restore(self, state: bytes) -> "LabelledTree":
        """Fill an empty tree with the contents of another with the same classes."""
        self.tree.restore(state)
        self._name(np.arange(len(self.classes), dtype=np.uint32))
        return self

    def _name(self, moved: Codes) -> None:
        identity = f"{self.metric.identity} {self.metric.reader.identity} {self.labels}"
        self.tree.set_classes(moved, len(self.classes), identity)


def empty_tree(metric: Any, width: int, settings: Settings) -> _core.LazyTree:
    """Make an empty tree for records of `width` features."""
    single = metric.reader.dtype == np.float32
    return _core.lazy_tree(single, width, metric.kind, metric.power, list(metric.scale), *settings)


def first_tree(model: Any, metric: Any, width: int, settings: Settings, classes: npt.NDArray[Any]) -> LabelledTree:
    """Make the tree that a model begins with; refuse a cap too low for the first exemplars."""
    try:
        return LabelledTree(empty_tree(metric, width, settings), metric, width, settings, classes)
    except _core.CapTooLow as least:
        must_be = f"an int >= {least}, for the first exemplars of {width} features, or None"
        raise InvalidParameter(type(model).__name__, "max_bytes", must_be, model.max_bytes) from None


def encoded(who: str, records: Records, y: Any, classes: Any, before: Any) -> tuple[Codes, npt.NDArray[Any]]:
    """Return the codes of labels, and all classes known with them."""
    labels = column_or_1d(y, warn=True)
    check_consistent_length(records, labels)
    present, codes = encode_labels(labels, who) if len(labels) else (labels, NONE)
    known = known_classes(who, before, present, classes)
    return places(known, present)[codes], known
