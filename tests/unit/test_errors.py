import pickle

import pytest

from bestsofar import errors

KINDS = [errors.InvalidParameter, errors.InvalidRecords, errors.InvalidSuspension]


@pytest.mark.parametrize("kind", KINDS)
def test_one_sentence(kind):
    """An error says who, which argument, what it must be and what it was."""
    assert str(kind("predict", "steps", "an int >= 0", -1)) == "predict: 'steps' must be an int >= 0, got -1."
    in_words = kind("fit", "X", "finite", errors.Verbatim("NaN in row 3"))
    assert str(in_words) == "fit: 'X' must be finite, got NaN in row 3."


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind):
    """All are caught as ValueError, and as errors of this package."""
    assert issubclass(kind, ValueError)
    assert issubclass(kind, errors.BestsofarError)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("got", [-1, errors.Verbatim("nothing")])
def test_it_can_be_sent(kind, got):
    """An error survives pickle, as worker processes need."""
    error = kind("fit", "X", "finite", got)
    twin = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(twin) is kind
    assert str(twin) == str(error)


def test_long_values_are_cut():
    """A sentence stays a sentence, however large the value."""
    assert len(str(errors.InvalidParameter("fit", "X", "short", list(range(10**5))))) < 200


def test_values_that_cannot_be_shown():
    """A value whose repr fails does not hide the error."""

    class Rude:
        def __repr__(self):
            raise RuntimeError

    assert str(errors.InvalidParameter("fit", "X", "polite", Rude())).startswith("fit: 'X' must be polite, got ")
