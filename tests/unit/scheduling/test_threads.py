"""Many threads use a scheduler, and are told apart."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bestsofar import Answer, ConstantArrivals, NeighborsClassifier, RandomRank, Scheduler, datasets, simulate

X, Y = datasets.japanese_flag(460, random_state=0)
MODEL = NeighborsClassifier(RandomRank(random_state=0)).fit(X[:400], Y[:400])
ASKED = X[400:]
LONG = 60  # seconds: only a broken scheduler takes them


def test_many_threads_submit_and_collect():
    """Every key is answered exactly once, whichever threads submit and collect."""
    with Scheduler(MODEL, capacity=20, workers=2) as scheduler, ThreadPoolExecutor(6) as threads:
        collected = [threads.submit(lambda: list(scheduler.answers(1))) for _ in range(2)]

        def send(thread):
            return [scheduler.submit(x, key=(thread, i), deadline=0.01) for i, x in enumerate(ASKED)]

        sent = [key for keys in threads.map(send, range(4)) for key in keys]
        answers = [pair for each in collected for pair in each.result(LONG)]
    answers += scheduler.answers()
    assert sorted(key for key, _ in answers) == sorted(sent)
    assert all(isinstance(answer, Answer) for _, answer in answers)


def test_ask_misses_nothing_while_others_collect():
    """What one thread is about to get another one knows of, until it is there."""
    with Scheduler(MODEL) as scheduler:
        sent = {scheduler.submit(x, key=key) for key, x in enumerate(ASKED)}
    collected = []
    with ThreadPoolExecutor(1) as threads:
        done = threads.submit(lambda: [collected.append(key) for key, _ in scheduler.answers()])
        while len(collected) < len(sent):
            known = set(scheduler.ask())
            assert len(sent - known - set(collected)) <= 1  # the one that is just given
        done.result(LONG)


def test_learning_while_answering():
    """An object is answered by what the model knew when it came, also when classes are new."""
    model = NeighborsClassifier(capacity=30).partial_fit(X[:30], Y[:30])
    with Scheduler(model, workers=2, capacity=50) as scheduler, ThreadPoolExecutor(2) as threads:

        def learn():
            for turn in range(1, 12):
                model.partial_fit(X[10 * turn : 10 * turn + 10], np.full(10, turn))

        def send(_):
            return [scheduler.submit(x) for x in np.tile(ASKED, (5, 1))]

        learned, sent = threads.submit(learn), threads.submit(send, None)
        learned.result(LONG)
        keys = sent.result(LONG)
        keys.append(scheduler.submit(ASKED[0], key="last"))
    answers = dict(scheduler.answers())
    assert set(answers) == set(keys)
    assert answers["last"].label in model.classes_
    assert len(answers["last"].proba) == len(model.classes_)


def test_ctrl_c_in_a_score_ends_who_submits():
    """It is no answer of the object's."""

    def score(_):
        raise KeyboardInterrupt

    with Scheduler(MODEL, policy=score) as scheduler, pytest.raises(KeyboardInterrupt):
        scheduler.submit(ASKED[0], key="a")
    assert list(scheduler.answers()) == []
    with pytest.raises(KeyboardInterrupt):
        simulate(MODEL, ASKED, Y[400:], arrivals=ConstantArrivals(0.5), policy=score)
