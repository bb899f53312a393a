"""After any number of steps a query answers as the oracle does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import LiteralQuery, answers_agree, reduced_distances
from sklearn.neighbors import KNeighborsClassifier
from strategies import METRICS, grid, labels, problems, texts

from bestsofar import GreedyRank, NeighborsClassifier, RandomRank, SimpleRank

ORDERS = st.sampled_from([SimpleRank(), GreedyRank(), GreedyRank(sharpness=None)])


def assert_every_step_agrees(model, literal, x, n):
    """A query that is refined step by step, and one for each number of steps, agree with the oracle."""
    query = model.begin(x)
    for steps in range(n + 2):
        expected = literal.after(steps)
        if steps > query.steps:
            query.refine(steps=1)
        assert answers_agree(query.answer, expected), steps
        rows = np.asarray(x)[None] if isinstance(x, np.ndarray) else [x]
        assert model.predict(rows, steps=steps)[0] == expected[0]
        assert model.predict_proba(rows, steps=steps)[0] == pytest.approx(expected[1], abs=1e-15)
    assert query.done


@pytest.mark.parametrize("metric", METRICS)
@given(problem=problems(most_rows=25), k=st.integers(1, 5))
@settings(max_examples=12)
def test_every_step_of_a_random_order(metric, problem, k):
    """Label, shares, neighbours and steps are the oracle's after every step, for every metric."""
    X, y, x, seed = problem
    params = METRICS[metric]
    model = NeighborsClassifier(RandomRank(random_state=seed), n_neighbors=k, metric=metric, metric_params=params)
    ranked = np.random.RandomState(seed).permutation(len(X))
    literal = LiteralQuery(ranked, y, reduced_distances(X, x, metric=metric, metric_params=params), k)
    assert_every_step_agrees(model.fit(X, y), literal, x, len(X))


@given(problem=problems(most_rows=30), k=st.integers(1, 5), order=ORDERS)
@settings(max_examples=25)
def test_every_step_of_a_ranked_order(problem, k, order):
    """The same where the order was ranked."""
    X, y, x, _ = problem
    literal = LiteralQuery(order.rank(X, y), y, reduced_distances(X, x), k)
    assert_every_step_agrees(NeighborsClassifier(order, n_neighbors=k).fit(X, y), literal, x, len(X))


@given(strings=st.lists(texts(longest=9), min_size=2, max_size=20), k=st.integers(1, 5), seed=st.integers(0, 99))
@settings(max_examples=15)
def test_every_step_among_strings(strings, k, seed):
    """The same for strings."""
    x, *X = strings
    y = np.array([len(string) % 3 for string in X])
    model = NeighborsClassifier(RandomRank(random_state=seed), n_neighbors=k, metric="edit").fit(X, y)
    ranked = np.random.RandomState(seed).permutation(len(X))
    assert_every_step_agrees(model, LiteralQuery(ranked, y, reduced_distances(X, x, metric="edit"), k), x, len(X))


@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_hundreds_of_rows(k, dtype):
    """Blocks and scans of rows join without a seam, wherever a query stops."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(700, 2)).astype(dtype), rng.integers(0, 5, size=700)
    model = NeighborsClassifier(RandomRank(random_state=1), n_neighbors=k).fit(X, y)
    ranked = np.random.RandomState(1).permutation(700)
    for x in rng.normal(size=(3, 2)).astype(dtype):
        literal = LiteralQuery(ranked, y, reduced_distances(X, x), k)
        query = model.begin(x)
        while not query.done:
            assert answers_agree(query.answer, literal.after(query.steps))
            query.refine(steps=int(rng.integers(1, 60)))
        assert answers_agree(query.answer, literal.after(700))


@given(problem=problems(most_rows=40, rows=grid), k=st.integers(1, 5))
def test_many_classes(problem, k):
    """A query sees one of every class first, however many there are; `steps` counts these."""
    X, _, x, seed = problem
    y = np.arange(len(X)) // 2  # two of each, one of the last at most
    model = NeighborsClassifier(RandomRank(random_state=seed), n_neighbors=k).fit(X, y)
    ranked = np.random.RandomState(seed).permutation(len(X))
    literal = LiteralQuery(ranked, y, reduced_distances(X, x), k)
    assert model.begin(x).steps == len(np.unique(y))
    assert_every_step_agrees(model, literal, x, len(X))


@given(data=st.data(), n=st.integers(5, 60), k=st.sampled_from([1, 3, 5]))
def test_the_end_is_scikit_learns(data, n, k):
    """Where no votes or distances are tied, the last answer is that of scikit-learn's brute force."""
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    X, y = rng.normal(size=(n, 3)), data.draw(labels(n, classes=2))
    queries = rng.normal(size=(10, 3))
    brute = KNeighborsClassifier(k, algorithm="brute").fit(X, y)
    model = NeighborsClassifier(n_neighbors=k).fit(X, y)
    assert (model.predict(queries) == brute.predict(queries)).all()
    assert model.predict_proba(queries) == pytest.approx(brute.predict_proba(queries))
    nearest = brute.kneighbors(queries, return_distance=False)
    assert [model.begin(x).refine().answer.neighbors.tolist() for x in queries] == nearest.tolist()


@given(problem=problems(most_rows=20), k=st.integers(1, 6), steps=st.integers(0, 21))
def test_the_largest_share_is_the_label(problem, k, steps):
    """Shares sum to one, and the first of the largest is the label, also where a tie was decided."""
    model = NeighborsClassifier(RandomRank(random_state=0), n_neighbors=k).fit(problem.X, problem.y)
    answer = model.begin(problem.x).refine(steps=steps).answer
    assert answer.proba.sum() == pytest.approx(1)
    assert model.classes_[answer.proba.argmax()] == answer.label
    assert (answer.proba >= 0).all()


def test_more_neighbors_than_rows():
    """All rows vote where there are fewer than asked for."""
    X, y = np.arange(5.0)[:, None], [0, 0, 1, 1, 1]
    for k in (6, 2**31, 2**64, 10**30):
        answer = NeighborsClassifier(n_neighbors=k).fit(X, y).begin([0.0]).refine().answer
        assert answer.neighbors.tolist() == [0, 1, 2, 3, 4]
        assert answer.label == 1
