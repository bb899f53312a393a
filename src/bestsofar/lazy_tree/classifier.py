"""The classifier of Zhang, Gao, Zhu and Guo (2011), and what makes it do without a radius."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_consistent_length, column_or_1d

from bestsofar import _core
from bestsofar.base import AnytimeClassifier
from bestsofar.base.classifier import Fitted
from bestsofar.base.gain import Gain
from bestsofar.base.labels import Codes, encode_labels, join_labels
from bestsofar.base.records import Records
from bestsofar.base.storable import Parts, storable
from bestsofar.distances import make_metric
from bestsofar.errors import InvalidParameter
from bestsofar.lazy_tree import parameters
from bestsofar.lazy_tree.clusters import clusters
from bestsofar.lazy_tree.exemplars import Exemplars
from bestsofar.lazy_tree.gain import gain_of_exemplars


@storable
class LazyTreeClassifier(AnytimeClassifier):
    """Nearest neighbours of a stream, in fixed memory, in a tree that is searched exactly and can be stopped.

    Records become spheres, the exemplars. Those nearest to an object vote with the classes of their records. A query
    reads the tree node by node, the most promising first; one node is one step.

    Parameters
    ----------
    gamma : "auto" keeps the latest records as they are and merges older ones of one class where that costs least. A
        number is the rule of the paper: a record that near its nearest exemplar is absorbed, another one becomes an
        exemplar, and at the capacity the exemplar goes that was not touched for longest. 0 is a window
    capacity : how many exemplars there may be
    max_bytes : how many bytes the tree may take; None is as many as the capacity needs
    n_neighbors : how many exemplars vote
    min_entries, max_entries : of a node of the tree
    pure : with a number as gamma, whether a record is absorbed only by exemplars of its own class
    weights : what an exemplar's word weighs besides: "count", its records, "distance", one over its distance
    half_life : after how many records, or units of `times`, an untouched exemplar's word weighs half; None is never
    start : how many clusters k-means makes of the records of `fit`, or of the first batch; None starts empty
    metric : "euclidean", "manhattan", "minkowski", "hamming" or "mixed"
    metric_params : what goes with it: `p` (minkowski), `categorical` (mixed)
    random_state : a seed makes k-means repeatable

    Attributes
    ----------
    classes_ : the classes that were ever seen or announced, sorted
    exemplars_ : what the tree holds, copied

    Examples
    --------
    >>> from bestsofar import LazyTreeClassifier
    >>> model = LazyTreeClassifier(n_neighbors=1, capacity=2)
    >>> for X, y in [([[0.0], [0.1]], ["low", "low"]), ([[5.0]], ["high"])]:
    ...     model = model.partial_fit(X, y)
    >>> model.predict([[0.4], [4.0]]).tolist()
    ['low', 'high']
    >>> len(model.exemplars_.centers)
    2
    """

    _tree: _core.LazyTree
    _tree_arguments: tuple[Any, ...]
    _metric: Any
    _codes: dict[Any, int]
    _labels: list[Any]

    def __init__(  # noqa: PLR0913 - the paper's parameters, and ours
        self,
        gamma: Any = "auto",
        *,
        capacity: int = 1000,
        max_bytes: int | None = None,
        n_neighbors: int = 3,
        min_entries: int = 32,
        max_entries: int = 128,
        pure: bool = False,
        weights: Collection[str] = (),
        half_life: float | None = None,
        start: int | None = None,
        metric: str = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.gamma = gamma
        self.capacity = capacity
        self.max_bytes = max_bytes
        self.n_neighbors = n_neighbors
        self.min_entries = min_entries
        self.max_entries = max_entries
        self.pure = pure
        self.weights = weights
        self.half_life = half_life
        self.start = start
        self.metric = metric
        self.metric_params = metric_params
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> "LazyTreeClassifier":
        """Forget what was learned before, and learn records in their order.

        Parameters
        ----------
        X : the records
        y : their labels
        """
        with self._all_or_nothing():
            for name in ("_tree", "classes_"):
                self.__dict__.pop(name, None)
            self._learn(X, y, None, None)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, *, times: Any = None) -> "LazyTreeClassifier":
        """Learn more records in their order; queries under way go on with the exemplars of their time.

        The parameters of the model are those it had at its first batch.

        Parameters
        ----------
        X : the records; there may be none
        y : their labels
        classes : some that are yet to come, if they are known; others may come as well
        times : when each came, never going back; None is one after the other
        """
        if classes is None and times is None and self._learn_quickly(X, y):
            return self
        with self._all_or_nothing():
            self._learn(X, y, classes, times)
        return self

    @property
    def exemplars_(self) -> Exemplars:
        """What the tree holds, copied."""
        self._ready("exemplars_")
        return Exemplars.of(self._tree, self._metric.reader.dtype)

    @property
    def nbytes(self) -> int:
        """How many bytes the tree takes; nodes that only queries under way still use are theirs."""
        self._ready("nbytes")
        return int(self._tree.nbytes)

    def audit(self) -> None:
        """Look at all of the tree, and raise an error if anything in it is not as it must be."""
        self._ready("audit")
        self._tree.audit()

    def test_then_learn(self, X: Any, y: Any, *, delay: int = 0) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
        """Label each record before it is learned; also say which could be, as the first come before all exemplars.

        Parameters
        ----------
        X : the records
        y : their labels
        delay : how many records later the label of a record is known
        """
        delay = parameters.count(f"{type(self).__name__}.test_then_learn", "delay", delay, 0)
        with self._all_or_nothing():
            records, codes, known = self._read(X, y, None)
            self._know(known)
            answers = self._tree.test_then_learn(records, codes, delay)
        answered = answers < len(known)
        return known[np.where(answered, answers, 0)], answered

    def _learn_quickly(self, X: Any, y: Any) -> bool:
        """Learn arrays of known classes without a closer look; the core refuses rows of another kind."""
        if "_tree" not in self.__dict__ or not isinstance(X, np.ndarray) or not self._takes_arrays:
            return False
        try:
            labels = y.tolist() if isinstance(y, np.ndarray) and y.ndim == 1 else y
            codes = np.array([self._codes[label] for label in labels], np.uint32)
            if len(codes) != len(X):
                return False
            self._tree.learn(X, codes, parameters.WHEN_THEY_COME)
        except (KeyError, TypeError, _core.InvalidRecord):
            return False
        return True

    def _learn(self, X: Any, y: Any, classes: Any, times: Any) -> None:
        wanted = parameters.optional_count(type(self).__name__, "start", self.start)
        begun = "_tree" in self.__dict__
        records, codes, known = self._read(X, y, classes)
        now = self._tree.now if begun or len(codes) else 0.0
        stamps = parameters.stamps(f"{type(self).__name__}.partial_fit", times, len(codes), now)
        self._know(known)
        if not len(codes):
            return
        if begun or wanted is None:
            self._tree.learn(records, codes, stamps)
        else:
            self._tree.adopt(*clusters(records, codes, len(known), wanted, self.random_state))

    def _read(self, X: Any, y: Any, classes: Any) -> tuple[Records, Codes, npt.NDArray[Any]]:
        """Check and convert records and labels, and say which classes are known then; the first make the tree."""
        who = type(self).__name__
        labels = column_or_1d(y, warn=True)
        before = getattr(self, "classes_", labels[:0])
        announced = labels[:0] if classes is None else column_or_1d(classes)
        if not len(labels) and classes is not None and "_tree" not in self.__dict__:
            return None, np.empty(0, np.uint32), np.unique(join_labels(who, "classes", [before, announced]))
        records = self._metric.reader.many(X) if "_tree" in self.__dict__ else self._begin(X)
        check_consistent_length(records, labels)
        present, codes = encode_labels(labels) if len(labels) else (labels, np.empty(0, np.uint32))
        known = np.unique(join_labels(who, "y" if classes is None else "classes", [before, present, announced]))
        return records, np.searchsorted(known, present).astype(np.uint32)[codes], known

    def _begin(self, X: Any) -> Records:
        """Make a tree for such records."""
        who = type(self).__name__
        arguments = self._checked()
        metric = parameters.check_metric(who, self.metric, make_metric(self, self.metric, self.metric_params))
        records = metric.learn(X)
        self._plant(metric, records.shape[1], arguments)
        return records

    def _checked(self) -> tuple[Any, ...]:
        """Check the parameters that the tree takes."""
        who = type(self).__name__
        gamma = parameters.radius(who, self.gamma)
        max_bytes = parameters.optional_count(who, "max_bytes", self.max_bytes)
        caps = parameters.count(who, "capacity", self.capacity), max_bytes or parameters.UNLIMITED
        shape = parameters.fanout(who, self.min_entries, self.max_entries)
        vote = parameters.vote(who, self.weights, self.half_life)
        return gamma, bool(self.pure), parameters.count(who, "n_neighbors", self.n_neighbors), vote, caps, shape

    def _plant(self, metric: Any, width: int, arguments: tuple[Any, ...]) -> None:
        single = metric.reader.dtype == np.float32
        self._metric = metric
        self._tree_arguments = (single, width, metric.kind, metric.power, list(metric.scale), *arguments)
        try:
            self._tree = _core.lazy_tree(*self._tree_arguments)
        except ValueError as least:
            must_be = f"an int >= {least}, for the first exemplars of {width} features, or None"
            raise InvalidParameter(type(self).__name__, "max_bytes", must_be, self.max_bytes) from None

    def _know(self, classes: npt.NDArray[Any]) -> None:
        """Make classes known that are new, which moves the codes of others."""
        before = getattr(self, "classes_", classes[:0])
        self.classes_ = classes
        self._labels = classes.tolist()
        self._codes = {label: code for code, label in enumerate(self._labels)}
        if "_tree" in self.__dict__ and self._tree.n_classes != len(classes):
            self._name_classes(np.searchsorted(classes, before).astype(np.uint32))

    def _name_classes(self, moved: Codes) -> None:
        """Tell the tree the new codes of classes that it knows, and how many there are."""
        identity = f"{self._metric.identity} {self._metric.reader.identity} {self._labels}"
        self._tree.set_classes(moved, len(self._labels), identity)

    @property
    def _takes_arrays(self) -> bool:
        # With feature names scikit-learn wants a warning for every array, so each must be looked at.
        return self._metric.reader.takes_arrays and "feature_names_in_" not in self.__dict__

    def _gain(self) -> Gain | None:
        """Rehearse with the exemplars of now: they change with every record, too often to rehearse each time."""
        tree = self._ready("begin").model
        return gain_of_exemplars(self.exemplars_, tree, self._another)

    def _another(self, n_classes: int) -> _core.LazyTree:
        """Make an empty tree for the same records."""
        tree = _core.lazy_tree(*self._tree_arguments)
        tree.set_classes(np.empty(0, np.uint32), n_classes, "")
        return tree

    def _ready(self, method: str) -> Fitted:
        tree = self.__dict__.get("_tree")
        if tree is None or not len(tree):
            return super()._ready(method)
        return Fitted(tree.snapshot(), self._metric.reader, self.classes_, self._labels, self._takes_arrays)

    def _parts(self) -> Parts:
        """Give the tree as bytes, the metric as it was learned, and the classes."""
        parts = super()._parts()
        if hasattr(self, "classes_"):
            parts["classes"] = self.classes_
        if "_tree" in self.__dict__:
            name, params = self._metric.recipe
            parts["metric"] = {"name": name, "params": params, "learned": self._metric.parts()}
            parts["tree"] = self._tree.state()
        return parts

    def _put_together(self, parts: Parts) -> None:
        super()._put_together(parts)
        if "classes" in parts:
            self._know(parts["classes"])
        if "tree" in parts:
            metric = make_metric(self, parts["metric"]["name"], parts["metric"]["params"])
            metric.put_together(parts["metric"]["learned"])
            self._plant(metric, self.n_features_in_, self._checked())
            self._tree.restore(parts["tree"])
            self._name_classes(np.arange(len(self._labels), dtype=np.uint32))

    def __getstate__(self) -> dict[str, Any]:
        """Keep, for pickle, what the native tree is made of."""
        state = dict(super().__getstate__())
        if "_tree" in state:
            state["_tree"] = self._tree.state()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make the tree again."""
        super().__setstate__(state)
        if "_tree" in state:
            self._tree = _core.lazy_tree(*self._tree_arguments)
            self._tree.restore(state["_tree"])
            self._name_classes(np.arange(len(self._labels), dtype=np.uint32))
