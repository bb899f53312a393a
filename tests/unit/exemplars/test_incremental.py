"""What every exemplar scheme promises that learns batch after batch."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone

from bestsofar import ABEL, EBEL, Drop1, GreedyRank, HeirRank, MarginRank, NeighborsClassifier
from bestsofar.errors import InvalidParameter, InvalidRecords

SCHEMES = [HeirRank(7), GreedyRank(7), MarginRank(7), Drop1(7), EBEL(7), ABEL(7, random_state=0)]
RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 2))
Y = RNG.choice(["a", "b", "c"], size=60)

each_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: type(scheme).__name__)


def learned(scheme, objects=X, labels=Y, *, size=9):
    """A scheme that was given everything, in batches."""
    scheme = clone(scheme)
    for first in range(0, len(labels), size):
        scheme.partial_fit(objects[first : first + size], labels[first : first + size])
    return scheme


@each_scheme
def test_the_cap_holds_after_every_call(scheme):
    """There are never more exemplars than asked for, and never fewer than there could be; each has its label."""
    scheme = clone(scheme)
    for first in range(0, 60, 4):
        assert scheme.partial_fit(X[first : first + 4], Y[first : first + 4]) is scheme
        assert len(scheme.exemplars_) == len(scheme.labels_) == min(7, first + 4)
        rows = [np.flatnonzero((exemplar == X).all(axis=1)).item() for exemplar in scheme.exemplars_]
        assert Y[rows].tolist() == scheme.labels_.tolist()
        assert rows == sorted(rows)


@each_scheme
@pytest.mark.parametrize("cap", [1, 5])
def test_single_rows(scheme, cap):
    """The cap holds for rows that come one by one too, and for a cap of one; labels may be text of any length."""
    scheme = clone(scheme).set_params(n_exemplars=cap)
    for i, row in enumerate(X[:40]):
        scheme.partial_fit([row], ["x" * (i % 7 + 1)])
        assert len(scheme.exemplars_) == len(scheme.labels_) == min(i + 1, cap)


@each_scheme
def test_more_than_have_come(scheme):
    """A stream that is shorter than the cap is kept as it came."""
    assert np.array_equal(learned(clone(scheme).set_params(n_exemplars=10**9)).exemplars_, X)


@each_scheme
def test_the_cap_may_be_lowered(scheme):
    """A lower cap holds from the next call, even if that brings nothing new."""
    assert len(learned(scheme).set_params(n_exemplars=3).partial_fit(X[:0], Y[:0]).exemplars_) == 3


@each_scheme
def test_classes_come_and_go(scheme):
    """A class may come at any time, and is known from then on, even when all its exemplars are forgotten."""
    scheme = learned(scheme, X[:20], Y[:20])
    scheme.partial_fit(X[20:22], ["z", "new, and with a long name"])
    assert scheme.classes_.tolist() == ["a", "b", "c", "new, and with a long name", "z"]
    scheme.set_params(n_exemplars=3)
    for _ in range(30):
        scheme.partial_fit(np.array([[0.0, 0.0]] * 30), ["a"] * 30)
    assert set(scheme.labels_) < set(scheme.classes_)
    assert scheme.classes_.tolist() == ["a", "b", "c", "new, and with a long name", "z"]


@each_scheme
def test_classes_may_be_announced(scheme):
    """Classes that are yet to come are known when they are announced; others may come as well."""
    scheme = clone(scheme).partial_fit(X[:5], [1, 2, 1, 2, 1], classes=[9, 2])
    assert scheme.classes_.tolist() == [1, 2, 9]
    assert scheme.partial_fit(X[5:6], [4], classes=[7]).classes_.tolist() == [1, 2, 4, 7, 9]


@each_scheme
@pytest.mark.parametrize("objects", [X[:0], [], pd.DataFrame(X)[:0]], ids=["array", "list", "frame"])
def test_an_empty_batch_changes_nothing(scheme, objects):
    """A batch may be empty, the first one too."""
    assert state(learned(scheme).partial_fit(objects, [])) == state(learned(scheme))
    begun = clone(scheme).partial_fit(objects, [])
    assert len(begun.exemplars_) == len(begun.labels_) == len(begun.classes_) == 0
    assert state(begun.partial_fit(X[:9], Y[:9])) == state(clone(scheme).partial_fit(X[:9], Y[:9]))


@each_scheme
@pytest.mark.parametrize(
    ("objects", "labels", "error", "words"),
    [
        ([[0.0, np.nan]], ["a"], InvalidRecords, "'X' must be finite .*, got NaN in row 0, feature 1"),
        ([[0.0, 1.0, 2.0]], ["a"], ValueError, "X has 3 features, but .* is expecting 2"),
        ([[0.0, 1.0]], ["a", "b"], ValueError, "inconsistent numbers of samples"),
        ([[0.0, 1.0]], [0.5], ValueError, "continuous"),
        ([[0.0, 1.0]], [3], InvalidParameter, "'y' must be all numbers or all names"),
        ([["x", "y"]], ["new"], ValueError, "must be numbers"),
    ],
    ids=["nan", "width", "length", "continuous", "type of label", "words"],
)
def test_a_failed_call_changes_nothing(scheme, objects, labels, error, words):
    """What was learned before is there after a call that was refused, and nothing else is."""
    scheme = learned(scheme)
    before = state(scheme)
    with pytest.raises(error, match=words):
        scheme.partial_fit(objects, labels)
    assert state(scheme) == before
    fresh = clone(scheme)
    with pytest.raises(ValueError, match="NaN"):
        fresh.partial_fit([[0.0, np.nan]], ["a"])
    assert vars(fresh) == vars(clone(scheme))


@each_scheme
@pytest.mark.parametrize("wanted", [None, 0, -1, 0.5, 2.0, "all", True])
def test_no_cap(scheme, wanted):
    """A stream has no end, so what is kept of it must be a number."""
    with pytest.raises(InvalidParameter, match=r"\.partial_fit: 'n_exemplars' must be an int >= 1, got .*\.$"):
        clone(scheme).set_params(n_exemplars=wanted).partial_fit(X, Y)


@pytest.mark.parametrize(
    ("scheme", "words"),
    [
        (ABEL(eta=7), "ABEL: 'eta' must be a share above 0 and below 1, got 7"),
        (ABEL(auc="zzz"), "ABEL: 'auc' must be 'exact' or 'one-by-one', got 'zzz'"),
        (ABEL(bandwidth=-1), "ABEL: 'bandwidth' must be .*, got -1"),
        (ABEL(random_state="zzz"), "'zzz' cannot be used to seed"),
        (EBEL(alpha=-1), "EBEL: 'alpha' must be a finite number above 0, got -1"),
        (Drop1(n_neighbors=0), "Drop1: 'n_neighbors' must be an int >= 1, got 0"),
        (GreedyRank(sharpness=7), "GreedyRank: 'sharpness' must be .*, got 7"),
        (GreedyRank(sample=0), "GreedyRank: 'sample' must be an int >= 1 or None, got 0"),
        (GreedyRank(random_state="zzz"), "'zzz' cannot be used to seed"),
        (MarginRank(itself=7), "MarginRank: 'itself' must be True, False or None, got 7"),
        (MarginRank(sample=0), "MarginRank: 'sample' must be an int >= 1 or None, got 0"),
    ],
    ids=lambda case: repr(case) if not isinstance(case, str) else "",
)
def test_bad_parameters_are_refused_at_once(scheme, words):
    """And not when there first is too much to keep."""
    with pytest.raises(ValueError, match=words):
        clone(scheme).set_params(n_exemplars=100).partial_fit(X, Y)
    with pytest.raises(ValueError, match=words):
        NeighborsClassifier(capacity=100, forget=scheme).fit(X, Y)


@each_scheme
def test_announced_classes_of_another_type(scheme):
    """Names and numbers are not mixed."""
    with pytest.raises(InvalidParameter, match="'classes' must be all numbers or all names"):
        clone(scheme).partial_fit(X, Y, classes=[1, 2])


@each_scheme
@pytest.mark.parametrize(
    "make", [list, pl.DataFrame, lambda rows: pd.DataFrame(rows, columns=["u", "v"])], ids=["list", "polars", "pandas"]
)
def test_the_kind_of_container_is_kept(scheme, make):
    """Exemplars are kept in a container like that of the first batch."""
    kept = learned(scheme, make(X)).exemplars_
    assert type(kept) is type(make(X))
    assert np.array_equal(np.asarray(kept), learned(scheme).exemplars_)


@each_scheme
def test_a_frame_is_followed_by_frames(scheme):
    """What has no columns of those names is refused."""
    scheme = clone(scheme).partial_fit(pd.DataFrame(X, columns=["u", "v"]), Y)
    with pytest.raises(ValueError, match="feature names"):
        scheme.partial_fit(pd.DataFrame(X, columns=["u", "w"]), Y)
    with (
        pytest.warns(UserWarning, match="feature names"),
        pytest.raises(InvalidRecords, match=r"'X' must be a pandas\.DataFrame as before, got numpy\.ndarray\.$"),
    ):
        scheme.partial_fit(X, Y)


def test_tables_learn_new_categories():
    """Categories that the first batch does not have are told apart like all others."""
    rows = np.array([[colour] for colour in ["red", "blue", "green", "grey"]], dtype=object)
    scheme = HeirRank(4, metric="mixed")
    for row in [0, 1, 2, 3, 0, 1, 2, 3]:
        scheme.partial_fit(rows[row : row + 1], [row])
    assert sorted(scheme.exemplars_[:, 0]) == ["blue", "green", "grey", "red"]


@each_scheme
def test_exemplars_are_copies(scheme):
    """What becomes of a batch later is nothing to the exemplars."""
    rows = X[:5].copy()
    scheme = clone(scheme).partial_fit(rows, Y[:5])
    rows[:] = 0
    assert np.array_equal(scheme.exemplars_, X[:5])


@each_scheme
def test_a_pickle_goes_on(scheme):
    """A scheme that was saved learns on as if nothing had been."""
    half = pickle.loads(pickle.dumps(learned(scheme, X[:27], Y[:27])))  # noqa: S301
    for first in range(27, 60, 9):
        half.partial_fit(X[first : first + 9], Y[first : first + 9])
    assert state(half) == state(learned(scheme))


def state(scheme):
    """All that a scheme holds, as something that can be compared."""
    return {name: np.asarray(value).tolist() for name, value in vars(scheme).items()}


@each_scheme
@pytest.mark.parametrize("kind", [list, np.array])
def test_rows_of_lists_are_copies(scheme, kind):
    """A row that is used again for the next record does not change the exemplars."""
    scheme, row = clone(scheme), kind([0.0])
    for number in range(5):
        row[0] = number
        scheme.partial_fit([row], [number % 2])
    assert np.ravel(scheme.exemplars_).tolist() == [0, 1, 2, 3, 4]


@each_scheme
@pytest.mark.parametrize(
    "kind", [pd.DataFrame, lambda rows: pl.DataFrame(rows, orient="row")], ids=["pandas", "polars"]
)
@pytest.mark.filterwarnings("ignore:X has feature names")
def test_a_list_may_be_followed_by_a_frame(scheme, kind):
    """Its rows are learned, not its columns or their names."""
    scheme = clone(scheme).partial_fit(X[:3].tolist(), Y[:3]).partial_fit(kind(X[3:5].tolist()), Y[3:5])
    assert scheme.exemplars_ == X[:5].tolist()


@pytest.mark.parametrize("first", [["a", "b"], np.array(["a", "b"])], ids=["list", "array"])
@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame])
@pytest.mark.filterwarnings("ignore:X has feature names")
def test_strings_in_frames(first, kind):
    """A single column is one of objects; several make no sense, and their names are no objects."""
    scheme = MarginRank(9, metric="edit").partial_fit(first, [0, 1])
    with pytest.raises(InvalidRecords, match=r"'X' must be str objects .* or a single column, got 2 columns"):
        scheme.partial_fit(kind({"u": ["x", "y"], "v": ["x", "y"]}), [0, 1])
    assert list(scheme.partial_fit(kind({"u": ["x", "y"]}), [0, 1]).exemplars_) == ["a", "b", "x", "y"]


def test_columns_of_numbers_behind_strings():
    """A function that takes anything is not given the names of columns."""
    scheme = MarginRank(9, metric=lambda a, b: float(len(a) != len(b))).partial_fit(["a", "bb"], [0, 1])
    with pytest.raises(InvalidRecords, match="'X' must be a sequence or a single column of objects"):
        scheme.partial_fit(pd.DataFrame([[1.0, 2.0]]), [0])


def test_numbers_beside_names_stay_numbers():
    """A list of both, after an array, does not become an array of texts."""
    first = np.array([["red", 1.0]], dtype=object)
    scheme = MarginRank(9, metric="mixed").partial_fit(first, [0]).partial_fit([["blue", 2.0]], [1])
    assert scheme.exemplars_.tolist() == [["red", 1.0], ["blue", 2.0]]


@each_scheme
def test_other_tables_are_nothing_to_the_stream(scheme):
    """To rank another table, or to fail in that, does not change what the stream may bring."""
    scheme = clone(scheme).partial_fit(pd.DataFrame(X, columns=["u", "v"]), Y)
    scheme.fit_resample(RNG.normal(size=(9, 5)), Y[:9])
    with pytest.raises(ValueError, match="NaN"):
        scheme.rank([[0.0, 0.0, np.nan]], ["a"])
    assert scheme.feature_names_in_.tolist() == ["u", "v"]
    assert scheme.partial_fit(pd.DataFrame(X, columns=["u", "v"]), Y).n_features_in_ == 2


@each_scheme
@pytest.mark.parametrize("classes", [[0.0, np.nan], [0.5], [np.inf]])
def test_announced_classes_that_are_no_labels(scheme, classes):
    """What y may not hold may not be announced."""
    with pytest.raises(InvalidParameter, match="'classes' must be whole numbers or names, got"):
        clone(scheme).partial_fit(X, np.arange(60) % 3, classes=classes)
    with pytest.raises(InvalidParameter, match="'classes' must be whole numbers or names, got None"):
        clone(scheme).partial_fit(X, Y, classes=["a", None])


def test_signed_and_unsigned_labels():
    """They are joined as whole numbers, each as it was, or refused."""
    big = np.array([2**60, 2**60 + 1], dtype=np.uint64)
    scheme = MarginRank(9).partial_fit(X[:2], big).partial_fit(X[2:4], [0, 1])
    assert scheme.classes_.dtype == scheme.labels_.dtype == np.int64
    assert scheme.labels_.tolist() == [2**60, 2**60 + 1, 0, 1]
    scheme.partial_fit(X[4:5], np.array([2**63 + 1], dtype=np.uint64))
    assert scheme.classes_.tolist() == [0, 1, 2**60, 2**60 + 1, 2**63 + 1]
    with pytest.raises(InvalidParameter, match="'y' must be whole numbers of one type"):
        scheme.partial_fit(X[:1], [-1])
