import numpy as np
import pytest
from edges import each_edge
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import codes_of, matrix_of
from oracles.drop import drop, drop_rank
from strategies import DTYPES, gaussians, grid, labels, texts

from bestsofar import Drop1, Drop2, Drop3, Drop4, Drop5, NeighborsClassifier, SimpleRank
from bestsofar.errors import InvalidParameter

DROPS = [Drop1, Drop2, Drop3, Drop4, Drop5]
NEIGHBORS = st.integers(1, 6)

each_drop = pytest.mark.parametrize("scheme", DROPS)


def assert_literal(scheme, X, y, k, **metric):
    """The survivors and the removals are the oracle's, one by one."""
    ranker = scheme(n_neighbors=k, **metric)
    ranked = ranker.rank(X, y).tolist()
    literal = matrix_of(X, **metric), codes_of(y), k, DROPS.index(scheme) + 1
    expected = drop(*literal)
    assert ranked[: ranker.n_survivors_ - 1 : -1] == expected.removed
    assert sorted(ranked[: ranker.n_survivors_]) == expected.remaining
    assert ranked == drop_rank(*literal)


@each_drop
@given(data=st.data(), n=st.integers(1, 24), width=st.integers(1, 3), k=NEIGHBORS, dtype=DTYPES)
@settings(max_examples=40)
def test_ties_and_duplicates(scheme, data, n, width, k, dtype):
    """On small grids, where nearly everything is tied, ties are broken as the oracle breaks them."""
    X = data.draw(grid((n, width), dtype=dtype, largest=2))
    assert_literal(scheme, X, data.draw(labels(n, classes=data.draw(st.integers(1, 5)))), k)


@each_drop
@given(data=st.data(), n=st.integers(1, 24), width=st.integers(1, 5), k=NEIGHBORS, dtype=DTYPES)
def test_floats(scheme, data, n, width, k, dtype):
    """On ordinary numbers every removal is the oracle's."""
    assert_literal(scheme, data.draw(gaussians((n, width), dtype=dtype)), data.draw(labels(n)), k)


@each_drop
@pytest.mark.parametrize("metric", ["manhattan", "minkowski", "hamming", "cosine", "mixed", "dtw", "rotation"])
@given(data=st.data(), n=st.integers(1, 16), draw=st.sampled_from([grid, gaussians]), k=NEIGHBORS)
@settings(max_examples=5)
def test_other_metrics(scheme, metric, data, n, draw, k):
    """Every removal is the oracle's under every metric."""
    assert_literal(scheme, data.draw(draw((n, 6))), data.draw(labels(n)), k, metric=metric)


@each_drop
@given(strings=st.lists(texts(longest=6), min_size=1, max_size=16), k=NEIGHBORS)
def test_strings(scheme, strings, k):
    """Strings are removed too."""
    assert_literal(scheme, strings, [len(string) % 3 for string in strings], k, metric="edit")


@each_drop
@pytest.mark.parametrize("k", [1, 3, 17, 18, 10**12])
@each_edge
def test_edges(scheme, X, y, k):
    """One survives at least, whatever there is to choose from, and however many neighbours are asked for."""
    assert_literal(scheme, X, y, k)


@each_drop
def test_lists_run_dry(scheme):
    """Rows whose nearest are nearly all gone look again, among those that remain."""
    rng = np.random.default_rng(0)
    X = np.repeat([0.0, 100.0], 60)[:, None] + rng.normal(size=(120, 1)).round(1)
    y = np.where(rng.random(120) < 0.1, 1, 0) ^ (X[:, 0] > 50)
    assert_literal(scheme, X, y, 2)


@each_drop
def test_survivors_are_ranked_among_themselves(scheme):
    """In front stands what SimpleRank makes of the survivors alone."""
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(200, 2)), rng.integers(0, 5, size=200)
    ranker = scheme()
    ranker.fit_resample(X, y)
    survivors = np.sort(ranker.sample_indices_)
    assert ranker.sample_indices_.tolist() == survivors[SimpleRank().rank(X[survivors], y[survivors])].tolist()


@each_drop
def test_more_than_the_survivors_can_be_kept(scheme):
    """Those removed last come back first."""
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 2, size=60)
    ranker = scheme(1.0)
    assert len(ranker.fit_resample(X, y)[0]) == 60 > ranker.n_survivors_


@each_drop
def test_an_order_is_left_as_it_was(scheme):
    """A classifier that is ordered by a scheme writes nothing to it."""
    model = NeighborsClassifier(scheme()).fit([[0.0], [1.0], [5.0]], [0, 0, 1])
    assert vars(model.order) == vars(scheme())


@pytest.mark.parametrize("k", [0, -1, 1.5, "three", None, True])
def test_no_number_of_neighbors(k):
    """A number that is none is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^Drop4: 'n_neighbors' must be an int >= 1, got .*\.$"):
        Drop4(n_neighbors=k).rank([[0.0], [1.0]], [0, 1])


def test_partial_fit_keeps_the_best_of_the_union():
    """What is kept is what the oracle puts first of the old and the new, a class that is new or gone or not."""
    rng = np.random.default_rng(7)
    model, X, y = Drop1(12), np.empty((0, 2)), np.empty(0, dtype=int)
    for part, size in enumerate([9, 25, 1, 30, 7]):
        rows, codes = rng.integers(0, 9, size=(size, 2)) / 2, rng.integers(part // 2, 2 + part, size=size)
        X, y = np.concatenate([X, rows]), np.concatenate([y, codes])
        if len(y) > 12:
            kept = np.sort(drop_rank(matrix_of(X), codes_of(y), 3, 1)[:12])
            X, y = X[kept], y[kept]
        model.partial_fit(rows, codes)
        assert model.exemplars_.tolist() == X.tolist()
        assert model.labels_.tolist() == y.tolist()


@pytest.mark.parametrize("scheme", DROPS[1:])
def test_only_drop1_is_incremental(scheme):
    """The others need what they removed, to the end."""
    assert hasattr(Drop1(), "partial_fit")
    assert not hasattr(scheme(), "partial_fit")
