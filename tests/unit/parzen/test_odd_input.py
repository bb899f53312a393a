"""Odd sets and odd bandwidths have a defined answer, or one clear sentence."""

import numpy as np
import pytest

from bestsofar import EBEL, ParzenClassifier, RandomRank
from bestsofar.errors import InvalidParameter

X = np.random.default_rng(0).normal(size=(30, 2))
Y = np.array(["no", "yes"] * 15)


@pytest.mark.parametrize("bandwidth", [0, 0.0, -1.0, np.inf, -np.inf, np.nan, None, "scott", True, [1.0], X], ids=str)
def test_no_bandwidth(bandwidth):
    """What is no finite number above 0 is refused."""
    with pytest.raises(
        InvalidParameter, match=r"(?s)^ParzenClassifier: 'bandwidth' must be a finite number above 0 or \"loo\", got"
    ):
        ParzenClassifier(bandwidth=bandwidth).fit(X, Y)


@pytest.mark.parametrize(("bandwidth", "shares"), [(5e-324, [0.5, 0.5]), (1e308, [0.5, 0.5])])
def test_extreme_bandwidths(bandwidth, shares):
    """The narrowest kernels reach nothing but their own place, the widest everything alike."""
    model = ParzenClassifier(bandwidth=bandwidth).fit(X, Y)
    assert model.predict_proba([[9.0, 9.0]])[0] == pytest.approx(shares)
    nearest = Y[((X - 9) ** 2).sum(axis=1).argmin()]
    assert model.predict([[9.0, 9.0]]) == [nearest]
    assert model.predict(X[:1]) == Y[:1]


def test_far_away_the_nearest_decides():
    """Where no kernel reaches, all classes are equally probable, and the label is that of the nearest object."""
    model = ParzenClassifier().fit(np.vstack([X, [[1e6, 0.0]]]), [*Y, "lonely"])
    answer = model.begin([1e9, 0.0]).refine().answer
    assert answer.proba == pytest.approx([1 / 3] * 3)
    assert (answer.label, answer.neighbors[0], len(answer.neighbors)) == ("lonely", 30, 5)


def test_all_rows_equal():
    """Only the shares of the classes are left to go by."""
    model = ParzenClassifier().fit(np.ones((10, 2)), [0] * 7 + [1] * 3)
    assert model.predict_proba([[1.0, 1.0], [1.1, 1.0]]) == pytest.approx(np.array([[0.7, 0.3]] * 2))


def test_duplicates_of_every_row():
    """Twice the same set has the posterior of the set, for the same bandwidth."""
    twice = ParzenClassifier(bandwidth=0.4).fit(np.vstack([X, X]), [*Y, *Y])
    once = ParzenClassifier(bandwidth=0.4).fit(X, Y)
    assert twice.predict_proba(X + 0.1) == pytest.approx(once.predict_proba(X + 0.1))


def test_a_tie_of_duplicates():
    """Equal sums are a tie, in whatever order they were added up; the earlier of two at one place decides it."""
    for seed in range(5):
        model = ParzenClassifier(RandomRank(random_state=seed), bandwidth=0.4).fit(
            np.vstack([X, X]), ["no"] * 30 + ["yes"] * 30
        )
        answer = model.begin([0.1, 0.2]).refine().answer
        assert answer.proba == pytest.approx([0.5, 0.5])
        assert answer.label == ("no" if answer.neighbors[0] < 30 else "yes")


def test_one_class_and_one_row():
    """Where there is one class only, that is the answer, even where no kernel reaches."""
    for rows in (1, 30):
        model = ParzenClassifier().fit(X[:rows], ["only"] * rows)
        answer = model.begin([1e9, 0.0]).answer
        assert (answer.label, answer.proba.tolist(), answer.steps) == ("only", [1.0], 1)


def test_a_capacity_above_the_set():
    """All that there is is held."""
    assert len(ParzenClassifier(capacity=10**9).fit(X, Y).labels_) == 30
    assert len(ParzenClassifier(capacity=10**9, forget=EBEL()).fit(X, Y).labels_) == 30


def test_overflow():
    """Distances beyond all numbers are far, not an error."""
    model = ParzenClassifier(metric="manhattan").fit(X * 4e307, Y)
    assert model.predict_proba([[1e308, -1e308]]).sum() == pytest.approx(1)
