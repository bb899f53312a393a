import numpy as np
import pytest

from bestsofar.distances import METRICS, pairwise

ROWS = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 0.0]])


@pytest.mark.parametrize("metric", sorted(set(METRICS) - {"edit", "compression"}))
def test_one_set_is_measured_against_itself(metric):
    """Without Y the rows are measured against each other."""
    assert (pairwise(ROWS, metric=metric) == pairwise(ROWS, ROWS, metric=metric)).all()


def test_shape():
    """A row for each object of X, a column for each of Y, also where X has none."""
    assert pairwise(ROWS[:2], ROWS).shape == (2, 3)
    assert pairwise(ROWS[:0], ROWS).shape == (0, 3)
    assert pairwise([], ["a", "b"], metric="edit").shape == (0, 2)
