"""After any number of steps a query answers as the oracle does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import codes_of, matrix_of, space_of
from oracles.ebel import leave_one_out_bandwidth
from oracles.neighbors import classes_first
from oracles.parzen import scan
from sklearn.neighbors import KernelDensity
from strategies import METRICS, grid, labels, problems, texts

from bestsofar import GreedyRank, ParzenClassifier, RandomRank, SimpleRank

BANDWIDTHS = st.sampled_from([1e-3, 0.1, 1.0, 7.0, 1e200])
ORDERS = st.sampled_from([SimpleRank(), GreedyRank(), RandomRank(random_state=3)])


def squared_distances(X, x, **metric):
    """Squared distances from one object to all training objects, from the core's own reduced ones where they are."""
    both = np.concatenate([X, np.asarray(x)[None]]) if isinstance(X, np.ndarray) else [*X, x]
    space = space_of(both, learn=X, **metric)
    if space.squared:
        return space.reduced(len(X))[:-1].tolist()
    own = space_of(X, learn=X, **metric)
    record = np.ascontiguousarray(x) if isinstance(X, np.ndarray) else x.encode("utf-32-le")
    return (own.distances(record) ** 2).tolist()


def assert_every_step_agrees(model, ranked, x, squared, y):
    """A query that is refined step by step, and one for each number of steps, agree with the oracle."""
    codes = codes_of(y)
    order = classes_first(list(ranked), codes)
    scanned = [squared[row] for row in order], [codes[row] for row in order], model.bandwidth
    query = model.begin(x)
    for steps in range(len(y) + 2):
        state = scan(*scanned, steps)
        if steps > query.steps:
            query.refine(steps=1)
        answer = query.answer
        assert answer.steps == state.steps
        assert answer.label == model.classes_[state.label], steps
        assert answer.neighbors.tolist() == [order[place] for place in state.neighbors]
        assert answer.proba == pytest.approx([state.shares[code] for code in range(len(model.classes_))], abs=1e-12)
        assert model.predict([x], steps=steps)[0] == answer.label
    assert query.done


@pytest.mark.parametrize("metric", METRICS)
@given(problem=problems(most_rows=20, dtypes=st.just(np.float64)), bandwidth=BANDWIDTHS)
@settings(max_examples=12)
def test_every_step_of_a_random_order(metric, problem, bandwidth):
    """Label, shares, neighbours and steps are the oracle's after every step, for every metric."""
    X, y, x, seed = problem
    params = METRICS[metric]
    model = ParzenClassifier(
        RandomRank(random_state=seed), bandwidth=bandwidth, metric=metric, metric_params=params
    ).fit(X, y)
    ranked = np.random.RandomState(seed).permutation(len(X))
    squared = squared_distances(X, x, metric=metric, metric_params=params)
    assert_every_step_agrees(model, ranked, x, squared, y)


@given(problem=problems(most_rows=25), bandwidth=BANDWIDTHS, order=ORDERS)
def test_every_step_of_a_ranked_order(problem, bandwidth, order):
    """The same where the order was ranked, and for either size of number."""
    X, y, x, _ = problem
    model = ParzenClassifier(order, bandwidth=bandwidth).fit(X, y)
    assert_every_step_agrees(model, order.rank(X, y), x, squared_distances(X, x), y)


@given(strings=st.lists(texts(longest=9), min_size=2, max_size=20), seed=st.integers(0, 99))
@settings(max_examples=15)
def test_every_step_among_strings(strings, seed):
    """The same for strings."""
    x, *X = strings
    y = np.array([len(string) % 3 for string in X])
    model = ParzenClassifier(RandomRank(random_state=seed), bandwidth=2.0, metric="edit").fit(X, y)
    ranked = np.random.RandomState(seed).permutation(len(X))
    assert_every_step_agrees(model, ranked, x, squared_distances(X, x, metric="edit"), y)


@given(problem=problems(most_rows=40, rows=grid), bandwidth=BANDWIDTHS)
def test_the_end_is_the_same_for_every_order(problem, bandwidth):
    """Run to the end, shares do not depend on the order, nor does the label where one class leads."""
    X, y, x, seed = problem
    shares = [
        ParzenClassifier(order, bandwidth=bandwidth).fit(X, y).predict_proba([x])[0]
        for order in (SimpleRank(), GreedyRank(), RandomRank(random_state=seed))
    ]
    assert shares[0] == pytest.approx(shares[1], abs=1e-12)
    assert shares[0] == pytest.approx(shares[2], abs=1e-12)


@given(data=st.data(), n=st.integers(5, 60), bandwidth=st.sampled_from([0.3, 1.0]))
def test_the_end_is_scikit_learns(data, n, bandwidth):
    """The posterior is that of scikit-learn's density of each class, times the share of the class."""
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    X, y = rng.normal(size=(n, 3)), data.draw(labels(n, classes=2))
    queries = rng.normal(size=(10, 3))
    density = [
        np.exp(KernelDensity(bandwidth=bandwidth).fit(X[y == c]).score_samples(queries)) * (y == c).sum()
        for c in np.unique(y)
    ]
    shares = np.transpose(density / np.sum(density, axis=0))
    assert ParzenClassifier(bandwidth=bandwidth).fit(X, y).predict_proba(queries) == pytest.approx(shares)


@given(problem=problems(most_rows=30, dtypes=st.just(np.float64)))
def test_the_bandwidth_of_leave_one_out(problem):
    """Without a bandwidth it is that of least leave-one-out error."""
    X, y, x, _ = problem
    found = leave_one_out_bandwidth(matrix_of(X), codes_of(y))
    model, same = ParzenClassifier().fit(X, y), ParzenClassifier(bandwidth=found).fit(X, y)
    assert model.predict_proba([x])[0] == pytest.approx(same.predict_proba([x])[0])


def test_hundreds_of_rows():
    """Blocks and scans of rows join without a seam, wherever a query stops."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(700, 2)), rng.integers(0, 5, size=700)
    model = ParzenClassifier(RandomRank(random_state=1), bandwidth=0.2).fit(X, y)
    order = classes_first(np.random.RandomState(1).permutation(700).tolist(), y.tolist())
    for x in rng.normal(size=(2, 2)):
        squared = np.array(squared_distances(X, x))[order].tolist()
        query = model.begin(x)
        while not query.done:
            query.refine(steps=int(rng.integers(1, 200)))
            state = scan(squared, y[order].tolist(), 0.2, query.steps)
            assert query.answer.label == state.label
            assert query.answer.proba == pytest.approx([state.shares[code] for code in range(5)], abs=1e-12)
