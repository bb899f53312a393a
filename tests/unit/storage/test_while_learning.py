"""Who saves or copies a model while another thread teaches it gets what it was before a batch, or after."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from copy import deepcopy
from threading import Barrier, Event

import numpy as np
import pytest

from bestsofar import BayesTreeClassifier, LazyTreeClassifier, NeighborsClassifier, load, save

X = np.random.default_rng(0).normal(size=(6_000, 20))
TIMES = 10


@contextmanager
def taught(model, batches) -> Iterator[None]:
    """Teach a model in another thread meanwhile."""
    stop = Event()

    def teach():
        for rows, labels in batches:
            if stop.is_set():
                break
            model.partial_fit(rows, labels)

    with ThreadPoolExecutor(1) as other:
        teaching = other.submit(teach)
        try:
            yield
        finally:
            stop.set()
        teaching.result()


def saved(model, folder):
    """Save and load a model."""
    save(model, folder / "model.bsf")
    return load(folder / "model.bsf")


@pytest.mark.parametrize("again", [saved, lambda model, _: deepcopy(model)], ids=["saved", "copied"])
def test_bayes_trees_and_their_classes(again, tmp_path):
    """New classes come before those there are, so trees of one moment and names of another give wrong labels."""
    model = BayesTreeClassifier("r").fit(X, np.arange(len(X)) % 5)
    with taught(model, ((X[:1], [-new]) for new in range(1, 10_000))):
        for _ in range(TIMES):
            assert set(again(model, tmp_path).predict(X[1:3]).tolist()) == {1, 2}


@pytest.mark.parametrize("again", [saved, lambda model, _: deepcopy(model)], ids=["saved", "copied"])
def test_neighbors_and_their_exemplars(again, tmp_path):
    """Neighbours in an answer are places in `exemplars_`."""
    y = (X[:, 0] > 0).astype(int)
    batches = ((X[start : start + 100], y[start : start + 100]) for start in [*range(100, 6_000, 100)] * 10)
    model = NeighborsClassifier(capacity=100).partial_fit(X[:100], y[:100])
    with taught(model, batches):
        for _ in range(TIMES):
            one = again(model, tmp_path)
            for x in X[:5]:
                distances = np.linalg.norm(one.exemplars_ - x, axis=1)
                assert distances[one.begin(x).refine().answer.neighbors[0]] == pytest.approx(distances.min())


def test_several_teachers():
    """Records that several threads bring to a new lazy tree are all learned."""
    for _ in range(TIMES):
        model, together = LazyTreeClassifier(0), Barrier(4)

        def teach(label, model=model, together=together):
            together.wait()
            for place in range(label, 40, 4):
                model.partial_fit(X[place : place + 1], [label])

        with ThreadPoolExecutor(4) as teachers:
            list(teachers.map(teach, range(4)))
        assert model.exemplars_.counts.sum() == 40
