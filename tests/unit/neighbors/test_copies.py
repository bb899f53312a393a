import copy
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from bestsofar import GreedyRank, NeighborsClassifier, RandomRank, SimpleRank

X = np.random.default_rng(0).normal(size=(60, 3))
Y = np.array(["a", "b", "c"] * 20)
TEXTS = [f"{row[0]:.1f}" for row in X]


def span(a, b):
    """A function that pickle can find."""
    return float(np.abs(a - b).max())


CASES = {
    "default": (NeighborsClassifier(), X),
    "float32": (NeighborsClassifier(SimpleRank(), n_neighbors=3), X.astype(np.float32)),
    "random": (NeighborsClassifier(RandomRank(random_state=1)), X),
    "cosine": (NeighborsClassifier(metric="cosine"), np.vstack([X[:-1], np.zeros(3)])),
    "minkowski": (NeighborsClassifier(metric="minkowski", metric_params={"p": 3}), X),
    "hamming": (NeighborsClassifier(metric="hamming"), X.round()),
    "mixed": (
        NeighborsClassifier(metric="mixed", metric_params={"categorical": [1]}),
        np.where(X > 1, np.nan, X).round(),
    ),
    "table": (NeighborsClassifier(metric="mixed"), [[text, row[0]] for text, row in zip(TEXTS, X, strict=True)]),
    "dtw": (NeighborsClassifier(GreedyRank(sharpness=None), metric="dtw", metric_params={"band": 0.5}), X),
    "rotation": (NeighborsClassifier(metric="rotation", metric_params={"mirror": True}), X),
    "edit": (NeighborsClassifier(metric="edit"), TEXTS),
    "compression": (NeighborsClassifier(metric="compression"), [text.encode() for text in TEXTS]),
    "function": (NeighborsClassifier(metric=span), X),
}
each_case = pytest.mark.parametrize("case", CASES)


def through_pickle(model):
    """Write and read a model, in the oldest protocol that can."""
    return pickle.loads(pickle.dumps(model, protocol=2))  # noqa: S301


@each_case
@pytest.mark.parametrize("duplicate", [through_pickle, copy.deepcopy, copy.copy])
def test_a_copy_answers_the_same(case, duplicate):
    """A copy gives the same answers after any number of steps, and takes up queries of the original."""
    model, objects = CASES[case]
    model = clone(model).fit(objects, Y)
    twin = duplicate(model)
    assert type(twin) is type(model)
    assert twin.get_params().keys() == model.get_params().keys()
    assert twin.nbytes == model.nbytes
    for steps in (0, 7, 30, None):
        assert (twin.predict_proba(objects, steps=steps) == model.predict_proba(objects, steps=steps)).all()
    query = model.begin(objects[3]).refine(steps=9)
    resumed = twin.resume(query.suspend())
    assert resumed.suspend() == query.suspend()
    assert str(resumed.refine().answer) == str(query.refine().answer)


@each_case
def test_a_clone_has_learned_nothing(case):
    """scikit-learn's clone keeps the parameters only."""
    model, objects = CASES[case]
    fresh = clone(clone(model).fit(objects, Y))
    assert str(fresh) == str(model)
    with pytest.raises(NotFittedError):
        fresh.predict(objects)


def test_a_copy_stands_alone():
    """Fitting the original again does not change a copy."""
    model = NeighborsClassifier().fit(X, Y)
    twin, expected = copy.deepcopy(model), model.predict(X).tolist()
    model.fit(X, Y[::-1])
    assert twin.predict(X).tolist() == expected


@pytest.mark.parametrize("duplicate", [through_pickle, copy.deepcopy])
def test_attributes_of_any_name_are_copied(duplicate):
    """None is taken for what the model has learned."""
    model = NeighborsClassifier().fit(X, Y)
    model.learned = "yesterday"
    twin = duplicate(model)
    assert twin.learned == "yesterday"
    assert twin.predict(X).tolist() == model.predict(X).tolist()


def test_unfitted_models_can_be_copied():
    """There need be nothing learned yet."""
    assert str(through_pickle(NeighborsClassifier(n_neighbors=3))) == str(NeighborsClassifier(n_neighbors=3))
