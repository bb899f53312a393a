"""What every classifier of exemplars promises that learns batch after batch."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from bestsofar import EBEL, Drop1, GreedyRank, HeirRank, MarginRank, NeighborsClassifier, ParzenClassifier, SimpleRank
from bestsofar.errors import InvalidParameter, InvalidRecords

RNG = np.random.default_rng(0)
Y = RNG.choice(["a", "b", "c"], size=120)
X = RNG.normal(size=(120, 2)) + 2 * (Y == "a")[:, None]

each_model = pytest.mark.parametrize("kind", [NeighborsClassifier, ParzenClassifier])


def learned(model, *, rows=120, size=15):
    """A model that was given a number of rows, in batches."""
    for first in range(0, rows, size):
        model.partial_fit(X[first : first + size], Y[first : first + size])
    return model


@each_model
def test_a_fit_is_one_batch(kind):
    """With a capacity, fit keeps the best of everything, and forgets what was before."""
    model = learned(kind(capacity=20)).fit(X, Y)
    once = kind(capacity=20).partial_fit(X, Y)
    assert np.array_equal(model.exemplars_, once.exemplars_)
    assert sorted(model.exemplars_.tolist()) == sorted(MarginRank(20).fit_resample(X, Y)[0].tolist())
    assert not hasattr(model.set_params(capacity=None).fit(X, Y), "exemplars_")


@each_model
def test_memory_stays_flat(kind):
    """Once it is full, a model does not grow by a single byte, and it never has more exemplars than its capacity."""
    model = learned(kind(capacity=20), rows=60)
    full = model.nbytes
    assert full > model.exemplars_.nbytes + kind().fit(model.exemplars_, model.labels_).nbytes
    for _ in range(4):
        learned(model)
        assert model.nbytes == full
        assert len(model.labels_) == 20


@each_model
def test_classes_come_and_go(kind):
    """A new class is learned at once; one that has no exemplar left is known, and has no share in any answer."""
    model = kind(capacity=4).partial_fit(X[:10], Y[:10], classes=["a", "b", "c"])
    model.partial_fit([[50.0, 50.0]] * 5, ["far"] * 5)
    assert model.predict([[49.0, 49.0]]) == ["far"]
    for _ in range(20):
        model.partial_fit([[50.0, 50.0]] * 5, ["far"] * 5)
    gone = ~np.isin(model.classes_, model.labels_)
    assert model.classes_.tolist() == ["a", "b", "c", "far"]
    assert gone.any()
    assert (model.predict_proba(X)[:, gone] == 0).all()


@each_model
def test_queries_go_on_with_what_they_began_with(kind):
    """A query that was begun before a batch ends as if there had been none."""
    model = learned(kind(capacity=20), rows=60)
    begun = [model.begin(x).refine(steps=5) for x in X]
    ended = [model.begin(x).refine().answer for x in X]
    model.partial_fit(X[60:] + 5, ["new"] * 60)
    for query, answer in zip(begun, ended, strict=True):
        late = query.refine().answer
        assert (late.label, late.steps, late.neighbors.tolist()) == (
            answer.label,
            answer.steps,
            answer.neighbors.tolist(),
        )


@each_model
@pytest.mark.parametrize(
    ("params", "rows", "labels", "error", "words"),
    [
        ({}, [[0.0, np.nan]], ["a"], InvalidRecords, "Classifier: 'X' must be finite"),
        ({}, [[0.0]], ["a"], ValueError, "X has 1 features, but .*Classifier is expecting 2"),
        ({}, [[0.0, 1.0]], ["a", "b"], ValueError, "inconsistent"),
        ({"capacity": 0}, X, Y, InvalidParameter, "Classifier: 'capacity' must be an int >= 1 or None, got 0"),
        ({"capacity": 0.5}, X, Y, InvalidParameter, "'capacity' must be"),
        ({"forget": SimpleRank()}, X, Y, InvalidParameter, "'forget' must be an exemplar scheme such as MarginRank"),
        ({"order": "best"}, X, Y, InvalidParameter, "'order' must be"),
        ({"metric": "edit"}, X, Y, InvalidRecords, "str objects"),
    ],
)
def test_a_failed_call_changes_nothing(kind, params, rows, labels, error, words):
    """A batch that is refused leaves the model, and all that it remembers, as it was."""
    model = learned(kind(capacity=20))
    usual, before = model.get_params(deep=False), dict(vars(model))
    with pytest.raises(error, match=words):
        model.set_params(**params).partial_fit(rows, labels)
    model.set_params(**{name: usual[name] for name in params})
    assert vars(model).keys() == before.keys()
    assert all(vars(model)[name] is before[name] for name in before)


@each_model
def test_an_empty_batch(kind):
    """It may be empty, the first one too; there is no model yet, then."""
    model = kind(capacity=20).partial_fit(X[:0], [])
    with pytest.raises(ValueError, match="not fitted yet"):
        model.predict(X)
    exemplars = learned(model).exemplars_
    assert np.array_equal(model.partial_fit(X[:0], []).exemplars_, exemplars)
    assert np.array_equal(model.partial_fit([], []).exemplars_, exemplars)
    with pytest.raises(ValueError, match="0 sample"):
        model.fit(X[:0], [])


@each_model
def test_no_capacity_no_batches(kind):
    """Without a capacity there is no partial_fit, and the error says why."""
    model = kind()
    assert not hasattr(model, "partial_fit")
    assert hasattr(clone(model).set_params(capacity=3), "partial_fit")
    with pytest.raises(AttributeError, match="partial_fit") as error:
        _ = model.partial_fit
    assert "'capacity' must be an int >= 1, got None" in str(error.value.__cause__ or error.value)


@each_model
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
@pytest.mark.parametrize("forget", [MarginRank(), GreedyRank(), HeirRank(), EBEL(), Drop1()])
def test_any_incremental_scheme_forgets(kind, forget, metric):
    """The cap holds after every batch, whichever scheme keeps it, and the model knows just what the scheme kept."""
    rng = np.random.default_rng(0)
    model = kind(capacity=7, forget=forget, metric=metric)
    for label in range(4):
        model.partial_fit(rng.normal(label, 0.1, size=(9, 2)), [label] * 9)
        assert len(model.labels_) == 7
        assert model.begin([0.0, 0.0]).refine().answer.steps == 7
        assert (model.predict(model.exemplars_) == model.labels_).all()


@each_model
def test_a_fit_that_is_not_continued(kind):
    """What a fit without a capacity found out is not used for the stream that follows."""
    model = kind().fit(X * 1000, Y).set_params(capacity=50).partial_fit(X[:40], Y[:40])
    fresh = kind(capacity=50).partial_fit(X[:40], Y[:40])
    assert np.array_equal(model.predict_proba(X, steps=9), fresh.predict_proba(X, steps=9))
    assert model.begin(X[0]).answer.confidence == fresh.begin(X[0]).answer.confidence


def test_another_metric():
    """The bandwidth of one distance is not that of another."""
    model = ParzenClassifier(capacity=120).partial_fit(X, Y).set_params(metric="manhattan").partial_fit(X[:0], [])
    assert np.array_equal(model.predict_proba(X), ParzenClassifier(metric="manhattan").fit(X, Y).predict_proba(X))


@each_model
def test_a_shallow_copy_stands_alone(kind):
    """It can be copied on, and keeps its width when the original gets another."""
    model = kind().fit(X, Y)
    twin, expected = copy.copy(model), model.predict(X).tolist()
    for other in (pickle.loads(pickle.dumps(twin)), copy.deepcopy(twin)):  # noqa: S301
        assert other.predict(X.tolist()).tolist() == expected
    model.fit(X[:, :1], Y)
    assert twin.predict(X.tolist()).tolist() == expected


@each_model
def test_no_warning_about_the_models_own_exemplars(kind):
    """That there are few of each class is what a capacity is for."""
    y = np.arange(120) % 26
    model = kind(capacity=30).partial_fit(X, y)
    assert len(model.partial_fit(X[:5], y[:5]).labels_) == 30


@each_model
@pytest.mark.parametrize(
    ("objects", "labels", "classes"),
    [
        (X[:1] * np.nan, ["a"], None),
        (X[:1], [1], None),
        (X[:1], ["a"], [1]),
        (X[:1, :1], ["a"], None),
    ],
    ids=["nan", "labels", "classes", "width"],
)
def test_errors_name_the_model(kind, objects, labels, classes):
    """Not the scheme that forgets for it."""
    with pytest.raises(ValueError, match=kind.__name__):
        kind(capacity=9).partial_fit(X, Y).partial_fit(objects, labels, classes)
    with pytest.raises(InvalidRecords, match=rf"^{kind.__name__}: 'X' must be finite"):
        kind(capacity=9).partial_fit(X[:1] * np.nan, ["a"])


@each_model
def test_errors_about_the_metric_name_the_model(kind):
    """The scheme has the model's."""
    model = kind(capacity=9).partial_fit(X, Y).set_params(metric="none")
    with pytest.raises(InvalidParameter, match=rf"^{kind.__name__}: 'metric' must be one of"):
        model.partial_fit(X[:1], Y[:1])


@each_model
@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
def test_errors_about_frames_name_the_model(kind):
    """Nor is it the scheme that wants a frame."""
    with pytest.raises(InvalidRecords, match=rf"^{kind.__name__}: 'X' must be a pandas\.DataFrame as before"):
        kind(capacity=9).partial_fit(pd.DataFrame(X, columns=["u", "v"]), Y).partial_fit(X, Y)
