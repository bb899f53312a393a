"""The bandwidth, chosen on the training data."""

import numpy as np
import numpy.typing as npt

from bestsofar.base.folds import folds
from bestsofar.base.labels import Codes
from bestsofar.base.progress import tracked
from bestsofar.bayes_tree.plan import Plan
from bestsofar.bayes_tree.recipe import Bandwidth, Recipe, Rows

DEFAULT = Bandwidth("factor", 0.05, kernel_variance=False)
CANDIDATES = [
    DEFAULT,
    *[Bandwidth("factor", factor, kernel_variance=False) for factor in (0.01, 0.02, 0.1, 0.2, 0.4)],
    *[Bandwidth("factor", factor, kernel_variance=True) for factor in (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6)],
]
FOLDS = 5
ENOUGH = 2000
MAX_ROWS = 20_000
CHECKPOINTS = [1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 80, 100, 120, 140, 160, 180, 200]


def choose(rows: Rows, codes: Codes, decision: str, plan: Plan) -> Bandwidth:
    """Choose bandwidth and kernel variance by the mean accuracy over the first 200 steps on held-out rows.

    The trees do not depend on either, so they are built once for each fold. The default stays unless another choice is
    better by more than chance: by more than the standard error of the difference.

    Parameters
    ----------
    rows : the training rows
    codes : their classes
    decision : as for the classifier
    plan : how trees are grown
    """
    n_classes = int(codes.max()) + 1
    scores = [np.zeros((0, len(CANDIDATES)))]
    parts = list(folds(len(codes), ENOUGH, parts=FOLDS, max_rows=MAX_ROWS))
    for kept, held in tracked(parts, "choosing a bandwidth"):
        forest = plan.grow(rows[kept], codes[kept], n_classes)
        models = [Recipe(forest, bandwidth, decision).model() for bandwidth in CANDIDATES]
        labels = [model.trace(rows[held], CHECKPOINTS)[0] for model in models]
        scores.append(np.stack([_mean_accuracy(found, codes[held]) for found in labels], axis=1))
    gains = np.concatenate(scores)
    if len(gains) <= 1:
        return DEFAULT
    gains -= gains[:, :1]
    best = int(gains.mean(axis=0).argmax())
    doubt = gains[:, best].std(ddof=1) / np.sqrt(len(gains))
    return CANDIDATES[best] if gains[:, best].mean() > doubt else DEFAULT


def _mean_accuracy(labels: npt.NDArray[np.uint32], truth: Codes) -> npt.NDArray[np.float64]:
    """Return for each row the share of 200 steps after which its label is right."""
    right = (labels == truth[:, None]).astype(np.float64)
    between = (right[:, 1:] + right[:, :-1]) / 2
    return np.asarray(between @ np.diff(CHECKPOINTS) / (CHECKPOINTS[-1] - CHECKPOINTS[0]))
