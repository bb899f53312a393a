import copy
import pickle

import numpy as np
import pytest
from audits import audit

from bestsofar import LazyTreeClassifier, datasets
from bestsofar.errors import InvalidParameter, InvalidRecords

X, Y = datasets.drifting_surface(400, random_state=0)
NAMES = np.array(["a", "b", "c", "d", "e"])[Y]
GAMMAS = [0, 0.1, "auto"]


def state_of(model):
    """All that a model has learned."""
    return model._labelled.tree.state(), model.classes_.tolist()  # noqa: SLF001 - what pickle keeps


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batches_do_not_matter(gamma, dtype):
    """One call or one for each record, arrays or lists: the same tree to the last bit."""
    rows = X.astype(dtype)
    whole = LazyTreeClassifier(gamma, capacity=50).partial_fit(rows, NAMES)
    single = LazyTreeClassifier(gamma, capacity=50).partial_fit(rows[:1], NAMES[:1], classes=list("abcde"))
    lists = LazyTreeClassifier(gamma, capacity=50).partial_fit(rows[:1], NAMES[:1], classes=list("abcde"))
    for row, label in zip(rows[1:], NAMES[1:], strict=True):
        single.partial_fit(row[None], [label])
        lists.partial_fit([row.tolist()], np.array([label], dtype=object))
    assert state_of(single) == state_of(whole) == state_of(lists)


def test_fit_forgets():
    """To fit is to begin again."""
    model = LazyTreeClassifier(capacity=50).fit(X + 5, NAMES).fit(X, Y)
    assert state_of(model) == state_of(LazyTreeClassifier(capacity=50).fit(X, Y))
    assert model.classes_.tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("gamma", GAMMAS)
def test_caps_hold_after_every_record(gamma):
    """Neither exemplars nor bytes ever pass their caps."""
    model = LazyTreeClassifier(gamma, capacity=70, max_bytes=14_000, min_entries=2, max_entries=16)
    sizes = []
    for row, label in zip(X, Y, strict=True):
        model.partial_fit(row[None], [label])
        audit(model)
        assert model.nbytes <= 14_000
        sizes.append(len(model.exemplars_.times))
    assert 40 < max(sizes) <= 70


def test_memory_stays_flat():
    """Once a window is full it grows no more."""
    model = LazyTreeClassifier(0, capacity=50).partial_fit(X, Y)
    full = model.nbytes
    for _ in range(5):
        model.partial_fit(X, Y)
        assert model.nbytes < 1.2 * full


def test_a_window_is_a_window():
    """gamma=0 keeps the last records as they came, duplicates too."""
    model = LazyTreeClassifier(0, capacity=30, n_neighbors=1).partial_fit(np.tile(X[:7], (9, 1)), np.tile(Y[:7], 9))
    assert model.exemplars_.founders.tolist() == list(range(33, 63))
    model.partial_fit(X[:30], Y[:30])
    assert np.array_equal(model.exemplars_.centers, X[:30])
    assert (model.predict(X[:30]) == Y[:30]).all()


@pytest.mark.parametrize("restored", [False, True])
def test_equal_records_are_not_all_read(restored):
    """Of thousands of records that equal the object, a search reads the nodes of the first ones."""
    rows = np.repeat(np.array([[0.0], [1.0], [2.0]]), 2000, axis=0)
    model = LazyTreeClassifier(0, capacity=6000, min_entries=4, max_entries=8).fit(rows, rows[:, 0])
    model = pickle.loads(pickle.dumps(model)) if restored else model  # noqa: S301 - our own
    answer = model.begin([1.0]).refine().answer
    assert answer.neighbors.tolist() == [2000, 2001, 2002]
    assert answer.steps < 50


@pytest.mark.parametrize("gamma", GAMMAS)
def test_queries_go_on_with_what_they_began_with(gamma):
    """A query that was begun before a record ends as if that had never come."""
    model = LazyTreeClassifier(gamma, capacity=60, min_entries=2, max_entries=6).partial_fit(X[:200], Y[:200])
    begun = [model.begin(x) for x in X[:40]]
    ended = [model.begin(x).refine().answer for x in X[:40]]
    for row, label in zip(X[200:], Y[200:], strict=True):
        model.partial_fit(row[None] + 3, [label])
    for query, answer in zip(begun, ended, strict=True):
        late = query.refine().answer
        assert (late.label, late.steps, late.neighbors.tolist()) == (
            answer.label,
            answer.steps,
            answer.neighbors.tolist(),
        )


