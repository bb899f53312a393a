import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from strategies import gaussians, labels

from bestsofar import GreedyRank, MarginRank, PosteriorRank
from bestsofar.errors import InvalidParameter

each_scheme = pytest.mark.parametrize("scheme", [GreedyRank, MarginRank, PosteriorRank])


# Not PosteriorRank: its kernels are as wide as all rows need them.
@pytest.mark.parametrize("scheme", [GreedyRank(), MarginRank(itself=True)], ids=str)
@given(data=st.data(), n=st.integers(6, 80), seed=st.integers(0, 99))
def test_a_sample_is_ranked_and_the_rest_follows(scheme, data, n, seed):
    """All rows are kept once, the sample holds every class, and its part is the ranking of the sample alone."""
    X, y = data.draw(gaussians((n, 2))), data.draw(labels(n))
    sample = data.draw(st.integers(len(np.unique(y)), n))
    order = clone(scheme).set_params(sample=sample, random_state=seed).rank(X, y)
    assert sorted(order) == list(range(n))
    drawn = np.sort(order[:sample])
    assert set(y[drawn]) == set(y)
    assert order[:sample].tolist() == drawn[clone(scheme).set_params(sample=None).rank(X[drawn], y[drawn])].tolist()


def test_classes_are_sampled_in_proportion():
    """A class has its share of the sample, and one at least."""
    y = np.array([0] * 900 + [1] * 99 + [2])
    X = np.random.default_rng(0).normal(size=(1000, 2))
    sampled = np.bincount(y[GreedyRank(sample=100).rank(X, y)[:100]])
    assert sampled.tolist() == pytest.approx([90, 10, 1], abs=1)


@each_scheme
def test_the_seed_decides(scheme):
    """The same seed draws the same sample, another one another."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 2)), rng.integers(0, 2, size=50)
    orders = [scheme(sample=10, random_state=seed).rank(X, y).tolist() for seed in (0, 0, 1)]
    assert sorted(orders[0]) == list(range(50))
    assert orders[0] == orders[1] != orders[2]


@each_scheme
@pytest.mark.parametrize("sample", [0, -1, 1.5, "ten", True])
def test_no_sample(scheme, sample):
    """A size that is none is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=rf"^{scheme.__name__}: 'sample' must be .*, got .*\.$"):
        scheme(sample=sample).rank([[0.0], [1.0]], [0, 1])
