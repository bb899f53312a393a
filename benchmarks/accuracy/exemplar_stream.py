"""AUC in % of the Parzen classifier on 250 exemplars of a stream, after 100 updates, 5 folds (Fig. 3 of EBEL)."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from sklearn.base import clone

from benchmarks.accuracy.exemplar_tasks import TASKS, parzen_auc, tasks
from benchmarks.data import Split
from benchmarks.pictures import panels
from benchmarks.report import Figure
from bestsofar import EBEL, Drop1, HeirRank, MarginRank
from bestsofar.exemplars import IncrementalRanker

CAPACITY, UPDATES = 250, 100
SCHEMES = {
    "EBEL": EBEL(CAPACITY),
    "Drop1": Drop1(CAPACITY),
    "HeirRank": HeirRank(CAPACITY),
    "MarginRank": MarginRank(CAPACITY),
}


def run(*, quick: bool) -> list[Figure]:
    """Let each scheme keep exemplars of each stream."""
    curves = {name: {scheme: mean_curve(name, SCHEMES[scheme], quick=quick) for scheme in SCHEMES} for name in TASKS}
    panels("exemplar_stream", curves, range(UPDATES + 1), xlabel="updates", ylabel="AUC, %")
    return [
        Figure(
            f"{name}, {scheme}: mean over the stream",
            curve.mean(),
            None,
            {f"after {updates}": curve[updates] for updates in (0, 10, 50, UPDATES)},
        )
        for name, of_name in curves.items()
        for scheme, curve in of_name.items()
    ]


def mean_curve(name: str, scheme: IncrementalRanker, *, quick: bool) -> npt.NDArray:
    """Give the mean over the folds after each update."""
    return np.mean([list(aucs(fold, clone(scheme))) for fold in tasks(name, quick=quick)], axis=0)


def aucs(fold: Split, scheme: IncrementalRanker) -> Iterator[float]:
    """Learn one half at once and the other in equal parts."""
    half = len(fold.y) // 2
    parts = [np.arange(half), *np.array_split(np.arange(half, len(fold.y)), UPDATES)]
    for part in parts:
        scheme.partial_fit(fold.X[part], fold.y[part])
        yield parzen_auc(Split(scheme.exemplars_, scheme.labels_, fold.X_test, fold.y_test))
