"""Whatever a classifier does with its tree except learning: asking, saving and copying."""

import numpy as np
import numpy.typing as npt

from bestsofar.base import AnytimeClassifier
from bestsofar.base.classifier import Fitted
from bestsofar.base.gain import Gain
from bestsofar.base.storable import Parts
from bestsofar.lazy_tree.exemplars import Exemplars
from bestsofar.lazy_tree.gain import gain_of_exemplars
from bestsofar.lazy_tree.labelled_tree import LabelledTree
from bestsofar.lazy_tree.stored import labelled_tree_of, parts_of


class TreeHolder(AnytimeClassifier):
    """A classifier with a tree that keeps growing; before the first record there is none.

    A subclass makes the tree and lets it learn.
    """

    _native = frozenset({"_labelled"})

    _labelled: LabelledTree

    @property
    def exemplars_(self) -> Exemplars:
        """A copy of what the tree holds."""
        self._ready("exemplars_")
        return Exemplars.of(self._labelled.tree, self._labelled.metric.reader.dtype)

    @property
    def scale_(self) -> npt.NDArray[np.float64] | None:
        """The present factor of the differences of each feature, or None if nothing is scaled."""
        self._ready("scale_")
        return np.array(self._labelled.tree.scale) if self._labelled.settings.scaled else None

    @property
    def nbytes(self) -> int:
        """How many bytes the tree takes; nodes that only queries under way still use are theirs."""
        self._ready("nbytes")
        return int(self._labelled.tree.nbytes)

    def _gain(self) -> Gain | None:
        """Learn it from the present exemplars: these change with every record, too often to keep it up to date."""
        tree = self._ready("begin").model
        return gain_of_exemplars(self.exemplars_, tree, self._labelled.another)

    def _ready(self, method: str) -> Fitted:
        while "_labelled" in self.__dict__:
            labelled = self._labelled
            model = labelled.tree.snapshot()
            if model is None:  # no record yet
                break
            if model.n_classes == len(labelled.labels):
                reader = labelled.metric.reader
                return Fitted(model, reader, labelled.classes, labelled.labels, self._takes_arrays(reader))
            labelled.settle()  # unless another thread has just brought more classes, and will publish them
        return super()._ready(method)

    def _parts(self) -> Parts:
        """Return the tree as bytes, the learned metric, and the classes."""
        parts = super()._parts()
        if "_labelled" not in self.__dict__:
            return parts | ({"classes": self.classes_} if hasattr(self, "classes_") else {})
        return parts | parts_of(self._labelled)

    def _restore(self, parts: Parts) -> None:
        super()._restore(parts)
        if "classes" in parts:
            self.classes_ = parts["classes"]
        if "tree" in parts:
            self._labelled = labelled_tree_of(parts, self)
