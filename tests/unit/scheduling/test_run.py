"""What a simulation says about itself, and what it refuses."""

import math
from copy import copy
from decimal import Decimal

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.base import clone

from bestsofar import (
    BatchArrivals,
    ConstantArrivals,
    LazyTreeClassifier,
    NeighborsClassifier,
    ParzenClassifier,
    PoissonArrivals,
    Scheduler,
    datasets,
    simulate,
)
from bestsofar.errors import InvalidParameter
from bestsofar.scheduling import Arrivals, Policy, State, compare

X, Y = datasets.japanese_flag(160, random_state=0)
MODEL = NeighborsClassifier().fit(X[:100], Y[:100])
ASKED = (MODEL, X[100:], Y[100:])


def test_with_time_for_all_every_policy_is_the_whole_query():
    """Where no object has to wait, answers are those of `predict`."""
    for policy in ("serial", "round-robin", "first-come", "bsf", "margin", "evidence", "gain"):
        run = simulate(*ASKED, arrivals=ConstantArrivals(1), policy=policy)
        assert (run.label == MODEL.predict(X[100:])).all()
        assert set(run.why) == {"complete"}
        assert (run.steps == 100).all()


def test_first_come_finishes_the_oldest_first():
    """The oldest object runs to its end."""
    run = simulate(*ASKED, arrivals=BatchArrivals(0.5), policy="first-come")
    assert (np.diff(run.turns.astype(int)) >= 0).all()
    assert run.why.tolist() == ["complete"] * 29 + ["asked"] * 31  # the openings took two steps each


def test_a_function_of_the_state_is_a_score():
    """A score in Python gives the same turns as its native twin."""
    seen = []

    def evidence(state):
        seen.append(state)
        return state.margin / (1 - state.margin) * state.steps if state.margin < 1 else math.inf

    arrivals = PoissonArrivals(0.1, random_state=0)
    ours, native = (simulate(*ASKED, arrivals=arrivals, policy=policy, capacity=7) for policy in (evidence, "evidence"))
    assert (ours.turns == native.turns).all()
    assert isinstance(seen[0], State)
    assert all(0 <= state.confidence <= 1 and state.distance >= 0 for state in seen)


def test_nobody_starves():
    """Of M waiting objects, each has a turn within patience * M turns."""
    greedy = Policy(lambda state: -state.steps, patience=5)
    run = simulate(*ASKED, arrivals=BatchArrivals(1), policy=greedy)
    for number in range(len(ASKED[1])):
        gaps = np.diff(np.flatnonzero(np.r_[True, run.turns == number]))
        assert gaps.max() <= 5 * len(ASKED[1])
    impatient = simulate(*ASKED, arrivals=BatchArrivals(1), policy=Policy(greedy.score, patience=None))
    assert (np.diff(impatient.turns.astype(int)) >= 0).all()


class Hasty(Policy):
    """A policy that is made of a score alone."""

    def __init__(self, score):
        super().__init__(score, patience=2)


def test_a_policy_with_a_constructor_of_its_own():
    """A scheduler takes it as it is."""
    with Scheduler(MODEL, policy=Hasty(lambda state: state.margin)) as scheduler:
        scheduler.submit(X[100], key="x")
    assert dict(scheduler.answers())["x"].complete


def test_a_small_buffer_makes_some_final():
    """With a capacity, the surest go first, and none is lost."""
    run = simulate(*ASKED, arrivals=PoissonArrivals(0.05, random_state=0), capacity=4)
    assert set(run.why) == {"evicted", "asked"}
    assert (run.why == "asked").sum() == 4
    assert (run.end >= run.start).all()


def test_nothing_comes():
    """No objects, no turns, no accuracy."""
    run = simulate(MODEL, X[:0], Y[:0], arrivals=ConstantArrivals(1))
    assert run.turns.shape == run.label.shape == (0,)
    assert math.isnan(run.accuracy)


def test_plot():
    """Each object is a line, in the colour of its answer."""
    run = simulate(*ASKED, arrivals=ConstantArrivals(0.1))
    axes = run.plot()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["right", "wrong"]
    assert run.plot(axes) is axes
    plt.close("all")


