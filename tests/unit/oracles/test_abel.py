import pytest
from oracles.abel import UNIT, abel, half_wins, merit, units_of


def test_half_wins():
    """Pairs in the right order count two, ties one."""
    assert half_wins([0.5, 0.9], [0.1, 0.5, 0.7]) == 2 + 1 + 0 + 2 + 2 + 2


def test_merit_of_two_classes_is_the_area():
    """It is a whole number; divided by 2^41 it is the area under the curve."""
    scores = {10: [0.9, 0.1], 11: [0.4, 0.6], 12: [0.5, 0.5], 13: [0.5, 0.5]}
    assert merit(scores, [0] * 11 + [1, 0, 1]) / 2**41 == pytest.approx((1 + 1 + 1 + 0.5) / 4)


def test_merit_of_several_classes_is_the_sum_of_the_areas():
    """One class against the rest; a class that no judge has does not count."""
    scores = {0: [0.8, 0.1, 0.1, 0.0], 1: [0.2, 0.5, 0.3, 0.0], 2: [0.3, 0.1, 0.6, 0.0]}
    assert merit(scores, [0, 1, 2, 3]) / 2**41 == pytest.approx(3)


def test_units():
    """The nearest kernel is one unit; far ones are nothing."""
    assert units_of([9.0, 4.0, 2000.0], [0, 2], 1.0) == {0: UNIT, 2: 0}


def test_what_misleads_goes_first():
    """An instance that makes a judge of the other class look like its own goes first; of two such the first."""
    places, y = [0.0, 0.5, 5.0, 5.5, 6.0, 0.5, 5.25], [0, 1, 1, 0, 1, 0, 1]
    squared = [[(a - b) ** 2 for b in places] for a in places]
    assert abel(squared, y, [5, 6], 0.5)[-1] == 1
