import pickle

import numpy as np
import pytest
from forests import BANDWIDTHS, NOWHERE, agree, exported, literal, models_of
from hypothesis import given
from hypothesis import strategies as st
from oracles.bayes_tree import add_blocks, log_likelihood
from strategies import gaussians, problems

from bestsofar import BayesTreeClassifier, load, save
from bestsofar.bayes_tree.plan import Plan
from bestsofar.bayes_tree.recipe import Bandwidth

BLOCK_SIZES = st.sampled_from([2, 3, 4])
LEVELS = st.integers(1, 3)


def correlated(X):
    """Rows whose features vary together, more and less."""
    mixing = np.random.default_rng(0).normal(size=(X.shape[1], X.shape[1]))
    return (X @ mixing).astype(X.dtype)


def likelihoods(entry):
    """How likely the blocks of an entry make its rows, and those of all below it; of equal ones any may be chosen."""
    alone = [
        [feature] for feature in np.flatnonzero(entry.variance) if not any(feature in block for block in entry.blocks)
    ]
    own = sum(log_likelihood(entry, block) for block in [*entry.blocks, *alone])
    return [own, *(likelihood for below in entry.children for likelihood in likelihoods(below))]


@pytest.mark.parametrize("build", ["em", "r"])
@given(problem=problems(most_rows=30, most_features=6, rows=gaussians), block_size=BLOCK_SIZES, levels=LEVELS)
def test_blocks_are_the_oracles(build, problem, block_size, levels):
    """The features that vary together are those that make the rows likeliest, edge by edge; none does further below."""
    X, y = correlated(problem.X), problem.y
    forest = Plan(build, 4, block_size, levels).grow(X, y.astype(np.uint32), 3)
    for label in set(y):
        found, expected = exported(forest, label), exported(forest.blocked(1, 1), label)
        add_blocks(expected, block_size, levels)
        assert np.allclose(likelihoods(found), likelihoods(expected))


@given(problem=problems(most_rows=25), bandwidth=BANDWIDTHS, block_size=BLOCK_SIZES, levels=LEVELS)
def test_every_step_is_the_oracles(problem, bandwidth, block_size, levels):
    """After every step every decision has the shares of fresh densities along the axes of each block."""
    X, y, x, _ = problem
    forest = Plan("em", 3, block_size, levels).grow(X, y.astype(np.uint32), 3)
    agree(models_of(forest, bandwidth), x, literal(forest, X, x, bandwidth, 3))


@pytest.mark.parametrize("width", [64, 166])
@pytest.mark.parametrize("block_size", [3, 166])
@pytest.mark.parametrize("kernel_variance", [False, True])
def test_many_features(width, block_size, kernel_variance):
    """More features than rows, some constant in a class or in all, some equal to another one."""
    rng = np.random.default_rng(width)
    y = np.arange(30, dtype=np.uint32) % 3
    X = correlated(rng.normal(size=(30, width)))
    X[:, :5] = 7
    X[y == 1, 5:10] = 3
    X[:, 11] = X[:, 10]
    bandwidth = Bandwidth("factor", 0.05, kernel_variance)
    forest = Plan("em", 7, block_size, 2).grow(X, y, 3)
    for x in (rng.normal(size=width), np.full(width, 1e6)):
        agree(models_of(forest, bandwidth), x, literal(forest, X, x, bandwidth, 3))


def test_blocks_help_where_features_vary_together():
    """Two classes that differ only in how their features do are told apart at once."""
    rng = np.random.default_rng(0)
    y = np.arange(2000) % 2
    X = rng.normal(size=(2000, 2))
    X[:, 1] = 0.3 * X[:, 1] + np.where(y == 0, X[:, 0], -X[:, 0])
    first = {size: BayesTreeClassifier(block_size=size).fit(X[:1000], y[:1000]) for size in (1, 2)}
    accuracy = {size: (model.predict(X[1000:], steps=0) == y[1000:]).mean() for size, model in first.items()}
    assert accuracy[1] < 0.6
    assert accuracy[2] > 0.8


RNG = np.random.default_rng(1)
Y = RNG.integers(0, 3, 400)
X = correlated(RNG.normal(size=(400, 5)) + Y[:, None])
BLOCKED = BayesTreeClassifier(block_size=3, levels=2, fanout=4)


def shaped_groups(forest, label, head=None):
    """How many groups have blocks."""
    head = forest.root(label) if head is None else head
    below = [] if head[0] == NOWHERE else forest.node(label, head[0])
    return bool(head[-1]) + sum(shaped_groups(forest, label, entry) for entry in below)


@pytest.mark.parametrize("rows", [1, 40, 90])
def test_blocks_stay_with_their_groups(rows):
    """Insertions move groups about; those that are not split keep their blocks, and queries go on."""
    model = BLOCKED.fit(X[:200], Y[:200])
    before = [shaped_groups(model._recipe.forest, label) for label in range(3)]  # noqa: SLF001
    for row in range(200, 200 + rows):
        model.partial_fit(X[row : row + 1], Y[row : row + 1])
    forest = model._recipe.forest  # noqa: SLF001
    assert all(forest.root(label)[-1] for label in range(3))
    assert all(0 < shaped_groups(forest, label) <= before[label] for label in range(3))
    assert np.isfinite(model.predict_proba(X, steps=10)).all()
    assert model.nbytes > forest.nbytes > forest.blocked(1, 1).nbytes


def test_blocks_are_found_anew():
    """With twice as many rows the blocks are those of all of them."""
    grown = BLOCKED.fit(X[:80], Y[:80]).partial_fit(X[80:170], Y[80:170])._recipe.forest  # noqa: SLF001
    for label in range(3):
        found, expected = exported(grown, label), exported(grown.blocked(1, 1), label)
        add_blocks(expected, 3, 2)
        assert np.allclose(likelihoods(found), likelihoods(expected))


def test_blocks_are_saved(tmp_path):
    """A model with blocks answers, resumes and learns the same after it was saved or pickled."""
    model = BLOCKED.fit(X[:200], Y[:200])
    save(model, tmp_path / "model.bsf")
    suspended = model.begin(X[300]).refine(steps=4).suspend()
    for again in (load(tmp_path / "model.bsf"), pickle.loads(pickle.dumps(model))):  # noqa: S301
        assert (again.predict_proba(X, steps=5) == model.predict_proba(X, steps=5)).all()
        assert again.resume(suspended).refine().answer.label == model.begin(X[300]).refine().answer.label
        again.partial_fit(X[200:250], Y[200:250])
        assert shaped_groups(again._recipe.forest, 0) > 0  # noqa: SLF001


def test_plain_models_do_not_resume_queries_of_blocks():
    """The same rows with other blocks are another model."""
    suspended = BLOCKED.fit(X, Y).begin(X[0]).suspend()
    with pytest.raises(ValueError, match="another model"):
        BayesTreeClassifier(fanout=4).fit(X, Y).resume(suspended)
