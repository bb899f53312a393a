"""What every anytime model does once its core has learned."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassifierMixin
from sklearn.exceptions import NotFittedError

from bestsofar import _core
from bestsofar.base.all_or_nothing import AllOrNothing
from bestsofar.base.budget import check_budget, check_checkpoints
from bestsofar.base.gain import Gain
from bestsofar.base.query import Query
from bestsofar.base.records import Record, Records
from bestsofar.errors import InvalidParameter, InvalidSuspension, Verbatim

T = TypeVar("T")

NAMES = "feature_names_in_"
NOT_FITTED = "this {} is not fitted yet; call fit first."


class Reader(Protocol):
    """Turns what users have into records for the core."""

    @property
    def takes_arrays(self) -> bool:
        """Whether an array of the right type is a record as it is."""
        ...

    def many(self, X: Any) -> Records:
        """Check and convert many objects."""
        ...

    def one(self, x: Any) -> Record:
        """Check and convert one object."""
        ...


class Fitted(NamedTuple):
    """All that was learned, as one object: while another thread learns, readers get the old or the new, never a mix."""

    model: Any  # of the core, and of the kind that this classifier makes
    reader: Reader
    classes: npt.NDArray[Any]
    labels: Sequence[Any]
    takes_arrays: bool
    gain: Gain | None = None  # None if it was not learned, or not yet

    def begin(self, x: Any) -> Query:
        """Begin a query."""
        return Query(self.apply(self.model.begin, x), self.labels)

    def apply(self, function: Callable[[Record], T], x: Any) -> T:
        """Apply a function of the core to an object."""
        if self.takes_arrays:
            try:
                return function(x)
            except (TypeError, _core.InvalidRecord):
                pass  # not such an array: look closer, and say what is wrong
        return function(self.reader.one(x))

    def apply_many(self, function: Callable[..., Any], X: Any, *args: Any) -> Any:
        """Apply a function of the core to many objects."""
        if self.takes_arrays and isinstance(X, np.ndarray) and X.size:
            try:
                return function(X, *args)
            except (TypeError, _core.InvalidRecord):
                pass  # as in apply
        return function(self.reader.many(X), *args)


class AnytimeClassifier(ClassifierMixin, AllOrNothing):
    """A classifier whose queries can be stopped at any time.

    A subclass learns, and calls `_learned` with its core model, the reader of its records and the classes.
    """

    classes_: npt.NDArray[Any]
    _fitted: Fitted

    def predict(self, X: Any, *, steps: int | None = None, seconds: float | None = None) -> npt.NDArray[Any]:
        """Predict the label of each object.

        Parameters
        ----------
        X : the objects
        steps : how many steps each may take at most, the first, uninterruptible ones included
        seconds : how much time each may take at most; with neither, all go to the end
        """
        fitted = self._ready("predict")
        steps, seconds = check_budget(f"{type(self).__name__}.predict", steps, seconds)
        places = np.frombuffer(fitted.apply_many(fitted.model.predict, X, steps, seconds), np.intp)
        labels: npt.NDArray[Any] = fitted.classes[places]
        return labels

    def predict_proba(
        self, X: Any, *, steps: int | None = None, seconds: float | None = None
    ) -> npt.NDArray[np.float64]:
        """Return class probabilities: a row for each object, columns in the order of `classes_`.

        Parameters
        ----------
        X : the objects
        steps, seconds : how much each may take at most, as for `predict`
        """
        fitted = self._ready("predict_proba")
        steps, seconds = check_budget(f"{type(self).__name__}.predict_proba", steps, seconds)
        shares: npt.NDArray[np.float64] = fitted.apply_many(fitted.model.predict_proba, X, steps, seconds)
        return shares

    def labels_after(self, X: Any, steps: Sequence[int]) -> npt.NDArray[Any]:
        """Predict labels at several numbers of steps: a row for each object, a column for each number.

        Parameters
        ----------
        X : the objects
        steps : ascending numbers of steps

        Examples
        --------
        >>> from bestsofar import NeighborsClassifier
        >>> model = NeighborsClassifier().fit([[0.0], [1.0], [5.0], [6.0]], ["low", "low", "high", "high"])
        >>> model.labels_after([[0.2], [5.9]], [2, 4]).tolist()
        [['low', 'low'], ['high', 'high']]
        """
        fitted = self._ready("labels_after")
        checkpoints = check_checkpoints(f"{type(self).__name__}.labels_after", steps)
        codes, _ = fitted.apply_many(fitted.model.trace, X, checkpoints)
        labels: npt.NDArray[Any] = fitted.classes[codes]
        return labels

    def begin(self, x: Any) -> Query:
        """Begin to classify one object.

        Parameters
        ----------
        x : the object; for models of numbers, a row
        """
        return self._ready("begin").begin(x)

    def resume(self, data: bytes) -> Query:
        """Go on with a suspended query of this model.

        Parameters
        ----------
        data : what `Query.suspend` gave
        """
        fitted = self._ready("resume")
        who, must_be = f"{type(self).__name__}.resume", "the bytes of a suspended query of this model"
        if not isinstance(data, bytes):
            raise InvalidSuspension(who, "data", must_be, data)
        try:
            return Query(fitted.model.resume(data), fitted.labels)
        except _core.InvalidBytes as error:
            raise InvalidSuspension(who, "data", must_be, Verbatim(error)) from None

    @property
    def nbytes(self) -> int:
        """How many bytes the model holds."""
        return int(self._ready("nbytes").model.nbytes)

    def __sklearn_is_fitted__(self) -> bool:
        """Tell whether it can answer; one that knows only the names of its classes cannot."""
        try:
            self._ready("predict")
        except NotFittedError:
            return False
        return True

    def _learned(self, model: _core.Model, reader: Reader, classes: npt.NDArray[Any], gain: Gain | None = None) -> None:
        self.classes_ = classes
        self._fitted = Fitted(model, reader, classes, classes.tolist(), self._takes_arrays(reader), gain)

    def _takes_arrays(self, reader: Reader) -> bool:
        # With feature names scikit-learn wants a warning for every array, so each must be looked at.
        return reader.takes_arrays and NAMES not in self.__dict__

    def _forget_names(self) -> list[str] | None:
        """Take the names of its features off, and give them, if there are some."""
        names = self.__dict__.pop(NAMES, None)
        if "_fitted" in self.__dict__:
            self._fitted = self._fitted._replace(takes_arrays=self._takes_arrays(self._fitted.reader))
        return None if names is None else [str(name) for name in names]

    def _gain(self) -> Gain | None:
        """Return the expected gain of one more step, or None if the model has no gain table."""
        return self._ready("begin").gain

    def _ready(self, method: str) -> Fitted:
        try:
            return self._fitted
        except AttributeError:
            name = type(self).__name__
            raise NotFittedError(f"{name}.{method}: {NOT_FITTED.format(name)}") from None


def fitted_of(who: str, model: Any) -> Fitted:
    """Return all that a model has learned; refuse what is no model, or has learned nothing.

    Parameters
    ----------
    who : who was given the model
    model : what was given
    """
    if not isinstance(model, AnytimeClassifier):
        raise InvalidParameter(who, "model", "a model of this package", model)
    try:
        return model._ready("begin")  # noqa: SLF001 - users have no use for it
    except NotFittedError:
        raise NotFittedError(f"{who}: {NOT_FITTED.format(type(model).__name__)}") from None


def gain_of_model(model: AnytimeClassifier) -> Gain | None:
    """Return the expected gain of one more step, or None if the model has no gain table."""
    return model._gain()  # noqa: SLF001 - as above
