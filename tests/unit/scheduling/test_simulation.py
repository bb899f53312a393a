"""Every turn of a simulation is the oracle's."""

from functools import cache
from math import inf, log, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from literal import LiteralQuery, reduced_distances
from oracles.scheduling import Stream
from strategies import problems

from bestsofar import (
    BatchArrivals,
    ConstantArrivals,
    NeighborsClassifier,
    PoissonArrivals,
    RandomRank,
    datasets,
    simulate,
)
from bestsofar.scheduling import Policy

ARRIVALS = st.sampled_from([ConstantArrivals, lambda r: PoissonArrivals(r, random_state=3), BatchArrivals])

PLAIN = {"serial", "round-robin", "first-come"}


def ratio(a, b):
    """A quotient as the machine computes it."""
    return a / b if b else inf


def due(time, whole):
    """A time in steps; machines make 0.3 * 40 a little more than 12, and the object would come a step late."""
    steps = time * whole
    return round(steps) if abs(steps - round(steps)) < 1e-9 else steps


class Literal:
    """The states of one query after any number of steps."""

    def __init__(self, model, problem, x):
        distances = reduced_distances(problem.X, x)
        self.query = LiteralQuery(model._fitted.model.order, problem.y, distances, model.n_neighbors)  # noqa: SLF001
        self.table = model._fitted.gain  # noqa: SLF001
        self.opening, self.total = len(set(self.query.labels)), len(self.query.labels)

    def label(self, steps):
        """The best class so far."""
        return self.query.after(steps)[0]

    def distances(self, steps):
        """The nearest so far of the best class, and of any other."""
        classes = [self.query.classes[code] for code in self.query.labels[:steps]]
        seen = list(zip(self.query.distances, classes, strict=False))
        own = [distance for distance, label in seen if label == self.label(steps)]
        return sqrt(min(own)), sqrt(min((d for d, label in seen if label != self.label(steps)), default=inf))

    def gain(self, steps, margin):
        """Look a step's worth up, between the points of the table."""
        table, opening, total = self.table
        progress = log(max(steps, 1)) - log(opening)
        progress = min(max(progress * (1 / log(total / opening)), 0.0), 1.0) if total > opening else 0.0
        row, column = (min(int(x * n), n - 1) for x, n in ((progress, len(table) - 1), (margin, table.shape[1] - 1)))
        down, right = progress * (len(table) - 1) - row, margin * (table.shape[1] - 1) - column
        above, below = (line[column] + (line[column + 1] - line[column]) * right for line in table[row : row + 2])
        return above + (below - above) * down

    def score(self, name, steps):
        """What decides who is next."""
        own, other = self.distances(steps)
        margin = 1 - own / other if own < other else 0.0
        if name == "first-come":
            return 0
        if name == "gain":
            return -self.gain(steps, margin)
        if name == "bsf":
            return ratio(1, min(own, other))
        lead = ratio(other, own) if own < other else 1.0
        return lead if name == "margin" else (lead - 1) * steps


@given(
    problem=problems(most_rows=14),
    when=st.builds(lambda kind, r: kind(r), ARRIVALS, st.sampled_from([0.05, 0.3, 0.5, 1, 2.5])),
    name=st.sampled_from(["serial", "round-robin", "first-come", "bsf", "margin", "evidence", "gain"]),
    patience=st.sampled_from([None, 1, 2, 7]),
    resources=st.fixed_dictionaries(
        {"capacity": st.sampled_from([None, 1, 2, 3]), "grain": st.sampled_from([1, 1, 2, 5])}
    ),
    k=st.sampled_from([1, 3]),
)
def test_every_turn_is_the_oracles(problem, when, name, patience, resources, k):
    """Who has each turn, and what becomes of each object, follows from the rules alone."""
    model = NeighborsClassifier(RandomRank(random_state=problem.seed), n_neighbors=k).fit(problem.X, problem.y)
    objects = np.concatenate([problem.X[:5] + problem.X.dtype.type(0.5), problem.x[None], problem.X[-2:]])
    policy = name if name in PLAIN else Policy(name, patience)
    literal = [Literal(model, problem, x) for x in objects]
    run_as_the_oracle(model, objects, literal, policy, arrivals=when, **resources, random_state=problem.seed)