@pytest.mark.parametrize(
    ("argument", "bad"),
    [
        ("policy", "best"),
        ("policy", 3),
        ("policy", ["bsf"]),
        ("arrivals", 0.5),
        ("arrivals", None),
        ("capacity", 0),
        ("capacity", 2.5),
        ("grain", 0),
        ("grain", None),
        ("grain", True),
    ],
)
def test_bad_arguments(argument, bad):
    """What cannot be is refused in one sentence."""
    arguments = {"arrivals": ConstantArrivals(1), argument: bad}
    with pytest.raises(InvalidParameter, match=rf"^simulate: '{argument}' must be .*, got .*\.$"):
        simulate(*ASKED, **arguments)


@pytest.mark.parametrize("r", [0, -1, math.inf, math.nan, "1", True, None, 10**400], ids=repr)
def test_bad_rates(r):
    """A gap is a positive number."""
    for arrivals in (ConstantArrivals, PoissonArrivals, BatchArrivals):
        with pytest.raises(InvalidParameter, match=rf"^{arrivals.__name__}: 'r' must be a number > 0, got .*\.$"):
            arrivals(r)


@pytest.mark.parametrize("arguments", [{"score": "serial"}, {"score": 3}, {"patience": 0}, {"patience": 1.5}])
def test_bad_policies(arguments):
    """A policy has a score and some patience."""
    with pytest.raises(InvalidParameter, match=r"^Policy: '(score|patience)' must be .*, got .*\.$"):
        Policy(**arguments)


@pytest.mark.parametrize("value", [math.nan, None, "high", "1"])
def test_a_score_that_is_no_number(value):
    """A score must be comparable."""
    with pytest.raises(InvalidParameter, match=r"^simulate: 'policy' must be a function that returns a number, got .*"):
        simulate(*ASKED, arrivals=ConstantArrivals(0.5), policy=lambda _: value)


@pytest.mark.parametrize("number", [float, np.float32, np.asarray, Decimal])
def test_scores_are_numbers_of_any_kind(number):
    """Whatever can be a float."""
    settings = {"arrivals": ConstantArrivals(0.5), "policy": lambda state: number(state.margin)}
    assert simulate(*ASKED, **settings).accuracy > 0.5


@pytest.mark.parametrize("sign", [1, -1])
def test_a_score_that_no_float_holds(sign):
    """It is as good as infinite."""
    runs = [
        simulate(*ASKED, arrivals=ConstantArrivals(0.5), policy=lambda _, value=value: sign * value)
        for value in (10**400, math.inf)
    ]
    assert runs[0].accuracy == runs[1].accuracy


def test_a_score_that_raises():
    """Its error comes through as it is."""
    with pytest.raises(ZeroDivisionError):
        simulate(*ASKED, arrivals=ConstantArrivals(0.5), policy=lambda _: 1 / 0)


def test_a_model_without_gain_table_is_refused():
    """What a model did not learn cannot be asked of it."""
    plain = copy(MODEL)
    plain._fitted = MODEL._fitted._replace(gain=None)  # noqa: SLF001
    with pytest.raises(
        InvalidParameter, match=r"^simulate: 'policy' must be a policy this model supports.*, got 'gain'\.$"
    ):
        simulate(plain, *ASKED[1:], arrivals=ConstantArrivals(0.5), policy="gain")


def test_not_a_model():
    """A model that has no begin is refused."""
    with pytest.raises(InvalidParameter, match=r"^simulate: 'model' must be a model of this package, got .*\.$"):
        simulate("model", X, Y, arrivals=ConstantArrivals(1))


def test_labels_of_another_number():
    """As many labels as objects."""
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        simulate(MODEL, X[:5], Y[:4], arrivals=ConstantArrivals(1))


def test_policies_side_by_side():
    """A comparison holds the runs that `simulate` gives, and draws a line for each policy."""

    def surest(state):
        return -state.confidence

    both = compare(*ASKED, arrivals=ConstantArrivals, rates=[0.1, 1], policies=["bsf", surest], capacity=5)
    assert both.accuracy["bsf"] == [
        simulate(*ASKED, arrivals=ConstantArrivals(r), policy="bsf", capacity=5).accuracy for r in (0.1, 1)
    ]
    axes = both.plot()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["bsf", "surest"]
    assert both.plot(axes) is axes
    plt.close("all")
    with pytest.raises(InvalidParameter, match=r"^compare: 'arrivals' must be .*, got .*\.$"):
        compare(*ASKED, arrivals=0.5, rates=[1], policies=[])


def test_without_a_policy_it_is_gain_or_evidence():
    """A model with a gain table is scheduled by it; a lazy tree has none."""
    tree = LazyTreeClassifier(0).fit(X[:100], Y[:100])
    for model, default in ((ASKED[0], "gain"), (tree, "evidence")):
        for policy in (None, Policy()):
            named, chosen = (
                simulate(model, *ASKED[1:], arrivals=ConstantArrivals(0.05), policy=each) for each in (default, policy)
            )
            assert chosen.turns.tolist() == named.turns.tolist()


