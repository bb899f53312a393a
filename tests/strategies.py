"""Inputs that hypothesis draws: rows, labels, strings, and whole training sets."""

from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

DTYPES = st.sampled_from([np.float32, np.float64])
WIDTHS = st.sampled_from([1, 2, 3, 15, 16, 17, 33])  # blocks are 16 features long, 16 rows wide
ROWS = st.sampled_from([1, 2, 5, 15, 16, 17, 31, 32, 33, 40])
METRICS = {  # of rows, with some parameters
    "euclidean": {},
    "manhattan": {},
    "minkowski": {"p": 3},
    "hamming": {},
    "cosine": {},
    "mixed": {"categorical": [0]},
    "dtw": {"band": 0.5},
    "rotation": {"mirror": True},
}
SHARPNESS = st.sampled_from([None, 1, 4, 8])


class Problem(NamedTuple):
    """A training set, an object to classify, and a seed."""

    X: np.ndarray
    y: np.ndarray
    x: np.ndarray
    seed: int


def grid(shape, *, dtype=np.float64, largest=3):
    """Rows of small whole numbers: many ties, many duplicates."""
    return hnp.arrays(dtype, shape, elements=st.integers(-largest, largest), fill=st.nothing())


def fractions(shape, *, dtype=np.float64):
    """Rows of sixty-fourths up to 100: differences are 0 or of the size of the numbers."""
    return hnp.arrays(np.int64, shape, elements=st.integers(-6400, 6400), fill=st.nothing()).map(
        lambda rows: (rows / 64).astype(dtype)
    )


def gaussians(shape, *, dtype=np.float64):
    """Rows of ordinary floats."""
    return st.integers(0, 2**32 - 1).map(lambda seed: np.random.default_rng(seed).normal(size=shape).astype(dtype))


def labels(n, *, classes=3):
    """Codes of n objects; some classes may be missing, or have one member."""
    return hnp.arrays(np.int64, n, elements=st.integers(0, classes - 1), fill=st.nothing())


@st.composite
def problems(draw, *, most_rows=40, most_features=4, dtypes=DTYPES, rows=None):
    """A training set of rows, with ties or without, and a query."""
    n = draw(st.integers(1, most_rows))
    width = draw(st.integers(1, most_features))
    kind = draw(st.sampled_from([grid, gaussians])) if rows is None else rows
    dtype = draw(dtypes)
    everything = draw(kind((n + 1, width), dtype=dtype))
    return Problem(everything[:-1], draw(labels(n)), everything[-1], draw(st.integers(0, 2**32 - 1)))


def texts(*, longest=20):
    """Strings of few letters, so that they have much in common, some beyond the basic plane."""
    return st.text(alphabet="abcdé\U0001f34e\u0301", max_size=longest)


def batch_sizes(n):
    """Sizes of batches, some of them empty, that make up n; the first is not."""
    cuts = st.lists(st.integers(1, n), max_size=6).map(sorted)
    return cuts.map(lambda cuts: np.diff([0, *cuts, n]).tolist())
