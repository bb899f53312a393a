"""A query goes as far as it may, and says what stopped it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestsofar import NeighborsClassifier, RandomRank

CLASSES, ROWS = 3, 50
RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(ROWS, 2)), np.arange(ROWS) % CLASSES
QUERY = RNG.normal(size=2)


def fitted(k=3):
    """A model of fifty rows and three classes."""
    return NeighborsClassifier(RandomRank(random_state=0), n_neighbors=k).fit(X, Y)


MODEL = fitted()


def same(a, b):
    """Whether two answers are equal in all but the reason to stop."""
    return (
        (a.label, a.confidence, a.steps, a.complete) == (b.label, b.confidence, b.steps, b.complete)
        and a.neighbors.tolist() == b.neighbors.tolist()
        and a.proba.tolist() == b.proba.tolist()
    )


@given(parts=st.lists(st.integers(0, 20), max_size=12))
def test_refining_in_parts_equals_one_go(parts):
    """However the steps are split, the answer is the same, and no step is taken twice."""
    query = MODEL.begin(QUERY)
    for part in parts:
        before = query.steps
        query.refine(steps=part)
        assert query.steps == min(before + part, ROWS)
    assert same(query.answer, MODEL.begin(QUERY).refine(steps=sum(parts)).answer)


@given(steps=st.integers(0, ROWS + 5))
def test_predict_counts_the_first_steps(steps):
    """`predict(steps=s)` takes s steps in all: the first, uninterruptible ones count."""
    query = MODEL.begin(QUERY)
    assert query.steps == CLASSES
    query.refine(steps=max(0, steps - CLASSES))
    assert MODEL.predict(QUERY[None], steps=steps)[0] == query.answer.label
    assert (MODEL.predict_proba(QUERY[None], steps=steps)[0] == query.answer.proba).all()


@pytest.mark.parametrize(
    ("budget", "steps", "why"),
    [
        ({}, ROWS, "complete"),
        ({"steps": 0}, CLASSES, "steps"),
        ({"steps": 5}, CLASSES + 5, "steps"),
        ({"steps": ROWS - CLASSES - 1}, ROWS - 1, "steps"),
        ({"steps": ROWS - CLASSES}, ROWS, "complete"),
        ({"steps": np.int8(5)}, CLASSES + 5, "steps"),
        ({"steps": 2**63}, ROWS, "complete"),
        ({"steps": 2**64 - 1}, ROWS, "complete"),
        ({"steps": 2**64}, ROWS, "complete"),
        ({"steps": 10**30}, ROWS, "complete"),
        ({"seconds": 0}, CLASSES, "seconds"),
        ({"seconds": 0.0}, CLASSES, "seconds"),
        ({"seconds": 5e-324}, CLASSES, "seconds"),
        ({"seconds": 100}, ROWS, "complete"),
        ({"seconds": np.float32(100)}, ROWS, "complete"),
        ({"seconds": 1e9}, ROWS, "complete"),
        ({"seconds": 1e308}, ROWS, "complete"),
        ({"seconds": float("inf")}, ROWS, "complete"),
        ({"seconds": 10**400}, ROWS, "complete"),
        ({"steps": 5, "seconds": 1e9}, CLASSES + 5, "steps"),
        ({"steps": 5, "seconds": 0}, CLASSES, "seconds"),
        ({"steps": 0, "seconds": 1e9}, CLASSES, "steps"),
        ({"steps": 10**6, "seconds": float("inf")}, ROWS, "complete"),
    ],
    ids=str,
)
def test_what_a_budget_allows(budget, steps, why):
    """Whichever part of a budget ends first stops the query, and `why` names it."""
    query = MODEL.begin(QUERY)
    assert query.refine(**budget) is query
    answer = query.answer
    assert (answer.steps, answer.why, answer.complete) == (steps, why, steps == ROWS)
    assert query.done == answer.complete
    assert query.steps == steps
    assert len(MODEL.predict(X, **budget)) == len(MODEL.predict_proba(X, **budget)) == ROWS


def test_before_anything_stopped_it():
    """A query that was only begun stopped because it was asked, unless that was all there is to do."""
    assert MODEL.begin(QUERY).answer.why == "asked"
    one = NeighborsClassifier().fit([[0.0], [1.0]], [0, 1]).begin([0.4])
    assert one.done
    assert one.answer.why == "complete"
    assert one.refine(steps=0).answer.why == "complete"


def test_no_time_is_still_an_answer():
    """With no time at all every row gets the label that one exemplar of each class gives."""
    expected = [MODEL.begin(row).answer.label for row in X]
    assert MODEL.predict(X, seconds=0).tolist() == expected == MODEL.predict(X, steps=0).tolist()


def test_an_answer_is_a_moment():
    """An answer does not change when its query goes on."""
    query = MODEL.begin(QUERY)
    before = query.answer
    copy = before._replace(proba=before.proba.copy(), neighbors=before.neighbors.copy())
    query.refine()
    assert same(before, copy)
    assert not before.complete
