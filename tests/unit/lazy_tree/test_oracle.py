"""The tree is the list of spheres of the oracle: the same exemplars, the same neighbours, the same labels."""

import numpy as np
import pytest
from audits import audit
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.lazy_tree import FIRST_SHARE, Memory, Rule, TwoMemories, Units
from strategies import DTYPES, gaussians, grid, labels

from bestsofar import LazyTreeClassifier
from bestsofar.base.classifier import fitted_of
from bestsofar.distances import make_metric

ROOTS = {"euclidean": np.sqrt, "mixed": np.sqrt, "manhattan": float, "minkowski": np.cbrt}
PARAMS = {"minkowski": {"p": 3}, "mixed": {"categorical": [0]}}


def measure_of(metric, X):
    """The core's own distances; what the metric learns, it learns from X."""
    measure = make_metric(LazyTreeClassifier(), metric, PARAMS.get(metric))
    measure.learn(X)
    return measure


def memory_of(rule, metric, X, measure=None):
    """The oracle, by the core's own distances to the last bit."""
    measure = measure or measure_of(metric, X)

    def distances(centers, row):
        return measure.space(np.vstack([*centers, row])).reduced(len(centers))[:-1].tolist()

    width = X.shape[1]
    moves = np.full(width, metric != "hamming") & ((np.arange(width) > 0) | (metric != "mixed"))
    root = ROOTS.get(metric, lambda reduced: reduced / width)
    return (TwoMemories if rule.gamma is None else Memory)(rule, distances, lambda d: float(root(d)), moves)


@st.composite
def streams(draw, *, most=40, dtypes=DTYPES):
    """Records of a stream, with ties or without."""
    n, width = draw(st.integers(1, most)), draw(st.integers(1, 3))
    X = draw(draw(st.sampled_from([grid, gaussians]))((n, width), dtype=draw(dtypes)))
    return X, draw(labels(n))


def assert_same(model, memory):
    """The model holds what the oracle holds."""
    held = model.exemplars_
    assert held.founders.tolist() == [sphere.founder for sphere in memory.spheres]
    assert np.array_equal(held.centers, np.array([sphere.center for sphere in memory.spheres]), equal_nan=True)
    assert held.times.tolist() == [sphere.time for sphere in memory.spheres]
    assert [dict(enumerate(row)) for row in held.counts.tolist()] == [
        {**dict.fromkeys(range(held.counts.shape[1]), 0), **dict(sphere.counts)} for sphere in memory.spheres
    ]
    np.testing.assert_allclose(held.variances, [sphere.variance for sphere in memory.spheres], rtol=1e-4, atol=1e-6)


def follow(model, memory, X, y, then=lambda: None):
    """Learn record by record, compare after each, and do what is to be done then."""
    for time, (row, label) in enumerate(zip(X, y.tolist(), strict=True), 1):
        if memory.spheres:
            spheres = memory.speaker() if isinstance(memory, TwoMemories) else None
            expected, votes, founders = memory.vote(row, spheres)
            answer = model.begin(row).refine().answer
            assert (answer.label, answer.neighbors.tolist()) == (expected, founders)
            shares = [votes.get(code, 0) / sum(votes.values()) for code in model.classes_.tolist()]
            np.testing.assert_allclose(answer.proba, shares, atol=1e-12)
        memory.learn(row, label, float(time))
        model.partial_fit(row[None], [label], classes=[0, 1, 2])
        audit(model)
        assert_same(model, memory)
        then()


@given(
    stream=streams(),
    gamma=st.sampled_from([0, 0.5, 1, 1.5, 3]),
    capacity=st.integers(1, 20),
    k=st.integers(1, 4),
    pure=st.booleans(),
    fanout=st.sampled_from([(1, 2), (1, 3), (2, 4), (3, 17)]),
)
def test_a_fixed_radius(stream, gamma, capacity, k, pure, fanout):
    """With a number as gamma it is the algorithm of the paper, whatever the shape of the tree."""
    X, y = stream
    least, most = fanout
    model = LazyTreeClassifier(gamma, capacity=capacity, n_neighbors=k, pure=pure, min_entries=least, max_entries=most)
    follow(model, memory_of(Rule(gamma, capacity, k, pure), "euclidean", X), X, y)


@given(
    stream=streams(most=30),
    capacity=st.integers(1, 15),
    k=st.integers(1, 3),
    fanout=st.sampled_from([(1, 2), (2, 5)]),
)
def test_two_memories(stream, capacity, k, fanout):
    """Without a radius it is the literal rule: every pair is looked at, and every vote is counted."""
    X, y = stream
    least, most = fanout
    model = LazyTreeClassifier(capacity=capacity, n_neighbors=k, min_entries=least, max_entries=most)
    follow(model, memory_of(Rule(None, capacity, k), "euclidean", X), X, y)


@given(stream=streams(most=30), gamma=st.sampled_from([None, 0, 1]), k=st.integers(1, 3))
def test_the_margin_is_that_of_neighbours(stream, gamma, k):
    """In one leaf all exemplars are seen at once, and the margin compares the nearest of two classes."""
    X, y = stream
    memory = memory_of(Rule(gamma, 20, k), "euclidean", X)
    for time, (row, label) in enumerate(zip(X, y.tolist(), strict=True), 1):
        memory.learn(row, label, float(time))
    model = LazyTreeClassifier("auto" if gamma is None else gamma, capacity=20, n_neighbors=k)
    model.test_then_learn(X, y)
    spheres = memory.speaker() if gamma is None else None
    _, margins = fitted_of("test", model).model.trace(X, [1])
    np.testing.assert_allclose(margins[:, 0], [memory.margin(row, spheres) for row in X], atol=1e-6)


