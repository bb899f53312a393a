import math

import numpy as np
import pytest
from forests import BANDWIDTHS, DECISIONS, agree, literal, models_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import problems

from bestsofar import BayesTreeClassifier
from bestsofar.bayes_tree.recipe import Bandwidth, grow


@pytest.mark.parametrize("build", ["em", "r"])
@given(problem=problems(most_rows=25), bandwidth=BANDWIDTHS, fanout=st.sampled_from([2, 7]))
def test_every_step_is_the_oracles(build, problem, bandwidth, fanout):
    """After every step every decision has the shares that a fresh sum over the frontiers gives."""
    X, y, x, _ = problem
    forest = grow(X, y.astype(np.uint32), 3, fanout, build)
    agree(models_of(forest, bandwidth), x, literal(forest, X, x, bandwidth, 3))


@pytest.mark.parametrize("width", [64, 166])
@pytest.mark.parametrize("kernel_variance", [False, True])
def test_many_features(width, kernel_variance):
    """In many dimensions, where plain densities vanish, with features that are constant, in a class or in all."""
    rng = np.random.default_rng(width)
    y = np.arange(90, dtype=np.uint32) % 3
    X = rng.normal(size=(90, width))
    X[:, :5] = 7
    X[y == 1, 5:10] = 3
    bandwidth = Bandwidth("factor", 0.05, kernel_variance)
    forest = grow(X, y, 3, 7, "em")
    for x in (X[0], rng.normal(size=width), X[1] + 1e-9, np.full(width, 1e6)):
        agree(models_of(forest, bandwidth), x, literal(forest, X, x, bandwidth, 3))


def test_many_classes():
    """The likeliest are refined first, of however many."""
    rng = np.random.default_rng(9)
    y = np.arange(600, dtype=np.uint32) % 150
    X = rng.normal(size=(600, 2)) + rng.normal(size=(150, 2))[y]
    bandwidth = Bandwidth("factor", 0.2, kernel_variance=False)
    forest = grow(X, y, 150, 2, "em")
    agree(models_of(forest, bandwidth), X[7], literal(forest, X, X[7], bandwidth, 150))


def test_a_dominant_parent_leaves_no_noise():
    """A group of high density may dissolve into kernels that are a thousand powers of e smaller."""
    X = np.concatenate([np.linspace(-1, 1, 50), np.linspace(-1.01, 0.99, 50)])[:, None]
    y = np.repeat([0, 1], 50).astype(np.uint32)
    bandwidth = Bandwidth("factor", 1e-5, kernel_variance=False)
    forest = grow(X, y, 2, 7, "em")
    x = np.array([0.00271])
    oracle = literal(forest, X, x, bandwidth, 2)
    agree(models_of(forest, bandwidth), x, oracle)
    assert min(oracle.history[0]) - max(oracle.history[-1]) > 1000


@pytest.mark.parametrize("decision", DECISIONS)
def test_to_the_end_it_is_a_kernel_density_estimate(decision):
    """A finished "bt" query has the densities of all kernels, "nn" that of the nearest one."""
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(300, 3)), rng.integers(0, 4, 300)
    model = BayesTreeClassifier(bandwidth=0.3, decision=decision).fit(X, y)
    h = 0.3 * X.std(axis=0)
    for x in rng.normal(size=(20, 3)):
        kernels = np.exp(-0.5 * (((X - x) / h) ** 2).sum(axis=1))
        all_of = [kernels[y == label] for label in range(4)]
        expected = {"bt": [k.sum() for k in all_of], "nn": [k.max() for k in all_of]}.get(decision)
        if expected is not None:
            assert np.allclose(model.predict_proba([x])[0], np.array(expected) / sum(expected))


def test_steps_are_nodes():
    """A step is one node read: all nodes are read in the end, and the first answer needs none."""
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(300, 3)), rng.integers(0, 4, 300)
    model = BayesTreeClassifier().fit(X, y)
    query = model.begin(X[0])
    assert query.steps == 0
    assert query.refine().steps == model._recipe.forest.n_nodes  # noqa: SLF001
    assert query.refine(steps=10**12).answer.complete


def test_neighbors_have_the_largest_shares():
    """In the end they are the training rows that count most, most first; before, rows of the groups that do."""
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(200, 3)), rng.integers(0, 3, 200)
    model = BayesTreeClassifier(bandwidth=0.3).fit(X, y)
    for x in rng.normal(size=(10, 3)):
        distances = (((X - x) / X.std(axis=0)) ** 2).sum(axis=1)
        assert model.begin(x).refine().answer.neighbors.tolist() == np.argsort(distances)[:7].tolist()
        assert len(model.begin(x).answer.neighbors) == 3


def test_margin_grows_with_the_lead():
    """Confidence comes from the lead of the best class in log density."""
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, 600)
    X = rng.normal(size=(600, 2)) + 3 * y[:, None]
    model = BayesTreeClassifier(kernel_variance=True, bandwidth=0.3).fit(X, y)
    centre, border = model.begin([0.0, 0.0]).refine(steps=3).answer, model.begin([1.5, 1.5]).refine(steps=3).answer
    assert centre.confidence > border.confidence
    assert math.isclose(model.begin([0.0, 0.0]).refine().answer.confidence, 1)
