import numpy as np

from bestsofar import BayesTreeClassifier
from bestsofar.base.progress import listening, tracked

X = np.random.default_rng(0).normal(size=(60, 2))
Y = np.arange(60) % 2


def test_a_listener_hears_every_stage():
    """A fit tells in their order what it does, and comes to the end of each stage."""
    heard = []
    with listening(lambda *told: heard.append(told)):
        BayesTreeClassifier(bandwidth="auto", margin_levels=1).fit(X, Y)
    stages = list(dict.fromkeys(what for what, _, _ in heard))
    assert stages[:2] == ["growing trees", "choosing a bandwidth"]
    assert {"rehearsing", "maximising margins"} <= set(stages)
    assert all(0 <= done <= total for _, done, total in heard)
    assert all(
        (what, 1, 1) in heard or any(told[0] == what and told[1] == told[2] > 1 for told in heard)
        for what in stages[1:]
    )


def test_nobody_has_to_listen():
    """Without a listener, and after one has gone, items are just items."""
    heard = []
    with listening(lambda *told: heard.append(told)):
        assert list(tracked("ab", "letters")) == ["a", "b"]
    assert list(tracked("cd", "letters")) == ["c", "d"]
    assert heard == [("letters", 0, 2), ("letters", 1, 2), ("letters", 2, 2)]
