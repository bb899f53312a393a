import numpy as np
import pytest
from sklearn.base import clone

from bestsofar import BayesTreeClassifier, LazyTreeClassifier, NeighborsClassifier
from bestsofar.base.labels import join_labels, places
from bestsofar.errors import InvalidParameter

X = np.random.default_rng(0).normal(size=(20, 2))
BIG = 2**53
LEARNERS = [NeighborsClassifier(capacity=30), LazyTreeClassifier(), BayesTreeClassifier()]

each_learner = pytest.mark.parametrize("model", LEARNERS, ids=lambda model: type(model).__name__)


@pytest.mark.parametrize(
    "parts",
    [
        [np.array([BIG, BIG + 1]), np.array([3.0])],
        [np.array([3.0]), np.array([BIG, BIG + 1])],
        [np.array([True]), np.array([3.0]), np.array([BIG + 1], np.uint64)],
        [np.array([2.0**63]), np.array([1], np.int8)],
    ],
    ids=["ints first", "floats first", "booleans, too", "unsigned"],
)
def test_floats_among_ints_become_ints(parts):
    """A float holds not every int, but an int every whole float that is not too large."""
    joined = join_labels("test", "y", parts)
    assert joined.dtype.kind in "iu"
    assert joined.tolist() == [int(label) for part in parts for label in part.tolist()]


def test_floats_alone_stay_floats():
    """Nothing is lost then."""
    assert join_labels("test", "y", [np.array([1.0]), np.array([2.0])]).dtype == np.float64


@pytest.mark.parametrize("odd", [1.5, np.inf, np.nan, 1e30])
def test_floats_that_are_no_ints(odd):
    """They are refused beside ints."""
    with pytest.raises(InvalidParameter, match=r"^test: 'y' must be whole numbers .*\.$"):
        join_labels("test", "y", [np.array([1]), np.array([odd])])


def test_places_are_exact():
    """A float finds its place among ints that no float holds."""
    classes = np.array([BIG + 3, BIG + 4])
    assert places(classes, np.array([BIG + 4.0])).tolist() == [1]


@each_learner
def test_classes_beyond_floats_stay_apart(model):
    """A batch of whole floats does not make two classes one."""
    y = np.array([BIG, BIG + 1] * 10)
    model = clone(model).partial_fit(X, y).partial_fit(X[:1], np.array([3.0]))
    assert model.classes_.tolist() == [3, BIG, BIG + 1]
    assert model.predict(X[1:]).tolist()[:2] == y[1:3].tolist()


@each_learner
@pytest.mark.parametrize("learned", [False, True], ids=["first batch", "later"])
@pytest.mark.parametrize(
    ("classes", "words"),
    [
        (3, "a sequence of whole numbers or names, got 3"),
        ("ab", "a sequence of whole numbers or names, got 'ab'"),
        ([[1, 2]], "a sequence of whole numbers or names, got .*"),
        ([[1], [2, 3]], "a sequence of whole numbers or names, got .*"),
        ([0.5], "whole numbers or names, got 0.5"),
        (np.array(["2020"], "M8[D]"), "all numbers or all names, got .*2020.*"),
        ([None], "all numbers or all names, got .*None.*"),
        (["a"], "all numbers or all names, got .*'a'.*"),
    ],
    ids=str,
)
def test_announced_classes_are_refused_under_their_own_name(model, learned, classes, words):
    """It is not y that is wrong, and nothing is learned."""
    model, y = clone(model), np.arange(20) % 2
    if learned:
        model.partial_fit(X, y)
    with pytest.raises(InvalidParameter, match=rf"^{type(model).__name__}: 'classes' must be {words}\.$"):
        model.partial_fit(X, y + 7, classes=classes)
    assert getattr(model, "classes_", np.array([])).tolist() == ([0, 1] if learned else [])


@each_learner
@pytest.mark.parametrize("dtype", ["M8[ns]", "m8[s]", "i4,i4", "S1"])
def test_labels_that_are_neither_numbers_nor_names(model, dtype):
    """Their answers would be something else, and no file could hold them."""
    y = (np.arange(20) % 2).astype(dtype)
    with pytest.raises(InvalidParameter, match=rf"^{type(model).__name__}: 'y' must be all numbers or all names, got"):
        clone(model).fit(X, y)
    with pytest.raises(InvalidParameter, match=rf"^{type(model).__name__}: 'classes' must be .* names, got"):
        clone(model).partial_fit(X, ["a", "b"] * 10, classes=y[:2])


@each_learner
def test_labels_of_another_type_than_announced_before(model):
    """Then y is wrong."""
    model = clone(model).partial_fit(X, np.arange(20) % 2, classes=[5])
    with pytest.raises(InvalidParameter, match=rf"^{type(model).__name__}: 'y' must be all numbers or all names, got"):
        model.partial_fit(X[:2], ["a", "b"], classes=["c"])
