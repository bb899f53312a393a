import numpy as np
import pytest
from schemes import assert_literal


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


@pytest.mark.parametrize(("n", "seed"), [(300, 0), (280, 1)])
def test_lists_run_dry(n, seed):
    """Rows whose sixteen nearest are all gone look again, among those that remain."""
    assert_literal("SimpleRank", *clusters(n, seed))


def test_lists_run_dry_among_duplicates():
    """The same where a row has far more equals than it remembers."""
    rng = np.random.default_rng(5)
    assert_literal("SimpleRank", rng.integers(0, 3, size=(300, 2)).astype(float), rng.integers(0, 2, size=300))
