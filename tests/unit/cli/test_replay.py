"""What the demo measures."""

import pytest

from bestsofar.cli.demo.replay import SECONDS, SHARES, replay, steps_of_shares
from bestsofar.cli.demo.tasks import ORDERS, all_tasks


@pytest.fixture(scope="module")
def courses():
    """All orders on the flag."""
    flag = all_tasks(quick=True)[0]
    return [replay(flag, order) for order in ORDERS]


def test_all_orders_end_alike(courses):
    """Run to the end, every order gives the same labels."""
    assert len({course.accuracy[-1] for course in courses}) == 1
    assert len({course.curve.accuracy[-1] for course in courses}) == 1


def test_ranked_orders_are_better_early(courses):
    """A tenth of the exemplars, well chosen, beats a random tenth."""
    random, simple, greedy = (course.accuracy[SHARES.index(0.1)] for course in courses)
    assert random < simple
    assert random < greedy


def test_every_budget_is_measured(courses):
    """There is a figure for every budget, and each is possible."""
    for course in courses:
        assert [run.seconds for run in course.timed] == list(SECONDS)
        assert all(0 <= share <= 1 for share in course.accuracy)
        assert all(2 <= run.steps <= 200 and 0 <= run.accuracy <= 1 and run.late >= 0 for run in course.timed)


def test_shares_are_at_least_one_step():
    """A hundredth of a small set is still a step; the whole is the whole."""
    assert steps_of_shares(20) == [1, 1, 2, 10, 20]


def test_tasks_are_repeatable():
    """The same data come every time, and nothing of the stream is learned."""
    for one, two in zip(all_tasks(quick=True), all_tasks(quick=True), strict=True):
        assert (one.X == two.X).all()
        assert not {row.tobytes() for row in one.X} & {row.tobytes() for row in one.X_new}
