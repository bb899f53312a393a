"""Test, then train: a model on a stream."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt
from rich.progress import Progress, track
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.validation import check_is_fitted, column_or_1d

from bestsofar.base.labels import encode_labels
from bestsofar.base.progress import listening
from bestsofar.base.whole import checked_whole
from bestsofar.errors import InvalidParameter
from bestsofar.evaluation.agreement import kappa
from bestsofar.evaluation.baselines import majority, no_change

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Right = npt.NDArray[np.bool_]
Answers = tuple[npt.NDArray[Any], Right]


class Streaming(Protocol):
    """A model that has the loop in its core."""

    def test_then_learn(self, X: Any, y: Any, *, delay: int = 0) -> Answers:
        """Label each record before it is learned, and say which it could label."""
        ...


class Incremental(Protocol):
    """A model that learns batch by batch, as scikit-learn's do."""

    def predict(self, X: Any) -> Any:
        """Label records."""
        ...

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Any:
        """Learn records."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """How right a model was on a stream, with two that know nothing of the records beside it.

    Parameters
    ----------
    right : of each record that was answered, whether the answer was right
    no_change : whether the latest label known would have been
    majority : whether the most frequent label known would have been
    kappa : Cohen's: 0 is as good as chance with the same labels, 1 is always right
    window : how many records a point of `over_time` stands for
    """

    right: Right
    no_change: Right
    majority: Right
    kappa: float
    window: int

    @property
    def accuracy(self) -> float:
        """The share of right answers."""
        return float(self.right.mean())

    @property
    def over_time(self) -> npt.NDArray[np.float64]:
        """The accuracy of each window, one after the other; the last may be shorter."""
        return self._over_time(self.right)

    @property
    def baselines(self) -> dict[str, float]:
        """The accuracy of those that look only at labels."""
        return {"No-Change": float(self.no_change.mean()), "Majority": float(self.majority.mean())}

    def plot(self, ax: "Axes | None" = None, **style: Any) -> "Axes":
        """Draw accuracy over time, the baselines dotted; needs matplotlib.

        Parameters
        ----------
        ax : where to draw; a new figure, with the baselines, if not given
        style : what matplotlib's `plot` takes: label, color, ...
        """
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1] if ax is None else ax
        ends = np.minimum(np.arange(1, len(self.over_time) + 1) * self.window, len(self.right))
        axes.plot(ends, self.over_time, **{"label": "model", **style})
        if ax is None:
            for name, right in {"No-Change": self.no_change, "Majority": self.majority}.items():
                axes.plot(ends, self._over_time(right), linestyle=":", label=name)
            axes.set(xlabel="records", ylabel="accuracy")
        axes.legend()
        return axes

    def _over_time(self, right: Right) -> npt.NDArray[np.float64]:
        starts = np.arange(0, len(right), self.window)
        return np.add.reduceat(right, starts, dtype=np.float64) / np.diff(starts, append=len(right))


def prequential(model: Any, X: Any, y: Any, *, delay: int = 0, window: int = 1000, progress: bool = False) -> Report:
    """Let a model label each record of a stream before it learns it.

    Models of this package that learn record by record do this in the core. Any other with `predict` and `partial_fit`
    is called for each record; `bestsofar.compat.river` gives River's models these methods.

    Parameters
    ----------
    model : the model, new or not; it goes on learning. A new one has no answer before it knows a label
    X : the records, in their order
    y : their labels
    delay : how many records later a label is known
    window : how many records a point of accuracy over time stands for
    progress : whether to show a bar

    Examples
    --------
    >>> from bestsofar import LazyTreeClassifier, datasets, prequential
    >>> X, y = datasets.drifting_surface(4000, random_state=0)
    >>> report = prequential(LazyTreeClassifier(), X, y)
    >>> bool(report.accuracy > report.baselines["Majority"])
    True
    """
    # Asked of the model itself: what its class has, one without a capacity may lack.
    learns = _is_streaming(model) or (hasattr(model, "predict") and hasattr(model, "partial_fit"))
    if isinstance(model, type) or not learns:
        raise InvalidParameter("prequential", "model", "one with partial_fit and predict", model)
    delay, window = checked_whole("prequential", "delay", delay, 0), checked_whole("prequential", "window", window)
    X, truth = indexable(X, column_or_1d(y))
    if len(truth) <= _unanswered(model, delay):  # not afterwards: the model would have learned them
        raise InvalidParameter("prequential", "y", "of more records than are needed for a first answer", y)
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
    """Tell whether a model has learned; one that cannot tell is taken for new."""
    if hasattr(model, "__sklearn_is_fitted__"):
        return bool(model.__sklearn_is_fitted__())
    try:
        check_is_fitted(model)
    except (AttributeError, TypeError):  # it is new, or no estimator of scikit-learn
        return False
    return True


def _unanswered(model: Any, delay: int) -> int:
    """Say how many records come before the first that a model can answer: a new one must have learned a label."""
    return 0 if _is_fitted(model) else 1 + delay


def _codes(*parts: Iterable[Any]) -> list[npt.NDArray[np.intp]]:
    """Number labels: equal ones alike, of whatever type and in whichever part they are."""
    numbers: defaultdict[Any, int] = defaultdict(count().__next__)
    return [np.array([numbers[label] for label in part], dtype=np.intp) for part in parts]


def _answers(model: Any, X: Any, y: npt.NDArray[Any], delay: int, *, progress: bool) -> tuple[list[Any], Right]:
    """Give the answers, and which records they are for."""
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
) -> tuple[list[Any], Right]:
    """Call a model for each record; a new one cannot answer before it has learned one."""
    answers: list[Any] = []  # not an array: an answer may be longer than all labels of the stream
    answered = np.arange(len(y)) >= _unanswered(model, delay)
    classes = encode_labels(y, "prequential")[0]

    def rows() -> Iterator[tuple[Any, Any, int]]:
        for place in track(range(len(y)), "records", disable=not progress):
            yield _safe_indexing(X, slice(place, place + 1)), y[place : place + 1], place

    waiting = []
    for row, label, place in rows():
        if answered[place]:
            answers.extend(np.asarray(model.predict(row)).tolist())
        waiting.append((row, label))
        if len(waiting) > delay:
            model.partial_fit(*waiting.pop(0), classes=classes)
    for late in waiting:
        model.partial_fit(*late, classes=classes)
    return answers, answered
