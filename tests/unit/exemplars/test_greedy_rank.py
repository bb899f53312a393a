from collections import Counter

import numpy as np
import pytest
from edges import each_edge
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import assert_literal_stream, codes_of, matrix_of
from oracles.greedy_rank import greedy_rank
from oracles.greedy_stream import best_first, greedy_stream
from oracles.legacy import Estate
from strategies import DTYPES, SHARPNESS, batch_sizes, gaussians, grid, labels, texts

from bestsofar import GreedyRank
from bestsofar.errors import InvalidParameter

SQUARINGS = {None: None, 1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}


def assert_literal(X, y, sharpness, **metric):
    """The order is the oracle's, place by place."""
    ranked = GreedyRank(sharpness=sharpness, **metric).rank(X, y).tolist()
    assert ranked == greedy_rank(matrix_of(X, **metric), codes_of(y), SQUARINGS[sharpness])


def assert_literal_batches(X, y, batches, keep, sharpness, **metric):
    """After every batch what is kept is the oracle's."""
    expected = greedy_stream(matrix_of(X, **metric), y, batches, keep, SQUARINGS[sharpness])
    assert_literal_stream(GreedyRank(keep, sharpness=sharpness, **metric), X, y, batches, expected)


@given(data=st.data(), n=st.integers(1, 30), width=st.integers(1, 3), sharpness=SHARPNESS, dtype=DTYPES)
@settings(max_examples=60)
def test_ties_and_duplicates(data, n, width, sharpness, dtype):
    """On small grids, where nearly everything is tied, ties are broken as the oracle breaks them."""
    X = data.draw(grid((n, width), dtype=dtype, largest=2))
    assert_literal(X, data.draw(labels(n, classes=data.draw(st.integers(1, 5)))), sharpness)


@given(data=st.data(), n=st.integers(1, 30), width=st.integers(1, 5), sharpness=SHARPNESS, dtype=DTYPES)
def test_floats(data, n, width, sharpness, dtype):
    """On ordinary numbers the order is the oracle's."""
    assert_literal(data.draw(gaussians((n, width), dtype=dtype)), data.draw(labels(n)), sharpness)


@pytest.mark.parametrize("metric", ["manhattan", "minkowski", "hamming", "cosine", "mixed", "dtw", "rotation"])
@given(data=st.data(), n=st.integers(1, 20), draw=st.sampled_from([grid, gaussians]), sharpness=SHARPNESS)
@settings(max_examples=10)
def test_other_metrics(metric, data, n, draw, sharpness):
    """The order is the oracle's under every metric."""
    assert_literal(data.draw(draw((n, 6))), data.draw(labels(n)), sharpness, metric=metric)


@given(strings=st.lists(texts(longest=6), min_size=1, max_size=20), sharpness=SHARPNESS)
def test_strings(strings, sharpness):
    """Strings have an order too."""
    assert_literal(strings, [len(string) % 3 for string in strings], sharpness, metric="edit")


@pytest.mark.parametrize("sharpness", SQUARINGS)
@each_edge
def test_edges(X, y, sharpness):
    """Sets with nothing to choose from are ordered too, at every sharpness."""
    assert_literal(X, y, sharpness)


@pytest.mark.parametrize("scale", [1e-160, 1e-150, 1e-20, 1e20, 1e153, 1e160])
@pytest.mark.parametrize("sharpness", [None, 8])
def test_magnitudes(scale, sharpness):
    """Distances that are tiny or huge when squared add up as the oracle's do."""
    X = scale * np.random.default_rng(0).integers(-50, 50, size=(20, 2))
    assert_literal(X, [0, 1] * 10, sharpness)


@pytest.mark.parametrize("sharpness", [None, 8])
def test_hundreds_of_rows_in_several_threads(sharpness):
    """Sums made by several threads are the oracle's, to the last bit."""
    rng = np.random.default_rng(2)
    which = rng.integers(0, 8, size=110)
    X = rng.normal(size=(8, 3))[which] * 3 + rng.normal(size=(110, 3))
    assert_literal(X, which % 3, sharpness)


def test_distances_that_depend_on_the_direction():
    """A rotation is rounded differently from either side; what counts is how each row itself sees the others."""
    X = np.random.default_rng(1).normal(size=(6, 7))
    X[3:] = np.roll(X[:3], 2, axis=1)
    assert_literal(X, [0, 1] * 3, None, metric="rotation")


@given(data=st.data(), n=st.integers(1, 20), draw=st.sampled_from([grid, gaussians]), sharpness=SHARPNESS, dtype=DTYPES)
@settings(max_examples=60)
def test_batches(data, n, draw, sharpness, dtype):
    """In batches of any sizes, with classes that come and go, what is kept is what the oracle keeps."""
    X, y = data.draw(draw((n, 2), dtype=dtype)), data.draw(labels(n, classes=data.draw(st.integers(1, 5))))
    assert_literal_batches(X, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)), sharpness)


@pytest.mark.parametrize("metric", ["manhattan", "hamming", "cosine", "dtw", "rotation"])
@given(data=st.data(), n=st.integers(1, 14), draw=st.sampled_from([grid, gaussians]))
@settings(max_examples=8)
def test_batches_under_other_metrics(metric, data, n, draw):
    """What is kept is what the oracle keeps under every metric that learns nothing from the objects."""
    X, y = data.draw(draw((n, 6))), data.draw(labels(n))
    assert_literal_batches(X, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)), 8, metric=metric)


@given(data=st.data(), strings=st.lists(texts(longest=6), min_size=1, max_size=14))
@settings(max_examples=30)
def test_batches_of_strings(data, strings):
    """Strings come in batches, too."""
    y, n = [len(string) % 3 for string in strings], len(strings)
    assert_literal_batches(strings, y, data.draw(batch_sizes(n)), data.draw(st.integers(1, n)), 8, metric="edit")


@pytest.mark.parametrize("sharpness", [0, 3, -8, 64, "8", [8], np.nan])
def test_no_sharpness(sharpness):
    """A sharpness that is none is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^GreedyRank: 'sharpness' must be 1, 2, 4, 8, .*, got .*\.$"):
        GreedyRank(sharpness=sharpness).rank([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("seed", range(5))
def test_for_ever(seed):
    """Long after more was forgotten than 64 bits could add up at full precision, the choice is still the oracle's."""
    rng, often = np.random.default_rng(seed), 10**8
    X, y = rng.normal(size=(16, 2)), rng.integers(0, 2, size=16)
    scheme = GreedyRank(4).partial_fit(X[:8], y[:8])
    scheme.counts_, scheme.spreads_ = scheme.counts_ * often, scheme.spreads_ * often
    held = {x: Estate() for x in range(8, 16)}
    for exemplar, counts, spread in zip(scheme.exemplars_, scheme.counts_.tolist(), scheme.spreads_, strict=True):
        of_classes = Counter(dict(zip(scheme.classes_.tolist(), counts, strict=True)))
        held[X.tolist().index(exemplar.tolist())] = Estate(+of_classes, float(spread))
    held = dict(sorted(held.items()))
    expected = sorted(best_first(matrix_of(X), y.tolist(), held, 4, SQUARINGS[8])[:4])
    scheme.partial_fit(X[8:], y[8:])
    assert scheme.exemplars_.tolist() == X[expected].tolist()
    assert scheme.counts_.sum() == 4 * often + 8
