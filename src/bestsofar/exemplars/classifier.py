"""What every classifier does whose queries read exemplars in a fixed order."""

from abc import abstractmethod
from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_consistent_length

from bestsofar._core import OrderedExemplars, Space
from bestsofar.base import AnytimeClassifier, Records
from bestsofar.base.calibration import BLANK, Table, confidence_of
from bestsofar.base.gain import Gain, gain_of
from bestsofar.base.integers import checked_int_or_none
from bestsofar.base.labels import Codes, encode_labels, places
from bestsofar.base.storable import Parts
from bestsofar.base.traces import PROGRESS, HeldOutTraces, steps_at, trace_held_out
from bestsofar.distances import Metric, make_metric, stored
from bestsofar.distances.foreign import Measure
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.batch import Batch
from bestsofar.exemplars.greedy_rank import GreedyRank
from bestsofar.exemplars.incremental import IncrementalRanker, codes_of_present
from bestsofar.exemplars.margin_rank import MarginRank
from bestsofar.exemplars.order import Order, shortened
from bestsofar.exemplars.ranker import Ranker
from bestsofar.exemplars.saved_index import SavedIndex

if TYPE_CHECKING:
    from typing_extensions import Self  # in typing from Python 3.11


STREAM = ("_memory", "_due", "_forgotten", "exemplars_", "labels_")  # what there is only with a capacity
FEW, KEPT = 100, 200  # traces of forgotten objects: how many calibrate by themselves, and how many are kept


class IndexParts(NamedTuple):
    """What an index is made of, in the order of the core's arguments."""

    space: Space
    codes: Codes
    order: Order
    n_classes: int
    confidence: Table
    identity: str

    def read(self, confidence: Table) -> "IndexParts":
        """Leave out the rows that are not in the order, and set how sure a query that reads the others may be."""
        if len(self.order) == len(self.space):
            return self._replace(confidence=confidence)
        rows = np.sort(self.order)
        return self._replace(space=self.space.select(rows), codes=self.codes[rows], confidence=confidence)


def _has_capacity(model: "ExemplarClassifier") -> bool:
    if model.capacity is None:
        raise AttributeError(f"{type(model).__name__}.partial_fit: 'capacity' must be an int >= 1, got None.")
    return True


