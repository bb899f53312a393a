import numpy as np
import pytest

from bestsofar.datasets import japanese_flag
from bestsofar.errors import InvalidParameter


def test_classes_are_disc_and_field():
    """A point is of class 1 within 0.3 of the centre, else of class 0."""
    X, y = japanese_flag(500, random_state=1)
    assert X.shape == (500, 2)
    assert ((X >= 0) & (X < 1)).all()
    np.testing.assert_array_equal(y, np.linalg.norm(X - [0.5, 0.5], axis=1) <= 0.3)


def test_disc_has_its_share():
    """The disc covers pi * 0.3 ** 2 of the square."""
    _, y = japanese_flag(random_state=2)
    assert len(y) == 20_000
    assert y.mean() == pytest.approx(np.pi * 0.09, abs=0.01)


def test_seed_repeats():
    """The same seed draws the same points."""
    np.testing.assert_array_equal(japanese_flag(9, random_state=3)[0], japanese_flag(9, random_state=3)[0])


@pytest.mark.parametrize("n", [0, -1, 2.5, True])
def test_number_of_points(n):
    """At least one point must be drawn."""
    with pytest.raises(InvalidParameter, match="'n' must be an int >= 1"):
        japanese_flag(n)
