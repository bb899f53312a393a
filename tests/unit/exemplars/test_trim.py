import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import codes_of, matrix_of
from oracles import trim as oracle
from sklearn.metrics import accuracy_score
from sklearn.neighbors import KNeighborsClassifier
from strategies import gaussians, grid, labels, problems, texts

from bestsofar import GreedyRank, NeighborsClassifier, ParzenClassifier, SimpleRank
from bestsofar._core import prefix_labels
from bestsofar.distances import make_metric
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.trim import SHARES, best_share


def noisy(n, *, seed=0, wrong=0.2):
    """Two classes side by side, some labels wrong in training, all right in the test."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(size=(2 * n, 2))
    y = (X[:, 0] > 0.5).astype(int)
    return X[:n], np.where(rng.random(n) < wrong, 1 - y[:n], y[:n]), X[n:], y[n:]


def labels_after(X, y, order, rows, lengths, **metric):
    """What the core says."""
    metric = make_metric(SimpleRank(), metric.get("metric", "euclidean"), None)
    arrays = (np.asarray(part, dtype=np.uint32) for part in (codes_of(y), order, rows, lengths))
    return prefix_labels(metric.space(metric.learn(X)), *arrays).tolist()


@given(data=st.data(), n=st.integers(2, 60), draw=st.sampled_from([grid, gaussians]))
@settings(max_examples=60)
def test_prefix_labels(data, n, draw):
    """After every number of exemplars a row has the label of the nearest, of equals the earliest."""
    X, y = data.draw(draw((n, 3))), data.draw(labels(n))
    shuffled = data.draw(st.permutations(range(n)))
    order, rows = shuffled[: n // 2], shuffled[n // 2 :]
    lengths = sorted(data.draw(st.lists(st.integers(1, len(order)), min_size=1, max_size=9)))
    expected = oracle.prefix_labels(matrix_of(X), codes_of(y), order, rows, lengths)
    assert labels_after(X, y, order, rows, lengths) == expected


@given(strings=st.lists(texts(longest=6), min_size=2, max_size=20))
def test_prefix_labels_of_strings(strings):
    """It works for every kind of object."""
    y = [len(string) % 3 for string in strings]
    order, rows = range(1, len(strings)), [0]
    expected = oracle.prefix_labels(matrix_of(strings, metric="edit"), codes_of(y), order, rows, order)
    assert labels_after(strings, y, order, rows, order, metric="edit") == expected


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 4), st.floats(0, 0.4))
@settings(max_examples=40)
def test_best_share(seed, rows, times, fall):
    """The length chosen is the oracle's."""
    chance = np.minimum(0.5 + SHARES, 0.9) - fall * SHARES
    right = (np.random.default_rng(seed).random((times, rows, 1)) < chance).sum(axis=0)
    assert best_share(right) == oracle.best_share(right.tolist())


@pytest.mark.parametrize("order", [SimpleRank, GreedyRank])
def test_wrong_labels_are_left_out(order):
    """Where labels are wrong, a trimmed order is shorter and better than 1-NN on everything."""
    X, y, X_test, y_test = noisy(400)
    kept = order(trim=True).rank(X, y)
    everything = KNeighborsClassifier(1).fit(X, y).score(X_test, y_test)
    assert len(kept) < len(X)
    assert KNeighborsClassifier(1).fit(X[kept], y[kept]).score(X_test, y_test) > everything + 0.05


@pytest.mark.parametrize("order", [SimpleRank, GreedyRank])
def test_good_sets_stay_whole(order):
    """Where every exemplar helps, none is left out."""
    X, y, *_ = noisy(400, wrong=0)
    y = (X * 8).astype(int).sum(axis=1) % 4
    assert sorted(order(trim=True).rank(X, y)) == list(range(400))


@given(problems())
def test_any_set_can_be_trimmed(problem):
    """One of each class remains, none comes twice, and those that remain are in the order."""
    kept = SimpleRank(trim=True).rank(problem.X, problem.y)
    assert set(problem.y[kept]) == set(problem.y)
    assert len(set(kept.tolist())) == len(kept)


def test_trim_must_be_a_bool():
    """Anything else is refused."""
    with pytest.raises(InvalidParameter, match=r"SimpleRank: 'trim' must be True or False, got 0\.5"):
        SimpleRank(trim=0.5).rank([[0.0], [1.0]], [0, 1])


def test_classifier_holds_only_what_remains():
    """A trimmed model is smaller, and its queries end sooner."""
    X, y, X_test, y_test = noisy(400)
    model = NeighborsClassifier(SimpleRank(trim=True)).fit(X, y)
    kept = SimpleRank(trim=True).rank(X, y)
    query = model.begin(X_test[0]).refine()
    assert query.answer.steps == len(kept) < len(X)
    assert query.answer.neighbors[0] in kept
    assert accuracy_score(y_test, model.predict(X_test)) > 0.9


@pytest.mark.parametrize("model", [NeighborsClassifier, ParzenClassifier])
def test_trimmed_classifier_can_be_copied(model):
    """A copy holds the same exemplars under the same names, and takes up a query."""
    X, y, X_test, _ = noisy(200)
    fitted = model(SimpleRank(trim=True)).fit(X, y)
    copy = pickle.loads(pickle.dumps(fitted))  # noqa: S301
    query = fitted.begin(X_test[0]).refine(steps=3)
    ended, taken_up = query.refine().answer, copy.resume(query.suspend()).refine().answer
    assert ended.neighbors.tolist() == taken_up.neighbors.tolist()
    assert copy.predict(X_test).tolist() == fitted.predict(X_test).tolist()
