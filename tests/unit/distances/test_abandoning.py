"""Distances are abandoned against the best so far; nobody can tell from the result."""

from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import LiteralQuery, reduced_distances
from strategies import DTYPES, fractions, gaussians, grid, labels, texts

from bestsofar import NeighborsClassifier, RandomRank


class Cases:
    """Metrics with the rows that they are tried on."""

    NUMBERS: ClassVar = {
        "euclidean": {},
        "manhattan": {},
        "minkowski": {"p": 1.5},
        "hamming": {},
        "cosine": {},
        "mixed": {"categorical": [0]},
        "dtw": {"band": 0.2},
        "rotation": {"mirror": True},
    }


def assert_equals_brute_force(X, y, x, k, seed, **metric):
    """Run a query to its end and compare with all distances, sorted."""
    order = RandomRank(random_state=seed)
    model = NeighborsClassifier(order, n_neighbors=k, **metric).fit(X, y)
    literal = LiteralQuery(
        np.random.RandomState(seed).permutation(len(X)), y, reduced_distances(X, x, **metric), k
    ).after(len(X))
    answer = model.begin(x).refine().answer
    assert answer.neighbors.tolist() == literal[2]
    assert answer.label == literal[0]


@pytest.mark.parametrize("metric", Cases.NUMBERS)
@given(data=st.data())
@settings(max_examples=20)
def test_rows_in_any_order(metric, data):
    """The neighbours of a query that went to its end are those of brute force, for every metric and order."""
    n, width = data.draw(st.integers(1, 50)), data.draw(st.sampled_from([1, 3, 17, 40]))
    draw, dtype = data.draw(st.sampled_from([grid, gaussians, fractions])), data.draw(DTYPES)
    rows = data.draw(draw((n + 1, width), dtype=dtype))
    y, k, seed = data.draw(labels(n)), data.draw(st.integers(1, 5)), data.draw(st.integers(0, 99))
    params = Cases.NUMBERS[metric]
    assert_equals_brute_force(rows[:-1], y, rows[-1], k, seed, metric=metric, metric_params=params)


@given(strings=st.lists(texts(longest=70), min_size=2, max_size=30), k=st.integers(1, 5), seed=st.integers(0, 99))
def test_strings_in_any_order(strings, k, seed):
    """The same for strings."""
    y = [len(string) % 2 for string in strings[1:]]
    assert_equals_brute_force(strings[1:], y, strings[0], k, seed, metric="edit")


@pytest.mark.parametrize("metric", ["dtw", "rotation"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", ["walk", "step", "noise"])
def test_lower_bounds_of_long_series(metric, dtype, shape):
    """Series that are sifted by lower bounds first are found as if all had been measured."""
    rng = np.random.default_rng(1)
    noise = rng.normal(size=(220, 96))
    rows = {
        "walk": noise.cumsum(axis=1),
        "step": (noise > 0).astype(float) + 1000,
        "noise": noise * np.exp(3 * rng.normal(size=(220, 1))),
    }[shape].astype(dtype)
    y = np.arange(200) % 4
    for seed, x in enumerate(rows[200:]):
        assert_equals_brute_force(rows[:200], y, x, 3, seed, metric=metric)
