"""Every exemplar scheme orders, and keeps of a stream, what its oracle does."""

import numpy as np
import pytest
from edges import each_edge
from hypothesis import given, settings
from hypothesis import strategies as st
from schemes import SCHEMES, STREAM_METRICS, STREAMS, all_of, assert_literal, assert_literal_batches, some_of
from strategies import DTYPES, METRICS, batch_sizes, gaussians, grid, labels, texts

ROWS = st.sampled_from([grid, gaussians])
CLASSES = st.integers(1, 5)
SCALES = [1e-160, 1e-150, 1e-20, 1e20, 1e153, 1e160]

each_scheme = pytest.mark.parametrize("name", SCHEMES)
each_stream = pytest.mark.parametrize("name", STREAMS)
each_scheme_and_metric = pytest.mark.parametrize(
    ("name", "metric"), [(name, metric) for name, scheme in SCHEMES.items() for metric in scheme.metrics]
)


def few(most):
    """Strategy: how many objects, where every distance is dear."""
    return st.integers(1, 2 * most // 3)


def params_of(metric):
    """Strategy: what goes with a metric, or nothing."""
    return st.sampled_from([None, METRICS[metric]])


def scaled(scale):
    """Rows of such numbers, and their classes."""
    return scale * np.random.default_rng(0).integers(-50, 50, size=(16, 2)), [0, 1] * 8


def lengths(strings):
    """Classes of strings."""
    return [len(string) % 3 for string in strings]


@each_scheme
@given(data=st.data(), width=st.integers(1, 3), dtype=DTYPES)
@settings(max_examples=50)
def test_ties_and_duplicates(name, data, width, dtype):
    """On small grids, where nearly everything is tied, ties are broken as the oracle breaks them."""
    scheme, n = SCHEMES[name], data.draw(st.integers(1, SCHEMES[name].rows))
    X, y = data.draw(grid((n, width), dtype=dtype, largest=2)), data.draw(labels(n, classes=data.draw(CLASSES)))
    assert_literal(name, X, y, **data.draw(some_of(scheme.options)))


@each_scheme
@given(data=st.data(), width=st.integers(1, 5), dtype=DTYPES)
@settings(max_examples=30)
def test_floats(name, data, width, dtype):
    """On ordinary numbers the order is the oracle's."""
    scheme, n = SCHEMES[name], data.draw(st.integers(1, SCHEMES[name].rows))
    X, y = data.draw(gaussians((n, width), dtype=dtype)), data.draw(labels(n, classes=data.draw(CLASSES)))
    assert_literal(name, X, y, **data.draw(some_of(scheme.options)))


@each_scheme_and_metric
@given(data=st.data(), draw=ROWS)
@settings(max_examples=10)
def test_other_metrics(name, metric, data, draw):
    """The order is the oracle's under every metric."""
    scheme, n = SCHEMES[name], data.draw(few(SCHEMES[name].rows))
    X, y, params = data.draw(draw((n, 6))), data.draw(labels(n)), data.draw(params_of(metric))
    assert_literal(name, X, y, metric=metric, metric_params=params, **data.draw(some_of(scheme.options)))


@each_scheme
@given(data=st.data())
def test_strings(name, data):
    """Strings have an order too."""
    scheme = SCHEMES[name]
    strings = data.draw(st.lists(texts(longest=6), min_size=1, max_size=2 * scheme.rows // 3))
    assert_literal(name, strings, lengths(strings), metric="edit", **data.draw(some_of(scheme.options)))


@each_scheme
@each_edge
def test_edges(name, X, y):
    """Sets with nothing to choose from are ordered too, whatever the options."""
    for options in all_of(SCHEMES[name].extremes):
        assert_literal(name, X, y, **options)


@pytest.mark.parametrize("scale", SCALES)
@each_scheme
def test_magnitudes(name, scale):
    """Distances that are tiny or huge when squared add up as the oracle's do."""
    for options in all_of(SCHEMES[name].extremes):
        assert_literal(name, *scaled(scale), **options)


@pytest.mark.parametrize("scale", SCALES)
@each_stream
def test_magnitudes_in_batches(name, scale):
    """They do so in a stream, too."""
    for options in all_of(STREAMS[name].options):
        assert_literal_batches(name, *scaled(scale), [9, 1, 6], 7, **options)


@each_stream
@given(data=st.data(), draw=ROWS, dtype=DTYPES)
@settings(max_examples=70)
def test_batches(name, data, draw, dtype):
    """In batches of any sizes, with classes that come and go, what is kept is what the oracle keeps."""
    stream, n = STREAMS[name], data.draw(st.integers(1, STREAMS[name].rows))
    X, y = data.draw(draw((n, 2), dtype=dtype)), data.draw(labels(n, classes=data.draw(CLASSES)))
    batches, keep = data.draw(batch_sizes(n)), data.draw(st.integers(1, n))
    assert_literal_batches(name, X, y, batches, keep, **data.draw(some_of(stream.options)))


@each_stream
@pytest.mark.parametrize("metric", STREAM_METRICS)
@given(data=st.data(), draw=ROWS)
@settings(max_examples=10)
def test_batches_under_other_metrics(name, metric, data, draw):
    """What is kept is what the oracle keeps under every metric that learns nothing from the objects."""
    stream, n = STREAMS[name], data.draw(few(STREAMS[name].rows))
    X, y, params = data.draw(draw((n, 6))), data.draw(labels(n)), data.draw(params_of(metric))
    batches, keep = data.draw(batch_sizes(n)), data.draw(st.integers(1, n))
    options = data.draw(some_of(stream.options))
    assert_literal_batches(name, X, y, batches, keep, metric=metric, metric_params=params, **options)


@each_stream
@given(data=st.data())
@settings(max_examples=30)
def test_batches_of_strings(name, data):
    """Strings come in batches, too."""
    stream = STREAMS[name]
    strings = data.draw(st.lists(texts(longest=6), min_size=1, max_size=2 * stream.rows // 3))
    batches, keep = data.draw(batch_sizes(len(strings))), data.draw(st.integers(1, len(strings)))
    options = data.draw(some_of(stream.options))
    assert_literal_batches(name, strings, lengths(strings), batches, keep, metric="edit", **options)


@each_stream
@each_edge
def test_edges_one_by_one(name, X, y):
    """Sets with nothing to choose from come as streams, too."""
    for options in all_of(STREAMS[name].options):
        assert_literal_batches(name, X, y, [1] * len(y), 3, **options)
