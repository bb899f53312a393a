"""What every model promises, whatever it is."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from contract.cases import CASES

from bestsofar import Answer, anytime_curve, load, save

WHYS = {"complete", "steps", "seconds", "evicted", "deadline", "asked"}


def known(query):
    """Everything that can be known of a query."""
    label, proba, *rest, neighbors = query.answer
    return label, proba.tolist(), rest, neighbors.tolist(), query.suspend()


def assert_valid(answer, model):
    """An answer is one that a user can act on."""
    assert isinstance(answer, Answer)
    assert answer.label in model.classes_.tolist()
    assert answer.proba.shape == model.classes_.shape
    assert answer.proba.sum() == pytest.approx(1)
    assert (answer.proba >= 0).all()
    assert (answer.proba <= 1).all()
    assert model.classes_[answer.proba.argmax()] == answer.label
    assert 0 <= answer.confidence <= 1
    assert answer.why in WHYS
    assert answer.complete == (answer.why == "complete")


def test_every_budget_gives_a_valid_answer(case, model):
    """Stopped after 0, 1, 2, ... steps, or at once, there is an answer."""
    for x in case.queries[:4]:
        query = model.begin(x)
        assert_valid(query.answer, model)
        assert_valid(query.refine(seconds=0).answer, model)
        while not query.done:
            assert_valid(query.answer, model)
            query.refine(steps=1)
        assert_valid(query.answer, model)
        assert query.answer.complete


def test_more_budget_resumes_and_never_restarts(case, model):
    """Steps add up: each refinement begins where the last one ended."""
    query = model.begin(case.queries[0])
    total = model.begin(case.queries[0]).refine().steps
    done = query.steps
    for more in (0, 1, 2, 5, 0, 30, 10**6):
        query.refine(steps=more)
        done = min(done + more, total)
        assert query.steps == query.answer.steps == done
    assert query.done


def test_splits_do_not_matter(case, model):
    """The same number of steps gives the same answer, in one go, in many, or across suspensions."""
    for split in ([40], [1] * 40, [0, 7, 13, 20], [39, 1]):
        query = model.begin(case.queries[1])
        broken = model.begin(case.queries[1])
        for steps in split:
            query.refine(steps=steps)
            broken = model.resume(broken.refine(steps=steps).suspend())
        assert known(query)[:2] == known(model.begin(case.queries[1]).refine(steps=40))[:2]
        assert known(broken) == known(query)


def test_a_suspended_query_is_the_same_bytes(case, model):
    """To suspend changes nothing, and the same state is the same bytes."""
    query = model.begin(case.queries[2]).refine(steps=5)
    first = query.suspend()
    assert query.suspend() == first
    assert model.resume(first).suspend() == first
    assert model.begin(case.queries[2]).refine(steps=5).suspend() == first


def test_fitting_is_repeatable(case, model):
    """The same data and seed make the same model, to the last bit of its answers."""
    again = case.fit()
    for x in case.queries[:5]:
        assert known(again.begin(x).refine(steps=9)) == known(model.begin(x).refine(steps=9))


def through_a_file(model):
    """Save it and load it."""
    with TemporaryDirectory() as folder:
        save(model, Path(folder) / "model.bsf")
        return load(Path(folder) / "model.bsf", verify=True)


@pytest.mark.parametrize("duplicate", [lambda model: pickle.loads(pickle.dumps(model)), copy.deepcopy, through_a_file])  # noqa: S301
def test_a_copy_goes_on(case, model, duplicate):
    """A copy answers the same and takes up suspended queries."""
    if duplicate is through_a_file and callable(getattr(model, "metric", None)):
        pytest.skip("functions are not saved")
    twin = duplicate(model)
    assert twin.nbytes <= 1.1 * model.nbytes
    query = model.begin(case.queries[3]).refine(steps=11)
    assert known(twin.resume(query.suspend())) == known(query)
    assert (twin.predict_proba(case.queries, steps=17) == model.predict_proba(case.queries, steps=17)).all()


@pytest.mark.parametrize("steps", [None, 0, 4, 33])
def test_predict_is_begin_and_refine(case, model, steps):
    """A batch gives what its queries give one by one, in any company."""
    labels, shares = model.predict(case.queries, steps=steps), model.predict_proba(case.queries, steps=steps)
    for place, x in enumerate(case.queries):
        query = model.begin(x)
        left = None if steps is None else max(0, steps - query.steps)
        answer = query.refine(steps=left).answer
        assert answer.label == labels[place]
        assert (answer.proba == shares[place]).all()
        assert model.predict(case.queries[place : place + 1], steps=steps)[0] == labels[place]


def test_more_time_than_needed(case, model):
    """A budget that is never spent is none."""
    plain = model.predict(case.queries)
    assert (model.predict(case.queries, steps=10**9) == plain).all()
    assert (model.predict(case.queries, seconds=1e6) == plain).all()


def test_no_objects_no_answers(case, model):
    """An empty batch gives an empty result of the right shape and type."""
    for none in (case.queries[:0], [], ()):
        assert model.predict(none).shape == (0,)
        assert model.predict(none).dtype == model.classes_.dtype
        assert model.predict_proba(none, steps=3).shape == (0, len(model.classes_))


def test_floats_of_either_size(case):
    """float32 and float64 rows are both taken, and kept as they came, but where float32 cannot hold powers."""
    if not case.takes_rows:
        pytest.skip("not rows of numbers")
    single, double = (copy.deepcopy(case.model).fit(case.X.astype(kind), case.y) for kind in (np.float32, np.float64))
    assert single.nbytes < double.nbytes or case.model.get_params().get("metric") == "minkowski"
    for fitted in (single, double):
        for kind in (np.float32, np.float64):
            assert fitted.predict(case.queries.astype(kind)).shape == (len(case.queries),)
            assert_valid(fitted.begin(case.queries[0].astype(kind)).refine().answer, fitted)


def test_many_threads_at_once(case, model):
    """Queries from many threads give the answers that they give alone."""
    expected = [known(model.begin(x).refine(steps=21)) for x in case.queries]
    labels = model.predict(case.queries).tolist()

    def ask(turn):
        if turn % 5 == 0:
            return model.predict(case.queries).tolist() == labels
        place = turn % len(case.queries)
        query = model.begin(case.queries[place])
        for _ in range(3):
            query = model.resume(query.refine(steps=7).suspend())
        return known(query) == expected[place]

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(ask, range(100)))


def test_a_curve_needs_one_pass(case, model):
    """The anytime curve is what `predict` gives at each number of steps."""
    truth = model.predict(case.queries)
    curve = anytime_curve(model, case.queries, truth, steps=[0, 3, 9, 27, 10**6])
    assert curve.accuracy[-1] == 1
    expected = [(model.predict(case.queries, steps=count) == truth).mean() for count in curve.steps.tolist()]
    assert curve.accuracy.tolist() == expected


def test_steps_are_counted_work():
    """One step is one distance: no more are measured, in whatever way they are asked for."""
    calls = 0

    def counting(a, b):
        nonlocal calls
        calls += 1
        return float(np.abs(a - b).sum())

    case = CASES["function"]
    model = copy.deepcopy(case.model).set_params(metric=counting).fit(case.X, case.y)
    calls = 0
    query = model.begin(case.queries[0])
    assert calls == query.steps == 3
    for steps in (1, 0, 20, 7):
        query = model.resume(query.refine(steps=steps).suspend())
        assert calls == query.steps
    query.refine()
    assert calls == query.steps == len(case.X)
    calls = 0
    model.predict(case.queries, steps=10)
    assert calls == 10 * len(case.queries)
