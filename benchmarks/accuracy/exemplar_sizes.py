"""AUC in % of the Parzen classifier on what schemes keep, 5 folds; and of an SVC on a tenth (Figs. 1, 2 of EBEL)."""

from collections.abc import Iterator

import numpy as np
from sklearn.svm import SVC

from benchmarks.accuracy.exemplar_tasks import TASKS, auc, kept, parzen_auc, tasks
from benchmarks.data import Split
from benchmarks.pictures import panels
from benchmarks.report import Figure
from bestsofar import ABEL, EBEL, Drop1, Drop2, GreedyRank, HeirRank, MarginRank, RandomRank, SimpleRank
from bestsofar.exemplars import Ranker

SHARES = [0.02, 0.05, 0.1, 0.2, 0.5]
SVC_SHARE = 0.1
SCHEMES = {
    "EBEL": EBEL(),
    "ABEL": ABEL(random_state=0),
    "Drop1": Drop1(),
    "Drop2": Drop2(),
    "SimpleRank": SimpleRank(),
    "GreedyRank": GreedyRank(),
    "HeirRank": HeirRank(),
    "MarginRank": MarginRank(),
    "random": RandomRank(random_state=0),
}


def run(*, quick: bool) -> list[Figure]:
    """Rank each task by each scheme, and measure the best of each order."""
    figures = {(name, scheme): measure(name, scheme, quick=quick) for name in TASKS for scheme in SCHEMES}
    curves = {
        name: {scheme: [figures[name, scheme].behind[f"{share:.0%}"] for share in SHARES] for scheme in SCHEMES}
        for name in TASKS
    }
    panels("exemplar_sizes", curves, [100 * share for share in SHARES], xlabel="kept, %", ylabel="AUC, %")
    return list(figures.values())


def measure(name: str, scheme: str, *, quick: bool) -> Figure:
    """Give the mean over the folds at every size."""
    rows = np.array([list(aucs(fold, SCHEMES[scheme])) for fold in tasks(name, quick=quick)]).mean(axis=0)
    behind = dict(zip([*(f"{share:.0%}" for share in SHARES), "SVC, 10%"], rows, strict=True))
    return Figure(f"{name}, {scheme}: AUC at 10 %", behind["10%"], None, behind)


def aucs(fold: Split, scheme: Ranker) -> Iterator[float]:
    """Give the AUC at every size, and that of the SVC."""
    order = scheme.rank(fold.X, fold.y)
    for share in SHARES:
        yield parzen_auc(kept(fold, order[: max(1, round(share * len(order)))]))
    yield svc_auc(kept(fold, order[: max(1, round(SVC_SHARE * len(order)))]))


def svc_auc(fold: Split) -> float:
    """Give the AUC in percent of scikit-learn's support vector machine."""
    if len(np.unique(fold.y)) == 1:
        return 50.0
    model = SVC(decision_function_shape="ovr").fit(fold.X, fold.y)
    scores = model.decision_function(fold.X_test)
    return auc(fold, np.column_stack([-scores, scores]) if scores.ndim == 1 else scores, model.classes_)
