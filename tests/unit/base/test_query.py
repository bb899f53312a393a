import gc

import pytest

from bestsofar import NeighborsClassifier, Query

MODEL = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])


def test_refine_gives_the_query_itself():
    """Calls can be chained."""
    query = MODEL.begin([0.2])
    assert isinstance(query, Query)
    assert query.refine(steps=0) is query
    assert query.refine(seconds=0) is query
    assert query.refine() is query


@pytest.mark.parametrize("name", ["done", "steps", "answer"])
def test_what_it_knows_cannot_be_set(name):
    """A query's state is its own."""
    with pytest.raises(AttributeError):
        setattr(MODEL.begin([0.2]), name, 1)


def test_budgets_are_named():
    """Steps and seconds cannot be confused: they have no place, only a name."""
    with pytest.raises(TypeError):
        MODEL.begin([0.2]).refine(5)


def test_it_keeps_its_model_alive():
    """A query can go on when nobody else holds the model."""
    query = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"]).begin([0.9])
    gc.collect()
    assert query.refine().answer.neighbors.tolist() == [1]
