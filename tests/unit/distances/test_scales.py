"""Numbers of any size: distances are right, or the numbers are refused."""

import numpy as np
import pytest

from bestsofar import BayesTreeClassifier, LazyTreeClassifier, NeighborsClassifier, ParzenClassifier, RandomRank
from bestsofar.distances import pairwise
from bestsofar.errors import InvalidRecords

SQUARED = ["euclidean", "manhattan", "dtw", "rotation"]
METRICS = [*SQUARED, "minkowski", "cosine", "hamming"]
NEIGHBORS = NeighborsClassifier(RandomRank(random_state=0))
MODELS = [NEIGHBORS, LazyTreeClassifier(), ParzenClassifier(), BayesTreeClassifier()]
X = np.random.default_rng(0).normal(size=(120, 4))
Y = X[:, 0] > 0


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
@pytest.mark.parametrize("scale", [2.0**-100, 2.0**-60, 2.0**60, 2.0**100])
def test_a_unit_does_not_matter(model, scale):
    """Whatever the unit of all features is, in float32 as well, the answers are the same."""
    for dtype in (np.float32, np.float64):
        expected = model.fit(X[:80].astype(np.float32).astype(dtype), Y[:80]).predict(X[80:].astype(np.float32))
        scaled = (X.astype(np.float32) * np.float32(scale)).astype(dtype)
        assert (model.fit(scaled[:80], Y[:80]).predict(scaled[80:]) == expected).all()


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_huge_numbers_are_far_apart(metric, dtype):
    """Where a sum passes the largest number, rows are far apart, not close, and finitely so."""
    huge = np.finfo(dtype).max / 2
    rows = np.array([[0, 0, 0], [huge, 0, huge], [-huge, huge, 0]], dtype=dtype)
    distances = pairwise(rows, metric=metric)
    assert np.isfinite(distances).all()
    assert (distances[~np.eye(3, dtype=bool)] > 0).all()


@pytest.mark.parametrize("metric", SQUARED)
def test_what_no_square_holds_is_refused(metric):
    """All distances to it would be infinite: whatever seemed nearest, it would be by chance."""
    model = NeighborsClassifier(RandomRank(random_state=0), metric=metric).fit(X[:20].astype(np.float32), Y[:20])
    for ask in (model.predict, lambda rows: model.begin(rows[0])):
        for kind in (np.float32, np.float64):
            with pytest.raises(
                InvalidRecords,
                match=r"numbers of at most 1e\+17 in magnitude, because the model is float32, got 1e\+30",
            ):
                ask(np.full((1, 4), 1e30, kind))


@pytest.mark.parametrize("metric", METRICS)
def test_a_query_finds_something_however_far(metric):
    """In float64 a query has an answer even if all of its distances overflow."""
    rows = np.full((20, 4), np.finfo(np.float64).max / 2)
    model = NeighborsClassifier(RandomRank(random_state=0), n_neighbors=3, metric=metric).fit(rows, [0, 1] * 10)
    for query in (model.begin(-rows[0]), model.begin(-rows[0]).refine()):
        answer = query.answer
        assert len(answer.neighbors) == min(3, answer.steps)
        assert answer.proba.sum() == pytest.approx(1)


def test_what_is_not_squared_may_be_huge():
    """Equal or not: that can be told of any number."""
    rows = np.array([[0.0, 0.0], [0.0, 1e300]])
    assert pairwise(rows, metric="hamming")[0, 1] == 0.5
