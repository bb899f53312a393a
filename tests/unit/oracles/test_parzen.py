import math

import pytest
from oracles.parzen import bandwidth_for, posterior, scan


def test_a_posterior_by_hand():
    """Shares are those of the classes in the sum of kernels."""
    near, far = math.exp(-0.5), math.exp(-2)
    shares = posterior([1.0, 4.0, 1.0], [0, 0, 1], 1.0)
    assert shares == pytest.approx({0: (near + far) / (2 * near + far), 1: near / (2 * near + far)})


def test_nothing_left_of_any_kernel():
    """All classes are alike, and the nearest exemplar decides."""
    state = scan([1e9, 2e9, 5e8], [0, 1, 1], 1.0, 3)
    assert state.shares == {0: 0.5, 1: 0.5}
    assert (state.label, state.neighbors, state.steps) == (1, [2, 0, 1], 3)


def test_every_class_is_seen():
    """No query ends before it has read one exemplar of each class."""
    assert scan([0.0, 0.0, 0.0], [0, 1, 1], 1.0, 0).steps == 2


def test_a_tie_without_the_nearest():
    """A tie among classes that do not have the nearest exemplar goes to the first of them."""
    squared = [1.0, *[1.1] * 8, *[1.1] * 8]
    assert scan(squared, [2, *[1] * 8, *[0] * 8], 1.0, 17).label == 0


def test_fewer_exemplars_wider_kernels():
    """The bandwidth falls with the fifth root."""
    assert bandwidth_for(3.0, 32, 1) == pytest.approx(6.0)
