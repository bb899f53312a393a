"""Features in units of their own: `scale="within"`."""

import copy
import pickle

import numpy as np
import pytest
from audits import audit
from oracles.lazy_tree import Sphere, within

from bestsofar import LazyTreeClassifier, datasets, load, prequential, save

X, Y = datasets.drifting_surface(400, random_state=0)
GAMMAS = [0, "auto"]
METRICS = {"euclidean": {}, "manhattan": {}, "minkowski": {"p": 3}}


def scaled(gamma="auto", **params):
    """A small model with units of its own."""
    return LazyTreeClassifier(gamma, **{"capacity": 60, "min_entries": 2, "max_entries": 6, "scale": "within"} | params)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_units_do_not_matter(gamma, metric, dtype):
    """Metres or kilometres: the same labels, here for every power of two."""
    rows, params = X.astype(dtype), {"metric": metric, "metric_params": METRICS[metric]}
    other = (rows * 2.0 ** np.array([-20, 0, 13])).astype(dtype)
    model, twin = scaled(gamma, **params), scaled(gamma, **params)
    # From the second record on: one alone has no deviation, so that there is nothing yet to divide by.
    model.partial_fit(rows[:2], Y[:2], classes=range(5))
    twin.partial_fit(other[:2], Y[:2], classes=range(5))
    ours, theirs = prequential(model, rows[2:], Y[2:]), prequential(twin, other[2:], Y[2:])
    assert np.array_equal(ours.over_time, theirs.over_time)
    assert np.array_equal(model.exemplars_.founders, twin.exemplars_.founders)


def test_scale_is_what_a_window_says():
    """One over the deviation within the classes of the records that the last renewal saw."""
    model = scaled(0, capacity=64, n_neighbors=1).fit(X[:256], Y[:256])
    spheres = [Sphere(row, ((label, 1),), 0.0, 0.0, 0) for row, label in zip(X[192:256], Y[192:256], strict=True)]
    assert model.scale_ == pytest.approx(within(spheres, np.ones(3)))
    before = model.scale_
    assert np.array_equal(model.partial_fit(X[256:319], Y[256:319]).scale_, before)
    assert (model.partial_fit(X[319:320], Y[319:320]).scale_ != before).all()
    assert LazyTreeClassifier().fit(X, Y).scale_ is None
    with pytest.raises(ValueError, match="not fitted yet"):
        scaled().scale_  # noqa: B018


def test_what_tells_classes_apart_counts_for_more():
    """Noise that is a thousand times larger does not hide the feature that matters."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 1000)
    rows = np.column_stack([1000 * rng.standard_normal(1000), y + 0.1 * rng.standard_normal(1000)])
    assert prequential(scaled(0), rows, y).accuracy > 0.97
    assert prequential(scaled(0, scale=None), rows, y).accuracy < 0.6


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_features_that_never_vary(dtype):
    """Always, or within each class, or by next to nothing: whatever comes then is still measured."""
    y = np.arange(200) % 2
    rows = np.column_stack([np.full(200, 7.0), y, np.arange(200) * 1e-42, np.arange(200) % 7]).astype(dtype)
    model = scaled(0).fit(rows, y)
    audit(model)
    assert np.isfinite(model.scale_).all()
    assert (model.predict(rows) == y).all()
    model.partial_fit(np.full((1, 4), 1e16, dtype), [0])
    audit(model)
    assert model.predict(np.full((1, 4), 1e16, dtype)) == [0]


def test_numbers_at_the_end_of_all_numbers():
    """What is too large for a deviation keeps its unit, and there is an answer all the same."""
    y = np.arange(200) % 2
    rows = np.column_stack([np.where(np.arange(200) % 3, 1.7e308, -1.7e308), 5.0 * y])
    model = scaled(0).fit(rows[:, ::-1], y)
    audit(model)
    assert np.isfinite(model.scale_).all()
    assert (model.scale_ > 0).all()
    assert np.isfinite(model.predict_proba(rows[:, ::-1])).all()


@pytest.mark.parametrize("gamma", GAMMAS)
def test_batches_do_not_matter(gamma):
    """One call or one for each record: the same tree to the last bit."""
    whole, single = scaled(gamma).fit(X, Y), scaled(gamma)
    for row, label in zip(X, Y, strict=True):
        single.partial_fit(row[None], [label], classes=range(5))
    assert whole._labelled.tree.state() == single._labelled.tree.state()  # noqa: SLF001


@pytest.mark.parametrize("gamma", GAMMAS)
def test_caps_hold_after_every_record(gamma):
    """Neither exemplars nor bytes ever pass their caps."""
    model = scaled(gamma, capacity=70, max_bytes=14_000, max_entries=16)
    for row, label in zip(X, Y, strict=True):
        model.partial_fit(row[None], [label])
        audit(model)
        assert model.nbytes <= 14_000


@pytest.mark.parametrize("gamma", GAMMAS)
def test_queries_go_on_with_the_scale_they_began_with(gamma):
    """A query that was begun before a renewal ends as if that had never come."""
    model = scaled(gamma).partial_fit(X[:200], Y[:200])
    begun = [model.begin(x) for x in X[:40]]
    ended = [model.begin(x).refine().answer for x in X[:40]]
    before = model.scale_
    model.partial_fit(X[200:] * [100, 1, 0.1], Y[200:])
    assert (model.scale_ != before).all()
    for query, answer in zip(begun, ended, strict=True):
        late = query.refine().answer
        assert (late.label, late.steps, late.neighbors.tolist()) == (
            answer.label,
            answer.steps,
            answer.neighbors.tolist(),
        )


@pytest.mark.parametrize("gamma", GAMMAS)
def test_suspended_queries_know_their_scale(gamma, tmp_path):
    """They go on in a file of the model, and nowhere else."""
    model = scaled(gamma).partial_fit(X[:200], Y[:200])
    query = model.begin(X[0])
    suspended, answer = query.suspend(), query.refine().answer
    save(model, tmp_path / "model.bsf")
    loaded = load(tmp_path / "model.bsf")
    assert np.array_equal(loaded.scale_, model.scale_)
    assert loaded.resume(suspended).refine().answer.neighbors.tolist() == answer.neighbors.tolist()
    model.partial_fit(X[200:], Y[200:])
    with pytest.raises(ValueError, match="another model"):
        model.resume(suspended)


def through_a_file(model, folder):
    """Save and load."""
    save(model, folder / "model.bsf")
    return load(folder / "model.bsf")


@pytest.mark.parametrize(
    "duplicate",
    [
        lambda model, _: pickle.loads(pickle.dumps(model)),  # noqa: S301
        lambda model, _: copy.deepcopy(model),
        lambda model, _: copy.copy(model),
        through_a_file,
    ],
)
@pytest.mark.parametrize("gamma", GAMMAS)
def test_a_copy_learns_on(gamma, duplicate, tmp_path):
    """A copy renews its scale when the original would have done it."""
    model = scaled(gamma).partial_fit(X[:230], Y[:230])
    twin = duplicate(model, tmp_path)
    model.partial_fit(X[230:], Y[230:])
    twin.partial_fit(X[230:], Y[230:])
    assert model._labelled.tree.state() == twin._labelled.tree.state()  # noqa: SLF001
    assert np.array_equal(model.scale_, twin.scale_)
