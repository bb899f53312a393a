import math

import pytest
from oracles import distances


def test_dtw_warps_within_its_band():
    """A step that comes one point later costs nothing, unless the band forbids it."""
    assert distances.dtw([0, 0, 1], [0, 1, 1], band=0.5) == 0
    assert distances.dtw([0, 0, 1], [0, 1, 1], band=0.0) == 1


def test_rotation_turns_and_mirrors():
    """A turned shape is the same shape, a mirrored one only on request."""
    shape = [1, 2, 4, 8]
    assert distances.rotation(shape, [4, 8, 1, 2]) == 0
    assert distances.rotation(shape, [8, 4, 2, 1]) > 0
    assert distances.rotation(shape, [2, 1, 8, 4], mirror=True) == 0


def test_mixed_counts_each_feature_at_most_once():
    """Numbers by their share of the range, categories by sameness, a missing value as one of its own."""
    nan = math.nan
    ranges = distances.ranges([[0, 7, 0, 1, nan], [4, 7, 1, nan, nan]])
    assert ranges == [4, 0, 1, 0, 0]
    categorical = [False, False, True, False, False]
    assert distances.mixed([1, 7, 0, 5, nan], [2, 9, 1, nan, nan], ranges, categorical) == math.sqrt(1 / 16 + 1 + 1)
    assert distances.mixed([9, 7, 0, 5, nan], [0, 7, 0, 5, nan], ranges, categorical) == 1


def test_zero_vector_is_a_direction_of_its_own():
    """The cosine distance of the zero vector is 0 to itself and 1 to all others."""
    assert distances.cosine([0, 0], [0, 0]) == 0
    assert distances.cosine([0, 0], [3, 4]) == 1
    assert distances.cosine([2, 0], [0, 5]) == 1
    assert distances.cosine([1, 1], [-2, -2]) == pytest.approx(2)


def test_edit_counts_code_points():
    """Three edits turn one word into the other; an accent is one code point."""
    assert distances.edit("kitten", "sitting") == 3
    assert distances.edit("", "naïve") == 5


def test_compression_is_least_for_equals():
    """A text compresses best with its own copy, in either order."""
    text, other = b"anytime " * 9, bytes(range(72))
    assert distances.compression(text, text) < distances.compression(text, other)
    assert distances.compression(text, other) == distances.compression(other, text)


def test_powers_meet():
    """The general power gives its two well-known cases."""
    a, b = [0, 3, 1], [4, 0, 1]
    assert distances.euclidean(a, b) == distances.minkowski(a, b, 2) == 5
    assert distances.manhattan(a, b) == distances.minkowski(a, b, 1) == 7
    assert distances.hamming(a, b) == 2 / 3
