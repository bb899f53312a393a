"""The expected gain of one more step, against its literal definition."""

from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import scheduling

from bestsofar import NeighborsClassifier, datasets
from bestsofar.base import traces
from bestsofar.base.gain import gain_of
from bestsofar.base.traces import HeldOutTraces

STEPS = st.lists(st.integers(1, 40), min_size=2, max_size=5).map(sorted)


@st.composite
def replays(draw):
    """Some objects, or none, at a few points of progress."""
    steps = draw(STEPS)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = (draw(st.sampled_from([0, 1, 3])), len(steps))
    margins = rng.integers(0, 9, shape) / 8
    length = steps[-1] + draw(st.integers(0, 9))
    return HeldOutTraces(length, np.array(steps), margins, rng.random(shape) < 0.5, rng.random(shape) < 0.5)


@given(seen=replays())
def test_gain_is_the_highest_rate(seen):
    """The table is the literal one."""
    worth = seen.right + 0.3 * seen.settled
    rows = list(zip(seen.margins.tolist(), worth.tolist(), strict=True))
    literal = scheduling.gain(rows, seen.steps.tolist(), lambda a, b: exp(-0.5 * ((a - b) / 32 / 0.06) ** 2))
    gain = gain_of(seen)
    np.testing.assert_allclose(gain.table, literal, rtol=1e-9, atol=1e-12)
    assert (gain.opening, gain.total) == (seen.steps[0], seen.length)


def test_early_steps_at_small_margins_are_worth_most():
    """On a real problem the gain falls with the steps and, but for chance, with the margin."""
    X, y = datasets.japanese_flag(600, random_state=0)
    table = NeighborsClassifier().fit(X, y)._fitted.gain.table  # noqa: SLF001
    assert table[2].mean() > table[8].mean() > abs(table[14].mean())
    assert not table[-1].any()
    assert table[4, :11].mean() > table[4, -11:].mean()


def test_more_rows_than_are_used(monkeypatch):
    """A query has gains to the end of the whole model, and not only for as many steps as held-out queries had."""
    monkeypatch.setattr(traces, "MAX_ROWS", 100)
    monkeypatch.setitem(traces.folds.__kwdefaults__, "max_rows", 100)
    X, y = datasets.japanese_flag(600, random_state=0)
    assert NeighborsClassifier().fit(X, y)._fitted.gain.total == 600  # noqa: SLF001


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_hardly_anything_to_hold_out(rows):
    """With next to no objects there is still a table."""
    gain = NeighborsClassifier().fit(np.arange(rows)[:, None], np.arange(rows) % 2)._fitted.gain  # noqa: SLF001
    assert np.isfinite(gain.table).all()