def test_comparisons_are_of_the_same_stream():
    """Random arrivals are drawn once for each rate, whatever the policies; of equal names all are there."""
    rates = (rate for rate in [0.01, 0.1])
    both = compare(*ASKED, arrivals=PoissonArrivals, rates=rates, policies=["bsf", "bsf"])
    assert both.rates == [0.01, 0.1]
    assert list(both.runs) == ["bsf", "bsf 2"]
    for one, other in zip(*both.runs.values(), strict=True):
        assert one.start.tolist() == other.start.tolist()
        assert one.end.tolist() == other.end.tolist()


@pytest.mark.parametrize("random_state", [0, None, np.random.RandomState(0)])
def test_comparisons_are_of_the_same_lots(random_state):
    """All policies have the same luck, whatever it is drawn from; with a seed, the luck that `simulate` has."""
    made = {"arrivals": ConstantArrivals, "rates": [0.1], "policies": ["round-robin"] * 2, "capacity": 3}
    [one], [other] = compare(*ASKED, **made, random_state=random_state).runs.values()
    assert one.steps.tolist() == other.steps.tolist()
    if random_state == 0:
        alone = simulate(*ASKED, arrivals=ConstantArrivals(0.1), policy="round-robin", capacity=3, random_state=0)
        assert alone.steps.tolist() == one.steps.tolist()


@pytest.mark.parametrize(
    "wrong", [{"rates": 0.1}, {"policies": "bsf"}, {"policies": 3}, {"rates": "x"}, {"arrivals": lambda rate: rate}]
)
def test_what_cannot_be_compared(wrong):
    """One sentence tells what is wrong."""
    given = {"arrivals": ConstantArrivals, "rates": [1], "policies": ["bsf"]} | wrong
    with pytest.raises(InvalidParameter, match=rf"^compare: '{next(iter(wrong))}' must be .*, got .*\.$"):
        compare(*ASKED, **given)


class Odd(Arrivals):
    """Objects come whenever they are told to."""

    def __init__(self, times, end=100.0):
        super().__init__(1)
        self.when, self.over = times, end

    def times(self, n):
        """When they come."""
        return np.array(self.when)

    def end(self, times):
        """When it is over."""
        return self.over


@pytest.mark.parametrize(
    "arrivals",
    [
        *(Odd(times) for times in ([0.0], [0.0, 1, 2], [0, np.nan], [1.0, 0], ["a", "b"], [0, None], 0)),
        *(Odd([0.0, 1], end) for end in (np.nan, np.inf, None, "late")),
    ],
)
def test_arrivals_that_cannot_be(arrivals):
    """Arrivals of one's own are held to what they must give."""
    with pytest.raises(InvalidParameter, match=r"^simulate: 'arrivals' must be .*, got .*\.$"):
        simulate(MODEL, X[:2], Y[:2], arrivals=arrivals)
    assert simulate(MODEL, X[:2], Y[:2], arrivals=Odd([0.0, 1])).start.tolist() == [0, 100]


def nearest_after(model, x):
    """Return the distance to the nearest of the exemplars that a query has met after each number of steps."""
    distances = np.sqrt(((x - X[:100]) ** 2).sum(axis=1))
    query, nearest = model.begin(x), {}
    while not query.done:
        nearest[query.steps] = distances[query.answer.neighbors].min()
        query.refine(steps=1)
    return nearest


@pytest.mark.parametrize(
    "model",
    [
        NeighborsClassifier(n_neighbors=100),
        ParzenClassifier(),
        LazyTreeClassifier(0, n_neighbors=100, min_entries=2, max_entries=4),
    ],
)
def test_scores_see_how_far_the_nearest_is(model):
    """Of every model that has distances, a score is told that to the nearest exemplar so far."""
    model = clone(model).fit(X[:100], Y[:100])
    came_nearer = False
    for place in range(100, 110):
        seen = {}

        def look(state, seen=seen):
            return seen.setdefault(state.steps, state.distance)

        simulate(model, X[place : place + 1], Y[place : place + 1], arrivals=BatchArrivals(1), policy=look)
        assert seen == pytest.approx(nearest_after(model, X[place]))
        came_nearer |= len(set(seen.values())) > 1
    assert came_nearer
