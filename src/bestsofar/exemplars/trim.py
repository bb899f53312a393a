"""Where to end a ranking whose last exemplars do harm."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from bestsofar._core import Space, prefix_labels
from bestsofar.base.folds import folds
from bestsofar.base.labels import Codes
from bestsofar.exemplars.order import Order, one_of_each_first, shortened

# The lengths tried, as shares of the order; accuracy is smoothed over a tenth of it.
SHARES = np.arange(1, 201) / 200
WINDOW = 21

ENOUGH, ROUNDS = 3_000, 4

# By how many standard errors the best length must lead the whole order (chance does that once in twenty times), and by
# how many the chosen length may trail the best.
AHEAD, BEHIND = 1.64, 0.5


def trimmed(order: Callable[[Space, Codes, int], Order], space: Space, codes: Codes, n_classes: int) -> Order:
    """Order the rows of a space, and cut the end if that improves accuracy on held-out rows.

    Parameters
    ----------
    order : orders the rows of a space
    space, codes, n_classes : what it takes
    """
    whole = order(space, codes, n_classes)

    def right(kept: Order, held: Order) -> npt.NDArray[np.bool_]:
        ranked = kept[order(space.select(kept), codes[kept], n_classes)]
        lengths = np.maximum(np.round(SHARES * len(kept)), 1).astype(np.uint32)
        labels = prefix_labels(space, codes, one_of_each_first(ranked, codes), held, lengths)
        return np.equal(labels, codes[held, None])

    times_right, was_held = np.zeros((len(codes), len(SHARES)), dtype=np.int64), np.zeros(len(codes), dtype=bool)
    for kept, held in folds(len(codes), ENOUGH, rounds=ROUNDS):
        times_right[held] += right(kept, held)
        was_held[held] = True
    return shortened(whole, codes, best_share(times_right[was_held])) if was_held.any() else whole


def best_share(right: npt.NDArray[np.int64]) -> float:
    """Choose the shortest length that is about as good as the best, if the best is clearly better than the whole.

    Parameters
    ----------
    right : how often each held-out row was labelled correctly, for each of the lengths
    """
    counts = np.pad(right.sum(axis=0), WINDOW // 2, mode="edge")  # integers, so that ties are exact
    smooth = np.convolve(counts, np.ones(WINDOW, dtype=counts.dtype), mode="valid")
    best = smooth.argmax()
    leads = right[:, [best]] - right
    ahead, error = leads.sum(axis=0), _error_of_sum(leads)
    if ahead[-1] <= AHEAD * error[-1]:
        return 1.0
    return float(SHARES[np.argmax(smooth[best] - smooth <= BEHIND * error * WINDOW)])


def _error_of_sum(values: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    n = len(values)
    root: npt.NDArray[np.float64] = np.sqrt((n * (values**2).sum(axis=0) - values.sum(axis=0) ** 2) / n)
    return root
