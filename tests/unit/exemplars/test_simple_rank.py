import numpy as np
import pytest
from edges import each_edge
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import codes_of, matrix_of
from oracles.simple_rank import simple_rank
from strategies import DTYPES, gaussians, grid, labels, texts

from bestsofar import SimpleRank


def assert_literal(X, y, **metric):
    """The order is the oracle's, place by place."""
    assert SimpleRank(**metric).rank(X, y).tolist() == simple_rank(matrix_of(X, **metric), codes_of(y))


@given(data=st.data(), n=st.integers(1, 60), width=st.integers(1, 3), classes=st.integers(1, 5), dtype=DTYPES)
@settings(max_examples=60)
def test_ties_and_duplicates(data, n, width, classes, dtype):
    """On small grids, where nearly everything is tied, ties are broken as the oracle breaks them."""
    X = data.draw(grid((n, width), dtype=dtype, largest=2))
    assert_literal(X, data.draw(labels(n, classes=classes)))


@given(data=st.data(), n=st.integers(1, 60), width=st.integers(1, 5), classes=st.integers(1, 4), dtype=DTYPES)
def test_floats(data, n, width, classes, dtype):
    """On ordinary numbers the order is the oracle's."""
    assert_literal(data.draw(gaussians((n, width), dtype=dtype)), data.draw(labels(n, classes=classes)))


@pytest.mark.parametrize("metric", ["manhattan", "minkowski", "hamming", "cosine", "mixed", "dtw", "rotation"])
@given(data=st.data(), n=st.integers(1, 40), draw=st.sampled_from([grid, gaussians]))
@settings(max_examples=10)
def test_other_metrics(metric, data, n, draw):
    """The order is the oracle's under every metric."""
    assert_literal(data.draw(draw((n, 6))), data.draw(labels(n)), metric=metric)


@given(strings=st.lists(texts(longest=6), min_size=1, max_size=40))
def test_strings(strings):
    """Strings have an order too."""
    assert_literal(strings, [len(string) % 3 for string in strings], metric="edit")


@each_edge
def test_edges(X, y):
    """Sets with nothing to choose from are ordered too."""
    assert_literal(X, y)


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
    assert_literal(*clusters(n, seed))


def test_lists_run_dry_among_duplicates():
    """The same where a row has far more equals than it remembers."""
    rng = np.random.default_rng(5)
    assert_literal(rng.integers(0, 3, size=(300, 2)).astype(float), rng.integers(0, 2, size=300))