def test_new_classes_move_the_others():
    """A class may come at any time, also one that stands before all others."""
    model = LazyTreeClassifier(0.05, n_neighbors=1).partial_fit(X[:50], np.full(50, "m"))
    model.partial_fit(X[50:60] + 9, np.full(10, "z")).partial_fit(X[60:70] - 9, np.full(10, "a"))
    assert model.classes_.tolist() == ["a", "m", "z"]
    assert model.predict([X[0], X[55] + 9, X[65] - 9]).tolist() == ["m", "z", "a"]
    assert model.predict_proba(X[:1]).tolist() == [[0, 1, 0]]


def test_k_means_start():
    """The first batch becomes clusters; what comes later is learned record by record."""
    model = LazyTreeClassifier(0.2, start=20, random_state=0).partial_fit(X[:300], Y[:300])
    held = model.exemplars_
    assert len(held.times) == 20
    assert held.counts.sum() == 300
    assert (np.diff(held.times) >= 0).all()
    assert held.times[-1] == 300
    audit(model.partial_fit(X[300:], Y[300:]))
    assert model.exemplars_.counts.sum() == 400
    assert LazyTreeClassifier(start=500).fit(X[:20], Y[:20]).exemplars_.counts.sum() == 20


def test_k_means_needs_records_before_the_stream():
    """A new model refuses a stream that would have no first batch, one that has learned goes on."""
    for start, words in {-1: "an int >= 1 or None, got -1", 5: "None in a new model: k-means .*, got 5"}.items():
        model = LazyTreeClassifier(start=start, random_state=0)
        with pytest.raises(InvalidParameter, match=f"^LazyTreeClassifier: 'start' must be {words}"):
            model.test_then_learn(X, Y)
        assert not hasattr(model, "classes_")
    answered = model.partial_fit(X[:50], Y[:50]).test_then_learn(X[50:], Y[50:])[1]
    assert answered.all()


def test_times():
    """Time stamps tell what is old; without them records are one apart."""
    model = LazyTreeClassifier(0, capacity=3, half_life=1.0)
    model.partial_fit(X[:3], Y[:3], times=[5.0, 5.0, 9.0]).partial_fit(X[3:5], Y[3:5])
    assert model.exemplars_.times.tolist() == [9, 10, 11]


@pytest.mark.parametrize("start", [None, 5])
@pytest.mark.parametrize("gamma", GAMMAS)
def test_times_before_zero(gamma, start):
    """A clock may start anywhere: only how far times are apart matters."""
    times = np.arange(len(X)) / 10

    def learned(first):
        model = LazyTreeClassifier(gamma, capacity=40, half_life=2.0, start=start, random_state=0)
        model.partial_fit(X[:200], Y[:200], times=times[:200] + first)
        return model.partial_fit(X[200:], Y[200:], times=times[200:] + first)

    early, late = learned(-100.0), learned(0.0)
    audit(early)
    assert early.exemplars_.times == pytest.approx(late.exemplars_.times - 100)
    assert early.predict_proba(X) == pytest.approx(late.predict_proba(X))


@pytest.mark.parametrize("duplicate", [lambda model: pickle.loads(pickle.dumps(model)), copy.deepcopy, copy.copy])  # noqa: S301
@pytest.mark.parametrize("gamma", GAMMAS)
def test_a_copy_learns_on(gamma, duplicate):
    """A copy learns what the original would have learned, and is no longer the same thing."""
    model = LazyTreeClassifier(gamma, capacity=40).partial_fit(X[:200], NAMES[:200])
    twin = duplicate(model)
    before = state_of(model)
    twin.partial_fit(X[200:], NAMES[200:])
    assert state_of(model) == before
    assert state_of(model.partial_fit(X[200:], NAMES[200:])) == state_of(twin)


