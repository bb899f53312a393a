import numpy as np
import pytest

from bestsofar import NeighborsClassifier, RandomRank
from bestsofar.distances import pairwise

METRICS = ["euclidean", "manhattan", "minkowski", "hamming", "cosine", "dtw", "rotation"]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_distance_that_overflows_is_still_far(metric, dtype):
    """Where a sum passes the largest number, rows are far apart, not close, and finitely so."""
    huge = np.finfo(dtype).max / 2
    rows = np.array([[0, 0, 0], [huge, 0, huge], [-huge, huge, 0]], dtype=dtype)
    distances = pairwise(rows, metric=metric)
    assert np.isfinite(distances).all()
    assert (distances[~np.eye(3, dtype=bool)] > 0).all()


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_query_finds_something_however_far(metric, dtype):
    """A query has an answer even if all of its distances overflow."""
    huge = np.finfo(dtype).max / 2
    X = np.full((20, 4), huge, dtype=dtype)
    model = NeighborsClassifier(RandomRank(random_state=0), n_neighbors=3, metric=metric).fit(X, [0, 1] * 10)
    for query in (model.begin(-X[0]), model.begin(-X[0]).refine()):
        answer = query.answer
        assert len(answer.neighbors) == min(3, answer.steps)
        assert answer.proba.sum() == pytest.approx(1)
