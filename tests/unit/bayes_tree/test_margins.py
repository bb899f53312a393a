import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import margins as oracle

from bestsofar import BayesTreeClassifier, load, save
from bestsofar.bayes_tree import margins
from bestsofar.bayes_tree.plan import Plan
from bestsofar.bayes_tree.recipe import Bandwidth, Recipe

SEEDS = st.integers(0, 2**32 - 1)


def problem(seed):
    """A mixture of two or three classes, in both forms, and rows."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 4, size=rng.integers(2, 4))
    owner, width = np.repeat(np.arange(len(sizes)), sizes), rng.integers(1, 4)
    weights = rng.dirichlet(np.ones(len(owner)))
    means, variances = rng.normal(size=(len(owner), width)), 1 + rng.exponential(size=(len(owner), width))
    fixed = rng.random(len(owner)) < 0.2
    starts = np.searchsorted(owner, np.arange(len(sizes)))
    parts = [oracle.Gaussian(*part) for part in zip(owner, weights, means, variances, fixed, strict=True)]
    labels = np.arange(12) % len(sizes)
    rows = rng.normal(size=(12, width)) + labels[:, None]
    return margins.Mixture(starts, owner, fixed, weights, means, variances), parts, rows, labels


@given(seed=SEEDS)
def test_optimised_is_the_oracles(seed):
    """Weights, means and variances in the end are those that plain sums over rows give."""
    mixture, parts, rows, labels = problem(seed)
    found = margins.optimised(mixture, rows, labels)
    expected = oracle.optimised(parts, rows, labels, margins.LAMBDA, margins.KAPPA)
    for name, of in (("weights", "weight"), ("means", "mean"), ("variances", "variance")):
        assert np.allclose(getattr(found, name), [getattr(part, of) for part in expected], rtol=1e-6, atol=1e-9)


@given(seed=SEEDS)
def test_pushes_are_derivatives(seed):
    """The objective changes with each mean, variance and weight as the pushes say."""
    mixture, parts, rows, labels = problem(seed)
    push = margins.pushes(mixture, rows, labels)
    value = lambda changed: oracle.objective(changed, rows, labels, margins.LAMBDA, margins.KAPPA)  # noqa: E731
    assert math.isclose(push.value, value(parts))
    for j, part in enumerate(parts):
        nudge = 1e-6 * (np.arange(len(part.mean)) == 0)
        first = push.sums[j, 0] - push.mass[j] * part.mean[0]
        second = push.squares[j, 0] - 2 * push.sums[j, 0] * part.mean[0] + push.mass[j] * part.mean[0] ** 2
        slopes = {
            "mean": (part.mean + nudge, first / part.variance[0]),
            "variance": (part.variance + nudge, (second / part.variance[0] - push.mass[j]) / part.variance[0] / 2),
            "weight": (part.weight * (1 + 1e-6), push.mass[j]),
        }
        for name, (changed, slope) in slopes.items():
            moved = [*parts[:j], oracle.replace(part, **{name: changed}), *parts[j + 1 :]]
            assert math.isclose((value(moved) - value(parts)) / 1e-6, slope / len(rows), rel_tol=1e-3, abs_tol=1e-5)


@given(seed=SEEDS)
def test_margins_only_grow(seed):
    """No step makes the objective smaller, weights of a class keep their sum, and kernels stay as they are."""
    mixture, _, rows, labels = problem(seed)
    better = margins.optimised(mixture, rows, labels)
    assert margins.pushes(better, rows, labels).value >= margins.pushes(mixture, rows, labels).value
    for place in range(len(mixture.starts)):
        own = mixture.owner == place
        assert math.isclose(better.weights[own].sum(), mixture.weights[own].sum())
    assert (better.variances >= 1).all()
    assert (better.weights > 0).all()
    assert (better.means[mixture.fixed] == mixture.means[mixture.fixed]).all()


RNG = np.random.default_rng(0)
Y = RNG.integers(0, 3, 300)
X = (RNG.normal(size=(300, 4)) ** 2 + Y[:, None]).round(2)
ADJUSTED = BayesTreeClassifier(margin_levels=2, fanout=4, bandwidth=0.2)


@pytest.mark.parametrize("kernel_variance", [False, True])
def test_queries_have_what_was_found(kernel_variance):
    """At step 0 a query has the densities of the adjusted groups of the first level."""
    bandwidth = Bandwidth("factor", 0.3, kernel_variance)
    forest = Plan("em", 7).grow(X, Y.astype(np.uint32), 3)
    better = margins.maximised(forest, bandwidth, X, Y.astype(np.uint32), 1)
    h = 0.3 * X.std(axis=0)
    centre = X.mean(axis=0)
    entries = [forest.root(label) for label in range(3)]
    ratios = np.array([entry[4] for entry in entries]) / h**2
    start = margins.Mixture(
        np.arange(3),
        np.arange(3),
        np.zeros(3, bool),
        np.array([entry[1] for entry in entries]) / 300,
        (np.array([entry[3] for entry in entries]) - centre) / h,
        ratios + 1 if kernel_variance else np.maximum(ratios, 1),
    )
    found = margins.optimised(start, (X - centre) / h, Y)
    logs = np.log(found.weights) + margins.log_densities(found, (X - centre) / h)
    expected = np.exp(logs - logs.max(axis=1, keepdims=True))
    shares = Recipe(better, bandwidth, "bt").model().predict_proba(X, 0, None)
    assert np.allclose(shares, expected / expected.sum(axis=1, keepdims=True))


def test_to_the_end_margins_do_not_matter():
    """Kernels are not adjusted: a finished query has the density of all of them."""
    plain = BayesTreeClassifier(decision="bt", bandwidth=0.2).fit(X, Y)
    adjusted = BayesTreeClassifier(decision="bt", bandwidth=0.2, margin_levels=3, fanout=4).fit(X, Y)
    assert np.allclose(plain.predict_proba(X), adjusted.predict_proba(X))
    assert (plain.predict_proba(X, steps=0) != adjusted.predict_proba(X, steps=0)).any()


def test_margins_are_saved(tmp_path):
    """A model with adjusted groups answers the same after it was saved, and goes on learning."""
    model = ADJUSTED.set_params(block_size=2).fit(X[:200], Y[:200])
    save(model, tmp_path / "model.bsf")
    again = load(tmp_path / "model.bsf")
    assert (again.predict_proba(X, steps=5) == model.predict_proba(X, steps=5)).all()
    suspended = model.begin(X[0]).refine(steps=3).suspend()
    assert again.resume(suspended).steps == 3
    for model_or_twin in (model, again):
        model_or_twin.partial_fit(X[200:], Y[200:])
    assert (again.predict_proba(X, steps=5) == model.predict_proba(X, steps=5)).all()


@pytest.mark.parametrize("rows", [np.ones((6, 2)), np.arange(12.0).reshape(6, 2), np.eye(6)])
@pytest.mark.parametrize("labels", [[0] * 6, [0, 1] * 3, [0, 1, 1, 1, 1, 1], range(6)])
def test_next_to_nothing(rows, labels):
    """Duplicates only, one class, classes of one row, constant features: always an answer, always finite."""
    model = BayesTreeClassifier(margin_levels=2).fit(rows, labels)
    assert np.isfinite(model.predict_proba(rows, steps=1)).all()


def test_a_level_holds_every_row_once():
    """The entries of a level stand for all rows; kernels that lie higher are among them."""
    forest = Plan("em", 3).grow(X, Y.astype(np.uint32), 3)
    for depth in range(5):
        labels, counts, kernels, means, _ = forest.level(depth)
        assert counts.sum() == 300
        assert np.allclose((counts @ means) / 300, X.mean(axis=0))
        assert (np.diff(labels.astype(int)) >= 0).all()
    assert kernels.any()


def test_pushes_of_next_to_nothing_move_nothing():
    """Rows so far from the classes of others that their pushes are hardly numbers leave these as they are."""
    weights, means, variances = np.array([0.001, 0.999]), np.array([[0.0], [38.0]]), np.ones((2, 1))
    mixture = margins.Mixture(np.arange(2), np.arange(2), np.zeros(2, bool), weights, means, variances)
    tiny = np.full(2, 5e-323)
    better = margins.step(mixture, margins.Push(0.0, -tiny, tiny, -tiny[:, None], tiny[:, None]), 2.0)
    assert better.weights.tolist() == weights.tolist()
    assert better.means.tolist() == means.tolist()
