import numpy as np
import pytest
from edges import each_edge
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import assert_literal_stream, codes_of, matrix_of
from oracles.margin_rank import margin_rank, margin_stream
from strategies import DTYPES, batch_sizes, gaussians, grid, labels, texts

from bestsofar import GreedyRank, MarginRank
from bestsofar.errors import InvalidParameter

ITSELF = st.sampled_from([None, False, True])


def assert_literal(X, y, itself, **metric):
    """The order is the oracle's, place by place."""
    ranked = MarginRank(itself=itself, **metric).rank(X, y).tolist()
    assert ranked == margin_rank(matrix_of(X, **metric), codes_of(y), itself=itself)


def assert_literal_batches(X, y, batches, keep, **metric):
    """After every batch what is kept is the oracle's."""
    expected = margin_stream(matrix_of(X, **metric), y, batches, keep)
    assert_literal_stream(MarginRank(keep, **metric), X, y, batches, expected)


@given(data=st.data(), n=st.integers(1, 24), width=st.integers(1, 3), itself=ITSELF, dtype=DTYPES)
@settings(max_examples=60)
def test_ties_and_duplicates(data, n, width, itself, dtype):
    """On small grids, where nearly everything is tied, ties are broken as the oracle breaks them."""
    X = data.draw(grid((n, width), dtype=dtype, largest=2))
    assert_literal(X, data.draw(labels(n, classes=data.draw(st.integers(1, 5)))), itself)


@given(data=st.data(), n=st.integers(1, 24), width=st.integers(1, 5), itself=ITSELF, dtype=DTYPES)
def test_floats(data, n, width, itself, dtype):
    """On ordinary numbers the order is the oracle's."""
    assert_literal(data.draw(gaussians((n, width), dtype=dtype)), data.draw(labels(n)), itself)


# Not "mixed": its last bits depend on a row's place among others, and medoids of two rows on last bits.
@pytest.mark.parametrize("metric", ["manhattan", "minkowski", "hamming", "cosine", "dtw", "rotation"])
@given(data=st.data(), n=st.integers(1, 16), draw=st.sampled_from([grid, gaussians]), itself=st.booleans())
@settings(max_examples=10)
def test_other_metrics(metric, data, n, draw, itself):
    """The order is the oracle's under every metric; in a space of half of the rows last bits may be others."""
    assert_literal(data.draw(draw((n, 6))), data.draw(labels(n)), itself, metric=metric)


@given(data=st.data(), n=st.integers(1, 22), draw=st.sampled_from([grid, gaussians]), dtype=DTYPES)
@settings(max_examples=60)
def test_batches(data, n, draw, dtype):
    """In batches of any sizes, with classes that come and go, what is kept is what the oracle keeps."""
    X, y = data.draw(draw((n, 2), dtype=dtype)), data.draw(labels(n, classes=data.draw(st.integers(1, 5))))
    assert_literal_batches(X, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)))


@pytest.mark.parametrize("metric", ["manhattan", "minkowski", "hamming", "cosine", "dtw", "rotation"])
@given(data=st.data(), n=st.integers(1, 16), draw=st.sampled_from([grid, gaussians]))
@settings(max_examples=10)
def test_batches_under_other_metrics(metric, data, n, draw):
    """What is kept is what the oracle keeps under every metric that learns nothing from the objects."""
    X, y = data.draw(draw((n, 6))), data.draw(labels(n))
    assert_literal_batches(X, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)), metric=metric)


@given(data=st.data(), strings=st.lists(texts(longest=6), min_size=1, max_size=16))
def test_batches_of_strings(data, strings):
    """Strings have an order, and come in batches, too."""
    y, n = [len(string) % 3 for string in strings], len(strings)
    assert_literal(strings, y, None, metric="edit")
    assert_literal_batches(strings, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)), metric="edit")


@pytest.mark.parametrize("itself", [None, False, True])
@each_edge
def test_edges(X, y, itself):
    """Sets with nothing to choose from are ordered too."""
    assert_literal(X, y, itself)
    assert_literal_batches(X, y, [1] * len(y), 3)


def test_lists_run_dry():
    """Rows whose eight nearest of a class are all gone look again, among those that remain."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, size=48)
    centres = np.repeat(rng.normal(size=(2, 2)) * 10, 24, axis=0)
    assert_literal(centres + rng.normal(size=(48, 2)) * 0.1, y, itself=True)
    assert_literal_batches(rng.normal(size=(48, 2)), y, [24, 24], 5)


@pytest.mark.parametrize("scale", [1e-160, 1e160])
def test_magnitudes(scale):
    """Distances that vanish or overflow when squared still leave an order, and as many exemplars as asked for."""
    X = scale * np.random.default_rng(0).integers(-50, 50, size=(20, 2))
    y = [0, 1] * 10
    assert sorted(MarginRank().rank(X, y)) == list(range(20))
    assert len(MarginRank(7).partial_fit(X, y).labels_) == 7


def test_noise_is_recognised():
    """Where labels are drawn at random no exemplar vouches for itself, and where classes are apart it does."""
    rng = np.random.default_rng(0)
    X, noise = rng.normal(size=(400, 2)), rng.random(400) < 0.3
    sides = (X[:, 0] > 0).astype(int)
    noisy = np.where(noise, 1 - sides, sides)
    assert MarginRank().rank(X, noisy).tolist() == MarginRank(itself=False).rank(X, noisy).tolist()
    rings = (np.hypot(*X.T) * 3).astype(int) % 2
    assert MarginRank().rank(X, rings).tolist() == MarginRank(itself=True).rank(X, rings).tolist()


def test_without_itself_it_is_greedy():
    """Behind the medoids, which stand in another order, the order is GreedyRank's."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 4, size=60)
    margin, greedy = MarginRank(itself=np.False_).rank(X, y), GreedyRank().rank(X, y)
    assert set(margin[:4]) == set(greedy[:4])
    assert margin[4:].tolist() == greedy[4:].tolist()


@pytest.mark.parametrize("itself", ["yes", 1, 0.5])
def test_no_choice(itself):
    """What is neither yes nor no is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^MarginRank: 'itself' must be True, False or None, got .*\.$"):
        MarginRank(itself=itself).rank([[0.0], [1.0]], [0, 1])
