"""The stream of the demo."""

import io

import pytest
from rich.console import Console

from bestsofar.cli.demo.mail import COPIES, POLICIES, deliver_all, mail


@pytest.fixture(scope="module")
def post():
    """A tenth of the mail."""
    return mail(quick=True)


def test_mail_comes_in_bursts(post):
    """Some objects come close together, and all are new."""
    assert len(post.gaps) == len(post.busy) == len(post.task.y_new)
    assert post.gaps[post.busy].mean() < post.gaps[~post.busy].mean() / 4
    assert len(post.task.y) % COPIES == 0
    assert not {row.tobytes() for row in post.task.X} & {row.tobytes() for row in post.task.X_new}


def test_digits_are_moved_not_changed(post):
    """What leaves a pixel enters the next: no pixel is darker than the darkest was."""
    assert post.task.X.min() >= 0
    assert post.task.X.max() <= 16


def test_every_object_is_answered(post):
    """Whatever the policy, each object ends once, and most are right; a view is drawn where there is a terminal."""
    screen = io.StringIO()
    runs = deliver_all(post, Console(file=screen, force_terminal=True, width=100))
    assert tuple(runs) == POLICIES
    for policy, run in runs.items():
        assert len(run.right) == run.complete + run.deadline == len(post.gaps)
        assert policy in screen.getvalue()
    assert runs["evidence"].right.mean() > 0.4
    assert "lines/s" in screen.getvalue()