def test_categories():
    """Tables with names and gaps, and a category that was never seen."""
    rows = [["red", 1.0], ["red", None], ["blue", 5.0], [None, 6.0]] * 5
    model = LazyTreeClassifier(0.5, metric="mixed", n_neighbors=1).partial_fit(rows, ["r", "r", "b", "b"] * 5)
    assert model.predict([["red", 1.1], ["blue", 4.0], ["green", 6.0], ["red", None]]).tolist() == ["r", "b", "b", "r"]
    model.partial_fit([["green", 3.0]], ["g"])
    assert model.predict([["green", 3.0]]) == ["g"]


BAD = {
    "nan": ({}, {"X": [[0, 0, np.nan]]}, InvalidRecords, "LazyTreeClassifier: 'X' must be finite numbers"),
    "infinity": ({"metric": "mixed"}, {"X": [[0, 0, np.inf]]}, InvalidRecords, "infinity in row 0, feature 2"),
    "nan array": ({}, {"X": np.full((1, 3), np.nan)}, InvalidRecords, "NaN in row 0"),
    "width": ({}, {"X": [[0, 0]]}, ValueError, "X has 2 features, but LazyTreeClassifier is expecting 3"),
    "wide array": ({}, {"X": np.zeros((1, 4))}, ValueError, "X has 4 features, but LazyTreeClassifier is expecting 3"),
    "labels": ({}, {"y": [1, 2]}, ValueError, "inconsistent numbers of samples"),
    "names": ({}, {"y": ["one"]}, InvalidParameter, "'y' must be all numbers or all names"),
    "times back": ({}, {"times": [399.0]}, InvalidParameter, "'times' must be .* never going back, got 399.0 aft"),
    "times down": ({}, {"X": X[:2], "y": [1, 1], "times": [900, 899]}, InvalidParameter, "'times' must be one finite"),
    "time nan": ({}, {"times": [np.nan]}, InvalidParameter, "'times' must be one finite number"),
    "times alone": ({}, {"times": 9}, InvalidParameter, "'times' must be one finite number .*, got 9"),
    "times of text": ({}, {"times": ["a"]}, InvalidParameter, "'times' must be one finite number .*, got .'a'"),
    "huge time": ({}, {"times": [10**400]}, InvalidParameter, "'times' must be one finite number .*, got .1000"),
    "new class, bad time": ({}, {"y": [77], "times": [3.0]}, InvalidParameter, "'times' must be"),
}


@pytest.mark.parametrize(("params", "batch", "error", "words"), BAD.values(), ids=BAD)
def test_a_failed_batch_changes_nothing(params, batch, error, words):
    """A batch that is refused leaves the tree as it was."""
    model = LazyTreeClassifier(capacity=40, **params).partial_fit(X, Y)
    before = state_of(model)
    with pytest.raises(error, match=words):
        model.partial_fit(**{"X": X[:1], "y": [1], **batch})
    assert state_of(model) == before


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"gamma": -1}, "'gamma' must be a number >= 0 or \"auto\", got -1"),
        ({"gamma": "best"}, "'gamma' must be"),
        ({"gamma": np.nan}, "'gamma' must be"),
        ({"gamma": 10**400}, "'gamma' must be a number >= 0 or \"auto\", got 1000"),
        ({"capacity": 0}, "'capacity' must be an int >= 1, got 0"),
        (
            {"max_bytes": 100},
            r"'max_bytes' must be an int >= \d+, for the first exemplars of 3 features, or None, got 100",
        ),
        ({"max_bytes": 0}, "'max_bytes' must be an int >= 1 or None, got 0"),
        ({"n_neighbors": 1.5}, "'n_neighbors' must be"),
        ({"min_entries": 65}, "'min_entries' must be an int from 1 to 64, half of max_entries, got 65"),
        ({"max_entries": 1}, "'max_entries' must be an int >= 2"),
        ({"weights": "count"}, "'weights' must be some of count, distance, as a tuple, got 'count'"),
        ({"weights": ("age",)}, "'weights' must be"),
        ({"half_life": 0}, "'half_life' must be a number > 0 or None"),
        ({"half_life": 10**400}, "'half_life' must be a number > 0 or None"),
        ({"start": 0}, "'start' must be an int >= 1 or None"),
        ({"start": 5, "scale": "within"}, "'start' must be None with scale: k-means .*, got 5"),
        ({"scale": "range"}, "'scale' must be \"within\" or None, got 'range'"),
        ({"scale": np.ones(3)}, "'scale' must be \"within\" or None, got array"),
        ({"scale": "within", "metric": "hamming"}, "'scale' must be None with this metric, .* no unit, got 'within'"),
        ({"scale": "within", "metric": "mixed"}, "'scale' must be None with this metric, .* no unit, got 'within'"),
        ({"scale": "within", "gamma": 0.5}, "'scale' must be None with a radius: gamma is in .*, got 'within'"),
        ({"metric": "cosine"}, "'metric' must be one of euclidean, manhattan, .* triangle inequality"),
        ({"metric": "dtw"}, "'metric' must be one of euclidean"),
        ({"metric": np.dot}, "'metric' must be one of euclidean"),
    ],
)
def test_bad_parameters(params, words):
    """Parameters that are none are refused in one sentence, and nothing is learned."""
    model = LazyTreeClassifier(**params)
    with pytest.raises(InvalidParameter, match=words):
        model.fit(X, Y)
    assert not hasattr(model, "classes_")


