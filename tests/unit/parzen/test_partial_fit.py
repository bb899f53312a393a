import numpy as np
import pytest
from oracles.parzen import bandwidth_for

from bestsofar import EBEL, MarginRank, ParzenClassifier, RandomRank
from bestsofar.errors import InvalidParameter

RNG = np.random.default_rng(0)
Y = RNG.choice(["a", "b", "c"], size=120)
X = RNG.normal(size=(120, 2)) + 2 * (Y == "a")[:, None]


def learned(model, *, rows=120, size=15):
    """A model that was given a number of rows, in batches."""
    for first in range(0, rows, size):
        model.partial_fit(X[first : first + size], Y[first : first + size])
    return model


@pytest.mark.parametrize("forget", [None, EBEL()])
def test_it_is_a_model_of_what_the_scheme_keeps(forget):
    """After every batch it answers as if it had been fitted with the exemplars that the scheme holds."""
    model = ParzenClassifier(RandomRank(random_state=0), bandwidth=0.7, capacity=20, forget=forget)
    scheme = type(forget or MarginRank())(20)
    for first in range(0, 120, 40):
        batch = slice(first, first + 40)
        model.partial_fit(X[batch], Y[batch])
        scheme.partial_fit(X[batch], Y[batch])
        assert np.array_equal(model.exemplars_, scheme.exemplars_)
        plain = ParzenClassifier(RandomRank(random_state=0), bandwidth=0.7).fit(scheme.exemplars_, scheme.labels_)
        present = np.isin(model.classes_, plain.classes_)
        assert np.array_equal(model.predict_proba(X, steps=9)[:, present], plain.predict_proba(X, steps=9))


def test_the_bandwidth_follows_the_number_of_exemplars():
    """It is found when as many objects have come as it was found for; between, it falls with the fifth root."""
    model = ParzenClassifier(RandomRank(random_state=0), capacity=200).partial_fit(X[:50], Y[:50])
    found = ParzenClassifier(RandomRank(random_state=0)).fit(X[:50], Y[:50])
    assert model.predict_proba(X).tolist() == found.predict_proba(X).tolist()
    reference, rows = model._fitted.model.bandwidth  # noqa: SLF001 - there is no other way to see it
    assert rows == 50
    model.partial_fit(X[50:80], Y[50:80])
    same = ParzenClassifier(bandwidth=bandwidth_for(reference, 50, 80)).fit(X[:80], Y[:80])
    assert model.predict_proba(X) == pytest.approx(same.predict_proba(X))
    model.partial_fit(X[80:100], Y[80:100])
    again = ParzenClassifier().fit(X[:100], Y[:100])
    assert model.predict_proba(X) == pytest.approx(again.predict_proba(X))


def test_a_fit_begins_again():
    """A fit finds its own bandwidth, whatever was learned before."""
    model = learned(ParzenClassifier(capacity=100)).fit(X[:20] * 9, Y[:20])
    fresh = ParzenClassifier(capacity=100).fit(X[:20] * 9, Y[:20])
    assert model.predict_proba(X * 9).tolist() == fresh.predict_proba(X * 9).tolist()


@pytest.mark.parametrize("bandwidth", [-1.0, "scott", X])
def test_a_bandwidth_that_is_none(bandwidth):
    """It is refused between two batches as well, and changes nothing."""
    model = learned(ParzenClassifier(capacity=20))
    before = model.predict_proba(X).tolist()
    with pytest.raises(InvalidParameter, match="ParzenClassifier: 'bandwidth' must be a finite number above 0 or"):
        model.set_params(bandwidth=bandwidth).partial_fit(X[:1], Y[:1])
    assert model.predict_proba(X).tolist() == before


def test_a_number_and_then_none():
    """A bandwidth is found as soon as none is given any more."""
    model = ParzenClassifier(bandwidth=9.0, capacity=200).partial_fit(X[:60], Y[:60])
    model.set_params(bandwidth="loo").partial_fit(X[60:61], Y[60:61])
    assert model.predict_proba(X) == pytest.approx(ParzenClassifier().fit(X[:61], Y[:61]).predict_proba(X))
