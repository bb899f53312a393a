"""What every anytime model does once its core has learned."""

from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError

from bestsofar import _core
from bestsofar.base.all_or_nothing import AllOrNothing
from bestsofar.base.budget import check_budget, check_checkpoints
from bestsofar.base.query import Query
from bestsofar.base.records import Record, Records
from bestsofar.errors import InvalidSuspension, Words

Result = TypeVar("Result")
Params = ParamSpec("Params")


class Reader(Protocol):
    """Turns what users have into records that the core takes."""

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


class AnytimeClassifier(AllOrNothing, ClassifierMixin, BaseEstimator):
    """A classifier whose queries can be stopped at any time.

    A subclass learns: it sets `classes_`, and calls `_learned` with its core model and the reader of its records.
    """

    classes_: npt.NDArray[Any]
    _model: _core.Model
    _reader: Reader
    _labels: Sequence[Any]
    _takes_arrays: bool

    def predict(self, X: Any, *, steps: int | None = None, seconds: float | None = None) -> npt.NDArray[Any]:
        """Label many objects.

        Parameters
        ----------
        X : the objects
        steps : how many steps each may take at most, the first, uninterruptible ones included
        seconds : how much time each may take at most; with neither, all go to the end
        """
        model = self._ready("predict")
        steps, seconds = check_budget("predict", steps, seconds)
        return self.classes_[self._ask(model.predict, X, steps, seconds)]

    def predict_proba(
        self, X: Any, *, steps: int | None = None, seconds: float | None = None
    ) -> npt.NDArray[np.float64]:
        """Give the share of each class for many objects; the parameters are those of `predict`."""
        model = self._ready("predict_proba")
        steps, seconds = check_budget("predict_proba", steps, seconds)
        return self._ask(model.predict_proba, X, steps, seconds)

    def labels_after(self, X: Any, steps: Sequence[int]) -> npt.NDArray[Any]:
        """Label many objects after each of several numbers of steps: a row for each object, a column for each number.

        Parameters
        ----------
        X : the objects
        steps : ascending numbers of steps
        """
        model = self._ready("labels_after")
        labels, _ = self._ask(model.trace, X, check_checkpoints("labels_after", steps))
        return self.classes_[labels]

    def begin(self, x: Any) -> Query:
        """Begin to classify one object.

        Parameters
        ----------
        x : the object; for models of numbers, a row
        """
        model = self._ready("begin")
        if self._takes_arrays:
            try:
                return Query(model.begin(x), self._labels)
            except (TypeError, _core.InvalidRecord):
                pass  # not such an array: look closer, and say what is wrong
        return Query(model.begin(self._reader.one(x)), self._labels)

    def resume(self, data: bytes) -> Query:
        """Go on with a suspended query of this model.

        Parameters
        ----------
        data : what `Query.suspend` gave
        """
        model = self._ready("resume")
        who, must_be = f"{type(self).__name__}.resume", "the bytes of a suspended query of this model"
        if not isinstance(data, bytes):
            raise InvalidSuspension(who, "data", must_be, data)
        try:
            return Query(model.resume(data), self._labels)
        except _core.InvalidBytes as error:
            raise InvalidSuspension(who, "data", must_be, Words(error)) from None

    @property
    def nbytes(self) -> int:
        """How many bytes the model holds."""
        return self._ready("nbytes").nbytes

    def _learned(self, model: _core.Model, reader: Reader) -> None:
        self._model = model
        self._reader = reader
        self._labels = self.classes_.tolist()
        # With feature names scikit-learn wants a warning for every array, so each must be looked at.
        self._takes_arrays = reader.takes_arrays and not hasattr(self, "feature_names_in_")

    def _ready(self, method: str) -> _core.Model:
        try:
            return self._model
        except AttributeError:
            name = type(self).__name__
            raise NotFittedError(f"{name}.{method}: this {name} is not fitted yet; call fit first.") from None

    def _ask(
        self, question: Callable[Concatenate[Any, Params], Result], X: Any, *args: Params.args, **kwargs: Params.kwargs
    ) -> Result:
        if self._takes_arrays and isinstance(X, np.ndarray) and X.size:
            try:
                return question(X, *args, **kwargs)
            except (TypeError, _core.InvalidRecord):
                pass  # as in begin
        return question(self._reader.many(X), *args, **kwargs)
