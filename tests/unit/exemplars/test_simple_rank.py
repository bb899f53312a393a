import numpy as np
import pytest
from schemes import assert_literal

from bestsofar import SimpleRank
from bestsofar.errors import InvalidParameter

each_kind_of_votes = pytest.mark.parametrize("votes", ["all", "decisive"])


def clusters(n, seed):
    """Tight clusters of one class, some far apart: whole neighbourhoods go before others begin."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(20, 80, size=n)
    which = np.repeat(np.arange(len(sizes)), sizes)[:n]
    centres = rng.normal(size=(len(sizes), 2)) * 10
    X = centres[which] + rng.normal(size=(n, 2)) * 0.1
    y = which % 3
    swapped = rng.random(n) < 0.05
    y[swapped] = rng.integers(0, 3, size=swapped.sum())
    order = rng.permutation(n)
    return X[order], y[order]


@each_kind_of_votes
@pytest.mark.parametrize(("n", "seed"), [(180, 0), (160, 1)])
def test_lists_run_dry(votes, n, seed):
    """Rows whose sixteen nearest are all gone look again, among those that remain."""
    assert_literal("SimpleRank", *clusters(n, seed), votes=votes)


@each_kind_of_votes
def test_lists_run_dry_among_duplicates(votes):
    """The same where a row has far more equals than it remembers."""
    rng = np.random.default_rng(5)
    X, y = rng.integers(0, 3, size=(180, 2)).astype(float), rng.integers(0, 2, size=180)
    assert_literal("SimpleRank", X, y, votes=votes)


@pytest.mark.parametrize("votes", ["most", None, 1, ["all"]])
def test_no_votes(votes):
    """Votes that are none are refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^SimpleRank: 'votes' must be 'all' or 'decisive', got .*\.$"):
        SimpleRank(votes=votes).rank([[0.0], [1.0]], [0, 1])
