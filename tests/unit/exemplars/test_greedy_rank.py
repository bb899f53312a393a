from collections import Counter

import numpy as np
import pytest
from literal import matrix_of
from oracles.greedy_stream import best_first
from oracles.legacy import Estate
from schemes import SQUARINGS, assert_literal

from bestsofar import GreedyRank
from bestsofar.errors import InvalidParameter


@pytest.mark.parametrize("sharpness", [None, 8])
def test_hundreds_of_rows_in_several_threads(sharpness):
    """Sums made by several threads are the oracle's, to the last bit."""
    rng = np.random.default_rng(2)
    which = rng.integers(0, 8, size=110)
    X = rng.normal(size=(8, 3))[which] * 3 + rng.normal(size=(110, 3))
    assert_literal("GreedyRank", X, which % 3, sharpness=sharpness)


def test_distances_that_depend_on_the_direction():
    """A rotation is rounded differently from either side; what counts is how each row itself sees the others."""
    X = np.random.default_rng(1).normal(size=(6, 7))
    X[3:] = np.roll(X[:3], 2, axis=1)
    assert_literal("GreedyRank", X, [0, 1] * 3, sharpness=None, metric="rotation")


@pytest.mark.parametrize("sharpness", [4.0, np.float32(4), np.int64(4)])
def test_a_sharpness_of_another_type(sharpness):
    """A number that equals one of those allowed is that one, as in models saved by earlier versions."""
    X, y = np.random.default_rng(0).normal(size=(20, 2)), [0, 1] * 10
    assert GreedyRank(sharpness=sharpness).rank(X, y).tolist() == GreedyRank(sharpness=4).rank(X, y).tolist()


@pytest.mark.parametrize("sharpness", [0, 3, -8, 64, "8", [8], np.nan, True])
def test_no_sharpness(sharpness):
    """A sharpness that is none is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^GreedyRank: 'sharpness' must be 1, 2, 4, 8, .*, got .*\.$"):
        GreedyRank(sharpness=sharpness).rank([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("seed", range(5))
def test_for_ever(seed):
    """Long after more was forgotten than 64 bits could add up at full precision, the choice is still the oracle's."""
    rng, often = np.random.default_rng(seed), 10**8
    X, y = rng.normal(size=(16, 2)), rng.integers(0, 2, size=16)
    scheme = GreedyRank(4).partial_fit(X[:8], y[:8])
    scheme.counts_, scheme.spreads_ = scheme.counts_ * often, scheme.spreads_ * often
    held = {x: Estate() for x in range(8, 16)}
    for exemplar, counts, spread in zip(scheme.exemplars_, scheme.counts_.tolist(), scheme.spreads_, strict=True):
        of_classes = Counter(dict(zip(scheme.classes_.tolist(), counts, strict=True)))
        held[X.tolist().index(exemplar.tolist())] = Estate(+of_classes, float(spread))
    held = dict(sorted(held.items()))
    expected = sorted(best_first(matrix_of(X), y.tolist(), held, 4, SQUARINGS[8])[:4])
    scheme.partial_fit(X[8:], y[8:])
    assert scheme.exemplars_.tolist() == X[expected].tolist()
    assert scheme.counts_.sum() == 4 * often + 8
