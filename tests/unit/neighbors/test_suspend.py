"""Suspended queries go on as if nothing had happened; anything else is refused."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import problems

from bestsofar import NeighborsClassifier, RandomRank
from bestsofar.errors import InvalidSuspension

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(40, 2)).round(1), np.arange(40) % 3


def fitted(**params):
    """A model of forty rows."""
    return NeighborsClassifier(RandomRank(random_state=0), **params).fit(X, Y)


def state(query):
    """Everything that can be known of a query."""
    label, proba, confidence, steps, complete, why, neighbors = query.answer
    return label, proba.tolist(), confidence, steps, complete, why, neighbors.tolist(), query.suspend()


MODEL = fitted(n_neighbors=3)
SUSPENDED = MODEL.begin(X[0] + 0.01).refine(steps=7).suspend()


@given(problem=problems(most_rows=30), k=st.integers(1, 4), parts=st.lists(st.integers(0, 9), max_size=6))
def test_nobody_can_tell(problem, k, parts):
    """A query that is suspended and resumed after every part of its work equals one that was not."""
    model = NeighborsClassifier(RandomRank(random_state=0), n_neighbors=k).fit(problem.X, problem.y)
    straight = model.begin(problem.x)
    broken = model.resume(model.begin(problem.x).suspend())
    for part in parts:
        straight.refine(steps=part)
        broken = model.resume(broken.refine(steps=part).suspend())
        assert state(broken) == state(straight)
    assert state(broken.refine()) == state(straight.refine())


@pytest.mark.parametrize(
    ("metric", "objects"),
    [
        ("euclidean", X),
        ("cosine", X.astype(np.float32)),
        ("mixed", np.where(X > 1, np.nan, X)),
        ("dtw", X),
        ("rotation", X.astype(np.float32)),
        ("edit", [str(row) for row in X]),
        ("compression", [row.tobytes() for row in X]),
        (lambda a, b: abs(len(a) - len(b)), [str(row) for row in X]),
    ],
)
def test_every_kind_of_object(metric, objects):
    """Rows of either type, strings and bytes can be suspended, and by a model that was pickled."""
    model = NeighborsClassifier(RandomRank(random_state=0), n_neighbors=2, metric=metric).fit(objects, Y)
    query = model.begin(objects[5]).refine(steps=11)
    resumed = model.resume(query.suspend())
    assert state(resumed) == state(query)
    assert state(resumed.refine()) == state(model.begin(objects[5]).refine())


SCRIPT = """
import pickle, sys
answers = []
for model, suspended in pickle.load(sys.stdin.buffer):
    assert model.resume(suspended).suspend() == suspended
    answers.append(str(model.resume(suspended).refine(steps=9).answer))
