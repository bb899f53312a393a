"""EBEL on skewed classes, `balanced` and plain: balanced accuracy and AUC of the Parzen posterior."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from benchmarks.data import SEED, Split, all_folds, all_rows
from benchmarks.posteriors import bandwidth_of, posterior
from benchmarks.report import Figure
from bestsofar import EBEL
from bestsofar.exemplars.bandwidth import Bandwidth

KEPT = [0.02, 0.05, 0.1, 0.2, 0.5]
POSITIVE = {"satimage": 4, "FaceAll": 1, "magic": "h"}  # grey damp soil, face 1, hadrons
RARE = 0.05
Scores = npt.NDArray[np.float64]  # by share kept: AUC, balanced accuracy


def run(*, quick: bool) -> list[Figure]:
    """Compare on three sets that are one class against the rest."""
    return [figure for name in POSITIVE for figure in compare(name, quick=quick)]


def compare(name: str, *, quick: bool) -> Iterator[Figure]:
    """Yield the figures of one set, means over the folds."""
    X, y = two_classes(name)
    folds = list(all_folds(name, X, y, quick=quick))
    plain, balanced = (
        np.mean([scores(fold, EBEL(balanced=balanced)) for fold in folds], axis=0) for balanced in (False, True)
    )
    for kept, (plain_auc, plain_accuracy), (auc, accuracy) in zip(KEPT, plain, balanced, strict=True):
        behind = {"AUC plain": plain_auc, "AUC balanced": auc, "accuracy plain": plain_accuracy}
        yield Figure(f"{name}, {kept:.0%} kept", accuracy, behind=behind)


def two_classes(name: str) -> tuple[npt.NDArray, npt.NDArray]:
    """Return one class, 1, against the rest, 0; with only a few of magic's ones, so that they are rare."""
    X, y = all_rows(name)
    positive = y == POSITIVE[name]
    if name == "magic":
        wanted = round((~positive).sum() * RARE / (1 - RARE))
        few = np.random.default_rng(SEED).choice(np.flatnonzero(positive), wanted, replace=False)
        rows = np.sort(np.concatenate([np.flatnonzero(~positive), few]))
        X, positive = X[rows], positive[rows]
    return X, positive.astype(int)


def scores(fold: Split, scheme: EBEL) -> Scores:
    """Score the first exemplars of an order on the test part."""
    bandwidth = bandwidth_of(scheme, fold.X, fold.y)
    order = scheme.rank(fold.X, fold.y)
    return np.array([score(fold, order[: round(kept * len(order))], bandwidth) for kept in KEPT])


def score(fold: Split, kept: npt.NDArray, bandwidth: Bandwidth) -> tuple[float, float]:
    """Return AUC and balanced accuracy."""
    shares = posterior(fold.X[kept], fold.y[kept], fold.X_test, bandwidth)
    return roc_auc_score(fold.y_test, shares), balanced_accuracy_score(fold.y_test, shares > 0.5)
