import numpy as np
import pandas as pd
import polars as pl
import pytest

from bestsofar import LazyTreeClassifier, NeighborsClassifier, datasets, prequential
from bestsofar.errors import InvalidParameter

river = pytest.importorskip("river")
from river import base, evaluate, metrics, naive_bayes  # noqa: E402 - only where there is a River

from bestsofar.compat.river import FromRiver, ToRiver  # noqa: E402 - the same

X, Y = datasets.drifting_surface(300, random_state=0)


def test_our_models_in_rivers_evaluation():
    """River's progressive validation of a model gives what `prequential` gives."""
    stream = [(dict(enumerate(row)), label) for row, label in zip(X.tolist(), Y.tolist(), strict=True)]
    accuracy = evaluate.progressive_val_score(stream, ToRiver(LazyTreeClassifier(capacity=50)), metrics.Accuracy())
    expected = prequential(LazyTreeClassifier(capacity=50), X, Y)
    assert accuracy.get() == pytest.approx(expected.accuracy)


def test_shares():
    """Probabilities come by class; before the first record there are none."""
    model = ToRiver(LazyTreeClassifier(capacity=50))
    assert model.predict_proba_one({"a": 1.0}) == {}
    for row, label in zip(X.tolist(), Y.tolist(), strict=True):
        model.learn_one({"a": row[0], "b": row[1], "c": row[2]}, label)
    shares = model.predict_proba_one({"c": X[0, 2], "b": X[0, 1], "a": X[0, 0]})
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares, key=shares.get) == model.predict_one({"a": X[0, 0], "b": X[0, 1], "c": X[0, 2]})


def test_rivers_models_in_our_evaluation():
    """A classifier of River is right as often as River says."""
    stream = [(dict(enumerate(row)), label) for row, label in zip(X.tolist(), Y.tolist(), strict=True)]
    accuracy = evaluate.progressive_val_score(stream, naive_bayes.GaussianNB(), metrics.Accuracy())
    report = prequential(FromRiver(naive_bayes.GaussianNB()), X, Y)
    assert report.accuracy == pytest.approx(accuracy.get(), abs=2 / len(Y))


def test_a_model_of_river_that_has_learned():
    """One that learned by our methods is asked about every record, a new one is not."""
    model = FromRiver(naive_bayes.GaussianNB())
    assert len(prequential(model, X, Y, delay=5).right) == len(Y) - 6
    assert len(prequential(model, X, Y, delay=5).right) == len(Y)


def test_missing_values_are_absent_features():
    """NaN is left out of what River learns and is asked."""
    gaps = np.where(np.random.default_rng(0).random(X.shape) < 0.2, np.nan, X)
    stream = [
        ({place: value for place, value in enumerate(row) if not np.isnan(value)}, label)
        for row, label in zip(gaps.tolist(), Y.tolist(), strict=True)
    ]
    accuracy = evaluate.progressive_val_score(stream, naive_bayes.GaussianNB(), metrics.Accuracy())
    report = prequential(FromRiver(naive_bayes.GaussianNB()), gaps, Y)
    assert report.accuracy == pytest.approx(accuracy.get(), abs=2 / len(Y))


class Witness(base.Classifier):
    """Notes what it learns."""

    def __init__(self):
        self.seen = []

    def learn_one(self, x, y):
        """Note a record."""
        self.seen.append((x, y))


@pytest.mark.parametrize(
    "make", [list, pd.DataFrame, lambda rows: pl.DataFrame(rows, orient="row")], ids=["list", "pandas", "polars"]
)
def test_rows_of_numbers_and_texts(make):
    """Numbers stay numbers beside texts, and what is missing is left out."""
    model = FromRiver(Witness()).partial_fit(make([[1.5, "red"], [None, "blue"], [2.5, None]]), ["u", "v", "u"])
    assert model.model.seen == [({0: 1.5, 1: "red"}, "u"), ({1: "blue"}, "v"), ({0: 2.5}, "u")]


@pytest.mark.parametrize(("wrap", "model"), [(ToRiver, 5), (ToRiver, NeighborsClassifier()), (FromRiver, np)])
def test_bad_input(wrap, model):
    """What is no such model is refused."""
    with pytest.raises(InvalidParameter, match="'model' must be a"):
        wrap(model)


@pytest.mark.parametrize(
    "model", [NeighborsClassifier(metric="mixed", capacity=9), LazyTreeClassifier(metric="mixed", n_neighbors=1)]
)
def test_texts_and_a_first_record_that_is_refused(model):
    """A dict that is not learned does not tell the features; those that are texts are categories."""
    model = ToRiver(model)
    with pytest.raises(ValueError, match="infinity"):
        model.learn_one({"bad": np.inf}, "u")
    for record, label in [({"colour": "red", "size": 1.0}, "u"), ({"colour": "blue", "size": 1.0}, "v")]:
        model.learn_one(record, label)
    assert [model.predict_one({"colour": colour, "size": 1.0}) for colour in ("red", "blue")] == ["u", "v"]
    assert model.predict_proba_one({"colour": "blue"}) == {"u": 0.0, "v": 1.0}