def test_an_empty_batch():
    """It may be empty, the first one too, if classes are announced; there is no model yet, then."""
    model = LazyTreeClassifier().partial_fit(X[:0], [], classes=[0, 1, 2, 3, 4])
    with pytest.raises(ValueError, match="not fitted yet"):
        model.predict(X)
    before = state_of(model.partial_fit(X, Y))
    assert state_of(model.partial_fit(X[:0], []).partial_fit([], [])) == before
    with pytest.raises(ValueError, match="0 sample"):
        LazyTreeClassifier().fit(X[:0], [])


@pytest.mark.parametrize("unit", [1e-100, 1e-12, 1e12, 1e100])
def test_votes_do_not_know_units(unit):
    """The same records in another unit have the same say, those that were asked about before included."""
    rows = X[:200] / 64
    shares = [
        LazyTreeClassifier(0, n_neighbors=5, weights=("distance",)).fit(each, Y[:200]).predict_proba(each[:50])
        for each in (rows, rows * unit)
    ]
    assert shares[1] == pytest.approx(shares[0], rel=1e-6)


@pytest.mark.parametrize("half_life", [None, 1e-3])
def test_votes_from_very_far_are_still_votes(half_life):
    """What is too far for its distance to be a number, or too old, has a word if nobody else has."""
    model = LazyTreeClassifier(0, n_neighbors=2, weights=("distance",), half_life=half_life)
    model.fit([[1e200], [2e200], [3e200]], [0, 1, 1])
    proba = model.predict_proba([[-1e200]])
    assert np.isfinite(proba).all()
    assert proba.sum() == pytest.approx(1)


def test_trees_of_many_levels_come_back():
    """With one or two entries to a node and records ever nearer to each other, each adds a level."""
    rows = (1.9**505 / 1.9 ** np.arange(1010.0))[:, None]
    model = LazyTreeClassifier(0, capacity=5000, min_entries=1, max_entries=2).fit(rows, np.arange(1010) % 2)
    again = pickle.loads(pickle.dumps(model))  # noqa: S301 - our own
    assert state_of(again) == state_of(model)
    assert (again.predict(rows[::50]) == model.predict(rows[::50])).all()


def test_confidence_after_few_records():
    """Three hundred records are enough to know how soon labels settle."""
    X, y = datasets.japanese_flag(800, random_state=0)
    model = LazyTreeClassifier().fit(X[:300], y[:300])
    seen = []
    for x in X[300:]:
        query = model.begin(x)
        early = query.answer
        seen.append((early.confidence, early.label == query.refine().answer.label))
    confidence, settled = np.mean(seen, axis=0)
    assert confidence == pytest.approx(settled, abs=0.05)
