import numpy as np
import pytest
from batches import batches
from literal import codes_of, matrix_of
from oracles import abel as oracle
from oracles.ebel import leave_one_out_bandwidth
from schemes import assert_literal, drawn
from sklearn.base import clone
from sklearn.utils import check_random_state

from bestsofar import ABEL, NeighborsClassifier
from bestsofar.errors import InvalidParameter

each_auc = pytest.mark.parametrize("auc", ["exact", "one-by-one"])


@each_auc
@pytest.mark.parametrize("classes", [2, 3])
def test_larger_sets(auc, classes):
    """The bandwidth follows, lists are cleared of those gone, and most candidates are never looked at: all the same."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, classes, size=60)
    assert_literal("ABEL", rng.normal(size=(60, 2)) + y[:, None], y, bandwidth=0.3, eta=0.2, auc=auc)


def test_judges_are_drawn_by_class():
    """A tenth of the rows judges, each class in proportion; a class of two gives one, a class of one none."""
    y = np.array([0] * 150 + [1] * 47 + [2] * 2 + [3])
    ranker = ABEL(bandwidth=1.0, random_state=0)
    judges = ranker.rank(np.arange(200.0)[:, None], y)[-20:]
    assert np.bincount(y[judges], minlength=4).tolist() == [14, 5, 1, 0]
    assert (ranker.rank(np.arange(200.0)[:, None], y)[-20:] == judges).all()
    assert set(clone(ranker).set_params(random_state=1).rank(np.arange(200.0)[:, None], y)[-20:]) != set(judges)


def test_judges_have_all_they_need():
    """Where masses far apart decide, a judge whose near rows are gone sees the far ones as clearly."""
    near, far = np.random.default_rng(1).normal(size=(2, 12, 1)) * 0.1
    X = np.concatenate([near, far + 12, far + 40])
    assert_literal("ABEL", X, np.arange(36) % 2, bandwidth=1.0, eta=0.3, auc="exact")


def test_positive_is_told_from_the_rest():
    """With a positive class, all others are one."""
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(60, 2)), rng.choice(["bus", "car", "van"], size=60)
    ranker = ABEL(bandwidth=0.4, positive="van", random_state=0)
    assert ranker.rank(X, y).tolist() == clone(ranker).set_params(positive=None).rank(X, y == "van").tolist()


@pytest.mark.parametrize("positive", ["tram", 1])
def test_no_such_positive(positive):
    """A positive class must be among the labels."""
    with pytest.raises(InvalidParameter, match=r"^ABEL: 'positive' must be one of the labels in y, or None, got .*\.$"):
        ABEL(positive=positive).rank([[0.0], [1.0]], ["bus", "van"])


def test_a_classifier_has_no_positive():
    """A classifier knows all its classes alike."""
    X, y = np.random.default_rng(4).normal(size=(40, 2)), [0, 1] * 20
    with pytest.raises(InvalidParameter, match=r"^ABEL: 'positive' must be None where it orders .*, got 1\.$"):
        NeighborsClassifier(ABEL(positive=1)).fit(X, y)


@pytest.mark.parametrize("eta", [0, 1, -0.1, 1.5, np.nan, "some", None, True])
def test_bad_etas(eta):
    """Some must judge, and some be judged."""
    with pytest.raises(InvalidParameter, match=r"^ABEL: 'eta' must be a share above 0 and below 1, got .*\.$"):
        ABEL(eta=eta).rank([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("auc", ["binned", None, True, ["exact"]])
def test_bad_aucs(auc):
    """There are two ways to judge."""
    with pytest.raises(InvalidParameter, match=r"^ABEL: 'auc' must be 'exact' or 'one-by-one', got .*\.$"):
        ABEL(auc=auc).rank([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("positive", [None, 1])
def test_partial_fit_prunes_the_union(positive):
    """The judges stay; of the others go, by the bandwidth of the first pruning, those that the oracle removes first."""
    model = ABEL(20, bandwidth=0.5, eta=0.2, positive=positive, random_state=0)
    X, y, reference, seed = np.empty((0, 2)), np.empty(0, dtype=int), None, 0
    for rows, codes in batches([15, 25, 1, 30, 7]):
        X, y = np.concatenate([X, rows]), np.concatenate([y, codes])
        model.partial_fit(rows, codes)
        if len(y) > 20:
            sides = codes_of(y if positive is None else y == positive)
            reference = reference or 0.5 * len(y) ** 0.2
            random = check_random_state(seed)
            judges = drawn(sides, 0.2, random)[:10]
            seed = random.randint(2**31)
            order = oracle.abel(matrix_of(X), sides, judges, reference / len(y) ** 0.2)
            kept = np.sort([*order[: 20 - len(judges)], *judges])
            X, y = X[kept], y[kept]
        assert model.exemplars_.tolist() == X.tolist()
        assert model.labels_.tolist() == y.tolist()


def test_partial_fit_finds_its_bandwidth_once():
    """The width is found when rows first have to go, by leave-one-out, and follows their number from then on."""
    (X, y), (more, codes) = batches([40, 10])
    model = ABEL(30, random_state=0).partial_fit(X, y)
    width = leave_one_out_bandwidth(matrix_of(X), y.tolist())
    same = ABEL(30, bandwidth=width, random_state=0).partial_fit(X, y)
    assert model.partial_fit(more, codes).exemplars_.tolist() == same.partial_fit(more, codes).exemplars_.tolist()


def test_partial_fit_without_the_positive_class():
    """As long as no positive row has come, or all have gone, the oldest goes, but for those that judge."""
    model = ABEL(6, bandwidth=1.0, eta=0.2, positive="b", random_state=0)
    model.partial_fit(np.arange(8.0)[:, None], ["a"] * 8)
    assert len(model.exemplars_) == 6
    assert model.exemplars_[-1] == 7
    assert set(model.partial_fit([[9.0], [10.0]], ["b", "b"]).labels_) == {"a", "b"}
