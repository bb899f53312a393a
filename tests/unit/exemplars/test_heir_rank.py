import numpy as np
from schemes import assert_literal


def test_lists_run_dry():
    """Rows whose sixteen nearest are all gone look again, among those that remain, duplicates or not."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, size=250)
    centres = np.repeat(rng.normal(size=(5, 2)) * 10, 50, axis=0)
    assert_literal("HeirRank", centres + rng.normal(size=(250, 2)) * 0.1, y)
    assert_literal("HeirRank", rng.integers(0, 3, size=(250, 2)).astype(float), y)
