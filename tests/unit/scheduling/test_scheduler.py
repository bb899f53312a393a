"""The live scheduler: every object answered once, whatever happens to the others."""

import gc
import math
import weakref
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import numpy as np
import pytest

from bestsofar import NeighborsClassifier, RandomRank, Scheduler, datasets
from bestsofar.errors import InvalidParameter, SchedulerClosed
from bestsofar.scheduling import Policy

X, Y = datasets.japanese_flag(460, random_state=0)
MODEL = NeighborsClassifier(RandomRank(random_state=0)).fit(X[:400], Y[:400])
ASKED = X[400:]
POLICIES = ["serial", "round-robin", "first-come", "bsf", "margin", "evidence", "gain", lambda state: state.margin]
OPENING = 2  # steps of the models with such a metric
LONG = 60  # seconds: only a broken scheduler takes them


class Metric:
    """A metric that waits at objects of 99, and fails at objects of -99, as soon as their openings are over."""

    def __init__(self):
        self.reached, self.go_on = Event(), Event()
        self.calls = 0

    def __call__(self, a, b):
        """Measure."""
        self.calls += abs(a[0]) == 99
        if self.calls > OPENING and a[0] == 99:
            self.reached.set()
            assert self.go_on.wait(LONG)
        if self.calls > OPENING and a[0] == -99:
            raise ZeroDivisionError
        return abs(a[0] - b[0])


@pytest.fixture
def metric():
    """A metric of its own for each test."""
    return Metric()


@pytest.fixture
def model(metric):
    """A model that reads two exemplars before it can be interrupted, and eight in all."""
    rows = np.arange(8.0)[:, None]
    return NeighborsClassifier(RandomRank(random_state=0), metric=metric).fit(rows, [0, 1] * 4)


@pytest.fixture
def stuck(model, metric):
    """A scheduler whose only worker waits in the middle of an object called "slow"."""
    scheduler = Scheduler(model, capacity=3, policy="first-come", grain=1)
    scheduler.submit([99.0], key="slow")
    assert metric.reached.wait(LONG)
    yield scheduler
    metric.go_on.set()
    scheduler.close(wait=False)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("workers", [1, 3])
def test_every_object_gets_its_whole_answer(policy, workers):
    """Without deadlines and with room for all, answers are those of `predict`."""
    with Scheduler(MODEL, policy=policy, workers=workers) as scheduler:
        for key, x in enumerate(ASKED):
            assert scheduler.submit(x, key=key) == key
    answers = dict(scheduler.answers())
    assert sorted(answers) == list(range(len(ASKED)))
    for key, answer in answers.items():
        assert answer.why in ({"complete", "evicted"} if policy == "serial" else {"complete"})
        if answer.complete:
            assert answer.label == MODEL.predict(ASKED[key : key + 1])[0]
            assert answer.neighbors.tolist() == MODEL.begin(ASKED[key]).refine().answer.neighbors.tolist()
    assert list(scheduler.answers()) == []


def test_a_deadline_is_kept_whatever_another_object_does(stuck):
    """While the only worker is stuck in one object, another one gets its answer at its deadline."""
    stuck.submit([3.0], key="quick", deadline=0.001)
    key, answer = next(stuck.answers(LONG))
    assert (key, answer.why, answer.steps, answer.complete) == ("quick", "deadline", OPENING, False)
    assert stuck.statistics.deadline == 1
    assert 0 <= stuck.statistics.longest_overshoot < LONG


def test_a_deadline_in_the_past(stuck):
    """The answer comes at once, with the first label."""
    for deadline in (0, -5, -math.inf):
        stuck.submit([3.0], key=deadline, deadline=deadline)
        key, answer = next(stuck.answers(LONG))
        assert (key, answer.why, answer.steps) == (deadline, "deadline", OPENING)


def test_a_deadline_far_away():
    """A deadline that will never come is none."""
    with Scheduler(MODEL) as scheduler:
        for deadline in (None, 1e300, math.inf):
            scheduler.submit(ASKED[0], deadline=deadline)
    assert [answer.why for _, answer in scheduler.answers()] == ["complete"] * 3


def test_one_too_many(stuck):
    """At capacity, one object gets its final answer at once; nothing is dropped."""
    for key in range(5):
        stuck.submit([float(key)], key=key)
    collected = stuck.answers(LONG)
    evicted = dict([next(collected), next(collected)])
    assert set(evicted) == {0, 1}  # all scores are alike: the oldest go
    assert {answer.why for answer in evicted.values()} == {"evicted"}
    assert stuck.statistics.share_evicted == 1
    assert stuck.statistics.waiting == 4


def test_steps_per_second():
    """It is what the workers did over the time there was; with no time there were none."""
    with Scheduler(MODEL) as scheduler:
        scheduler.submit(ASKED[0])
    done = scheduler.statistics
    assert done.steps_per_second == done.steps / done.seconds > 0
    assert done._replace(seconds=0.0).steps_per_second == 0


