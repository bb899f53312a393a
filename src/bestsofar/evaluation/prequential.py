"""Test, then train: a model on a stream."""

from collections import defaultdict, deque
from collections.abc import Iterable
from itertools import count
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from rich.progress import Progress, track
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.validation import check_is_fitted, column_or_1d

from bestsofar.base.integers import checked_int
from bestsofar.base.labels import encode_labels
from bestsofar.base.progress import listening
from bestsofar.errors import InvalidParameter
from bestsofar.evaluation.agreement import kappa
from bestsofar.evaluation.baselines import majority, no_change
from bestsofar.evaluation.report import Mask, Report

Answers = tuple[npt.NDArray[Any], Mask]


class Streaming(Protocol):
    """A model whose core runs the loop."""

    def test_then_learn(self, X: Any, y: Any, *, delay: int = 0) -> Answers:
        """Label each record before it is learned, and tell which it could label."""
        ...


class Incremental(Protocol):
    """A model that learns batch by batch, as scikit-learn's do."""

    def predict(self, X: Any) -> Any:
        """Label records."""
        ...

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Any:
        """Learn records."""
        ...


def prequential(model: Any, X: Any, y: Any, *, delay: int = 0, window: int = 1000, progress: bool = False) -> Report:
    """Let a model label each record of a stream before it learns it.

    Models of this package that learn record by record do this in the core. Any other model with `predict` and
    `partial_fit` is called for each record; `bestsofar.compat.river` gives River's models these methods.

    Parameters
    ----------
    model : the model, new or not; it goes on learning. A new one has no answer before it knows a label
    X : the records, in order
    y : their labels
    delay : how many records later a label is known
    window : how many records each point of accuracy over time stands for
    progress : whether to show a bar

    Examples
    --------
    >>> from bestsofar import LazyTreeClassifier, datasets, prequential
    >>> X, y = datasets.drifting_surface(4000, random_state=0)
    >>> report = prequential(LazyTreeClassifier(), X, y)
    >>> bool(report.accuracy > report.baselines["Majority"])
    True
    """
    # Ask the model itself: without a capacity it may lack what its class has.
    learns = _is_streaming(model) or (hasattr(model, "predict") and hasattr(model, "partial_fit"))
    if isinstance(model, type) or not learns:
        raise InvalidParameter("prequential", "model", "one with partial_fit and predict", model)
    delay, window = checked_int("prequential", "delay", delay, 0), checked_int("prequential", "window", window)
    X, truth = indexable(X, column_or_1d(y))
    if not len(truth):
        raise InvalidParameter("prequential", "y", "the label of at least one record", y)
    if len(truth) <= _unanswered(model, delay):  # not afterwards: the model would have learned them
        must_be = "longer: a model that knows nothing yet has no answer for the first records"
        raise InvalidParameter("prequential", "y", must_be, y)
    answers, answered = _answers(model, X, truth, delay, progress=progress)
    codes, said = _codes(truth.tolist(), answers)
    known = codes[answered]
    return Report(
        said == known,
        no_change(codes, delay)[answered],
        majority(codes, delay)[answered],
        kappa(known, said, 1 + max(int(codes.max()), int(said.max()))),
        window,
    )


def _is_streaming(model: Any) -> bool:
    return hasattr(model, "test_then_learn")


def _is_fitted(model: Any) -> bool:
    """Tell whether a model has learned; one that cannot tell counts as new."""
    if hasattr(model, "__sklearn_is_fitted__"):
        return bool(model.__sklearn_is_fitted__())
    try:
        check_is_fitted(model)
    except (AttributeError, TypeError):  # it is new, or no estimator of scikit-learn
        return False
    return True


def _unanswered(model: Any, delay: int) -> int:
    """Return how many records come before the first that a model can answer: a new one must learn a label first."""
    return 0 if _is_fitted(model) else 1 + delay


def _codes(*parts: Iterable[Any]) -> list[npt.NDArray[np.intp]]:
    """Number labels, equal ones alike whatever their type."""
    numbers: defaultdict[Any, int] = defaultdict(count().__next__)
    return [np.array([numbers[label] for label in part], dtype=np.intp) for part in parts]


def _answers(model: Any, X: Any, y: npt.NDArray[Any], delay: int, *, progress: bool) -> tuple[list[Any], Mask]:
    """Return the answers, and which records they are for."""
    if not _is_streaming(model):
        return _one_by_one(model, X, y, delay, progress=progress)
    labels, answered = _streamed(model, X, y, delay, progress=progress)
    return labels[answered].tolist(), answered


def _streamed(model: Streaming, X: Any, y: npt.NDArray[Any], delay: int, *, progress: bool) -> Answers:
    if not progress:
        return model.test_then_learn(X, y, delay=delay)
    with Progress() as bar:
        task = bar.add_task("records", total=len(y))
        with listening(lambda _, done, total: bar.update(task, completed=done, total=total)):
            return model.test_then_learn(X, y, delay=delay)


def _one_by_one(
    model: Incremental, X: Any, y: npt.NDArray[Any], delay: int, *, progress: bool
) -> tuple[list[Any], Mask]:
    """Call a model for each record; a new one cannot answer before it has learned one."""
    answers: list[Any] = []  # not an array: an answer may be longer than any label of the stream
    answered = np.arange(len(y)) >= _unanswered(model, delay)
    classes = encode_labels(y, "prequential")[0]

    waiting: deque[Any] = deque()  # for their labels

    def learn(place: int) -> None:
        model.partial_fit(waiting.popleft(), y[place : place + 1], classes=classes)

    for place in track(range(len(y)), "records", disable=not progress):
        waiting.append(_safe_indexing(X, slice(place, place + 1)))
        if answered[place]:
            answers.extend(np.asarray(model.predict(waiting[-1])).tolist())
        if place >= delay:
            learn(place - delay)
    for late in range(max(len(y) - delay, 0), len(y)):
        learn(late)
    return answers, answered
