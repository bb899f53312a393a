import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import distances as oracle
from strategies import DTYPES, ROWS, WIDTHS, fractions, grid

from bestsofar.distances import pairwise

METRICS = {
    "euclidean": ({}, oracle.euclidean),
    "manhattan": ({}, oracle.manhattan),
    "minkowski": ({"p": 3}, lambda a, b: oracle.minkowski(a, b, 3)),
    "hamming": ({}, oracle.hamming),
    "cosine": ({}, oracle.cosine),
}


def literal(metric, rows):
    """The oracle's distances between all rows."""
    _, measure = METRICS[metric]
    plain = rows.astype(np.float64).tolist()
    return [[measure(a, b) for b in plain] for a in plain]


def measured(metric, rows):
    """The package's."""
    params, _ = METRICS[metric]
    return pairwise(rows, metric=metric, metric_params=params)


def tolerance(rows):
    """Relative: every feature may add some roundings."""
    return 32 * rows.shape[1] * float(np.finfo(rows.dtype).eps)


@pytest.mark.parametrize("metric", METRICS)
@given(data=st.data(), dtype=DTYPES, n=ROWS, width=WIDTHS, draw=st.sampled_from([grid, fractions]))
@settings(max_examples=25)
def test_every_pair_is_what_the_textbook_says(metric, data, dtype, n, width, draw):
    """Distances equal the oracle's up to rounding, in whole and in broken blocks of rows and features."""
    rows = data.draw(draw((min(n, 400 // width + 1), width), dtype=dtype))
    absolute = tolerance(rows) if metric == "cosine" else 0
    assert measured(metric, rows) == pytest.approx(np.array(literal(metric, rows)), rel=tolerance(rows), abs=absolute)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("width", [166, 463])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_wide_rows(metric, width, dtype):
    """Rows as wide as molecules' fingerprints and outlines are measured like narrow ones."""
    rows = np.random.default_rng(width).normal(size=(18, width)).round(1).astype(dtype)
    assert measured(metric, rows) == pytest.approx(np.array(literal(metric, rows)), rel=tolerance(rows), abs=1e-5)


@pytest.mark.parametrize("metric", METRICS)
@given(rows=fractions((5, 3)), float32=st.booleans(), share=st.floats(-1, 1))
@settings(max_examples=25)
def test_huge_and_small_magnitudes(metric, rows, float32, share):
    """Numbers may be as large or small as their powers allow, without loss."""
    # Cubes of differences up to 200, and of 1/64, must neither overflow nor vanish.
    dtype, decades = (np.float32, 9) if float32 else (np.float64, 95)
    scaled = (rows * 10.0 ** round(share * decades)).astype(dtype)
    absolute = tolerance(scaled) if metric == "cosine" else 0
    assert measured(metric, scaled) == pytest.approx(np.array(literal(metric, scaled)), rel=1e-4, abs=absolute)


@given(rows=fractions((4, 5)), p=st.floats(1, 8))
def test_any_power(rows, p):
    """Minkowski takes any power from 1."""
    plain = rows.tolist()
    expected = [[oracle.minkowski(a, b, p) for b in plain] for a in plain]
    assert pairwise(rows, metric="minkowski", metric_params={"p": p}) == pytest.approx(np.array(expected), rel=1e-9)


@pytest.mark.parametrize("metric", METRICS)
@given(rows=grid((20, 3)), copies=st.integers(1, 19))
def test_duplicates_are_at_distance_zero(metric, rows, copies):
    """A row is exactly 0 from its copies, and they are equally far from everything, to the last bit."""
    rows[copies] = rows[0]
    distances = measured(metric, rows)
    assert distances[0, copies] == distances[0, 0] == 0
    assert (distances[0] == distances[copies]).all()
    assert (distances == distances.T).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_cosine_of_rows_that_underflow(dtype):
    """Only the direction counts, even of the smallest and the largest numbers there are, and zeros have their own."""
    info = np.finfo(dtype)
    rows = np.array([[1, 0], [info.tiny, 0], [info.max, 0], [0, 0], [0, info.smallest_subnormal]], dtype=dtype)
    expected = [[0, 0, 0, 1, 1], [0, 0, 0, 1, 1], [0, 0, 0, 1, 1], [1, 1, 1, 0, 1], [1, 1, 1, 1, 0]]
    assert pairwise(rows, metric="cosine") == pytest.approx(np.array(expected, dtype=float), abs=1e-6)
