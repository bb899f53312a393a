import numpy as np
import pytest

from bestsofar import MarginRank, NeighborsClassifier, RandomRank, SimpleRank

RNG = np.random.default_rng(0)
Y = RNG.choice(["a", "b", "c"], size=120)
X = RNG.normal(size=(120, 2)) + 2 * (Y == "a")[:, None]


@pytest.mark.parametrize("order", [None, SimpleRank(), RandomRank(random_state=0)])
def test_it_is_a_model_of_what_the_scheme_keeps(order):
    """After every batch it answers as if it had been fitted with the exemplars that MarginRank holds."""
    model, scheme = NeighborsClassifier(order, n_neighbors=3, capacity=20), MarginRank(20)
    for first in range(0, 120, 15):
        batch = slice(first, first + 15)
        model.partial_fit(X[batch], Y[batch])
        scheme.partial_fit(X[batch], Y[batch])
        assert np.array_equal(model.exemplars_, scheme.exemplars_)
        assert np.array_equal(model.labels_, scheme.labels_)
        plain = NeighborsClassifier(order, n_neighbors=3).fit(scheme.exemplars_, scheme.labels_)
        assert np.array_equal(model.labels_after(X, [3, 6, 9, 20]), plain.labels_after(X, [3, 6, 9, 20]))
        assert (
            model.begin(X[0]).refine().answer.neighbors.tolist() == plain.begin(X[0]).refine().answer.neighbors.tolist()
        )
