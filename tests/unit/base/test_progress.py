import numpy as np
import pytest

from bestsofar import BayesTreeClassifier
from bestsofar._core import Progress
from bestsofar.base import progress
from bestsofar.base.progress import listening, tracked
from bestsofar.bayes_tree.recipe import grow

X = np.random.default_rng(0).normal(size=(60, 2))
Y = np.arange(60) % 2


def test_a_listener_hears_every_stage():
    """A fit tells in their order what it does, and comes to the end of each stage."""
    heard = []
    with listening(lambda *told: heard.append(told)):
        BayesTreeClassifier(bandwidth="auto", margin_levels=1).fit(X, Y)
    stages = list(dict.fromkeys(what for what, _, _ in heard))
    assert stages[:2] == ["growing trees", "choosing a bandwidth"]
    assert {"calibrating", "maximising margins"} <= set(stages)
    assert all(0 <= done <= total for _, done, total in heard)
    assert all(
        (what, 1, 1) in heard or any(told[0] == what and told[1] == told[2] > 1 for told in heard) for what in stages
    )


def test_nobody_has_to_listen():
    """Without a listener, and after one has gone, items are just items."""
    heard = []
    with listening(lambda *told: heard.append(told)):
        assert list(tracked("ab", "letters")) == ["a", "b"]
    assert list(tracked("cd", "letters")) == ["c", "d"]
    assert heard == [("letters", 0, 2), ("letters", 1, 2), ("letters", 2, 2)]


@pytest.mark.parametrize("build", ["em", "r"])
def test_the_core_counts_its_work(build, monkeypatch):
    """Whoever looks while trees are grown sees it come nearer to all that there is, and at last all of it."""
    monkeypatch.setattr(progress, "POLL_SECONDS", 0)
    rows = np.random.default_rng(0).normal(size=(20_000, 4))
    heard = []
    with listening(lambda *told: heard.append(told)):
        BayesTreeClassifier(build=build, bandwidth="haerdle").fit(rows, rows[:, 0] > 0)
    grown = [(done, total) for what, done, total in heard if what == "growing trees"]
    shares = [done / total for done, total in grown]
    assert shares == sorted(shares)
    assert any(0 < share < 1 for share in shares)
    assert shares[-1] == 1
    counted = Progress()
    grow(rows, np.zeros(len(rows), np.uint32), 1, 7, build, counted)
    assert counted.done == counted.all > 0


def test_failures_are_not_lost():
    """What goes wrong in the core goes wrong here."""

    def fail(_):
        raise ValueError("no")

    with listening(lambda *_: None), pytest.raises(ValueError, match="no"):
        progress.watched(fail, "failing")
