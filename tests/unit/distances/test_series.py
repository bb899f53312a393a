import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import distances as oracle
from strategies import DTYPES, fractions, grid

from bestsofar.distances import pairwise

LENGTHS = st.sampled_from([1, 2, 3, 15, 16, 17, 24])


def literal(measure, rows):
    """The oracle's distances between all rows."""
    plain = rows.astype(float).tolist()
    return np.array([[measure(a, b) for b in plain] for a in plain])


@given(data=st.data(), length=LENGTHS, dtype=DTYPES, band=st.floats(0, 1), draw=st.sampled_from([grid, fractions]))
@settings(max_examples=25)
def test_dtw(data, length, dtype, band, draw):
    """Warping under any band costs what the oracle says."""
    rows = data.draw(draw((5, length), dtype=dtype))
    distances = pairwise(rows, metric="dtw", metric_params={"band": band})
    assert distances == pytest.approx(literal(lambda a, b: oracle.dtw(a, b, band), rows), rel=1e-4, abs=1e-6)


@given(data=st.data(), length=LENGTHS, dtype=DTYPES, mirror=st.booleans(), draw=st.sampled_from([grid, fractions]))
@settings(max_examples=25)
def test_rotation(data, length, dtype, mirror, draw):
    """The best of all circular shifts, and of the mirror image's on request, is what the oracle finds."""
    rows = data.draw(draw((5, length), dtype=dtype))
    distances = pairwise(rows, metric="rotation", metric_params={"mirror": mirror})
    expected = literal(lambda a, b: oracle.rotation(a, b, mirror=mirror), rows)
    assert distances == pytest.approx(expected, rel=1e-4, abs=1e-5)


@given(row=fractions(23), shift=st.integers(0, 22), backwards=st.booleans())
def test_a_turned_outline_is_the_same(row, shift, backwards):
    """A rotated outline is at distance 0, and so is its mirror image if that counts."""
    turned = np.roll(row[::-1] if backwards else row, shift)
    assert pairwise([row], [turned], metric="rotation", metric_params={"mirror": np.True_}).item() == 0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_long_series(dtype):
    """Series of 463 points, as outlines of fish have, are measured like short ones."""
    rows = np.random.default_rng(0).normal(size=(3, 463)).cumsum(axis=1).astype(dtype)
    expected = literal(lambda a, b: oracle.dtw(a, b, 0.1), rows)
    assert pairwise(rows, metric="dtw") == pytest.approx(expected, rel=1e-4)
    turned = [min(np.linalg.norm(rows[0].astype(float) - np.roll(rows[i], s)) for s in range(463)) for i in range(3)]
    assert pairwise(rows[:1], rows, metric="rotation")[0] == pytest.approx(turned, rel=1e-4, abs=1e-6)


def test_a_band_is_the_share_that_was_written():
    """0.29 of 100 are 29 places, though the product of the floats is a little less."""
    series = np.eye(100)[[1, 30, 31]]
    near, far = pairwise(series[:1], series[1:], metric="dtw", metric_params={"band": 0.29})[0]
    assert near == 0 < far


@given(rows=fractions((18, 9)))
def test_no_band_is_euclidean(rows):
    """Without room to warp, warping is the Euclidean distance."""
    warped = pairwise(rows, metric="dtw", metric_params={"band": 0})
    assert warped == pytest.approx(pairwise(rows), rel=1e-12)
