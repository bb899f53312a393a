import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestsofar import GreedyRank, NeighborsClassifier, RandomRank, SimpleRank
from bestsofar.errors import InvalidParameter

X = np.random.default_rng(0).normal(size=(30, 2))
Y = np.array(["no", "yes"] * 15)


def learned(model):
    """What a model holds, and what it says."""
    return dict(vars(model)), model.predict_proba(X, steps=9).tolist(), model.begin(X[0]).refine(steps=5).suspend()


def no_distance(_a, _b):
    """A function that gives no distance."""
    return float("nan")


@pytest.mark.parametrize(
    ("params", "rows", "labels"),
    [
        ({}, X[:0], Y[:0]),
        ({}, X, Y[:-1]),
        ({}, X, X[:, 0]),
        ({}, X, None),
        ({}, np.where(X > 1, np.nan, X), Y),
        ({}, [["a", "b"]] * 30, Y),
        ({}, X[:, :0], Y),
        ({"metric": "euklid"}, X, Y),
        ({"metric": "edit"}, X, Y),
        ({"metric": "mixed", "metric_params": {"categorical": [7]}}, np.c_[X, X], Y),
        ({"metric": no_distance}, np.c_[X, X], Y),
        ({"n_neighbors": 0}, X, Y),
        ({"order": "best"}, X, Y),
        ({"order": GreedyRank(sharpness=5)}, np.c_[X, X], Y),
        ({}, pd.DataFrame(X, columns=["a", "b"]), Y[:-1]),
    ],
)
def test_nothing_is_half_learned(params, rows, labels):
    """A fit that fails leaves the model as it was."""
    model = NeighborsClassifier().fit(X, Y)
    before = learned(model)
    model.set_params(**params)
    with pytest.raises(ValueError, match=r"."):
        model.fit(rows, labels)
    model.set_params(**{name: before[0][name] for name in params})
    after = learned(model)
    assert after[0].keys() == before[0].keys()
    assert all(after[0][name] is before[0][name] for name in before[0])
    assert after[1:] == before[1:]


def test_a_first_fit_that_fails_leaves_nothing():
    """A model whose first fit failed looks as if it had never been tried."""
    model = NeighborsClassifier()
    before = dict(vars(model))
    with pytest.raises(ValueError, match="inconsistent"):
        model.fit(X, Y[:-1])
    assert vars(model) == before


@pytest.mark.parametrize(
    "y",
    [["no", "yes"], [3, -7], [True, False], [np.int8(1), np.int8(2)], ["a longer name", ""]],
    ids=str,
)
def test_labels_come_back_as_they_were(y):
    """Labels of any kind come back, in arrays of their own type and in answers as plain objects."""
    model = NeighborsClassifier().fit([[0.0], [1.0]], y)
    predicted = model.predict([[0.1], [0.9]])
    assert predicted.tolist() == np.array(y).tolist()
    assert predicted.dtype == np.array(y).dtype
    assert model.classes_.tolist() == sorted(np.array(y).tolist())
    assert model.begin([0.1]).answer.label == np.array(y).tolist()[0]


@pytest.mark.parametrize("order", [None, SimpleRank(), RandomRank(random_state=0), GreedyRank(sharpness=None)])
def test_one_class(order):
    """Where there is one class only, that is the answer."""
    model = NeighborsClassifier(order, n_neighbors=2).fit(X, ["only"] * 30)
    assert model.classes_.tolist() == ["only"]
    assert set(model.predict(X, steps=3)) == {"only"}
    answer = model.begin(X[0]).answer
    assert (answer.label, answer.proba.tolist(), answer.steps) == ("only", [1.0], 1)


def test_one_row():
    """A single row is enough."""
    model = NeighborsClassifier().fit([[1.0, 2.0]], ["x"])
    answer = model.begin([5.0, 5.0]).answer
    assert (answer.label, answer.complete, answer.why, answer.confidence) == ("x", True, "complete", 1.0)


def test_default_order_is_greedy():
    """None means the best order there is."""
    best = NeighborsClassifier(GreedyRank()).fit(X, Y)
    assert (NeighborsClassifier().fit(X, Y).predict_proba(X, steps=7) == best.predict_proba(X, steps=7)).all()


@given(k=st.one_of(st.integers(max_value=0), st.floats(), st.text(), st.booleans(), st.none()))
def test_bad_numbers_of_neighbors(k):
    """Only whole numbers from 1 are numbers of neighbours."""
    with pytest.raises(
        InvalidParameter, match=r"(?s)^NeighborsClassifier: 'n_neighbors' must be an int >= 1, got .*\.$"
    ):
        NeighborsClassifier(n_neighbors=k).fit(X, Y)


def test_training_data_is_not_touched():
    """Learning copies what it needs: arrays may change afterwards."""
    rows, labels = X.copy(), Y.copy()
    model = NeighborsClassifier().fit(rows, labels)
    expected = model.predict_proba(X, steps=5)
    assert (rows == X).all()
    rows[:] = 0
    labels[:] = "no"
    assert (model.predict_proba(X, steps=5) == expected).all()


def test_nbytes_grows_with_the_rows():
    """A model knows how much it holds."""
    small, large = NeighborsClassifier().fit(X[:5], Y[:5]), NeighborsClassifier().fit(X, Y)
    assert X.nbytes < large.nbytes
    assert 0 < small.nbytes < large.nbytes


def test_labels_after_is_predict_in_columns():
    """The labels after several numbers of steps are those that `predict` gives for each."""
    model = NeighborsClassifier(n_neighbors=3).fit(X, Y)
    steps = [0, 1, 2, 3, 10, 29, 30, 31, 10**6]
    columns = np.column_stack([model.predict(X, steps=count) for count in steps])
    assert (model.labels_after(X, steps) == columns).all()


@pytest.mark.parametrize("steps", [[-1], [1.5], ["one"], [3, 1], 5, [None]], ids=str)
def test_labels_after_bad_steps(steps):
    """Numbers of steps that are none, or fall, are refused in one sentence."""
    model = NeighborsClassifier().fit(X, Y)
    with pytest.raises(InvalidParameter, match=r"'steps' must be .*, got .*\.$"):
        model.labels_after(X, steps)
