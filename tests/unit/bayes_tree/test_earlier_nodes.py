"""Forests in files whose nodes were laid out entry by entry."""

from pathlib import Path

import numpy as np
import pytest
from forests import exported, shape, statistics_hold
from safetensors.numpy import load_file

from bestsofar import _core

FOLDER = Path(__file__).parents[2] / "golden" / "format-1"
NAMES = {"bayes-tree-1": _core.Forest64, "bayes-tree-1-r": _core.Forest32, "bayes-tree-1-blocks": _core.Forest64}


def earlier(name):
    """The bytes of a forest."""
    arrays = load_file(FOLDER / f"{name}.bsf")
    return next(array for array in arrays.values() if array.tobytes().startswith(b"BTFORST"))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_the_forest_that_was_written(name):
    """All statistics are those of its rows; written again it is of the present kind, and can go on learning."""
    data, kind = earlier(name), NAMES[name]
    forest = kind.opened(data)
    again = kind.opened(forest.flat())
    assert data[:8].tobytes() < forest.flat()[:8].tobytes() == b"BTFORST3"
    for label in range(3):
        assert statistics_hold(forest, label)
        assert shape(exported(again, label)) == shape(exported(forest, label))
    X = np.ones((5, 4), np.float32 if kind is _core.Forest32 else np.float64)
    more = again.inserted(X, np.zeros(5, np.uint32), np.arange(3, dtype=np.uint32), 3)
    assert len(more) == len(forest) + 5
    assert statistics_hold(more, 0)


@pytest.mark.parametrize("name", NAMES)
def test_damage_is_told(name):
    """Verbatim of the nodes in the places of others make another forest or are refused."""
    data, dice = earlier(name), np.random.default_rng(0)
    refused = 0
    for _ in range(200):
        damaged = data.copy()
        words = damaged[4096:].view(np.uint64)
        words[dice.integers(len(words), size=9)] = words[dice.integers(len(words), size=9)]
        try:
            forest = NAMES[name].opened(damaged)
        except _core.InvalidBytes:
            refused += 1
        else:
            assert len(forest) > 0
    assert refused > 0
