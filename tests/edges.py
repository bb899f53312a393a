"""Sets that leave little to choose from."""

import numpy as np
import pytest

N = 18  # rows: more than the sixteen neighbours that a row remembers at first
LINE, LABELS = np.arange(float(N))[:, None], [0, 1, 1] * (N // 3)
SETS = {
    "one row": (np.zeros((1, 1)), [7]),
    "two rows": (np.arange(2.0)[:, None], [0, 1]),
    "two in one place": (np.zeros((2, 1)), [0, 1]),
    "all the same": (np.zeros((N, 2)), [0] * N),
    "all the same of two classes": (np.zeros((N, 2)), [0, 1] * (N // 2)),
    "all the same of three classes": (np.zeros((N, 2)), [0, 1, 2] * (N // 3)),
    "a class of one": (LINE, [0] * (N - 1) + [1]),
    "only classes of one": (LINE, list(range(N))),
    "a constant feature": (np.column_stack([LINE, np.full(N, 5.0)]), LABELS),
    "every row twice": (np.repeat(LINE[: N // 2], 2, axis=0), np.repeat(LABELS[: N // 2], 2).tolist()),
    "every place twice": (np.repeat(LINE[: N // 2], 2, axis=0), LABELS),
    "overflow": (np.array([[-1e200], [0.0], [1e200], [1e200]]), [0, 1, 0, 1]),
}

each_edge = pytest.mark.parametrize(("X", "y"), SETS.values(), ids=SETS)
