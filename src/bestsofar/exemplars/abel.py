"""ABEL: exemplars by the area under the ROC curve (Jain and Nikovski, 2008)."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state

from bestsofar import _core
from bestsofar.base.choice import checked_choice
from bestsofar.base.floats import float_or_nan
from bestsofar.base.labels import Codes, encode_labels
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.bandwidth import Bandwidth, checked_bandwidth
from bestsofar.exemplars.incremental import Classes, codes_of_present
from bestsofar.exemplars.kernel_ranker import KernelRanker
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.stratified import stratified_order

AUCS = {"exact": _core.Auc.exact, "one-by-one": _core.Auc.one_by_one}
MANY_SEEDS = 2**31


@storable
class ABEL(KernelRanker):
    """Ranks exemplars by repeatedly removing the one whose removal leaves the highest AUC on a validation set.

    The validation set is drawn from the objects, and its members are called judges. The other objects that remain give
    each judge a posterior, with Gaussian kernels, and the AUC is the area under the ROC curve of these posteriors: with
    two classes there is one curve, with more it is the mean over each class against the rest. Ties go to the lower
    index. The judges themselves rank last, in the order in which they were drawn.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all; `partial_fit` wants a number
    bandwidth : the width of the kernels for all objects, or "loo": the one with the least leave-one-out squared error.
        It widens as objects are removed: with n remaining, in proportion to n to the power of -0.2. `partial_fit` finds
        it when it first has to remove objects; a later change is ignored
    eta : the share of the objects that are judges, above 0 and below 1
    positive : a label to tell from all others, or None if every class counts; must be None where it orders a classifier
    auc : "exact", or "one-by-one": cheaper, as if each judge's posterior changed alone
    random_state : a seed, for the same judges every time
    metric : as for NeighborsClassifier, whose own metric is used where it orders a classifier
    metric_params : what goes with the metric

    Attributes
    ----------
    exemplars_, labels_ : what `partial_fit` has kept, in order of arrival

    Examples
    --------
    >>> from bestsofar import ABEL
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0], [6.0], [7.0]], list("aabaabbb")
    >>> ABEL(eta=0.3, bandwidth=1.0, random_state=0).rank(X, y)
    array([7, 4, 5, 3, 2, 0, 1, 6])
    >>> kept = ABEL(4, bandwidth=1.0, random_state=0).partial_fit(X, y)
    >>> len(kept.partial_fit([[8.0], [9.0]], ["c", "c"]).exemplars_)
    4
    """

    _saved: ClassVar[tuple[str, ...]] = ("_seed",)

    _seed: int

    def __init__(  # noqa: PLR0913 - the paper's six, and the metric
        self,
        n_exemplars: int | float | None = None,
        *,
        bandwidth: Any = "loo",
        eta: float = 0.1,
        positive: Any = None,
        auc: str = "exact",
        random_state: Any = None,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(n_exemplars, metric=metric, metric_params=metric_params)
        self.bandwidth = bandwidth
        self.eta = eta
        self.positive = positive
        self.auc = auc
        self.random_state = random_state

    def rank(self, X: Any, y: Any) -> npt.NDArray[np.intp]:
        """Return the indices of all objects, best first, the judges after the others.

        Parameters
        ----------
        X : the objects
        y : their labels, `positive` among them
        """
        space, codes, _ = self._learn(X, y)
        classes, _ = encode_labels(y, type(self).__name__)
        if self.positive is not None and not self._is_positive(classes).any():
            raise InvalidParameter("ABEL", "positive", "one of the labels in y, or None", self.positive)
        return self._order(space, *self._sides(codes, classes)).astype(np.intp)

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        if self.positive is not None:
            raise InvalidParameter("ABEL", "positive", "None where it orders a classifier", self.positive)
        return self._order(space, codes, n_classes)

    def remember(self, space: _core.Space, codes: Codes, classes: Classes, keep: int) -> Order:
        """Choose the rows that remain: newly drawn judges, and the rows that these can least do without."""
        sides, n_sides = self._sides(codes, classes)
        bandwidth = self._bandwidth_of_stream(space, sides, n_sides)
        random = check_random_state(getattr(self, "_seed", self.random_state))
        judges = self._draw(sides, random)[: keep // 2]
        self._seed = int(random.randint(MANY_SEEDS))
        removed = self._removals(space, (sides, n_sides), judges, bandwidth, len(space) - keep)
        return np.delete(np.arange(len(space), dtype=np.uint32), removed)

    def _check_parameters(self) -> None:
        checked_bandwidth("ABEL", self.bandwidth)
        if not 0 < float_or_nan(self.eta) < 1:
            raise InvalidParameter("ABEL", "eta", "a share above 0 and below 1", self.eta)
        checked_choice("ABEL", "auc", self.auc, AUCS)
        check_random_state(self.random_state)

    def _order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        self._check_parameters()
        bandwidth = self._find_bandwidth(space, codes, n_classes)
        judges = self._draw(codes, self.random_state)
        removed = self._removals(space, (codes, n_classes), judges, bandwidth, len(space) - len(judges))
        return np.concatenate([removed[::-1], judges])

    def _removals(
        self, space: _core.Space, sides: tuple[Codes, int], judges: Order, bandwidth: Bandwidth, count: int
    ) -> Order:
        return _core.abel_removals(space, *sides, judges, bandwidth, count, AUCS[self.auc])

    def _is_positive(self, classes: Classes) -> npt.NDArray[np.bool_]:
        return np.array([label == self.positive for label in classes.tolist()], dtype=bool)

    def _sides(self, codes: Codes, classes: Classes) -> tuple[Codes, int]:
        """Return the classes that are told apart: those present, or the positive one and the rest."""
        if self.positive is not None:
            return self._is_positive(classes)[codes].astype(np.uint32), 2
        return codes_of_present(codes)

    def _draw(self, codes: Codes, random_state: Any) -> Order:
        """Draw the judges: each class in proportion, at least once, but never all of it."""
        shuffled = stratified_order(codes, random_state)
        last_of_class = np.unique(codes[shuffled[::-1]], return_index=True)[1]
        spare = np.delete(shuffled, len(codes) - 1 - last_of_class)
        return spare[: max(round(float(self.eta) * len(codes)), np.count_nonzero(np.bincount(codes) > 1))]
