"""Records a second of the lazy tree, test then train, against NumPy and River; its search against a scan."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from river import neighbors
from sklearn.metrics import accuracy_score

from benchmarks.data import rows, scaled
from benchmarks.race.numpy_window.adapter import Adapter as RingBuffer
from benchmarks.report import Figure, at_least, at_most
from benchmarks.timing import MICROSECOND, race
from bestsofar import LazyTreeClassifier, prequential

SETS = ["letter", "pendigits", "covtype"]
CAPACITY = 1_000
RECORDS = 10_000
SIZES = [1_000, 10_000, 100_000]
QUERIES = 300
ALL_IN_ONE_LEAF = 2**40


def run(*, quick: bool) -> list[Figure]:
    """Race on every stream, then single calls, then growing trees."""
    repeats = 4 if quick else 10
    figures = [figure for name in SETS for figure in against_others(name, repeats)]
    return [*figures, single_calls(), *growth(SIZES[:2] if quick else SIZES)]


def stream(name: str, n: int) -> tuple[npt.NDArray[np.float32], npt.NDArray]:
    """Return the first records of a set, as float32, scaled to 0..1."""
    X, y = rows(name)
    return scaled(X)[:n], y[:n]


def against_others(name: str, repeats: int) -> Iterator[Figure]:
    """Race 1-NN with the same number of exemplars."""
    X, y = stream(name, RECORDS)
    window = {"gamma": 0, "capacity": CAPACITY, "n_neighbors": 1}
    contenders = {
        "window, us": lambda: prequential(LazyTreeClassifier(**window), X, y),
        "scaled, us": lambda: prequential(LazyTreeClassifier(**window, scale="within"), X, y),
        "auto, us": lambda: prequential(LazyTreeClassifier(capacity=CAPACITY, n_neighbors=1), X, y),
        "NumPy, us": lambda: RingBuffer(CAPACITY).test_then_learn(X, y),
    }
    result = race(contenders, [()] * repeats)
    behind = result.medians(RECORDS * MICROSECOND)
    for what, target in {"window": at_least(2), "scaled": at_least(2), "auto": None}.items():
        ratio = result.ratio("NumPy, us", f"{what}, us")
        yield Figure(f"{name}: {what}, as many times the records/s of NumPy", ratio, target, behind)
        behind = {}  # shown once
    numpy = accuracy_score(y[1:], RingBuffer(CAPACITY).test_then_learn(X, y)[0][1:])
    for what in ("window", "scaled", "auto"):
        ahead = contenders[f"{what}, us"]().accuracy - numpy
        yield Figure(f"{name}: accuracy of {what} less NumPy's, points", 100 * ahead, at_least(0))
    yield against_river(name, X, y, window)


def against_river(name: str, X: npt.NDArray, y: npt.NDArray, window: dict) -> Figure:
    """Race with River's window of as many records."""

    def in_river() -> None:
        model = neighbors.KNNClassifier(1, engine=neighbors.LazySearch(CAPACITY))
        for x, label in zip(X.tolist(), y.tolist(), strict=True):
            record = dict(enumerate(x))
            model.predict_one(record)
            model.learn_one(record, label)

    contenders = {"window": lambda: prequential(LazyTreeClassifier(**window), X, y), "River": in_river}
    result = race(contenders, [()] * 4)
    behind = {f"{who}, us": time for who, time in result.medians(len(y) * MICROSECOND).items()}
    ratio = result.ratio("River", "window")
    return Figure(f"{name}: window, as many times the records/s of River", ratio, at_least(80), behind)


def single_calls() -> Figure:
    """Call `predict` and `partial_fit` for each record, and time one thousand after the other."""
    X, y = stream("letter", RECORDS)
    model = LazyTreeClassifier(0, capacity=CAPACITY, n_neighbors=1).partial_fit(X[:1], y[:1], classes=np.unique(y))

    def learn(thousand: range) -> None:
        for place in thousand:
            model.predict(X[place : place + 1])
            model.partial_fit(X[place : place + 1], y[place : place + 1])

    thousands = [(range(start, start + 1_000),) for start in range(0, RECORDS, 1_000)]
    seconds = race({"ours": learn}, thousands).median("ours")
    return Figure("letter: records/s, one predict and one partial_fit each", 1_000 / seconds, at_least(50_000))


def growth(sizes: list[int]) -> Iterator[Figure]:
    """Search trees of growing size, and the same exemplars in a single leaf: that is a scan."""
    X, y = stream("covtype", max(sizes) + 10 * QUERIES)
    for size in sizes:
        yield against_scan(X[:size], y[:size], X[size : size + 10 * QUERIES : 10])


def against_scan(X: npt.NDArray, y: npt.NDArray, asked: npt.NDArray) -> Figure:
    """Race both with the same exemplars."""
    window = {"gamma": 0, "capacity": len(y), "n_neighbors": 1}
    tree = LazyTreeClassifier(**window).partial_fit(X, y)
    scan = LazyTreeClassifier(**window, max_entries=ALL_IN_ONE_LEAF).partial_fit(X, y)
    contenders = {"tree, us": lambda: tree.predict(asked), "scan, us": lambda: scan.predict(asked)}
    result = race(contenders, [()] * 8)
    reads = np.mean([tree.begin(x).refine().steps for x in asked[:50]])
    behind = result.medians(len(asked) * MICROSECOND) | {"nodes read": float(reads)}
    ratio = result.ratio("tree, us", "scan, us")
    return Figure(f"covtype, {len(y):,} exemplars: tree / scan", ratio, at_most(1), behind)