class ExemplarClassifier(AnytimeClassifier):
    """A classifier that holds exemplars: all the objects it was given, or as many as its capacity.

    A subclass takes `order`, `metric`, `metric_params`, `capacity` and `forget`, and has one setting of its own.
    """

    _saved: ClassVar[tuple[str, ...]] = ("_memory", "_due", "_forgotten")
    _native = frozenset({"_fitted", "_metric"})

    order: Ranker | None
    metric: str | Measure
    metric_params: Mapping[str, Any] | None
    capacity: int | None
    forget: IncrementalRanker | None

    _metric: Metric
    _memory: IncrementalRanker
    _due: int  # after how many more objects the setting, confidence and gain are renewed
    _forgotten: HeldOutTraces  # of the latest objects that were not kept
    exemplars_: Any
    labels_: Any

    @abstractmethod
    def _find_setting(self, space: Space, codes: Codes, n_classes: int, *, renew: bool) -> Any:
        """Return what the index needs besides the exemplars; unless `renew`, an earlier result will do."""

    @abstractmethod
    def _index(self, parts: IndexParts | SavedIndex, setting: Any) -> OrderedExemplars:
        """Make the index, or restore one."""

    @abstractmethod
    def _setting_of(self, index: Any) -> Any:
        """Return the setting that an index was made with."""

    def fit(self, X: Any, y: Any) -> "Self":
        """Learn from scratch.

        Parameters
        ----------
        X : the training objects
        y : their labels
        """
        self._check_parameters()
        with self._all_or_nothing():
            self._forget(*STREAM)
            if self.capacity is None:
                self._learn(X, y)
            else:
                make_metric(self, self.metric, self.metric_params).learn(X)  # its errors name the model, not the scheme
                self._remember(X, y)
        return self

    @available_if(_has_capacity)  # type: ignore[untyped-decorator]
    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "Self":
        """Learn a batch, and forget exemplars beyond the capacity; queries under way keep those of their time.

        The scheme in `forget` is fixed by the first batch; another one, or new parameters, take effect at the next
        `fit`.

        Parameters
        ----------
        X : new objects; there may be none
        y : their labels
        classes : classes that are yet to come, if known; others may come as well
        """
        self._check_parameters()
        with self._all_or_nothing():
            metric = make_metric(self, self.metric, self.metric_params)  # as in fit
            if hasattr(self, "labels_") and len(self.labels_):
                self._metric.reader.many(X)
            elif np.size(y):
                metric.learn(X)
            self._remember(X, y, classes)
        return self

    @property
    def nbytes(self) -> int:
        """How many bytes the model holds."""
        memory = self._memory.nbytes if hasattr(self, "_memory") else 0
        return super().nbytes + memory + sum(np.asarray(part).nbytes for part in getattr(self, "_forgotten", ()))

    def _check_parameters(self) -> None:
        who = type(self).__name__
        if not isinstance(self.order, Ranker | None):
            raise InvalidParameter(who, "order", "an exemplar scheme such as GreedyRank() or None", self.order)
        checked_int_or_none(who, "capacity", self.capacity)
        if not isinstance(self.forget, IncrementalRanker | None):
            raise InvalidParameter(who, "forget", "an exemplar scheme such as MarginRank() or None", self.forget)

    def _forget(self, *names: str) -> None:
        for name in names:
            self.__dict__.pop(name, None)

    def _remember(self, X: Any, y: Any, classes: Any = None) -> None:
        """Let the scheme choose among the exemplars and the new objects, and learn those that remain."""
        if not hasattr(self, "_memory"):
            self._forget(*STREAM)  # a fit that kept no memory is not continued
        memory = copy(self._memory) if hasattr(self, "_memory") else clone(self.forget or MarginRank())
        if memory.n_exemplars != self.capacity:  # what was learned about an index of another size says nothing
            self._forget("_due", "_forgotten")
        memory.n_exemplars, memory.metric, memory.metric_params = self.capacity, self.metric, self.metric_params
        forgotten = memory.partial_fit_for(type(self).__name__, X, y, classes)
        if len(memory.labels_):
            batch = Batch(X, np.asarray(y).ravel(), forgotten)
            self._learn(memory.exemplars_, memory.labels_, memory.classes_, batch)
        self._memory, self.exemplars_, self.labels_ = memory, memory.exemplars_, memory.labels_

    def _learn(self, X: Any, y: Any, known: Any = None, batch: Batch | None = None) -> None:
        """Make an index of all objects; with a capacity, of those that remain of a batch and the exemplars before."""
        metric = make_metric(self, self.metric, self.metric_params)
        records = metric.learn(X)
        classes, codes = self._encode(records, y, known)
        space = metric.space(records)
        due = self._due_after(batch, metric)
        renew = due <= 0
        setting = self._find_setting(space, *codes_of_present(codes), renew=renew)
        parts = self._ordered(space, codes, classes, metric)
        if batch is not None:
            self._trace_forgotten(batch, parts, setting, metric, classes)
        confidence, gain = self._calibrate(records, parts, setting) if renew else self._calibrated()
        if hasattr(self, "_forgotten"):
            self._forgotten = self._forgotten.latest(KEPT)
        self._metric, self._due = metric, len(space) if renew else due
        self._learned(self._index(parts.read(confidence), setting), metric.reader, classes, gain)

    def _encode(self, records: Records, y: Any, known: Any) -> tuple[Any, Codes]:
        """Return all classes, and the place of each label among them."""
        # Exemplars were checked on arrival; having few of them for each class is nothing to warn about.
        present, codes = encode_labels(y, type(self).__name__) if known is None else np.unique(y, return_inverse=True)
        check_consistent_length(records, codes)
        classes = present if known is None else known
        return classes, places(classes, present)[codes]

    def _due_after(self, batch: Batch | None, metric: Metric) -> int:
        """Return after how many more objects setting, confidence and gain are renewed; 0 or less means now."""
        if batch is None or not self._measured_by(metric):
            return 0
        return getattr(self, "_due", 0) - batch.y.size

    def _measured_by(self, metric: Metric) -> bool:
        """Tell whether the earlier exemplars were measured with the same distance."""
        before = getattr(self, "_metric", metric)
        return before.identity == metric.identity and bool(before.recipe[0] == metric.recipe[0])

    def _order(self) -> Ranker:
        return GreedyRank() if self.order is None else self.order

    def _ordered(self, space: Space, codes: Codes, classes: Any, metric: Metric) -> IndexParts:
        order = self._order().chosen(space, codes, len(classes))
        identity = f"{metric.identity} {metric.reader.identity} {classes.tolist()}"
        return IndexParts(space, codes, order, len(classes), BLANK, identity)

    def _calibrate(self, records: Records, parts: IndexParts, setting: Any) -> tuple[Table, Gain | None]:
        """Learn from objects that are not in the index how sure a query may be, and what it gains from its steps."""
        traces = self._forgotten.without_blanks() if hasattr(self, "_forgotten") else HeldOutTraces.blank(0)
        if traces.objects < FEW:
            traces = traces.then(self._trace_held_out(records, parts, setting))
        return confidence_of(traces), gain_of(traces)

    def _trace_forgotten(self, batch: Batch, parts: IndexParts, setting: Any, metric: Metric, classes: Any) -> None:
        """Trace objects that were not kept: exemplars, if held out, are harder than others, as they were chosen."""
        if not (hasattr(self, "_forgotten") and self._measured_by(metric)):
            self._forgotten = HeldOutTraces.blank(KEPT)
        if len(batch.forgotten):
            index = self._index(parts.read(BLANK), setting)
            steps = steps_at(PROGRESS, len(np.unique(parts.codes)), len(parts.order))
            self._forgotten = self._forgotten.then(batch.trace_forgotten(index, metric, classes, steps))

    def _calibrated(self) -> tuple[Table, Gain | None]:
        """Return what was learned from held-out objects the last time."""
        fitted: Any = self._fitted
        return fitted.model.confidence, fitted.gain

    def _trace_held_out(self, records: Records, parts: IndexParts, setting: Any) -> HeldOutTraces:
        ranker, share = self._order(), len(parts.order) / len(parts.space)

        def learn(rows: Order) -> OrderedExemplars:
            space, codes = parts.space.select(rows), parts.codes[rows]
            order = shortened(ranker.order(space, codes, parts.n_classes), codes, share)
            return self._index(parts._replace(space=space, codes=codes, order=order).read(BLANK), setting)

        opening = len(np.unique(parts.codes))
        return trace_held_out(records, parts.codes, learn, opening=opening, length=len(parts.order))

    def _index_parts(self) -> Parts:
        index: Any = self._fitted.model
        return SavedIndex.parts(index) | {"setting": self._setting_of(index)}

    def _restored_index(self, metric: Metric, parts: Parts, n_classes: int) -> OrderedExemplars:
        space = metric.restored_space(parts["rows"], len(parts["order"]))
        return self._index(SavedIndex.of(space, n_classes, parts), parts["setting"])

    def _parts(self) -> Parts:
        """Return the index, the learned metric and, with a capacity, the memory."""
        parts = super()._parts()
        if hasattr(self, "_fitted"):
            parts |= {"classes": self._fitted.classes, "index": self._index_parts()}
            parts |= {"metric": stored.parts_of(self._metric)}
            if self._fitted.gain is not None:
                parts["gain"] = list(self._fitted.gain)
        return parts

    def _restore(self, parts: Parts) -> None:
        super()._restore(parts)
        if hasattr(self, "_memory"):
            self.exemplars_, self.labels_ = self._memory.exemplars_, self._memory.labels_
        if hasattr(self, "_forgotten"):
            self._forgotten = HeldOutTraces.restored(self._forgotten)
        if "index" in parts:
            self._metric = stored.metric_of(parts["metric"], self)
            index = self._restored_index(self._metric, parts["index"], len(parts["classes"]))
            gain = Gain(*parts["gain"]) if "gain" in parts else None
            self._learned(index, self._metric.reader, parts["classes"], gain)
