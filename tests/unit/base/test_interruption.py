"""Ctrl-C, and any other signal whose handler raises, ends long work."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import numpy as np
import pytest
from audits import audit

from bestsofar import (
    ABEL,
    EBEL,
    BatchArrivals,
    BayesTreeClassifier,
    Drop3,
    GreedyRank,
    HeirRank,
    LazyTreeClassifier,
    MarginRank,
    NeighborsClassifier,
    PosteriorRank,
    RandomRank,
    SimpleRank,
    prequential,
    simulate,
)
from bestsofar.base.progress import listening
from bestsofar.lazy_tree import classifier

SOON, AGAIN = 0.5, 0.15  # seconds: the first is long enough for what Python checks beforehand
RINGS = 3
# Enough for many rings of the alarm, whatever is done with them.
ROWS, FEATURES = 200_000, 16
FEW_ROWS = 20_000  # for ABEL, which holds a kernel for each of them and each tenth of them
SCHEMES = [
    SimpleRank(),
    HeirRank(),
    GreedyRank(sample=ROWS),
    MarginRank(sample=ROWS),
    PosteriorRank(bandwidth=1.0, sample=ROWS),
    Drop3(),
    EBEL(bandwidth=1.0),
    EBEL(bandwidth="loo"),
    ABEL(bandwidth=1.0),
]


class Alarm(Exception):
    """What the handler raises."""


@contextmanager
def handled(ring: Callable[..., None]) -> Iterator[None]:
    """Have a handler that raises in here."""
    former = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(Alarm):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


@contextmanager
def alarm() -> Iterator[None]:
    """Have a signal raised in here, soon and again; the last handler ends it.

    Work that does not look would see all of them as one, when it is done.
    """
    rings = iter(range(1, RINGS))

    def ring(*_: object) -> None:
        if next(rings, None) is None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise Alarm

    with handled(ring):
        signal.setitimer(signal.ITIMER_REAL, SOON, AGAIN)
        yield


@pytest.fixture(scope="module")
def many() -> tuple[np.ndarray, np.ndarray]:
    """Give more rows than can be ranked while a test runs."""
    rng = np.random.default_rng(0)
    return rng.random((ROWS, FEATURES), dtype=np.float32), rng.integers(0, 3, ROWS)


@pytest.mark.parametrize("scheme", SCHEMES, ids=repr)
def test_rankings_end(scheme: SimpleRank, many: tuple[np.ndarray, np.ndarray]) -> None:
    """A ranking that is under way ends when a signal is raised."""
    X, y = (part[: FEW_ROWS if isinstance(scheme, ABEL) else ROWS] for part in many)
    with alarm():
        scheme.rank(X, y)


@pytest.mark.parametrize("ask", ["predict", "predict_proba"])
def test_batches_end(ask: str, many: tuple[np.ndarray, np.ndarray]) -> None:
    """A batch that is being answered ends, and the model can be asked again."""
    X, y = many
    model = NeighborsClassifier(RandomRank(random_state=0), n_neighbors=5).fit(X[:100_000], y[:100_000])
    with alarm():
        getattr(model, ask)(X)
    assert len(model.predict(X[:10])) == 10


@pytest.mark.parametrize("policy", ["first-come", "evidence"])
def test_simulations_end(policy: str, many: tuple[np.ndarray, np.ndarray]) -> None:
    """A stream of objects that wait for their turns ends."""
    X, y = many
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(X[:100_000], y[:100_000])
    with alarm():
        simulate(model, X, y, arrivals=BatchArrivals(1.0), policy=policy)


@pytest.mark.parametrize("watch", [False, True])
@pytest.mark.parametrize("build", ["em", "r"])
def test_builds_end(build: str, many: tuple[np.ndarray, np.ndarray], *, watch: bool) -> None:
    """Trees that are being grown are given up, also while a progress bar shows how far they are."""
    X, y = (np.concatenate([part] * 10) for part in many)
    model = BayesTreeClassifier(build)

    def fit() -> None:
        model.fit(X, y)

    with alarm():
        watched(fit) if watch else fit()
    assert not hasattr(model, "classes_")


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_a_new_lazy_tree_is_given_up(method: str, many: tuple[np.ndarray, np.ndarray]) -> None:
    """A tree that nobody has seen is abandoned half way."""
    model = LazyTreeClassifier(capacity=20_000)
    with alarm():
        getattr(model, method)(*many)
    assert not hasattr(model, "classes_")


def test_a_lazy_tree_of_clusters_is_given_up(
    monkeypatch: pytest.MonkeyPatch, many: tuple[np.ndarray, np.ndarray]
) -> None:
    """Clusters that k-means has found are taken in some at a time."""
    X, y = many
    found = X, np.eye(3, dtype=np.uint32)[y], np.zeros(ROWS), np.arange(ROWS)
    monkeypatch.setattr(classifier, "clusters", lambda *_: found)
    model = LazyTreeClassifier(capacity=20_000, start=ROWS)
    with alarm():
        model.fit(X, y)
    assert not hasattr(model, "classes_")


def test_the_lazy_tree_before_stays(many: tuple[np.ndarray, np.ndarray]) -> None:
    """A model that is interrupted while it is fitted again is as before."""
    X, y = many
    model = LazyTreeClassifier(capacity=20_000).fit(X[:100], y[:100])
    before = model.predict_proba(X[:1000])
    with alarm():
        model.fit(X[:, ::-1], y + 1)
    np.testing.assert_array_equal(model.predict_proba(X[:1000]), before)
    assert model.classes_.tolist() == [0, 1, 2]


def test_a_batch_is_learned_whole(many: tuple[np.ndarray, np.ndarray]) -> None:
    """A lazy tree that others see has learned all of a batch when a signal that came meanwhile is heeded."""
    X, y = (part[:FEW_ROWS] for part in many)
    model = LazyTreeClassifier(capacity=FEW_ROWS).fit(X[:100], y[:100])

    def ring(*_: object) -> None:
        raise Alarm

    def ring_half_way() -> None:
        while len(model.exemplars_.centers) == 100:
            pass
        signal.raise_signal(signal.SIGALRM)

    with handled(ring):
        watcher = Thread(target=ring_half_way)
        watcher.start()
        model.partial_fit(X[100:], y[100:])
    watcher.join()
    assert model.exemplars_.counts.sum() == FEW_ROWS
    audit(model)


def test_streams_end(many: tuple[np.ndarray, np.ndarray]) -> None:
    """A stream ends between two records, and the tree is sound."""
    X, y = many
    model = LazyTreeClassifier(capacity=20_000).fit(X[:100], y[:100])
    with alarm():
        prequential(model, X, y)
    audit(model)
    assert 100 < model.exemplars_.counts.sum() < ROWS


def watched(work: Callable[[], None]) -> None:
    """Do something with a listener."""
    with listening(lambda *_: None):
        work()
