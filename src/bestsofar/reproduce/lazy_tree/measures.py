"""Streams through lazy and eager learners."""

from functools import partial
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar import datasets
from bestsofar.evaluation import prequential
from bestsofar.evaluation.report import Report
from bestsofar.lazy_tree import LazyTreeClassifier
from bestsofar.reproduce.lines import Lines
from bestsofar.reproduce.splits import SEED, dataset

# Records that the local k-NN keeps, in Table II; the tree gets as many exemplars.
CAPACITIES = {
    "kddcup99_10pct": 1_000,
    "sensor": 2_000,
    "powersupply": 1_000,
    "waveform": 100,
    "halloffame": 10,
    "kr-vs-kp": 20,
    "sick": 25,
    "hypothyroid": 20,
    "mushroom": 50,
    "splice": 50,
    "nursery": 40,
    "musk": 40,
}
SHUFFLED = {"kr-vs-kp", "splice"}  # their files list the classes in blocks
IDENTIFIERS = {"halloffame": "Player"}  # tells each row from all others
KILOBYTE, MILLISECOND = 1_000, 1e-3
COLUMNS = ["accuracy, %", "memory, kB", "time, ms"]
SURFACE_ROWS, CHUNK = 100_000, 2_500
GAMMAS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3]
ENTRIES = [2, 5, 10, 20, 50, 100]
GAMMA_OF_ENTRIES = 0.1


Rows = npt.NDArray[np.floating[Any]]
Measured = tuple[Report, list[float]]  # the report, and the values of `COLUMNS`


def stream(name: str, size: int | None = None) -> tuple[Rows, npt.NDArray[Any], npt.NDArray[np.bool_]]:
    """Draw records of a stream in order; return them, their labels, and which columns are categories."""
    data = dataset(name)
    X, y, categorical = data.X, data.y, data.categorical
    if name in SHUFFLED:
        drawn = np.random.default_rng(SEED).permutation(len(y))
        X, y = X[drawn], y[drawn]
    kept = np.sort(np.random.default_rng(SEED).permutation(len(y))[:size])
    features = np.array([feature != IDENTIFIERS.get(name) for feature in data.feature_names])
    return X[kept][:, features], y[kept], categorical[features]


def lazy_trees(capacity: int, records: int, categorical: npt.NDArray[np.bool_]) -> dict[str, LazyTreeClassifier]:
    """Return k-NN with all records, k-NN with the last ones, and the tree that holds as many exemplars as these."""
    make = partial(LazyTreeClassifier, metric="mixed", metric_params={"categorical": categorical})
    return {
        "global k-NN": make(0, capacity=records),
        "local k-NN": make(0, capacity=capacity),
        "L-tree": make(capacity=capacity),
    }


def through(model: Any, X: npt.NDArray[Any], y: npt.NDArray[Any]) -> Measured:
    """Test, then train."""
    start = process_time()
    report = prequential(model, X, y, window=CHUNK)
    seconds = process_time() - start
    nbytes = getattr(model, "nbytes", np.nan)
    return report, [100 * report.accuracy, nbytes / KILOBYTE, seconds / MILLISECOND]


def lazy(name: str, _fold: int, size: int | None) -> Lines:
    """Run three kinds of lazy learners on a stream."""
    X, y, categorical = stream(name, size)
    models = lazy_trees(CAPACITIES[name], len(y), categorical)
    return Lines(COLUMNS, {who: through(model, X, y)[1] for who, model in models.items()})


def eager_learners(X: Rows, y: npt.NDArray[Any], categorical: npt.NDArray[np.bool_]) -> dict[str, Measured]:
    """Run River's Hoeffding tree and naive Bayes on a stream."""
    from river import tree

    from bestsofar.compat.river import FromRiver
    from bestsofar.reproduce.lazy_tree.naive_bayes import NaiveBayes, in_bins

    hoeffding = tree.HoeffdingTreeClassifier(nominal_attributes=np.flatnonzero(categorical).tolist())
    return {
        "decision tree": through(FromRiver(hoeffding), X, y),
        "naive Bayes": through(NaiveBayes(), in_bins(X, categorical), y),
    }


def eager(name: str, _fold: int, size: int | None) -> Lines:
    """Run the tree and eager learners on a stream."""
    X, y, categorical = stream(name, size)
    tree = lazy_trees(CAPACITIES[name], len(y), categorical)["L-tree"]
    measured = {"L-tree": through(tree, X, y), **eager_learners(X, y, categorical)}
    accuracy, _, time = COLUMNS
    return Lines([accuracy, time], {who: [values[0], values[-1]] for who, (_, values) in measured.items()})


def drift(_name: str, seed: int, size: int | None) -> Lines:
    """Measure accuracy on the drifting surface, chunk by chunk."""
    X, y = datasets.drifting_surface(size or SURFACE_ROWS, random_state=seed)
    trees = {"L-tree": LazyTreeClassifier(), "window": LazyTreeClassifier(0)}
    measured = {who: through(model, X, y) for who, model in trees.items()}
    measured |= eager_learners(X, y, np.zeros(X.shape[1], dtype=bool))
    over_time = {who: (100 * report.over_time).tolist() for who, (report, _) in measured.items()}
    return Lines(list(range(1, len(over_time["L-tree"]) + 1)), over_time)


def by_parameter(values: list[Any], models: list[LazyTreeClassifier], seed: int, size: int | None) -> Lines:
    """Run models that differ in one parameter on the drifting surface."""
    X, y = datasets.drifting_surface(size or SURFACE_ROWS, random_state=seed)
    measured = np.array([through(model, X, y)[1] for model in models])
    return Lines(values, {what: measured[:, column].tolist() for column, what in enumerate(COLUMNS)})


def gammas(_name: str, seed: int, size: int | None) -> Lines:
    """Vary how far a record may be to be absorbed."""
    return by_parameter(GAMMAS, [LazyTreeClassifier(gamma, capacity=10_000) for gamma in GAMMAS], seed, size)


def entries(_name: str, seed: int, size: int | None) -> Lines:
    """Vary how many entries a node may have."""
    models = [
        LazyTreeClassifier(GAMMA_OF_ENTRIES, capacity=10_000, min_entries=1, max_entries=most) for most in ENTRIES
    ]
    return by_parameter(ENTRIES, models, seed, size)
