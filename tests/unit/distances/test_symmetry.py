"""Distances between vectors do not depend on who asks, nor on where a row lies."""

import numpy as np
import pytest
from literal import space_of

CATEGORICAL = [True, False, False, True, False]


def matrix(X, **metric):
    """Reduced distances between every two rows."""
    space = space_of(X, **metric)
    return np.array([space.reduced(row) for row in range(len(X))])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("metric", "params"),
    [
        ("euclidean", None),
        ("manhattan", None),
        ("minkowski", {"p": 3}),
        ("hamming", None),
        ("cosine", None),
        ("mixed", {"categorical": CATEGORICAL}),
    ],
)
def test_both_ways_and_everywhere_alike(metric, params, dtype):
    """To the last bit: what EBEL adds from one side it takes away from the other, where rows have moved."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(203, 5)).astype(dtype)
    X[:, CATEGORICAL] = rng.integers(0, 3, (203, 2))
    if metric == "mixed":
        X[rng.random(X.shape) < 0.1] = np.nan
    moved = rng.permutation(len(X))
    here = matrix(X, metric=metric, metric_params=params)
    there = matrix(X[moved], metric=metric, metric_params=params)
    assert (here == here.T).all()
    assert (here[np.ix_(moved, moved)] == there).all()
