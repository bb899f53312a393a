"""What every model promises to a scheduler."""

import numpy as np
import pytest

from bestsofar import ConstantArrivals, Scheduler, simulate
from bestsofar.scheduling.policy import NAMES


@pytest.mark.parametrize("policy", NAMES)
def test_time_for_all(case, model, policy):
    """With time for every query, a simulation gives what `predict` gives."""
    run = simulate(model, case.queries, model.predict(case.queries), arrivals=ConstantArrivals(2), policy=policy)
    assert run.accuracy == 1
    assert set(run.why) == {"complete"}


@pytest.mark.parametrize("policy", NAMES)
def test_short_of_time(case, model, policy):
    """Every object is answered as a query is after as many steps, whatever the policy, and no time is lost."""
    arrivals = ConstantArrivals(0.3)
    truth = np.full(len(case.queries), model.classes_[0])
    run = simulate(model, case.queries, truth, arrivals=arrivals, policy=policy, capacity=6, random_state=0)
    begun = [model.begin(x) for x in case.queries]
    more = [int(steps) - query.steps for steps, query in zip(run.steps, begun, strict=True)]
    expected = [query.refine(steps=steps).answer.label for query, steps in zip(begun, more, strict=True)]
    assert run.label.tolist() == expected
    assert (run.turns < len(case.queries)).all()


@pytest.mark.parametrize("policy", ["round-robin", "evidence", "gain"])
def test_live(case, model, policy):
    """A live scheduler gives every object its whole answer, or the one of its deadline."""
    with Scheduler(model, policy=policy, workers=2) as scheduler:
        for key, x in enumerate(case.queries):
            scheduler.submit(x, key=key, deadline=-1 if key % 5 == 0 else None)
    labels = model.predict(case.queries).tolist()
    for key, answer in scheduler.answers():
        first = model.begin(case.queries[key]).answer
        stopped = key % 5 == 0 and not first.complete
        assert answer.why == ("deadline" if stopped else "complete")
        assert answer.label == (first.label if stopped else labels[key])
    assert scheduler.statistics.submitted == len(case.queries)