def test_serial_ends_the_former_object_of_another_worker(model, metric):
    """Even if no object waits: the newest one is with the other worker, or done."""
    with Scheduler(model, policy="serial", workers=2, grain=1) as scheduler:
        scheduler.submit([99.0], key="former")
        assert metric.reached.wait(LONG)
        scheduler.submit([1.0], key="newest")
        newest = next(scheduler.answers(LONG))
        metric.go_on.set()
        former = next(scheduler.answers(LONG))
    assert (newest[0], newest[1].why) == ("newest", "complete")
    assert (former[0], former[1].why) == ("former", "evicted")


def test_ask_tells_of_all():
    """All current answers at once, also of objects that are being worked on; they go on."""
    scheduler = Scheduler(MODEL, policy="round-robin", workers=2, grain=1)
    sent = {scheduler.submit(x, key=key) for key, x in enumerate(ASKED)}
    known = scheduler.ask()
    scheduler.close(wait=False)
    final = dict(scheduler.answers())
    assert set(known) == set(final) == sent
    assert all(answer.why == ("complete" if answer.complete else "asked") for answer in known.values())
    assert all(answer.steps <= final[key].steps for key, answer in known.items())
    assert scheduler.ask() == {}


def test_ask_tells_what_nobody_has_collected(model):
    """An answer that is final is known, too, until somebody has it; so is an exception."""
    with Scheduler(model) as scheduler:
        for key, x in {"good": 3.0, "bad": -99.0, "fine": 5.0}.items():
            scheduler.submit([x], key=key)
    known = scheduler.ask()
    assert set(known) == {"good", "bad", "fine"}
    assert isinstance(known["bad"], ZeroDivisionError)
    assert known["good"].why == "complete"
    collected = dict([next(scheduler.answers())])
    assert set(scheduler.ask()) == set(known) - set(collected)
    assert scheduler.ask().keys() | collected.keys() == dict(scheduler.answers()).keys() | collected.keys()


def test_an_exception_belongs_to_its_object(model):
    """A metric that raises ends one object, and no other."""
    with Scheduler(model) as scheduler:
        for key, x in {"good": 3.0, "bad": -99.0, "fine": 5.0}.items():
            scheduler.submit([x], key=key)
    answers = dict(scheduler.answers())
    assert isinstance(answers["bad"], ZeroDivisionError)
    assert (answers["good"].label, answers["fine"].label) == (1, 1)
    assert scheduler.statistics.failed == 1


@pytest.mark.parametrize(("bad", "error"), [(lambda: 1 / 0, ZeroDivisionError), (lambda: math.nan, InvalidParameter)])
def test_a_bad_score_belongs_to_its_object(bad, error):
    """A score that raises or is no number ends the object it was asked about."""
    last = float(MODEL.begin(ASKED[1]).refine(steps=50).answer.steps)
    with Scheduler(MODEL, policy=lambda state: bad() if state.steps >= last else -state.steps, grain=25) as scheduler:
        scheduler.submit(ASKED[0], key="bad")
    ((key, answer),) = scheduler.answers()
    assert key == "bad"
    assert isinstance(answer, error)


def test_a_score_that_fails_at_once():
    """It ends the object that it was asked about, and not the thread that submits it."""
    with Scheduler(MODEL, policy=lambda _: 1 / 0) as scheduler:
        scheduler.submit(ASKED[0], key="bad")
        scheduler.submit(ASKED[1], key="late", deadline=-1)  # nobody asks what it is worth
    outcomes = dict(scheduler.answers())
    assert isinstance(outcomes["bad"], ZeroDivisionError)
    assert outcomes["late"].why == "deadline"
    assert (scheduler.statistics.submitted, scheduler.statistics.failed) == (2, 1)


def test_who_is_final_at_once_drives_nobody_out(stuck):
    """A full scheduler has room for an object that will not wait."""
    for key in range(3):
        stuck.submit([float(key)], key=key)
    stuck.submit([3.0], key="late", deadline=0)
    key, answer = next(stuck.answers(LONG))
    assert (key, answer.why) == ("late", "deadline")
    assert stuck.statistics.evicted == 0


def test_keys(stuck):
    """A key names one object at a time; without one there is a number."""
    stuck.submit([1.0], key="a")
    with pytest.raises(
        InvalidParameter, match=r"^Scheduler.submit: 'key' must be a key that is not in use: .*, got 'a'\.$"
    ):
        stuck.submit([1.0], key="a")
    stuck.submit([2.0], key=7)
    with pytest.raises(InvalidParameter, match=r"^Scheduler.submit: 'key' must be hashable, got \[\]\.$"):
        stuck.submit([1.0], key=[])
    free = stuck.submit([1.0], deadline=0)
    assert isinstance(free, int)
    assert next(stuck.answers(LONG))[0] == free
    assert stuck.submit([1.0], key=free, deadline=0) == free


