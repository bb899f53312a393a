"""What all exemplar schemes share that learn for ever in fixed memory."""

from abc import abstractmethod
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.validation import _check_feature_names, _check_n_features, column_or_1d

from bestsofar._core import Space
from bestsofar.base import AllOrNothing
from bestsofar.base.integers import checked_int
from bestsofar.base.labels import Codes, encode_labels, join_labels, known_classes, places
from bestsofar.distances import make_metric
from bestsofar.exemplars.containers import joined, owned, size_of
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.ranker import Ranker

if TYPE_CHECKING:
    from typing_extensions import Self  # in typing from Python 3.11

Classes = npt.NDArray[Any]
Counts = npt.NDArray[np.int64]


def codes_of_present(codes: Codes) -> tuple[Codes, int]:
    """Count only the classes present: return the place of each row's class among them, and how many there are."""
    present, places = np.unique(codes, return_inverse=True)
    return places.astype(np.uint32), len(present)


class IncrementalRanker(AllOrNothing, Ranker):
    """Keeps at most `n_exemplars` of all the objects it is given, batch after batch.

    A subclass chooses which of the kept and the new objects remain.
    """

    _saved: ClassVar[tuple[str, ...]] = ("exemplars_", "labels_", "classes_")

    exemplars_: Any
    labels_: npt.NDArray[Any]
    classes_: Classes

    @abstractmethod
    def remember(self, space: Space, codes: Codes, classes: Classes, keep: int) -> Order:
        """Choose the rows that remain where not all fit, and note what is to be remembered about them.

        Parameters
        ----------
        space : the exemplars so far, in their order, and after them the new objects
        codes : the class of each row, as its place in `classes`
        classes : all classes ever seen; `classes_` still holds those before this batch
        keep : how many rows may remain
        """

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "Self":
        """Learn a batch, and forget what exceeds `n_exemplars`.

        Parameters
        ----------
        X : new objects; there may be none
        y : their labels
        classes : classes that are yet to come, if known; others may come as well
        """
        self.partial_fit_for(type(self).__name__, X, y, classes)
        return self

    def partial_fit_for(self, who: str, X: Any, y: Any, classes: Any = None) -> npt.NDArray[np.intp]:
        """Learn a batch as `partial_fit` does, with errors that name `who`; return which new objects do not remain."""
        keep = checked_int(f"{type(self).__name__}.partial_fit", "n_exemplars", self.n_exemplars)
        self._check_parameters()
        X, y = indexable(X, column_or_1d(y, warn=True))
        with self._all_or_nothing():
            X, labels = self._behind_those_kept(who, X, y)
            known = known_classes(who, getattr(self, "classes_", labels[:0]), labels, classes)
            rows = np.arange(0, dtype=np.uint32)
            if len(labels):
                metric = make_metric(self, self.metric, self.metric_params)
                rows = self._remaining(metric.space(metric.learn(X)), places(known, labels), known, keep)
            self.exemplars_, self.labels_, self.classes_ = owned(_safe_indexing(X, rows)), labels[rows], known
        before = len(labels) - len(y)
        return np.setdiff1d(np.arange(before, len(labels)), rows) - before

    @property
    def nbytes(self) -> int:
        """How many bytes it holds: the exemplars, and what is remembered about them."""
        return sum(size_of(value) for name, value in vars(self).items() if name.endswith("_"))

    def _remaining(self, space: Space, codes: Codes, classes: Classes, keep: int) -> Order:
        if len(space) > keep:
            return self.remember(space, codes, classes, keep)
        self._note_all(len(space), classes)
        return np.arange(len(space), dtype=np.uint32)

    def _note_all(self, n: int, classes: Classes) -> None:
        """Note what is to be remembered about n rows, all of which remain."""

    def _counts_of(self, n: int, classes: Classes) -> Counts:
        """Return `counts_` for n rows, of which the exemplars come first, with columns for new classes."""
        counts = np.zeros((n, len(classes)), dtype=np.int64)
        if hasattr(self, "counts_"):
            counts[: len(self.counts_), places(classes, self.classes_)] = self.counts_
        return counts

    def _check_parameters(self) -> None:
        """Check the parameters at once, not only when rows first have to go."""

    def _learn(self, X: Any, y: Any) -> tuple[Space, Codes, int]:
        """Check objects that are not part of the stream, and leave what is known about the stream as it is."""
        ranker = copy(self) if hasattr(self, "labels_") else self
        return Ranker._learn(ranker, X, y)  # noqa: SLF001 - its own

    def _behind_those_kept(self, who: str, X: Any, y: npt.NDArray[Any]) -> tuple[Any, npt.NDArray[Any]]:
        if not len(y):
            return getattr(self, "exemplars_", X), getattr(self, "labels_", y)
        new_classes, codes = encode_labels(y, who)
        labels = new_classes[codes]
        if not len(getattr(self, "labels_", ())):
            return X, labels
        if hasattr(self, "n_features_in_"):  # strings and bytes have no features, whatever their column is called
            _check_feature_names(self, X, reset=False)
            _check_n_features(self, X, reset=False)
        make_metric(self, self.metric, self.metric_params).learn(X)  # alone: errors give row numbers of this batch
        return joined(who, self.exemplars_, X), join_labels(who, "y", [self.labels_, labels])
