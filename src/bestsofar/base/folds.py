"""Which training objects are kept, and which are held out."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Indices: TypeAlias = npt.NDArray[np.uint32]

FOLDS = 10
ENOUGH = 1000  # objects held out
MAX_ROWS = 10_000
SEED = 0


def folds(
    n: int, enough: int, *, rounds: int = 1, parts: int = FOLDS, max_rows: int = MAX_ROWS
) -> Iterator[tuple[Indices, Indices]]:
    """Yield splits of the rows into those kept and those held out; of very many rows, use some.

    Parameters
    ----------
    n : how many rows there are
    enough : how many to hold out in all
    rounds : how often each may be held out
    parts : how many folds the rows are split into
    max_rows : how many rows to use at most
    """
    held_back = 0
    for seed in range(SEED, SEED + rounds):
        rows = np.random.default_rng(seed).permutation(n)[:max_rows].astype(np.uint32)
        for held in np.array_split(rows, parts):
            kept = np.setdiff1d(rows, held)
            if held_back >= enough or not len(held) or not len(kept):
                return
            held_back += len(held)
            yield kept, held