def test_equal_evidence_is_equal():
    """Three times as far is a lead of exactly two: rounding breaks no tie."""
    X, y = np.array([0.0, 6.0, *[1000.0] * 18])[:, None], np.array([0, 1] + [0] * 18)
    model = NeighborsClassifier(RandomRank(random_state=23)).fit(X, y)  # reads 0 and 6 first
    objects = np.array([[1.5], [2.0]])
    literal = [Literal(model, SimpleNamespace(X=X, y=y), x) for x in objects]
    setting = {"arrivals": BatchArrivals(1), "capacity": None, "grain": 1, "random_state": 0}
    run_as_the_oracle(model, objects, literal, Policy("evidence", patience=None), **setting)


@pytest.mark.parametrize("capacity", [1, 2, 5])
def test_a_newcomer_with_least_to_gain_must_go(capacity):
    """Under gain, and only there, an object may be final as soon as it is begun."""
    X, y = datasets.japanese_flag(150, random_state=0)
    problem = SimpleNamespace(X=X[:120], y=y[:120])
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(problem.X, problem.y)
    literal = [Literal(model, problem, x) for x in X[120:]]
    setting = {"arrivals": ConstantArrivals(0.1), "capacity": capacity, "grain": 1, "random_state": 0}
    for name in ("gain", "evidence"):
        run = run_as_the_oracle(model, X[120:], literal, Policy(name), **setting)
        at_once = (run.why == "evicted") & (run.end == run.start + literal[0].opening)
        assert at_once.any() == (name == "gain")


def run_as_the_oracle(model, objects, literal, policy, **setting):
    """Simulate, and find that the oracle does the same."""
    n, when = len(objects), setting["arrivals"]
    run = simulate(model, objects, np.zeros(n, int), policy=policy, **setting)
    name, patience = (policy.score, policy.patience) if isinstance(policy, Policy) else (policy, None)

    @cache
    def score(number, steps):
        return literal[number].score(name, steps)

    whole = literal[0].total
    stream = Stream(
        [each.opening for each in literal],
        [each.total for each in literal],
        score,
        [due(time, whole) for time in when.times(n)],
        due(when.end(when.times(n)), whole),
        name if name in {"serial", "round-robin"} else "score",
        patience or 0,
        setting["capacity"] or n,
        setting["grain"],
        np.random.RandomState(setting["random_state"]).random_sample(n).tolist(),
        newcomers_stay=name != "gain",
    ).run()
    finished = [stream.finished[number] for number in range(n)]
    assert run.turns.tolist() == stream.turns
    assert run.steps.tolist() == [each.steps for each in finished]
    assert run.start.tolist() == [each.start for each in finished]
    assert run.end.tolist() == [each.end for each in finished]
    assert run.why.tolist() == [each.why for each in finished]
    assert run.label.tolist() == [literal[each.number].label(each.steps) for each in finished]
    assert run.accuracy == pytest.approx((run.label == 0).mean())
    return run


def test_ages_between_objects():
    """There may be more time than a whole number of steps can tell."""
    model = NeighborsClassifier().fit(np.arange(20.0)[:, None], np.arange(20) % 2)
    run = simulate(model, np.arange(3.0)[:, None], [0, 1, 0], arrivals=ConstantArrivals(1e20))
    assert set(run.why) == {"complete"}


@pytest.mark.parametrize("r", [0.05, 0.1, 0.2, 0.3, 0.7])
def test_constant_gaps_are_constant(r):
    """No object comes a step late because a product of floats is a little more than a whole number."""
    model = NeighborsClassifier().fit(np.arange(40.0)[:, None], np.arange(40) % 2)
    run = simulate(model, np.zeros((30, 1)), np.zeros(30), arrivals=ConstantArrivals(r), policy="serial")
    gap = round(40 * r)
    assert run.start.tolist() == [gap * number for number in range(30)]
    assert set(run.steps) == {gap}
