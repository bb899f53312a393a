import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.linear_model import Perceptron
from sklearn.metrics import cohen_kappa_score
from strategies import labels

from bestsofar import BayesTreeClassifier, LazyTreeClassifier, NeighborsClassifier, datasets, prequential
from bestsofar.errors import InvalidParameter
from bestsofar.evaluation.baselines import majority, no_change

X, Y = datasets.drifting_surface(600, random_state=0)


class OneByOne:
    """A lazy tree that hides its core from `prequential`."""

    def __init__(self, model):
        self.model = model

    def predict(self, X):
        """Label records."""
        return self.model.predict(X)

    def partial_fit(self, X, y, classes=None):
        """Learn records."""
        self.model.partial_fit(X, y, classes)


@pytest.mark.parametrize("gamma", [0, 0.2, "auto"])
@pytest.mark.parametrize("delay", [0, 1, 40])
def test_the_core_does_what_single_calls_do(gamma, delay):
    """The loop in the core gives the very answers of one call for each record, whenever labels come."""
    fast, slow = (LazyTreeClassifier(gamma, capacity=60) for _ in range(2))
    report, expected = prequential(fast, X, Y, delay=delay), prequential(OneByOne(slow), X, Y, delay=delay)
    assert report.right.tolist() == expected.right.tolist()
    assert fast.exemplars_.founders.tolist() == slow.exemplars_.founders.tolist()
    assert report.kappa == expected.kappa


def test_every_model_with_partial_fit():
    """Models of scikit-learn are asked record by record."""
    report = prequential(Perceptron(), X, Y, window=100)
    assert len(report.right) == len(Y) - 1
    assert 0.2 < report.accuracy < 0.9
    assert len(report.over_time) == 6


@pytest.mark.parametrize("delay", [0, 40])
@pytest.mark.parametrize(
    "model",
    [LazyTreeClassifier(), BayesTreeClassifier(), NeighborsClassifier(capacity=50), Perceptron()],
    ids=lambda model: type(model).__name__,
)
def test_a_model_that_has_learned_answers_every_record(model, delay):
    """It is asked before the first label of the stream is known."""
    assert len(prequential(clone(model), X[:90], Y[:90], delay=delay).right) == 90 - 1 - delay
    fitted = clone(model).fit(X, Y)
    answers = fitted.predict(X[: 1 + delay])
    report = prequential(fitted, X[:90], Y[:90], delay=delay)
    assert len(report.right) == 90
    assert report.right[: 1 + delay].tolist() == (answers == Y[: 1 + delay]).tolist()


def test_a_model_that_knows_only_names_is_new():
    """It has no answer to the first record."""
    model = NeighborsClassifier(capacity=50).partial_fit(X[:0], Y[:0], classes=np.unique(Y))
    assert len(prequential(model, X, Y).right) == len(Y) - 1


def test_summaries():
    """Accuracy is the mean of the windows by their lengths; kappa is Cohen's."""
    model = LazyTreeClassifier(capacity=50)
    answers, answered = LazyTreeClassifier(capacity=50).test_then_learn(X, Y)
    report = prequential(model, X, Y, window=250)
    lengths = [250, 250, 99]
    assert report.accuracy == pytest.approx(np.average(report.over_time, weights=lengths))
    assert report.accuracy == (answers == Y)[answered].mean()
    assert report.kappa == pytest.approx(cohen_kappa_score(Y[1:], answers[1:]))
    assert set(report.baselines) == {"No-Change", "Majority"}


@given(y=st.integers(0, 30).flatmap(labels), delay=st.integers(0, 4))
def test_baselines(y, delay):
    """They are what they say, literally."""
    known = [y[: max(0, place - delay)].tolist() for place in range(len(y))]
    assert no_change(y, delay).tolist() == [bool(k) and k[-1] == label for k, label in zip(known, y, strict=True)]
    for right, seen, label in zip(majority(y, delay), known, y, strict=True):
        if right:
            assert seen.count(label) == max(map(seen.count, seen))
        elif seen:
            assert any(seen.count(other) >= seen.count(label) for other in set(seen) - {label})


def test_a_bar_changes_nothing():
    """What a metric learns from all records it learns from all of them, with or without a bar."""
    rng = np.random.default_rng(0)
    rows = np.c_[rng.random(12_000), rng.integers(0, 3, 12_000)]
    rows[11_000:, 0] *= 100  # a range that the first records do not show
    truth = (rows[:, 0] % 1 > 0.5).astype(int)
    model = LazyTreeClassifier(0, capacity=50, metric="mixed", metric_params={"categorical": [1]})
    plain, watched = (prequential(clone(model), rows, truth, progress=bar) for bar in (False, True))
    assert np.array_equal(plain.right, watched.right)


