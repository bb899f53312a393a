"""The classifier of Zhang, Gao, Zhu and Guo (2011), and a version of it without a radius."""

import math
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import column_or_1d

from bestsofar import _core
from bestsofar.base.labels import Codes, known_classes
from bestsofar.base.progress import watched
from bestsofar.base.records import Records
from bestsofar.base.storable import storable
from bestsofar.distances import make_metric
from bestsofar.lazy_tree import parameters
from bestsofar.lazy_tree.clusters import adopt, clusters
from bestsofar.lazy_tree.holder import TreeHolder
from bestsofar.lazy_tree.labelled_tree import LabelledTree, encoded, first_tree
from bestsofar.lazy_tree.runs import in_runs


@storable
class LazyTreeClassifier(TreeHolder):
    """Nearest neighbours of a stream, in fixed memory, in a tree that is searched exactly and can be stopped.

    Records become spheres, the exemplars. Those nearest to an object vote with the classes of their records. A query
    reads the tree node by node, the most promising first; one node is one step.

    Parameters
    ----------
    gamma : "auto" keeps the latest records as they are and merges older ones of one class where that costs least. A
        number is the rule of the paper: the nearest exemplar absorbs a record at most that far from it, any other
        record becomes an exemplar, and at the capacity the exemplar untouched for longest is dropped. 0 is a window
    capacity : how many exemplars there may be
    max_bytes : how many bytes the tree may take; None is as many as the capacity needs
    n_neighbors : how many exemplars vote
    min_entries, max_entries : bounds of the number of entries in a node of the tree
    pure : with a number as gamma, whether exemplars absorb only records of their own class
    weights : what the vote of an exemplar is weighted by: "count", its records; "distance", one over its distance
    half_life : after how many records, or units of `times`, the vote of an untouched exemplar weighs half; None is
        never
    start : how many clusters k-means makes of the records of `fit`, or of the first batch; None starts empty, as is
        needed if a stream comes to a new model record by record
    scale : "within" divides features by their standard deviation within the classes, computed from the present
        exemplars, so that units do not matter; None leaves features as they are
    metric : "euclidean", "manhattan", "minkowski", "hamming" or "mixed"
    metric_params : what goes with it: `p` (minkowski), `categorical` (mixed)
    random_state : a seed makes k-means repeatable

    Attributes
    ----------
    classes_ : all classes ever seen or announced, sorted
    exemplars_ : a copy of what the tree holds
    scale_ : with `scale`, the present factor of the differences of each feature

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
        scale: str | None = None,
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
        self.scale = scale
        self.metric = metric
        self.metric_params = metric_params
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> "LazyTreeClassifier":
        """Learn records from scratch, in order.

        They may be sorted by class: here, runs of one label are no reason to trust the latest records more. In
        `partial_fit`, as on a stream, they are.

        Parameters
        ----------
        X : the records
        y : their labels
        """
        with self._all_or_nothing():
            records, codes, labelled = self._first(X, y)
            if not self._clustered(labelled, records, codes, None):
                if in_runs(codes):
                    labelled.tree.learn_runs(records, codes)
                else:
                    labelled.tree.learn_first(records, codes, None)
            self._publish(labelled)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, *, times: Any = None) -> "LazyTreeClassifier":
        """Learn more records, in order; queries under way keep the exemplars of their time.

        The parameters are those that the model had at its first batch. Ctrl-C during the first batch ends it, and
        nothing is learned; during a later one it takes effect once the whole batch is learned.

        Parameters
        ----------
        X : the records; there may be none once the model has learned some, or with `classes`
        y : their labels
        classes : classes that are yet to come, if known; others may come as well
        times : when each came, never going back; None is one after the other
        """
        with self._lock:
            if "_labelled" not in self.__dict__:
                with self._all_or_nothing():
                    self._first_batch(X, y, classes, times)
            elif classes is not None or times is not None or not self._learn_quickly(X, y):
                self._learn_more(X, y, classes, times)
        return self

    def test_then_learn(self, X: Any, y: Any, *, delay: int = 0) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
        """Label each record before it is learned, and tell which ones could be: the first come before any exemplar.

        Parameters
        ----------
        X : the records
        y : their labels
        delay : how many records later the label of a record is known

        Examples
        --------
        >>> from bestsofar import LazyTreeClassifier
        >>> labels, answered = LazyTreeClassifier().test_then_learn([[0.0], [0.1], [5.0]], ["low", "low", "high"])
        >>> answered.tolist(), labels[answered].tolist()
        ([False, True, True], ['low', 'low'])
        """
        delay = parameters.checked_count(f"{type(self).__name__}.test_then_learn", "delay", delay, 0)
        with self._lock:
            if "_labelled" in self.__dict__:
                records, codes, labelled = self._following(X, y, None)
                self._publish(labelled)
                answers = _streamed(labelled, records, codes, delay)
            else:
                with self._all_or_nothing():
                    records, codes, labelled = self._first(X, y)
                    parameters.refuse_start(type(self).__name__, self.start, labelled.metric, self.scale)
                    answers = _streamed(labelled, records, codes, delay)
                    self._publish(labelled)
        answered = answers < len(labelled.classes)
        return labelled.classes[np.where(answered, answers, 0)], answered

    def _learn_quickly(self, X: Any, y: Any) -> bool:
        """Learn arrays of known classes without a closer look; the core refuses rows of another kind."""
        labelled = self._labelled
        if not (isinstance(X, np.ndarray) and isinstance(y, np.ndarray | list | tuple)):
            return False
        if not self._takes_arrays(labelled.metric.reader):
            return False
        try:
            labels = y.tolist() if isinstance(y, np.ndarray) and y.ndim == 1 else y
            codes = np.array([labelled.codes[label] for label in labels], np.uint32)
            if len(codes) != len(X):
                return False
            labelled.settle()
            labelled.tree.learn(X, codes, None)
        except (KeyError, TypeError, _core.InvalidRecord):
            return False
        return True

    def _first_batch(self, X: Any, y: Any, classes: Any, times: Any) -> None:
        """Begin with these records; without any, remember the classes."""
        labels = column_or_1d(y, warn=True)
        before = getattr(self, "classes_", labels[:0])
        if not len(labels) and classes is not None:
            self.classes_ = known_classes(type(self).__name__, before, labels, classes)
            return
        records, codes, labelled = self._first(X, y, classes, before)
        stamps = parameters.checked_times(f"{type(self).__name__}.partial_fit", times, len(codes), -math.inf)
        if not self._clustered(labelled, records, codes, stamps):
            labelled.tree.learn_first(records, codes, stamps)
        self._publish(labelled)

    def _first(self, X: Any, y: Any, classes: Any = None, before: Any = ()) -> tuple[Records, Codes, LabelledTree]:
        """Make a tree for these records, and return them as it takes them; no other thread sees it yet."""
        who = type(self).__name__
        metric = parameters.checked_metric(who, self.metric, make_metric(self, self.metric, self.metric_params))
        settings = parameters.settings(self, metric)
        records = metric.learn(X)
        codes, known = encoded(who, records, y, classes, before)
        labelled = first_tree(self, metric, records.shape[1], settings, known)
        labelled.settle()
        return records, codes, labelled

    def _clustered(self, labelled: LabelledTree, records: Records, codes: Codes, stamps: Any) -> bool:
        """Begin with clusters of the first records if that is wanted; tell whether it was."""
        wanted = parameters.checked_start(type(self).__name__, self.start, labelled.metric, self.scale)
        if wanted is None:
            return False
        centers, counts, variances, last = clusters(records, codes, len(labelled.classes), wanted, self.random_state)
        times = last + 1.0 if stamps is None else stamps[last]
        adopt(labelled.tree, centers, counts, variances, times.astype(np.float64))
        return True

    def _learn_more(self, X: Any, y: Any, classes: Any, times: Any) -> None:
        """Learn further records; if they are refused, nothing changes."""
        records, codes, labelled = self._following(X, y, classes)
        who = f"{type(self).__name__}.partial_fit"
        stamps = parameters.checked_times(who, times, len(codes), labelled.tree.now)
        self._publish(labelled)
        if len(codes):
            labelled.tree.learn(records, codes, stamps)

    def _following(self, X: Any, y: Any, classes: Any) -> tuple[Records, Codes, LabelledTree]:
        """Check and convert records and labels for the present tree."""
        records = self._labelled.metric.reader.many(X)
        codes, known = encoded(type(self).__name__, records, y, classes, self._labelled.classes)
        return records, codes, self._labelled.knowing(known)

    def _publish(self, labelled: LabelledTree) -> None:
        """Let other threads see a tree and the names of its classes."""
        self._labelled, self.classes_ = labelled, labelled.classes
        labelled.settle()


def _streamed(labelled: LabelledTree, records: Records, codes: Codes, delay: int) -> Codes:
    """Answer and learn, and report progress."""
    return watched(lambda progress: labelled.tree.test_then_learn(records, codes, delay, progress), "records")