def test_two_memories_of_many():
    """With more than fifty exemplars a step is a share of them, not one: room moves as the oracle has it."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 240)
    drift = np.maximum(0, np.arange(240) - 120) / 20
    X = (np.c_[y + drift, rng.random(240)] + rng.normal(scale=0.5, size=(240, 2))).astype(np.float32)
    model, memory = LazyTreeClassifier(capacity=60, n_neighbors=1), memory_of(Rule(None, 60, 1), "euclidean", X)
    follow(model, memory, X, y)
    assert memory.share != pytest.approx(FIRST_SHARE, abs=0.05)


@pytest.mark.parametrize("k", [1, 3])
def test_a_later_half_speaks(k):
    """Where classes change places again and again, a part of the short memory is right more often."""
    rng = np.random.default_rng(0)
    groups = rng.integers(0, 3, 240)
    X = (groups[:, None] + rng.normal(scale=0.1, size=(240, 2))).astype(np.float32)
    y = (groups + np.arange(240) // 30) % 3
    model, memory = LazyTreeClassifier(capacity=60, n_neighbors=k), memory_of(Rule(None, 60, k), "euclidean", X)
    spoke, harmed = set(), set()

    def note():
        spoke.add(len(memory.speaker()) / len(memory.recent))
        harmed.add(memory.leads[2] > memory.chance()[2])

    follow(model, memory, X, y, note)
    assert any(share < 0.6 for share in spoke)
    assert harmed == {True, False}


@settings(max_examples=10)
@pytest.mark.parametrize("metric", ["manhattan", "minkowski", "hamming", "mixed"])
@given(stream=streams(most=30), gamma=st.sampled_from([None, 0.4, 1.2]), seed=st.integers(0, 99))
def test_other_metrics(metric, stream, gamma, seed):
    """Every distance that keeps the triangle inequality; categories stay those of the first record."""
    X, y = stream
    if metric == "minkowski":
        X = X.astype(np.float64)
    if metric == "mixed":
        X = np.where(np.random.default_rng(seed).random(X.shape) < 0.1, np.nan, X).astype(X.dtype)
    memory = memory_of(Rule(gamma, 12, 2), metric, X)
    model = LazyTreeClassifier(
        "auto" if gamma is None else gamma,
        capacity=12,
        n_neighbors=2,
        metric=metric,
        metric_params=PARAMS.get(metric),
        min_entries=1,
        max_entries=3,
    )
    # What a metric learns from records it learns from the first batch: here from all of them.
    model.partial_fit(X, y)
    twin = memory_of(Rule(gamma, 12, 2), metric, X)
    for time, (row, label) in enumerate(zip(X, y.tolist(), strict=True), 1):
        twin.learn(row, label, float(time))
    codes = np.unique(y)
    assert model.exemplars_.founders.tolist() == [sphere.founder for sphere in twin.spheres]
    np.testing.assert_array_equal(model.exemplars_.centers, [sphere.center for sphere in twin.spheres])
    speakers = twin.speaker() if gamma is None else None
    for row in X[:10]:
        expected, _, founders = twin.vote(row, speakers)
        answer = model.begin(row).refine().answer
        assert (answer.label, answer.neighbors.tolist()) == (expected, founders)
    assert set(codes) == set(model.classes_)
    assert not memory.spheres


@given(
    stream=streams(most=30, dtypes=st.just(np.float64)),
    weights=st.sets(st.sampled_from(["count", "distance"])),
    half_life=st.sampled_from([None, 3.0]),
)
def test_weights(stream, weights, half_life):
    """Votes are weighted by the records of an exemplar, its distance and its age."""
    X, y = stream
    rule = Rule(1.0, 15, 3, by_count="count" in weights, by_distance="distance" in weights, half_life=half_life)
    model = LazyTreeClassifier(1.0, capacity=15, weights=tuple(weights), half_life=half_life)
    follow(model, memory_of(rule, "euclidean", X), X, y)


@given(
    stream=streams(),
    gamma=st.sampled_from([None, 0]),
    capacity=st.integers(1, 15),
    metric=st.sampled_from(["euclidean", "manhattan"]),
    units=st.lists(st.sampled_from([1e-3, 1.0, 50.0]), min_size=3, max_size=3),
)
def test_units_of_their_own(stream, gamma, capacity, metric, units):
    """Scaled distances are those of the literal scale, renewed when the memory has turned over, until the next one."""
    X, y = stream
    X = (X * units[: X.shape[1]]).astype(X.dtype)
    measure, expected = measure_of(metric, X), Units(np.ones(X.shape[1]))
    memory = memory_of(Rule(gamma, capacity, 2), metric, X, measure)
    settings = {"capacity": capacity, "n_neighbors": 2, "metric": metric, "min_entries": 1, "max_entries": 3}
    model = LazyTreeClassifier("auto" if gamma is None else gamma, **settings, scale="within")

    def renew():
        expected.count(memory.spheres)
        # Means of few records differ in their last bits; then so do deviations that are next to nothing.
        np.testing.assert_allclose(1 / model.scale_, 1 / expected.scale, rtol=1e-5, atol=1e-6 * np.abs(X).max())
        measure.scale = model.scale_

    measure.scale = np.ones(X.shape[1])
    follow(model, memory, X, y, renew)
