"""How well the exemplars that schemes keep classify."""

from collections.abc import Callable, Mapping
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.metrics import roc_auc_score
from sklearn.svm import SVC

from bestsofar.exemplars import ABEL, EBEL, Drop1, Drop2, HeirRank, MarginRank, RandomRank
from bestsofar.exemplars.incremental import IncrementalRanker
from bestsofar.exemplars.ranker import Ranker
from bestsofar.parzen import ParzenClassifier
from bestsofar.reproduce.lines import Lines
from bestsofar.reproduce.splits import Split, fold_of

FOLDS, MAX_ROWS = 5, 5_000
ONE_AGAINST_REST = {"satimage": 4, "FaceAll": 1, "vehicle": "bus"}  # 4 is damp grey soil
KEPT, TENTH = [2, 5, 10, 20, 50, 100], 10  # percent
THEIRS: dict[str, Ranker] = {"EBEL": EBEL(), "ABEL": ABEL(random_state=0), "Drop1": Drop1(), "Drop2": Drop2()}
OURS: dict[str, Ranker] = {"MarginRank": MarginRank(), "random": RandomRank(random_state=0)}
CAPACITY, UPDATES, LOOK_EVERY = 250, 100, 5
STREAMED = {scheme.__name__: scheme(CAPACITY) for scheme in (EBEL, Drop1, HeirRank, MarginRank)}
MICROSECOND = 1e-6


def task(name: str, fold: int, size: int | None) -> Split:
    """Return a fold of a task, with two classes where the paper tells one class from the others."""
    split = fold_of(name, fold, folds=FOLDS, size=size)
    if name not in ONE_AGAINST_REST:
        return split
    one = ONE_AGAINST_REST[name]
    return Split(split.X, split.y == one, split.X_test, split.y_test == one)


def kept(split: Split, rows: npt.NDArray[Any]) -> Split:
    """Return a split with only some of its training rows."""
    return Split(split.X[rows], split.y[rows], split.X_test, split.y_test)


def parzen_auc(split: Split) -> float:
    """Return the AUC in percent of the Parzen posterior."""
    if len(np.unique(split.y)) == 1:
        return 50.0
    model = ParzenClassifier().fit(split.X, split.y)
    return auc(split, model.predict_proba(split.X_test), model.classes_)


def svm_auc(split: Split) -> float:
    """Return the AUC in percent of scikit-learn's support vector machine."""
    if len(np.unique(split.y)) == 1:
        return 50.0
    model = SVC(decision_function_shape="ovr").fit(split.X, split.y)
    scores = model.decision_function(split.X_test)
    return auc(split, np.column_stack([-scores, scores]) if scores.ndim == 1 else scores, model.classes_)


def auc(split: Split, scores: npt.NDArray[Any], classes: npt.NDArray[Any]) -> float:
    """Return the mean one-vs-rest AUC in percent over the classes; a class without a score counts 50."""
    column = {label: scores[:, place] for place, label in enumerate(classes.tolist())}
    present = np.unique(split.y_test).tolist()
    against_rest = [
        roc_auc_score(split.y_test == label, column[label]) if label in column else 0.5 for label in present
    ]
    return 100 * float(np.mean(against_rest))


def sizes(name: str, fold: int, size: int | None) -> Lines:
    """Measure the Parzen classifier of what each scheme keeps, at every size."""
    split = task(name, fold, size)
    return auc_lines(split, orders(split, THEIRS | OURS), KEPT, parzen_auc)


def svm(name: str, fold: int, size: int | None) -> Lines:
    """Train a support vector machine on a tenth."""
    split = task(name, fold, size)
    return auc_lines(split, orders(split, THEIRS | OURS), [TENTH], svm_auc)


def orders(split: Split, schemes: Mapping[str, Ranker]) -> dict[str, npt.NDArray[Any]]:
    """Rank a task by each scheme."""
    return {scheme: ranker.rank(split.X, split.y) for scheme, ranker in schemes.items()}


def auc_lines(
    split: Split, orders: Mapping[str, npt.NDArray[Any]], shares: list[int], measure: Callable[[Split], float]
) -> Lines:
    """Measure the best of each order, at shares in percent."""
    counts = [max(1, round(share * len(split.y) / 100)) for share in shares]
    best = {who: [measure(kept(split, order[:count])) for count in counts] for who, order in orders.items()}
    return Lines(shares, best)


def cost(name: str, fold: int, size: int | None) -> Lines:
    """Time the ranking of a task, per object removed."""
    split = task(name, fold, size)
    seconds = {}
    for scheme, ranker in THEIRS.items():
        start = process_time()
        ranker.rank(split.X, split.y)
        seconds[scheme] = process_time() - start
    return Lines(
        ["us per removal", "times the fastest"],
        {scheme: [s / len(split.y) / MICROSECOND, s / min(seconds.values())] for scheme, s in seconds.items()},
    )


def online(name: str, fold: int, size: int | None) -> Lines:
    """Let each scheme keep exemplars of a stream."""
    split = task(name, fold, size)
    return Lines(
        list(range(0, UPDATES + 1, LOOK_EVERY)), {who: stream_auc(split, scheme) for who, scheme in STREAMED.items()}
    )


def stream_auc(split: Split, scheme: IncrementalRanker) -> list[float]:
    """Learn one half at once and the other in equal parts; return the AUC now and then."""
    half, learner, areas = len(split.y) // 2, clone(scheme), []
    parts = [np.arange(half), *np.array_split(np.arange(half, len(split.y)), UPDATES)]
    for update, part in enumerate(parts):
        learner.partial_fit(split.X[part], split.y[part])
        if update % LOOK_EVERY == 0:
            areas.append(parzen_auc(Split(learner.exemplars_, learner.labels_, split.X_test, split.y_test)))
    return areas