pickle.dump(answers, sys.stdout.buffer)
"""


def test_in_another_process():
    """A query goes on where a copy of its model is, in another process."""
    models, queries = [], []
    for metric in ("euclidean", "mixed", "edit"):
        objects = [str(row) for row in X] if metric == "edit" else X
        models.append(NeighborsClassifier(RandomRank(random_state=0), n_neighbors=3, metric=metric).fit(objects, Y))
        queries.append(models[-1].begin(objects[0]).refine(steps=7))
    message = pickle.dumps([(model, query.suspend()) for model, query in zip(models, queries, strict=True)])
    done = subprocess.run([sys.executable, "-c", SCRIPT], input=message, capture_output=True, check=True)  # noqa: S603
    answers = pickle.loads(done.stdout)  # noqa: S301
    assert answers == [str(query.refine(steps=9).answer) for query in queries]


@pytest.mark.parametrize("length", range(len(SUSPENDED)))
def test_cut_short(length):
    """Every beginning of a suspended query, but the whole, is refused."""
    with pytest.raises(InvalidSuspension, match=r"^NeighborsClassifier.resume: 'data' must be the bytes .*, got .*\.$"):
        MODEL.resume(SUSPENDED[:length])


def test_flipped_bits():
    """No byte can change without notice, to whatever it changes."""
    for place in range(len(SUSPENDED)):
        for flip in (0x01, 0x80, 0xFF):
            changed = bytearray(SUSPENDED)
            changed[place] ^= flip
            with pytest.raises(InvalidSuspension):
                MODEL.resume(bytes(changed))


@given(data=st.binary(max_size=200))
def test_any_bytes(data):
    """Bytes that were never a query are refused."""
    with pytest.raises(InvalidSuspension):
        MODEL.resume(data)


@given(place=st.integers(0, len(SUSPENDED)), data=st.binary(min_size=1, max_size=9))
def test_added_bytes(place, data):
    """Nothing can be put in."""
    with pytest.raises(InvalidSuspension):
        MODEL.resume(SUSPENDED[:place] + data + SUSPENDED[place:])


@pytest.mark.parametrize("data", [None, "bytes", 5, bytearray(SUSPENDED), [SUSPENDED], np.frombuffer(SUSPENDED, "u1")])
def test_not_bytes(data):
    """What is not of type bytes is refused."""
    with pytest.raises(InvalidSuspension, match="'data' must be the bytes of a suspended query of this model, got"):
        MODEL.resume(data)


@pytest.mark.parametrize(
    "other",
    [
        lambda: fitted(n_neighbors=2),
        lambda: fitted(n_neighbors=3, metric="manhattan"),
        lambda: fitted(n_neighbors=3, metric="minkowski", metric_params={"p": 3}),
        lambda: fitted(n_neighbors=3, metric="cosine"),
        lambda: fitted(n_neighbors=3, metric="mixed"),
        lambda: fitted(n_neighbors=3, metric="dtw"),
        lambda: NeighborsClassifier(RandomRank(random_state=1), n_neighbors=3).fit(X, Y),
        lambda: NeighborsClassifier(RandomRank(random_state=0), n_neighbors=3).fit(X + 1, Y),
        lambda: NeighborsClassifier(RandomRank(random_state=0), n_neighbors=3).fit(X.astype(np.float32), Y),
        lambda: NeighborsClassifier(RandomRank(random_state=0), n_neighbors=3).fit(X, (Y + 1) % 3),
        lambda: NeighborsClassifier(RandomRank(random_state=0), n_neighbors=3).fit(X[:-1], Y[:-1]),
    ],
    ids=["k", "manhattan", "minkowski", "cosine", "mixed", "dtw", "order", "rows", "float32", "labels", "fewer rows"],
)
def test_of_another_model(other):
    """A query belongs to the model that began it: another metric, order, or training set will not do."""
    with pytest.raises(InvalidSuspension, match="got a query of another model"):
        other().resume(SUSPENDED)


@pytest.mark.parametrize(
    ("metric", "params", "others"),
    [
        ("dtw", {"band": 0.0}, {"band": 1.0}),
        ("rotation", {"mirror": False}, {"mirror": True}),
        ("minkowski", {"p": 2}, {"p": 3}),
        ("mixed", {}, {"categorical": [0]}),
    ],
)
def test_of_another_parameter(metric, params, others):
    """The parameters of the metric are part of the model."""
    suspended = fitted(metric=metric, metric_params=params).begin(X[0]).suspend()
    with pytest.raises(InvalidSuspension, match="got a query of another model"):
        fitted(metric=metric, metric_params=others).resume(suspended)


def test_a_model_that_was_fitted_again():
    """The same model, fitted to the same rows again, takes up its old queries; fitted to others it does not."""
    model = fitted()
    suspended = model.begin(X[0]).refine(steps=5).suspend()
    assert model.fit(X, Y).resume(suspended).steps == 8
    model.fit(X[::-1], Y)
    with pytest.raises(InvalidSuspension):
        model.resume(suspended)


def test_a_query_outlives_its_model():
    """A query goes on when its model is gone or fitted again."""
    model = fitted()
    query, expected = model.begin(X[0] + 0.05), model.begin(X[0] + 0.05).refine().answer
    model.fit(X[:5], Y[:5])
    del model
    assert query.refine().answer.neighbors.tolist() == expected.neighbors.tolist()