def test_progress_and_plot(capsys):
    """The bar changes nothing; the plot shows the model and, in a new figure, the baselines."""
    report = prequential(LazyTreeClassifier(), X, Y, progress=True)
    assert "records" in capsys.readouterr().out
    axes = report.plot()
    assert [line.get_label() for line in axes.get_lines()] == ["model", "No-Change", "Majority"]
    assert report.plot(axes, label="again") is axes
    assert len(axes.get_lines()) == 4
    plt.close("all")


@pytest.mark.parametrize(
    ("model", "options", "words"),
    [
        (5, {}, "'model' must be one with partial_fit and predict, got 5"),
        (LazyTreeClassifier, {}, "'model' must be"),
        (NeighborsClassifier(), {}, "'model' must be one with partial_fit and predict, got NeighborsClassifier"),
        (LazyTreeClassifier(), {"delay": -1}, "'delay' must be an int >= 0, got -1"),
        (LazyTreeClassifier(), {"window": 0}, "'window' must be an int >= 1, got 0"),
        (LazyTreeClassifier(), {"delay": 600}, "'y' must be longer"),
    ],
)
def test_bad_input(model, options, words):
    """One clear sentence."""
    with pytest.raises(InvalidParameter, match=words):
        prequential(model, X, Y, **options)


class Stubborn:
    """Gives one answer, whatever it learns."""

    def __init__(self, answer):
        self.answer = answer

    def predict(self, X):
        """Label records."""
        return np.array([self.answer] * len(X))

    def partial_fit(self, X, y, classes=None):
        """Learn nothing."""


class Counted(list):
    """Rows that count how often any are taken."""

    taken = 0

    def __getitem__(self, place):
        self.taken += 1
        return super().__getitem__(place)


@pytest.mark.parametrize("delay", [0, 5])
def test_each_record_is_taken_once(delay):
    """What a model has answered, it learns as it is."""
    rows = Counted(X.tolist())
    prequential(Stubborn(1), rows, Y, delay=delay)
    assert rows.taken == len(Y)


@pytest.mark.parametrize(
    ("answer", "y"),
    [(2, [1, 1, 3]), (9, [1, 1, 3]), (0.5, [0, 0, 1]), ("cats", ["cat", "cat", "dog"]), ("1", [1, 1, 2])],
)
def test_answers_that_the_stream_lacks(answer, y):
    """They are wrong, and no better than chance."""
    report = prequential(Stubborn(answer), np.zeros((9, 1)), y * 3)
    assert (report.accuracy, report.kappa) == (0, 0)


@pytest.mark.parametrize(
    ("y", "got"),
    [([None] * 9, "NoneType objects"), (np.array(["a", 1] * 5, dtype=object), "int and str objects")],
    ids=["None", "mixed"],
)
def test_labels_that_are_none(y, got):
    """One clear sentence, whatever the model."""
    with pytest.raises(InvalidParameter, match=rf"^prequential: 'y' must be all numbers or all names, got {got}\.$"):
        prequential(Stubborn(1), np.zeros((len(y), 1)), y)


@pytest.mark.parametrize("delay", [0, 5])
def test_a_model_that_knows_more_classes_than_the_stream(delay):
    """What it has learned before counts as wrong where it is."""
    names = np.array(["a", "b", "longer"])[Y % 3]
    two = np.where(names == "longer", "b", names)
    report = prequential(LazyTreeClassifier().fit(X, names), X, two, delay=delay)
    answers, answered = LazyTreeClassifier().fit(X, names).test_then_learn(X, two, delay=delay)
    assert "longer" in answers
    assert report.accuracy == (answers == two)[answered].mean()
    assert report.kappa == pytest.approx(cohen_kappa_score(two[answered], answers[answered]))


def test_a_bad_record_late_in_the_stream():
    """It is named by its place in the stream, and nothing that came before it is learned."""
    Z = np.random.default_rng(0).normal(size=(25_000, 2))
    Z[24_000, 1] = np.nan
    model = LazyTreeClassifier()
    with pytest.raises(ValueError, match="NaN in row 24000, feature 1"):
        prequential(model, Z, Z[:, 0] > 0)
    assert not hasattr(model, "classes_")


@pytest.mark.parametrize(("records", "delay"), [(1, 0), (40, 39), (40, 10**30)])
@pytest.mark.parametrize("model", [LazyTreeClassifier(), NeighborsClassifier(capacity=5)])
def test_a_stream_without_answers(model, records, delay):
    """One that ends before a new model could answer is refused, and the model is still new."""
    new = clone(model)
    with pytest.raises(InvalidParameter, match=r"^prequential: 'y' must be longer: a model that knows nothing yet"):
        prequential(new, X[:records], Y[:records], delay=delay)
    assert not hasattr(new, "classes_")


@pytest.mark.parametrize("model", [LazyTreeClassifier(), LazyTreeClassifier().fit(X, Y)])
def test_a_stream_without_records(model):
    """There is nothing to report of none, whatever the model knows."""
    with pytest.raises(InvalidParameter, match=r"^prequential: 'y' must be the label of at least one record, got"):
        prequential(model, X[:0], Y[:0])
