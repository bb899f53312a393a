import copy
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_digits

from bestsofar import BayesTreeClassifier
from bestsofar.bayes_tree.bandwidth_search import CANDIDATES, DEFAULT
from bestsofar.errors import InvalidParameter, InvalidRecords

DIGITS = load_digits()
RNG = np.random.default_rng(0)
Y = RNG.choice(["a", "b", "c"], size=240)
X = RNG.normal(size=(240, 3)) + 2 * (Y == "a")[:, None]
BUILDS = pytest.mark.parametrize("build", ["em", "r"])


@BUILDS
def test_insertions_row_by_row_are_those_of_a_batch(build):
    """How rows are split into batches does not matter to the trees; "r" cannot tell fit from partial_fit at all."""
    model, batch = (BayesTreeClassifier(build).fit(X[:60], Y[:60]) for _ in range(2))
    for row in range(60, 240):
        model.partial_fit(X[row : row + 1], Y[row : row + 1])
    batch.partial_fit(X[60:], Y[60:])
    assert (model.predict_proba(X, steps=20) == batch.predict_proba(X, steps=20)).all()
    if build == "r":
        assert (BayesTreeClassifier(build).fit(X, Y).predict_proba(X) == model.predict_proba(X)).all()


@BUILDS
def test_to_the_end_the_tree_does_not_matter(build):
    """All rows are kernels in the end, however they came in."""
    model = BayesTreeClassifier(build, decision="bt", bandwidth=0.3).fit(X[:50], Y[:50]).partial_fit(X[50:], Y[50:])
    plain = BayesTreeClassifier(decision="bt", bandwidth=0.3).fit(X, Y)
    assert np.allclose(model.predict_proba(X), plain.predict_proba(X))


@BUILDS
def test_new_classes_are_welcome(build):
    """A class may come at any time, before or after others in order, or be announced and never come."""
    model = BayesTreeClassifier(build).partial_fit(X[:40], Y[:40], classes=["a", "b", "c", "z"])
    model.partial_fit([[50.0] * 3] * 3, ["aa"] * 3)
    assert model.classes_.tolist() == ["a", "aa", "b", "c", "z"]
    assert model.predict([[50.0] * 3]) == ["aa"]
    assert (model.predict_proba(X)[:, -1] == 0).all()
    assert model.partial_fit(X[:0], [], classes=["y"]).classes_.tolist() == ["a", "aa", "b", "c", "y", "z"]


def test_queries_go_on_with_what_they_began_with():
    """A query that was begun before an insertion ends as if there had been none."""
    model = BayesTreeClassifier().fit(X[:100], Y[:100])
    begun = [model.begin(x).refine(steps=5) for x in X]
    ended = [model.begin(x).refine().answer for x in X]
    model.partial_fit(X[100:] + 5, ["new"] * 140)
    for query, answer in zip(begun, ended, strict=True):
        late = query.refine().answer
        assert (late.label, late.steps, late.proba.tolist()) == (answer.label, answer.steps, answer.proba.tolist())


def test_copies_of_one_model_learn_apart():
    """Two copies of a model that learn different things do not disturb each other, or the model."""
    model = BayesTreeClassifier().fit(X[:100], Y[:100])
    before = model.predict_proba(X).tolist()
    twins = [copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))]  # noqa: S301
    for shift, twin in enumerate(twins):
        twin.partial_fit(X[100:] + shift, Y[100:])
    assert model.predict_proba(X).tolist() == before
    for shift, twin in enumerate(twins):
        alone = BayesTreeClassifier().fit(X[:100], Y[:100]).partial_fit(X[100:] + shift, Y[100:])
        assert (twin.predict_proba(X) == alone.predict_proba(X)).all()


def test_a_copy_of_another_width_leaves_the_model_alone():
    """What a copy learns is its own: the model still knows the width of its rows."""
    model = BayesTreeClassifier().fit(X[:100], Y[:100])
    before = model.predict(X.tolist()).tolist()
    copy.copy(model).fit(X[:100, :1], Y[:100])
    assert model.predict(X.tolist()).tolist() == before


def test_what_is_found_on_the_data_is_renewed():
    """Confidence is learned again when there are twice as many rows, and not before."""
    model = BayesTreeClassifier().fit(X[:60], Y[:60])
    first = model._recipe.confidence  # noqa: SLF001
    assert model.partial_fit(X[60:110], Y[60:110])._recipe.confidence is first  # noqa: SLF001
    assert model.partial_fit(X[110:120], Y[110:120])._recipe.confidence is not first  # noqa: SLF001


def curve(model):
    """Accuracy on digits, step by step."""
    model.fit(DIGITS.data[:500], DIGITS.target[:500])
    labels = model.labels_after(DIGITS.data[1200:], range(1, 80))
    return (labels == DIGITS.target[1200:, None]).mean(axis=0)


