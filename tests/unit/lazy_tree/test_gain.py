"""The expected gain of one more step, learned from the exemplars of a tree."""

import numpy as np
import pytest

from bestsofar import LazyTreeClassifier, PoissonArrivals, datasets, simulate

X, Y = datasets.drifting_surface(1200, random_state=0)


@pytest.mark.parametrize("gamma", [0, 0.1, "auto"])
def test_learning_a_gain_changes_nothing(gamma):
    """The tree is the one it was, and can be asked as often as one likes."""
    model = LazyTreeClassifier(gamma, capacity=100, min_entries=2, max_entries=8).fit(X, Y)
    before = model._labelled.tree.state()  # noqa: SLF001
    first, second = model._gain(), model._gain()  # noqa: SLF001
    assert model._labelled.tree.state() == before  # noqa: SLF001
    np.testing.assert_array_equal(first.table, second.table)
    assert 1 <= first.opening < first.total
    assert first.table.any()


def test_gain_is_worth_its_while():
    """Who has least time for all makes most of it by gain."""
    model = LazyTreeClassifier(capacity=1000, min_entries=2, max_entries=8).fit(X[:1000], Y[:1000])
    arrivals = PoissonArrivals(0.2, random_state=0)
    by = {
        policy: simulate(model, X[1000:], model.predict(X[1000:]), arrivals=arrivals, policy=policy).accuracy
        for policy in (None, "gain", "evidence", "round-robin")
    }
    assert by[None] == by["gain"] > by["round-robin"]
    assert by["gain"] >= by["evidence"]


@pytest.mark.parametrize("exemplars", [1, 2, 3])
def test_hardly_anything_to_hold_out(exemplars):
    """With next to no exemplars there is still a table."""
    model = LazyTreeClassifier(0, capacity=exemplars).fit(X[:10], Y[:10])
    assert np.isfinite(model._gain().table).all()  # noqa: SLF001


def test_missing_and_categories():
    """Exemplars of mixed records are asked as they are."""
    rows = [[1.0, "a"], [2.0, None], [np.nan, "b"], [4.0, "b"]] * 5
    metric_params = {"categorical": [1]}
    model = LazyTreeClassifier(0, metric="mixed", metric_params=metric_params).fit(rows, [0, 0, 1, 1] * 5)
    assert np.isfinite(model._gain().table).all()  # noqa: SLF001
