import numpy as np
import pytest
from literal import codes_of, matrix_of
from oracles.margin_rank import best_first
from oracles.parzen import bandwidth_for
from oracles.posterior_rank import posterior_rank
from schemes import assert_literal
from sklearn.datasets import make_moons

from bestsofar import ParzenClassifier, PosteriorRank, RandomRank


@pytest.mark.parametrize("bandwidth", [0.05, 0.4])
def test_more_in_front_than_medoids(bandwidth):
    """The order is the oracle's where a twentieth is more than one of each class."""
    rng = np.random.default_rng(7)
    X = rng.uniform(size=(64, 2))
    assert_literal("PosteriorRank", X, np.floor(3 * X[:, 0]).astype(int) % 2, bandwidth=bandwidth)


def test_sets_of_several_chunks():
    """Sums are right where rows fill more than one chunk."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(70, 3)), rng.choice(3, size=70, p=[0.1, 0.3, 0.6])
    X, y = np.concatenate([X, rng.normal(size=(200, 3)) + 1e9]), np.concatenate([y, np.full(200, 2)])
    kernels = np.exp(-2 * ((X[:, None] - X) ** 2).sum(axis=2)) * (1 - np.eye(270))
    own, mass = (kernels * (y[:, None] == y)).sum(axis=1), kernels.sum(axis=1)
    without = [(own - kernels[:, x] * (y == y[x])) / np.maximum(mass - kernels[:, x], 1e-300) for x in range(270)]
    losses = [-np.log(np.where(mass - kernels[:, x] > 1e-290, without[x], 1 / 3) + 1e-6).sum() for x in range(270)]
    assert PosteriorRank(bandwidth=0.5).rank(X, y)[-1] == np.argmin(losses)


def test_mass_that_comes_from_afar():
    """Where all near rows have gone, what far ones leave, a billionth of a billionth, still decides."""
    near, far = np.random.default_rng(1).normal(size=(2, 12, 1)) * 0.1
    X = np.concatenate([near, far + 12, far[:6] + 25])
    assert_literal("PosteriorRank", X, np.arange(30) % 2, bandwidth=1.0)


def test_either_front_is_taken():
    """What MarginRank would choose stands in front where few tell many classes apart, and not where classes overlap."""
    rng = np.random.default_rng(3)
    board = rng.uniform(size=(240, 2)) * 4
    squares = np.floor(board).astype(int) @ [1, 4]
    front = best_first(matrix_of(board), squares.tolist(), 12, itself=True)
    assert PosteriorRank(bandwidth=0.1).rank(board, squares)[: len(front)].tolist() == front
    noisy, halves = rng.normal(size=(240, 2)), rng.integers(0, 2, 240)
    front = best_first(matrix_of(noisy), halves.tolist(), 12, itself=True)
    assert PosteriorRank(bandwidth=0.7).rank(noisy, halves)[:12].tolist() != front


def test_the_bandwidth_of_what_is_kept():
    """It follows the number of exemplars, and serves the classifier better than one that is found on them."""
    X, y = make_moons(1200, noise=0.4, random_state=0)
    unseen, truth = make_moons(3000, noise=0.4, random_state=1)
    scheme = PosteriorRank(60)
    kept, labels = scheme.fit_resample(X, y)
    whole = PosteriorRank()
    whole.fit_resample(X, y)
    assert scheme.bandwidth_ == pytest.approx(bandwidth_for(whole.bandwidth_, 1200, 60))

    def loss(bandwidth):
        model = ParzenClassifier(RandomRank(random_state=0), bandwidth=bandwidth).fit(kept, labels)
        return -np.log(model.predict_proba(unseen)[np.arange(3000), truth] + 1e-6).mean()

    assert loss(scheme.bandwidth_) < loss("loo")


def test_fewer_are_as_good():
    """A twentieth of what overlaps gives the probabilities that all give, where a random twentieth does not."""
    X, y = make_moons(1200, noise=0.4, random_state=0)
    unseen, truth = make_moons(3000, noise=0.4, random_state=1)
    scheme = PosteriorRank(60)
    chosen = scheme.fit_resample(X, y)
    drawn = RandomRank(60, random_state=0).fit_resample(X, y)
    wide, narrow = scheme.bandwidth_, scheme.bandwidth_ / bandwidth_for(1.0, 1200, 60)

    def loss(exemplars, bandwidth):
        model = ParzenClassifier(RandomRank(random_state=0), bandwidth=bandwidth).fit(*exemplars)
        return -np.log(model.predict_proba(unseen)[np.arange(3000), truth] + 1e-6).mean()

    assert loss(chosen, wide) < loss((X, y), narrow) + 0.01 < loss(drawn, wide)


def test_squares_of_another_metric():
    """Kernels are made of the distance itself, squared, also where no root is taken of it."""
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(30, 4)), rng.integers(0, 3, size=30)
    squares = np.array(matrix_of(X, metric="manhattan")) ** 2
    expected = posterior_rank(squares.tolist(), codes_of(y), 1.0)
    assert PosteriorRank(bandwidth=1.0, metric="manhattan").rank(X, y).tolist() == expected