def test_auto_leaves_the_default_for_something_better():
    """Where wide kernels are better, they are chosen; where there is nothing to compare, the default stays."""
    auto = BayesTreeClassifier(bandwidth="auto")
    assert curve(auto).mean() > curve(BayesTreeClassifier()).mean() + 0.01
    assert auto.bandwidth_ in CANDIDATES
    assert BayesTreeClassifier(bandwidth="auto").fit(X[:1], Y[:1]).bandwidth_ == DEFAULT


def test_ensembles_do_not_swing():
    """With narrow kernels the plain decision loses what it knew; added up over time it does not."""
    losses = {}
    for decision in ("bt", "ens"):
        accuracy = curve(BayesTreeClassifier(decision=decision))
        losses[decision] = (np.maximum.accumulate(accuracy) - accuracy).mean()
    assert losses["ens"] < 0.01 < losses["bt"]


@pytest.mark.parametrize("labels", [["a"], ["a", "a", "a"], ["a", "b", "b"]])
@pytest.mark.parametrize(
    "params", [{}, {"build": "r"}, {"bandwidth": "auto"}, {"bandwidth": "haerdle"}, {"block_size": 2}]
)
def test_next_to_nothing(labels, params):
    """One row, one class, duplicates only: always an answer."""
    for rows in (np.ones((len(labels), 2)), np.arange(2.0 * len(labels)).reshape(-1, 2)):
        model = BayesTreeClassifier(**params).fit(rows, labels)
        assert model.predict(rows, steps=10**9).tolist() == labels or len({*map(tuple, rows)}) == 1
        assert model.predict([[1e9, -1e9]])[0] in labels
        assert 0 <= model.begin(rows[0]).answer.confidence <= 1


@pytest.mark.parametrize(
    ("params", "error", "words"),
    [
        ({"build": "EM"}, InvalidParameter, "BayesTreeClassifier: 'build' must be 'em' or 'r', got 'EM'."),
        ({"decision": None}, InvalidParameter, "'decision' must be 'bt', 'ens' or 'nn', got None"),
        ({"fanout": 1}, InvalidParameter, "'fanout' must be an int from 2 to 1000, got 1"),
        ({"fanout": 7.0}, InvalidParameter, "'fanout' must be"),
        ({"block_size": 0}, InvalidParameter, "'block_size' must be an int from 1 to 1000000, got 0"),
        ({"margin_levels": -1}, InvalidParameter, "'margin_levels' must be an int from 0 to 1000, got -1"),
        ({"levels": True}, InvalidParameter, "'levels' must be an int from 1 to 1000, got True"),
        ({"kernel_variance": "yes"}, InvalidParameter, "'kernel_variance' must be True or False, got 'yes'"),
        ({"bandwidth": 0}, InvalidParameter, "'bandwidth' must be 'haerdle', 'langley', 'auto' or a number .*, got 0"),
        ({"bandwidth": "silverman"}, InvalidParameter, "got 'silverman'"),
        ({"bandwidth": True}, InvalidParameter, "got True"),
        ({"bandwidth": np.nan}, InvalidParameter, "got nan"),
        ({"bandwidth": 10**400}, InvalidParameter, "'bandwidth' must be .*, got 1000"),
    ],
)
def test_bad_parameters(params, error, words):
    """One clear sentence, and the model is as it was."""
    model = BayesTreeClassifier().fit(X, Y)
    before = dict(vars(model))
    with pytest.raises(error, match=words):
        model.set_params(**params).partial_fit(X, Y)
    with pytest.raises(error, match=words):
        clone(model).fit(X, Y)
    assert all(vars(model)[name] is before[name] for name in before if name not in params)


@pytest.mark.parametrize(
    ("rows", "labels", "error", "words"),
    [
        ([[0.0, np.inf, 0.0]], ["a"], InvalidRecords, "BayesTreeClassifier: 'X' must be finite numbers, got infinity"),
        ([[0.0, np.nan, 0.0]], ["a"], InvalidRecords, "NaN in row 0, feature 1"),
        ([[0.0]], ["a"], ValueError, "X has 1 features, but BayesTreeClassifier is expecting 3"),
        ([[0.0] * 3], ["a", "b"], ValueError, "inconsistent"),
        ([[0.0] * 3], [1], InvalidParameter, "'y' must be all numbers or all names"),
        ([[0.0] * 3], [0.5], ValueError, "continuous"),
    ],
)
def test_bad_rows(rows, labels, error, words):
    """An insertion that is refused changes nothing."""
    model = BayesTreeClassifier().fit(X, Y)
    before = dict(vars(model))
    with pytest.raises(error, match=words):
        model.partial_fit(rows, labels)
    assert vars(model).keys() == before.keys()
    assert all(vars(model)[name] is before[name] for name in before)


def test_no_rows():
    """Nothing can be learned from nothing."""
    for learn in (BayesTreeClassifier().fit, BayesTreeClassifier().partial_fit):
        with pytest.raises(ValueError, match="0 sample"):
            learn(X[:0], [])
