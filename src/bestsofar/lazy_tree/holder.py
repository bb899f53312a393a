"""What a classifier does with the tree that it holds, but for letting it learn: it is asked, saved and copied."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar.base import AnytimeClassifier
from bestsofar.base.classifier import Fitted
from bestsofar.base.gain import Gain
from bestsofar.base.storable import Parts
from bestsofar.lazy_tree.exemplars import Exemplars
from bestsofar.lazy_tree.gain import gain_of_exemplars
from bestsofar.lazy_tree.grown import Grown
from bestsofar.lazy_tree.stored import frozen, grown_of, parts_of, thawed


class TreeHolder(AnytimeClassifier):
    """A classifier with a tree that goes on growing; before its first record it has none.

    A subclass makes the tree, and lets it learn.
    """

    _grown: Grown

    @property
    def exemplars_(self) -> Exemplars:
        """What the tree holds, copied."""
        self._ready("exemplars_")
        return Exemplars.of(self._grown.tree, self._grown.metric.reader.dtype)

    @property
    def scale_(self) -> npt.NDArray[np.float64] | None:
        """What the differences of each feature are multiplied by now; None: nothing is scaled."""
        self._ready("scale_")
        *_, scaled = self._grown.arguments
        return np.array(self._grown.tree.scale) if scaled else None

    @property
    def nbytes(self) -> int:
        """How many bytes the tree takes; nodes that only queries under way still use are theirs."""
        self._ready("nbytes")
        return int(self._grown.tree.nbytes)

    def audit(self) -> None:
        """Look at all of the tree, and raise an error if anything in it is not as it must be."""
        self._ready("audit")
        self._grown.tree.audit()

    @property
    def _takes_arrays(self) -> bool:
        # With feature names scikit-learn wants a warning for every array, so each must be looked at.
        return self._grown.metric.reader.takes_arrays and "feature_names_in_" not in self.__dict__

    def _gain(self) -> Gain | None:
        """Rehearse with the exemplars of now: they change with every record, too often to rehearse each time."""
        tree = self._ready("begin").model
        return gain_of_exemplars(self.exemplars_, tree, self._grown.another)

    def _ready(self, method: str) -> Fitted:
        while (grown := self.__dict__.get("_grown")) is not None and (model := grown.tree.snapshot()) is not None:
            if model.n_classes == len(grown.labels):
                return Fitted(model, grown.metric.reader, grown.classes, grown.labels, self._takes_arrays)
            grown.settle()  # or another thread has just brought more classes, and will publish them
        return super()._ready(method)

    def _parts(self) -> Parts:
        """Give the tree as bytes, the metric as it was learned, and the classes."""
        parts = super()._parts()
        if "_grown" not in self.__dict__:
            return parts | ({"classes": self.classes_} if hasattr(self, "classes_") else {})
        return parts | parts_of(self._grown)

    def _put_together(self, parts: Parts) -> None:
        super()._put_together(parts)
        if "classes" in parts:
            self.classes_ = parts["classes"]
        if "tree" in parts:
            self._grown = grown_of(parts, self)

    def _state(self) -> dict[str, Any]:
        """Keep, for pickle, what the native tree is made of."""
        state = super()._state()
        if "_grown" in state:
            state["_grown"] = frozen(self._grown)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make the tree again."""
        super().__setstate__(state)
        if "_grown" in state:
            self._grown = thawed(state["_grown"], self)