def test_submitting_while_submitting(stuck):
    """Python may come to a signal handler or a finalizer at any point; where keys are compared, it does for sure."""
    meanwhile = []

    class Key:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            if not meanwhile:
                meanwhile.append("submitted")
                stuck.submit([0.4], key="meanwhile")
            return False

    thread = Thread(target=lambda: [stuck.submit([0.5], key=Key()) for _ in range(2)], daemon=True)
    thread.start()
    thread.join(LONG)
    assert not thread.is_alive()
    assert stuck.statistics.submitted == 4


def test_closed(metric, stuck):
    """After the end no object is taken; the answers are still there."""
    stuck.submit([1.0], key="late")
    with ThreadPoolExecutor(1) as threads:
        closed = threads.submit(stuck.close, wait=False)
        key, answer = next(stuck.answers(LONG))
        assert (key, answer.why) == ("late", "asked")
        metric.go_on.set()
        closed.result(LONG)
    with pytest.raises(SchedulerClosed, match=r"^Scheduler.submit: 'x' must be submitted before .*, got one after\.$"):
        stuck.submit([1.0])
    assert [key for key, _ in stuck.answers()] == ["slow"]
    stuck.close()


def test_an_exception_in_the_block_ends_at_once(model, metric):
    """Who leaves by an exception does not wait until objects that wait had their turns."""

    def leave():
        with Scheduler(model, policy="first-come", grain=1) as scheduler:
            scheduler.submit([99.0], key="slow")
            assert metric.reached.wait(LONG)
            scheduler.submit([3.0], key="waiting")
            first.append(threads.submit(lambda: (next(scheduler.answers(LONG)), metric.go_on.set())))
            raise ZeroDivisionError

    first = []
    with ThreadPoolExecutor(1) as threads, pytest.raises(ZeroDivisionError):
        leave()
    (key, answer), _ = first[0].result(LONG)
    assert (key, answer.why) == ("waiting", "asked")


def test_whoever_stops_loses_nothing():
    """Answers that were not iterated over are there for the next who asks."""
    with Scheduler(MODEL) as scheduler:
        sent = {scheduler.submit(x, deadline=0) for x in ASKED}
    first = next(scheduler.answers())
    rest = list(scheduler.answers())
    assert len(rest) == len(sent) - 1
    assert {first[0], *(key for key, _ in rest)} == sent


def test_no_answers_for_a_while():
    """Collecting ends when none came for so long."""
    with Scheduler(MODEL) as scheduler:
        assert list(scheduler.answers(0)) == []
        scheduler.submit(ASKED[0], deadline=0)
        assert len(list(scheduler.answers(timeout=0))) == 1


def test_forgotten_schedulers_end():
    """A scheduler that nobody closed ends with its last reference."""
    scheduler = Scheduler(MODEL, policy=lambda state: state.margin)
    scheduler.submit(ASKED[0])
    gone = weakref.ref(scheduler)
    del scheduler
    gc.collect()
    assert gone() is None


class Watch:
    """Holds a scheduler whose score it is."""

    def __init__(self, model):
        self.scheduler = Scheduler(model, policy=Policy(self.score))

    def score(self, state):
        """Score an object."""
        return state.margin


def test_a_closed_scheduler_lets_go_of_its_score():
    """Who holds a scheduler and is its score is freed when it was closed."""
    watch = Watch(MODEL)
    watch.scheduler.submit(ASKED[0])
    watch.scheduler.close()
    gone = weakref.ref(watch)
    del watch
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("method", ["ask", "close", "answers"])
def test_a_score_cannot_wait_for_itself(model, method):
    """A score that asks, collects or closes would wait for its own end: its object tells so, the others go on."""

    def score(state):
        if state.steps > OPENING:
            for _ in getattr(scheduler, method)() or ():
                pass
        return 0.0

    with Scheduler(model, policy=score, grain=1) as scheduler:
        scheduler.submit([1.0], key="a")
        (_, outcome) = next(scheduler.answers(timeout=LONG))
    assert isinstance(outcome, RuntimeError)
    assert str(outcome).startswith(f"Scheduler.{method}: must not be called by a score or metric")


@pytest.mark.parametrize(
    ("deadline", "complete"),
    [(10**400, True), (math.inf, True), (-(10**400), False), (-math.inf, False)],
    ids=["late", "never", "early", "long ago"],
)
def test_a_deadline_that_no_clock_holds(deadline, complete):
    """It is as good as infinite, as the seconds of `predict` are."""
    with Scheduler(MODEL) as scheduler:
        scheduler.submit(ASKED[0], deadline=deadline)
    ((_, answer),) = scheduler.answers()
    assert answer.complete == complete


def test_dropped_by_its_own_worker():
    """A score that lets go of the scheduler last does not wait for its own end."""
    model = NeighborsClassifier().fit(np.arange(400.0)[:, None], np.arange(400) % 2)
    box = []

    def score(_):
        box.clear()
        return 0.0

    box.append(Scheduler(model, policy=score, grain=1))
    core = weakref.ref(box[0])
    box[0].submit([0.5])
    while core() is not None:
        gc.collect()
    assert not box
