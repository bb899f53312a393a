import numpy as np
import pytest

from bestsofar import datasets
from bestsofar.errors import InvalidParameter


def test_five_classes_of_equal_size():
    """At every time, whatever the borders."""
    X, y = datasets.drifting_surface(20_000, random_state=1)
    assert ((X >= 0.1) & (X <= 1)).all()
    for chunk in np.split(y, 10):
        assert (abs(np.bincount(chunk, minlength=5) - 400) < 100).all()


def test_the_borders_move():
    """The same points have other classes later on; within 2,000 records they do not change."""
    X, y = datasets.drifting_surface(2_000, random_state=0)
    g = ((X[:, 0] + X[:, 1]) / X[:, 0]) + ((X[:, 1] + X[:, 2]) / X[:, 1])
    assert all(g[y == c].max() <= g[y == c + 1].min() for c in range(4))
    X, y = datasets.drifting_surface(100_000, random_state=0)
    late = slice(-2_000, None)
    g = ((X[late, 0] + X[late, 1]) / X[late, 0]) + ((X[late, 1] + X[late, 2]) / X[late, 1])
    assert not all(g[y[late] == c].max() <= g[y[late] == c + 1].min() for c in range(4))


def test_repeatable():
    """A seed fixes everything."""
    X, y = datasets.drifting_surface(3_000, random_state=5)
    again, labels = datasets.drifting_surface(3_000, random_state=5)
    assert np.array_equal(X, again)
    assert np.array_equal(y, labels)


@pytest.mark.parametrize("n", [0, -1, 1.5, True, "many"])
def test_bad_n(n):
    """A number of points."""
    with pytest.raises(InvalidParameter, match="drifting_surface: 'n' must be an int >= 1"):
        datasets.drifting_surface(n)
