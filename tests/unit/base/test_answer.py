import pickle

import pytest

from bestsofar import Answer, NeighborsClassifier

MODEL = NeighborsClassifier(n_neighbors=2).fit([[0.0], [1.0], [5.0], [6.0]], ["low", "low", "high", "high"])


def test_fields():
    """An answer has these fields, in this order."""
    assert Answer._fields == ("label", "proba", "confidence", "steps", "complete", "why", "neighbors")


@pytest.mark.parametrize("field", Answer._fields)
def test_nothing_can_be_set(field):
    """An answer cannot be changed."""
    answer = MODEL.begin([0.3]).answer
    with pytest.raises(AttributeError):
        setattr(answer, field, None)


@pytest.mark.parametrize("field", ["proba", "neighbors"])
def test_its_arrays_cannot_be_written(field):
    """Nor can its arrays."""
    with pytest.raises(ValueError, match="read-only"):
        getattr(MODEL.begin([0.3]).answer, field)[0] = 1


def test_types():
    """Numbers and words are plain Python objects."""
    answer = MODEL.begin([0.3]).refine(steps=1).answer
    kinds = [type(value) for value in (answer.label, answer.confidence, answer.steps, answer.complete, answer.why)]
    assert kinds == [str, float, int, bool, str]
    assert (answer.proba.dtype, answer.neighbors.dtype) == ("float64", "int64")


def test_it_can_be_sent():
    """An answer survives pickle."""
    answer = MODEL.begin([0.3]).refine(steps=1).answer
    assert str(pickle.loads(pickle.dumps(answer))) == str(answer)  # noqa: S301
