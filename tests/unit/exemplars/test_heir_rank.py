import numpy as np
import pytest
from edges import each_edge
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import assert_literal_kept, codes_of, matrix_of
from oracles.heir_rank import heir_rank, heir_stream
from strategies import DTYPES, batch_sizes, gaussians, grid, labels, texts

from bestsofar import HeirRank


def assert_literal(X, y, **metric):
    """The order is the oracle's, place by place."""
    assert HeirRank(**metric).rank(X, y).tolist() == heir_rank(matrix_of(X, **metric), codes_of(y))


def assert_literal_stream(X, y, batches, keep, **metric):
    """After every batch what is kept is the oracle's, and so is what it stands for."""
    scheme, expected = HeirRank(keep, **metric), heir_stream(matrix_of(X, **metric), y, batches, keep)
    for kept in assert_literal_kept(scheme, X, y, batches, expected):
        assert scheme.counts_.tolist() == [[kept[x][label] for label in scheme.classes_] for x in kept]


@given(data=st.data(), n=st.integers(1, 40), width=st.integers(1, 3), classes=st.integers(1, 5), dtype=DTYPES)
@settings(max_examples=60)
def test_ties_and_duplicates(data, n, width, classes, dtype):
    """On small grids, where nearly everything is tied, ties are broken as the oracle breaks them."""
    X = data.draw(grid((n, width), dtype=dtype, largest=2))
    assert_literal(X, data.draw(labels(n, classes=classes)))


@given(data=st.data(), n=st.integers(1, 40), width=st.integers(1, 5), classes=st.integers(1, 4), dtype=DTYPES)
def test_floats(data, n, width, classes, dtype):
    """On ordinary numbers the order is the oracle's."""
    assert_literal(data.draw(gaussians((n, width), dtype=dtype)), data.draw(labels(n, classes=classes)))


@pytest.mark.parametrize("metric", ["manhattan", "minkowski", "hamming", "cosine", "mixed", "dtw", "rotation"])
@given(data=st.data(), n=st.integers(1, 30), draw=st.sampled_from([grid, gaussians]))
@settings(max_examples=10)
def test_other_metrics(metric, data, n, draw):
    """The order is the oracle's under every metric."""
    assert_literal(data.draw(draw((n, 6))), data.draw(labels(n)), metric=metric)


@given(data=st.data(), n=st.integers(1, 40), draw=st.sampled_from([grid, gaussians]), dtype=DTYPES)
@settings(max_examples=100)
def test_batches(data, n, draw, dtype):
    """In batches of any sizes, with classes that come and go, what is kept is what the oracle keeps."""
    X, y = data.draw(draw((n, 2), dtype=dtype)), data.draw(labels(n, classes=data.draw(st.integers(1, 5))))
    assert_literal_stream(X, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)))


@pytest.mark.parametrize("metric", ["manhattan", "minkowski", "hamming", "cosine", "dtw", "rotation"])
@given(data=st.data(), n=st.integers(1, 20), draw=st.sampled_from([grid, gaussians]))
@settings(max_examples=10)
def test_batches_under_other_metrics(metric, data, n, draw):
    """What is kept is what the oracle keeps under every metric that learns nothing from the objects."""
    X, y = data.draw(draw((n, 6))), data.draw(labels(n))
    assert_literal_stream(X, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)), metric=metric)


@given(data=st.data(), strings=st.lists(texts(longest=6), min_size=1, max_size=30))
def test_batches_of_strings(data, strings):
    """Strings have an order, and come in batches, too."""
    y, n = [len(string) % 3 for string in strings], len(strings)
    assert_literal(strings, y, metric="edit")
    assert_literal_stream(strings, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)), metric="edit")


@each_edge
def test_edges(X, y):
    """Sets with nothing to choose from are ordered too."""
    assert_literal(X, y)
    assert_literal_stream(X, y, [1] * len(y), 3)


def test_lists_run_dry():
    """Rows whose sixteen nearest are all gone look again, among those that remain, duplicates or not."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, size=250)
    centres = np.repeat(rng.normal(size=(5, 2)) * 10, 50, axis=0)
    assert_literal(centres + rng.normal(size=(250, 2)) * 0.1, y)
    assert_literal(rng.integers(0, 3, size=(250, 2)).astype(float), y)
