"""What a small buffer costs: accuracy with room for 5 % of the objects less that with room for all, in points."""

import numpy as np
import numpy.typing as npt

from benchmarks.accuracy.scheduling import ARRIVALS, FEW_ROWS, MODELS, QUICK_MODELS, SETS, folds
from benchmarks.data import SEED, Split
from benchmarks.report import Figure, at_most
from bestsofar.neighbors import NeighborsClassifier
from bestsofar.reproduce.polishing import FOLDS, accuracies, small_buffer

POLICIES = ["round-robin", "bsf", "evidence", "gain"]  # serial has no buffer
ORDERS = 10  # in which the objects of a small set come: one order of a few hundred says nothing

Table = npt.NDArray[np.float64]  # a row for each policy, a column for each rate


def run(*, quick: bool) -> list[Figure]:
    """Measure every set and kind of arrival, over all models, if it must be quick two of them."""
    models = list(MODELS)[: QUICK_MODELS if quick else None]
    return [figure for name, size in SETS.items() for figure in figures(name, size, models, quick=quick)]


def figures(name: str, size: int | None, models: list[str], *, quick: bool) -> list[Figure]:
    """Say how much a small buffer changes, at the rate and with the model where it changes most."""
    splits = list(folds(name, size, quick=quick))
    changes = {model: [changes_of(split, model, fold) for fold, split in enumerate(splits)] for model in models}
    return [
        figure(f"{name}, {kind}, {small_buffer(splits[0])} places", {
            model: np.concatenate([each[kind] for each in by_fold]) for model, by_fold in changes.items()
        })
        for kind in ARRIVALS
    ]  # fmt: skip


def changes_of(split: Split, name: str, fold: int) -> dict[str, npt.NDArray[np.float64]]:
    """Return a table for each order of the objects, by kind of arrival."""
    model = MODELS[name](fold).fit(split.X, split.y)
    orders = range(ORDERS if len(split.y) + len(split.y_test) < FEW_ROWS else 1)
    return {kind: np.array([change(model, split, kind, fold, order) for order in orders]) for kind in ARRIVALS}


def change(model: NeighborsClassifier, split: Split, kind: str, fold: int, order: int) -> Table:
    """Compare both buffers on one stream."""
    mixed = np.random.default_rng([SEED, fold, order]).permutation(len(split.y_test))
    stream = Split(split.X, split.y, split.X_test[mixed], split.y_test[mixed])
    seed = order * FOLDS + fold
    arrivals = ARRIVALS[kind](seed)
    ample = accuracies(model, stream, arrivals, POLICIES, random_state=seed)
    scarce = accuracies(model, stream, arrivals, POLICIES, capacity=small_buffer(split), random_state=seed)
    return np.array([scarce.line(policy) for policy in POLICIES]) - [ample.line(policy) for policy in POLICIES]


def figure(what: str, changes: dict[str, npt.NDArray[np.float64]]) -> Figure:
    """Compare the largest change under gain with its standard error, and with the largest under other policies."""
    means = np.array([each.mean(axis=0) for each in changes.values()])
    errors = np.array([each.std(axis=0, ddof=1) / np.sqrt(len(each)) for each in changes.values()])
    gain = POLICIES.index("gain")
    worst = np.abs(means[:, gain]).argmax()
    others = {policy: float(np.abs(means[:, row]).max()) for row, policy in enumerate(POLICIES[:gain])}
    behind = {
        "standard error": float(errors[:, gain].flat[worst]),
        "gain, mean": float(means[:, gain].mean()),
        **others,
    }
    return Figure(f"{what}: largest change under gain", float(np.abs(means[:, gain]).max()), at_most(1), behind)
