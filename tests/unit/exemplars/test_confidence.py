"""Confidence is the probability that the present label is the one the query would end with."""

from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given
from sklearn.base import clone
from sklearn.datasets import load_digits
from strategies import problems

from bestsofar import GreedyRank, NeighborsClassifier, ParzenClassifier, RandomRank, SimpleRank, datasets
from bestsofar.base.calibration import MARGINS, confidence_of
from bestsofar.base.traces import PROGRESS, HeldOutTraces

MODELS = [NeighborsClassifier(), NeighborsClassifier(n_neighbors=5), ParzenClassifier()]
ORDERS = [GreedyRank(), SimpleRank(), RandomRank(random_state=0)]

each_model = pytest.mark.parametrize("model", MODELS, ids=str)


@each_model
@given(problem=problems(most_rows=30))
def test_always_a_probability(model, problem):
    """Confidence stays within 0 and 1, and is 1 at the end."""
    in_any_order = clone(model).set_params(order=RandomRank(random_state=0))
    query = in_any_order.fit(problem.X, problem.y).begin(problem.x)
    while not query.done:
        assert 0 <= query.answer.confidence <= 1
        query.refine(steps=1)
    assert query.answer.confidence == 1


def flag():
    """Two thousand points to learn from, a thousand others to ask about."""
    X, y = datasets.japanese_flag(3000, random_state=1)
    return X[:2000], y[:2000], X[2000:]


def digits():
    """Nine hundred handwritten digits, and the others."""
    X, y = load_digits(return_X_y=True)
    order = np.random.RandomState(0).permutation(len(X))
    return X[order[:900]], y[order[:900]], X[order[900:]]


def calibration_error(confidence, right):
    """The mean gap between confidence and frequency, over ten bins by their weight."""
    which = np.minimum((confidence * 10).astype(int), 9)
    weight = np.bincount(which, minlength=10)
    gaps = np.bincount(which, weights=confidence - right, minlength=10)
    return np.abs(gaps).sum() / weight.sum()


def answers(model, queries, steps):
    """Confidence of every query after a number of steps in all, and whether its label stays."""
    opening = len(model.classes_)
    given = [model.begin(x).refine(steps=max(0, steps - opening)).answer for x in queries]
    labels = np.array([answer.label for answer in given])
    return np.array([answer.confidence for answer in given]), labels == model.predict(queries)


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
@pytest.mark.parametrize("data", [flag, digits])
@each_model
def test_as_often_right_as_it_says(model, order, data):
    """On objects not used for it, confidence differs from the share of labels that stay by 5 % at most."""
    X, y, queries = data()
    model = clone(model).set_params(order=order).fit(X, y)
    early, late = len(X) // 20, len(X) // 4
    seen = [answers(model, queries, steps) for steps in (early, len(X) // 10, late, len(X) // 2)]
    for confidence, right in seen:
        assert calibration_error(confidence, right) <= 0.05
    assert seen[-1][0].mean() > seen[0][0].mean() - 0.01


@pytest.mark.parametrize(("batch", "tolerance"), [(None, 0.05), (50, 0.1)])
@pytest.mark.parametrize("data", [flag, digits])
@each_model
def test_with_a_capacity_too(model, data, batch, tolerance):
    """Exemplars are harder than other objects, for which they were chosen; confidence is about the others."""
    X, y, queries = data()
    model = clone(model).set_params(capacity=150)
    if batch is None:
        model.fit(X, y)
    else:
        for start in range(0, len(X), batch):
            model.partial_fit(X[start : start + batch], y[start : start + batch], classes=np.unique(y))
    for steps in (15, 40, 75):
        confidence, right = answers(model, queries, steps)
        assert calibration_error(confidence, right) <= tolerance


def test_a_larger_capacity_is_calibrated_anew():
    """What was learned about few exemplars says nothing about many."""
    X, y, queries = flag()
    model = NeighborsClassifier(capacity=10).partial_fit(X[:500], y[:500])
    model.set_params(capacity=1500)
    for start in range(500, 1500, 100):
        model.partial_fit(X[start : start + 100], y[start : start + 100])
    confidence, right = answers(model, queries, 50)
    assert calibration_error(confidence, right) <= 0.05


def test_labels_may_be_a_column():
    """They are flattened, with a warning, as scikit-learn does."""
    X, y, _ = flag()
    with pytest.warns(UserWarning, match="column-vector"):
        column = NeighborsClassifier(capacity=10).fit(X[:200], y[:200, None])
    plain = NeighborsClassifier(capacity=10).fit(X[:200], y[:200])
    assert column.begin(X[0]).answer.confidence == plain.begin(X[0]).answer.confidence


def test_objects_that_the_exemplars_are_no_guide_to():
    """Where those kept are of single precision, one that needs double precision is learned, and forgotten, too."""
    X, y, _ = flag()
    rows = X[:200].astype(np.float32)
    rows[7] = 1e20
    assert NeighborsClassifier(capacity=5).fit(rows, y[:200]).begin(rows[0]).refine().answer.complete


def test_traces_that_cannot_be():
    """What a file holds in their place is refused when it is opened."""
    good = HeldOutTraces.blank(3)
    assert HeldOutTraces.restored(tuple(good)).margins.shape == good.margins.shape
    for wrong in ({"margins": good.margins + 9}, {"right": good.right[:2]}, {"steps": good.steps[:5]}):
        bad = good._replace(**{name: np.nan_to_num(value, nan=9.0) for name, value in wrong.items()})
        with pytest.raises(ValueError, match="no model"):
            HeldOutTraces.restored(tuple(bad))


def test_what_was_forgotten_goes_on_in_a_copy():
    """A saved model calibrates its confidence as it would have without being saved."""
    X, y, queries = flag()
    model = NeighborsClassifier(capacity=50).partial_fit(X[:300], y[:300])
    again = deepcopy(model)
    both = [each.partial_fit(X[300:400], y[300:400]) for each in (model, again)]
    ours, theirs = ([each.begin(x).refine(steps=5).answer.confidence for x in queries[:50]] for each in both)
    assert ours == theirs


@pytest.mark.parametrize("margin", [0.0, 0.2929, 0.5, 0.999, 1.0])
@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_margins_of_few_values(margin, share):
    """Where all margins are alike, as those of whole numbers may be, the table says of this one what was seen."""
    n = 400
    settled = np.arange(n)[:, None] < share * n
    seen = np.full((n, len(PROGRESS)), margin)
    table = confidence_of(HeldOutTraces(100, np.arange(len(PROGRESS)), seen, settled, np.tile(settled, len(PROGRESS))))
    assert np.interp(margin, MARGINS, table[3]) == pytest.approx(share, abs=0.02)


@each_model
def test_surer_where_it_is_easier(model):
    """In the middle of a class confidence is higher than at its border."""
    X, y, _ = flag()
    model = clone(model).fit(X, y)
    centre, border = model.begin([0.5, 0.5]), model.begin([0.5, 0.8])
    assert centre.refine(steps=100).answer.confidence > border.refine(steps=100).answer.confidence
