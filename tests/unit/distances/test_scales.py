"""Numbers of any size: distances are right, or the numbers are refused."""

import numpy as np
import pytest

from bestsofar import BayesTreeClassifier, LazyTreeClassifier, NeighborsClassifier, ParzenClassifier, RandomRank
from bestsofar.distances import pairwise
from bestsofar.errors import InvalidRecords

SQUARED = ["euclidean", "manhattan", "dtw", "rotation"]
MODELS = [NeighborsClassifier(RandomRank(random_state=0)), LazyTreeClassifier(), ParzenClassifier(), BayesTreeClassifier()]
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


@pytest.mark.parametrize("metric", [*SQUARED, "minkowski", "cosine", "hamming"])
def test_huge_single_numbers_become_doubles(metric):
    """Where squares would pass the largest float32, distances are those of float64."""
    huge = np.finfo(np.float32).max / 2
    rows = np.array([[0, 0, 0], [huge, 0, huge], [-huge, huge, 0]], dtype=np.float32)
    distances = pairwise(rows, metric=metric)
    assert np.isfinite(distances).all()
    assert (distances[~np.eye(3, dtype=bool)] > 0).all()


@pytest.mark.parametrize("metric", SQUARED)
def test_what_no_square_holds_is_refused(metric):
    """All distances to it would be infinite: whatever seemed nearest, it would be by chance."""
    with pytest.raises(InvalidRecords, match=r"up to 1e\+150, as the model is of float64, got 1e\+200 in row 1"):
        pairwise(np.array([[0.0, 0.0], [0.0, 1e200]]), metric=metric)
    model = NeighborsClassifier(RandomRank(random_state=0), metric=metric).fit(X[:20].astype(np.float32), Y[:20])
    for ask in (model.predict, lambda rows: model.begin(rows[0])):
        for kind in (np.float32, np.float64):
            with pytest.raises(InvalidRecords, match=r"numbers up to 1e\+17, as the model is of float32, got 1e\+30"):
                ask(np.full((1, 4), 1e30, kind))


def test_what_is_not_squared_may_be_huge():
    """Equal or not: that can be told of any number."""
    rows = np.array([[0.0, 0.0], [0.0, 1e300]])
    assert pairwise(rows, metric="hamming")[0, 1] == 0.5
